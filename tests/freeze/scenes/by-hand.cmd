workspace: git
dreamtui status
dreamtui list
dreamtui dream
dreamtui add --title "Deploys fail on Fridays" --evidence "text:the queue is drained at noon" --evidence README.md:1
dreamtui add --title "Deploys fail on Fridays" --evidence "text:the queue is drained at noon"
dreamtui add --title " " --evidence "text:x"
dreamtui add --title "Another thing"
dreamtui list --json
dreamtui init
dreamtui init
git status --short
dreamtui list
dreamtui memory add --title "Local database" --text "Use port 5433, 5432 is the host's." --category project
dreamtui memory add --title "Local database" --text "Use port 5433, 5432 is the host's." --category project
dreamtui memory add --title "Local databases" --text "Use port 5433; 5432 is taken by the host." --pinned
dreamtui memory list
dreamtui memory list --json
dreamtui graduate 2 --rationale "x"
dreamtui observe commit --summary "fix: one cent" --files src/a.py --session s1
dreamtui observe test-fail --tool cursor --summary "TimeoutError: worker" --session s2
dreamtui observe
dreamtui dream --min-cluster-size 1
dreamtui dream --min-cluster-size 1 --json
dreamtui list
dreamtui sync
dreamtui sync --check
write CLAUDE.md "# Ours\n\nBe kind.\n\n<!-- dreamtui:begin sha=0000 -->\nlost\n"
dreamtui sync
dreamtui sync --repair --dry-run
dreamtui sync --repair
dreamtui doctor
write .agent/config.yaml "dreamtui:\n  max_new: nothing\n  colour: blue\n"
dreamtui list
dreamtui config
dreamtui doctor
write .agent/config.yaml "dreamtui:\n  outputs: [claude, agents, claude-rules, cursor, copilot]\n"
dreamtui sync
dreamtui doctor
write .agent/dream/candidates/aaaaaaaaaa.md "no candidate"
write .agent/dream/proposals/p-aaaaaaaaaa.json "{}"
dreamtui list
dreamtui list --json
dreamtui doctor
dreamtui status
dreamtui audit verify
