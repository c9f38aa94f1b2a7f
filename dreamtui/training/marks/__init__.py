"""Marks of a brief: five dimensions, proposed with the lines they rest on, given by a person."""
