workspace: demo
dreamtui list
dreamtui list --json
dreamtui list --status pending
dreamtui list --status recurring
dreamtui list --status deferred
dreamtui list --status graduated
dreamtui list --status accepted
dreamtui list --status rejected
dreamtui list --status retired
dreamtui list --status expired
dreamtui list --status all --json
dreamtui list --status none
dreamtui list --kind candidate
dreamtui list --kind insight
dreamtui list --kind proposal
dreamtui list --kind promotion
dreamtui list --kind review-due
dreamtui list --kind note
dreamtui list --kind memory
dreamtui list --kind nothing
dreamtui list --signal repeat_fix
dreamtui list --query timeout
dreamtui --all list
dreamtui --all list --json
dreamtui show 7d78
dreamtui show 7d78 --json
dreamtui show 7d78 --preview
dreamtui show 7d78 --preview --json
dreamtui show ffd37b1527
dreamtui show i-55ba5f9ef2
dreamtui show i-55ba5f9ef2 --preview --json
dreamtui show m-0f7a4b1115
dreamtui show m-0f7a4b1115 --preview --json
dreamtui show r-e9b3763d98
dreamtui show r-e9b3763d98 --preview --json
dreamtui show p-75e3fcc724
dreamtui show p-75e3fcc724 --preview --json
dreamtui show p-e29c1cdd80
dreamtui show p-e29c1cdd80 --preview --json
dreamtui show p-ded041c357
dreamtui show n-2b42fd6195
dreamtui show d8e63b597a
dreamtui show c6329f02bc --json
dreamtui show 69783f2837
dreamtui show 75907f2253 --reveal
dreamtui show nothing
dreamtui show ../../etc/passwd
dreamtui show p-
dreamtui status
dreamtui status --json
dreamtui --all status
dreamtui doctor
dreamtui doctor --json
dreamtui config
dreamtui config --json
dreamtui context
dreamtui context --json
dreamtui context --lines
dreamtui why CLAUDE.md:7
dreamtui why CLAUDE.md:7 --json
dreamtui why CLAUDE.md:1
dreamtui why .agent/memory/MEMORY.md:5
dreamtui why d8e63b597a
dreamtui why nothing
dreamtui insights
dreamtui insights --json
dreamtui insights --type pattern --limit 2
dreamtui memory list
dreamtui memory list --json
dreamtui memory status
dreamtui memory status --json
dreamtui memory check
dreamtui memory verify
dreamtui memory verify --json
dreamtui memory history
dreamtui memory history --json
dreamtui memory index --dry-run
dreamtui reorganize list
dreamtui reorganize list --json
dreamtui reorganize show p-75e3fcc724
dreamtui reorganize show p-75e3fcc724 --json
dreamtui reorganize show p-e29c1cdd80
dreamtui reorganize show p-6abefbf867
dreamtui reorganize --dry-run
dreamtui reorganize --dry-run --json
dreamtui promote
dreamtui promote --json
dreamtui promote explain m-0f7a4b1115
dreamtui promote explain m-0f7a4b1115 --json
dreamtui promote status
dreamtui promote status --deep --json
dreamtui promote mode
dreamtui promote mode help
dreamtui audit list
dreamtui audit list --json
dreamtui audit list --verb add --limit 3
dreamtui audit show 4a78b141
dreamtui audit show 4a78b141 --json
dreamtui audit show d8e63b597a
dreamtui audit show 0000
dreamtui audit verify
dreamtui audit verify --strict --json
dreamtui audit export
dreamtui audit export --json
dreamtui audit log
dreamtui audit log --limit 2 --json
dreamtui sync --check
dreamtui sync --dry-run
dreamtui dream --dry-run
dreamtui dream --dry-run --json
dreamtui dream --since 10d --lookback-days 3
dreamtui dream --only nothing
dreamtui --version
dreamtui --plain
dreamtui
dreamtui nothing
dreamtui list --nothing
dreamtui -C /nowhere list
