"""The use cases: what a person can do, once. The console, the command line and the tests call these."""
