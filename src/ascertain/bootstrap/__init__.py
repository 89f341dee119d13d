"""Settings and wiring: the only builder of adapters."""
