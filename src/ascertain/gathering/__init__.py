"""Planning, and the tools through which researchers gather evidence."""
