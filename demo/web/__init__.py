"""A small web of invented pages on loopback addresses, with every fault that the real one has."""
