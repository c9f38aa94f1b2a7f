"""The index: one sqlite cache of all items, made from files, deleted at will."""
