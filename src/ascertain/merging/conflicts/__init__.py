"""Claims that cannot both hold, and claims that changed over time."""
