"""Sources: addresses, reading, passages, sentences, and anchoring quotes in text."""
