"""Actions: what can be done where, their keys, and the tables that the footer, help and palette are made from."""
