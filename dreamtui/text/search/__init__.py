"""Search over everything: words as the index has them, what was asked, and how well a text answers it. Pure."""
