"""The kinds of items: the codec of each file, what a decision changes in it, and how a decision is taken back. Pure."""
