"""Edges: they parse, call one function, and render."""
