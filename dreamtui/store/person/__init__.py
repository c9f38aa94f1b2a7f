"""What belongs to a person and not to a team: drafts, the place they left, presence, known workspaces."""
