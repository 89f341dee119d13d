"""The machine's own clock and ids."""
