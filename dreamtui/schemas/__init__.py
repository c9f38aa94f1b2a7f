"""The shapes of what `--json` prints, and beside them the JSON Schemas made from them, one file a document."""
