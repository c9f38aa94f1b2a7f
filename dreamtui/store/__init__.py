"""The only room that writes: layout, transactions, journal, lock, guard, audit, log, drafts, index and caches."""
