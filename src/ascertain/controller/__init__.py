"""The run: its state, its rounds, its end."""
