"""Reads the world and writes nothing: logs, git, transcripts, memory folders, recalls, what a repository offers."""
