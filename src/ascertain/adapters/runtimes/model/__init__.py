"""The researcher that any model can be."""
