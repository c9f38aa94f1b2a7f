"""The commands, by what they are about; each parses, calls the desk and prints."""
