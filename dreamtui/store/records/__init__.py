"""Audit records and the event log: names, reading, appending."""
