"""Twins of the stores, the clock and the ids that keep everything in memory."""
