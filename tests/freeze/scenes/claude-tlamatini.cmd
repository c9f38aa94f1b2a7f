workspace: memory:tlamatini
dreamtui status
dreamtui memory status
dreamtui memory status --json
dreamtui memory check
dreamtui memory verify --json
dreamtui memory index --dry-run
dreamtui memory index
dreamtui memory index
dreamtui reorganize
dreamtui reorganize list --json --limit 100
dreamtui list --json
dreamtui context --json
dreamtui undo --rationale "The index was fine as it stood, as the reviewer said."
dreamtui memory history --json
dreamtui audit verify
