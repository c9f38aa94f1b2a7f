"""Files of JSON lines that only grow, such as event logs and transcripts: read on from where they were left."""
