"""Find a quote's exact characters in a stored text, or say what stands there instead."""
