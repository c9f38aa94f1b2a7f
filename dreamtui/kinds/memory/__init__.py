"""Memory files of Claude Code: the codec of a topic, and plans that edit one."""
