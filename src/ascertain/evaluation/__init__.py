"""Measuring the checker: true pairs, altered ones, public sets, floors."""
