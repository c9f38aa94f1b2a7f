"""Pure text: inert display, front matter, dates, slugs, similarity, budgets."""
