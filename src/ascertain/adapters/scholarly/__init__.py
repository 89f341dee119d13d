"""Scholarly works: from an identifier to an open copy, and whether the work was retracted."""
