"""Pure: item, verb and words become a plan; the coach, challenge, undo and why."""
