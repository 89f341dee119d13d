"""Databases that a researcher may ask, opened for reading only."""
