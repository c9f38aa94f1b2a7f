workspace: data:dotagent/3-after-sync
dreamtui list --status all --json
dreamtui status --json
dreamtui doctor
dreamtui context
dreamtui sync --check
dreamtui sync --dry-run
dreamtui dream --compat dotagent --dry-run --json
dreamtui dream --compat dotagent
dreamtui dream
dreamtui sync
dreamtui sync --check
dreamtui doctor --json
dreamtui audit verify
