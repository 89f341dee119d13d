"""Addresses in which nothing is hidden."""

from __future__ import annotations

__all__ = ["visible"]

_BLANK_LETTERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters and marks that show nothing by themselves (Default_Ignorable_Code_Point, blanks)."""

_SHORT = 0xFFFF
"""The last code that four digits hold."""


def visible(address: str) -> str:
    r"""Return an address with what cannot be seen in it written out, such as ``\u202e``.

    Direction marks, joiners, control characters and blanks other than the space: dropping them
    would name another address than the one that was asked for.
    """
    return "".join(
        sign if sign.isprintable() and sign not in _BLANK_LETTERS else _written(sign)
        for sign in address
    )


def _written(sign: str) -> str:
    code = ord(sign)
    return f"\\u{code:04x}" if code <= _SHORT else f"\\U{code:08x}"
