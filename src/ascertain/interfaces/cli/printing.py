"""JSON for people and programs on standard output."""

from __future__ import annotations

import json
import re

__all__ = ["json_text"]

_STEERING = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""What could steer a terminal or turn the reading order, and halves of surrogate pairs."""


def json_text(value: object, *, indent: int | None = 2) -> str:
    """Return JSON in which text stays readable and nothing steers a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
