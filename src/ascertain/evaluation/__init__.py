"""Measuring the system on data."""
