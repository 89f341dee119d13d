"""Runtimes: what drives a researcher."""
