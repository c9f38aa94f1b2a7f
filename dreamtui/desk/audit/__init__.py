"""What was decided: the records as lists and reports, and what each of them changed."""
