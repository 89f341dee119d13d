"""Folders that a researcher may look into."""
