"""Pure: from what was read to what should be reviewed."""
