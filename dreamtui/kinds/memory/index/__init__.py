"""MEMORY.md: its entries, links, pages and lines; read, and made again within its limits."""
