"""Researchers through the Claude Agent SDK, whose program is a separate download."""
