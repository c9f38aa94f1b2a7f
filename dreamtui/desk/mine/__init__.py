"""Mining: sources are read, signals and insights found, candidates filed; by hand or unattended."""
