"""Protocols: what the inside asks of the outside, one per file."""
