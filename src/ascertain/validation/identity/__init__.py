"""Is a page about the subject or about somebody of the same name? Pure rules."""
