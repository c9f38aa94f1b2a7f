"""Pure: store contents become the text of the outputs, one small file an output."""
