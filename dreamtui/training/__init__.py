"""Nightly training: a curriculum, the briefs that agents write for it, and a person who grades them."""
