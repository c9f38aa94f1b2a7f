"""What a rationale lacks, which reasons others have given, and what speaks against a decision. Pure."""
