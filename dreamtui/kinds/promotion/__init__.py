"""Promotions: recalls that earned a place in MEMORY.md, the recall store, and the section that is written."""
