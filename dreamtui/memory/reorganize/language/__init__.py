"""Words of a statement: stems, spelling, signs, order and vocabulary."""
