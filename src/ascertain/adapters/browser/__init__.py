"""Pages that need scripts: a browser behind a proxy of our own that asks the policy."""
