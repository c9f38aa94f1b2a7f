"""A workflow that runs every night in a forge and opens a pull request with what waits."""
