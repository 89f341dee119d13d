"""Colours of CSS and of old attributes, as far as needed to tell letters from their ground."""

from __future__ import annotations

import colorsys
import re
from typing import NamedTuple

from ascertain.adapters.readers.css_lengths import number

__all__ = ["WHITE", "Colour", "are_alike", "colour_of"]

_FAINT = 0.1
_ALIKE = 16
"""Steps of 255 in every channel: a contrast under 1.2 to 1."""
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_HEX = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-f])")
_BARE_HEX = re.compile(r"[0-9a-f]{6}|[0-9a-f]{3}")
_NAMES = {
    "aliceblue": "f0f8ff",
    "aqua": "00ffff",
    "azure": "f0ffff",
    "beige": "f5f5dc",
    "black": "000000",
    "blue": "0000ff",
    "canvas": "ffffff",
    "cyan": "00ffff",
    "floralwhite": "fffaf0",
    "fuchsia": "ff00ff",
    "ghostwhite": "f8f8ff",
    "gray": "808080",
    "green": "008000",
    "grey": "808080",
    "honeydew": "f0fff0",
    "ivory": "fffff0",
    "lime": "00ff00",
    "linen": "faf0e6",
    "magenta": "ff00ff",
    "maroon": "800000",
    "mintcream": "f5fffa",
    "navy": "000080",
    "oldlace": "fdf5e6",
    "olive": "808000",
    "orange": "ffa500",
    "purple": "800080",
    "red": "ff0000",
    "seashell": "fff5ee",
    "silver": "c0c0c0",
    "snow": "fffafa",
    "teal": "008080",
    "white": "ffffff",
    "whitesmoke": "f5f5f5",
    "yellow": "ffff00",
}


class Colour(NamedTuple):
    """Channels from 0 to 255 and the alpha from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def is_faint(self) -> bool:
        """Whether nothing of it is to be seen."""
        return self.alpha < _FAINT


WHITE = Colour(255, 255, 255)


def are_alike(one: Colour, other: Colour) -> bool:
    """Say whether letters of one colour cannot be read on the other."""
    if one.alpha < 1 or other.alpha < 1:
        return False
    return all(abs(a - b) <= _ALIKE for a, b in zip(one[:3], other[:3], strict=True))


def colour_of(value: str, *, attribute: bool = False) -> Colour | None:
    """Return the colour in a value, lower case; None if it is none or more than a plain one.

    Args:
        value: of ``color``, ``background`` or the like.
        attribute: it is one of HTML, where hexadecimal digits need no mark.
    """
    if not value or "url(" in value or "gradient" in value or "image" in value:
        return None
    if attribute and _BARE_HEX.fullmatch(value):
        value = f"#{value}"
    function = _FUNCTION.search(value)
    if function is not None:
        return _computed(function[1], re.split(r"[\s,/]+", function[2].strip()))
    found = _HEX.search(value)
    if found is not None:
        return _from_hex(found[1])
    for word in value.split():
        if word == "transparent":
            return Colour(0, 0, 0, 0)
        if word in _NAMES:
            return _from_hex(_NAMES[word])
    return None


def _from_hex(digits: str) -> Colour:
    if len(digits) < 6:  # noqa: PLR2004 - #rgb
        digits = "".join(d * 2 for d in digits)
    red, green, blue, *alpha = (int(digits[i : i + 2], 16) for i in range(0, len(digits), 2))
    return Colour(red, green, blue, alpha[0] / 255 if alpha else 1.0)


def _computed(kind: str, parts: list[str]) -> Colour | None:
    if len(parts) not in {3, 4}:
        return None
    alpha = number(parts[3]) if len(parts) == 4 else 1.0  # noqa: PLR2004 - with an alpha
    figures = [number(part.removesuffix("deg").replace("none", "0")) for part in parts[:3]]
    first, second, third = figures
    if first is None or second is None or third is None or alpha is None:
        return None
    if kind == "rgb":
        scaled = zip((first, second, third), parts, strict=False)
        channels = [v * 255 if part.endswith("%") else v for v, part in scaled]
    else:
        second, third = (v if v <= 1 else v / 100 for v in (second, third))
        channels = [255 * c for c in colorsys.hls_to_rgb(first / 360 % 1, third, second)]
    red, green, blue = (min(255.0, max(0.0, c)) for c in channels)
    return Colour(red, green, blue, alpha)
