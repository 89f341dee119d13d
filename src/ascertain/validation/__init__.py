"""Checks of evidence and the verdicts that follow from them."""
