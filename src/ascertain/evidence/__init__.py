"""Records and pure rules: what is known, and in which form."""
