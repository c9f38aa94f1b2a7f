"""The screen of a proposal: its changes, each taken or left, and the result."""
