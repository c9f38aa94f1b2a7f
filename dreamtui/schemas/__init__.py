"""The shapes of what `--json` prints: declared in `shapes`, shipped beside it as JSON Schemas, one file a shape."""
