workspace: demo
write .agent/memory/semantic/rules/auto-dream/aaaaaaaa-x.md "# Candidate `aaaaaaaaaa` — tests are flaky\n\nAlways run the migrations against a copy.\n\n## Rationale\n\nIt mended three builds.\n\n## Graduated by\n\nalice\n"
dreamtui status
dreamtui status --json
dreamtui doctor
dreamtui list
dreamtui audit verify
dreamtui audit verify --json
dreamtui sync --check
dreamtui sync --dry-run
dreamtui sync
dreamtui why aaaaaaaaaa
dreamtui accept --kind undecided --dry-run
dreamtui accept --kind undecided --dry-run --json
dreamtui sync --accept-unreviewed
dreamtui accept --kind undecided --rationale "We have worked by this rule for two years, and it once kept a release from going wrong."
dreamtui accept --kind undecided --rationale "We have worked by this rule for two years, and it once kept a release from going wrong."
dreamtui status
dreamtui sync
dreamtui why aaaaaaaaaa
dreamtui audit list
dreamtui audit verify --strict
dreamtui undo --rationale "Two years ago is not now, as Carol said this morning."
dreamtui sync
dreamtui doctor
