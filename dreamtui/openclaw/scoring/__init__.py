"""Promotion: which recalls of short-term memory have earned a place in long-term memory, and why the others have not.

Pure: what was read goes in, a ranking with every figure comes out. Each file holds one idea.
"""
