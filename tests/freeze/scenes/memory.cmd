workspace: demo
dreamtui memory edit n-2b42fd6195 --text "Webhooks come from the payment provider only."
dreamtui memory edit n-2b42fd6195 --text "Webhooks come from the payment provider only."
dreamtui memory list
dreamtui memory status
dreamtui memory check
dreamtui memory index --dry-run
dreamtui memory index
dreamtui memory index
dreamtui memory history
dreamtui memory history --json
dreamtui memory verify --strict
dreamtui reorganize --threshold 0.7
dreamtui reorganize --threshold 7
dreamtui reorganize --scorer bow --json
dreamtui reorganize --instructions "look at retries" --lookback-days 20
dreamtui reorganize list --status all
dreamtui memory move nothing.md --to user
dreamtui memory restore nothing.md
dreamtui promote --apply --rationale "Both were recalled again and again in the last two weeks, and both hold."
dreamtui promote --queue
dreamtui promote mode core
dreamtui promote mode
dreamtui promote record --query "where do receipts go" --result "memory/2026-11-10.md:1-2=0.8:Receipts"
dreamtui promote status
dreamtui undo --rationale "The promotion belongs to the ops notes, not here."
dreamtui audit verify
