"""Memory folders of Claude Code: its lock, transactions in a folder, the history of what we changed."""
