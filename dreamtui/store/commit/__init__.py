"""Changes that happen whole or not at all: lock, stage, journal, rename, settle after a crash."""
