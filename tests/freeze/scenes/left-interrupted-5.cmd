workspace: left:interrupted-5
dreamtui status
dreamtui list --json
dreamtui show 7d78
dreamtui audit verify --strict
dreamtui doctor
dreamtui graduate 7d78 --rule "Keep one table of bad tokens." --rationale "Five fixes in four weeks, each an input nobody had tested before it broke."
dreamtui undo --rationale "The sign-in service takes over next week, so the table goes there."
dreamtui audit verify --strict
git status --short
