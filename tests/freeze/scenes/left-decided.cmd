workspace: left:decided
dreamtui status
dreamtui list --status all --json
dreamtui audit list
dreamtui audit verify --strict
dreamtui sync --check
dreamtui doctor
dreamtui why CLAUDE.md:14
dreamtui redo
dreamtui undo --rationale "The index was better before, as Carol said this morning, and it stays so."
dreamtui undo --rationale "Search comes back at once, says the team."
dreamtui undo --rationale "The reason in May was the better one after all."
dreamtui undo 7d78 --rationale "The sign-in service takes over next week, so the table goes there."
dreamtui undo p-75e3fcc724 --rationale "The second file had a date that is missed now."
dreamtui undo m-0f7a4b1115 --rationale "The office network is gone, and so is the trouble."
dreamtui sync
dreamtui audit verify --strict
dreamtui dream
dreamtui memory history
