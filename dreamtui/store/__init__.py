"""The only room that writes: layout, codecs, transactions, lock, audit, drafts, caches."""
