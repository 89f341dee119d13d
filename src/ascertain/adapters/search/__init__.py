"""Search providers on the web, and their combination."""
