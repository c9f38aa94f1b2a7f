"""Reorganize: memories compared, proposals filed and shown, a model asked if one is configured."""
