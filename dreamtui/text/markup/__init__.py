"""Front matter, scalars, markdown and imports."""
