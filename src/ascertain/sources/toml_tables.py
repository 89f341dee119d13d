"""TOML files that users write, parsed within bounds of work and with messages for people.

The parser takes time that grows with the square of a key's parts, and a stack's frame for each
level of nesting: what no sensible file holds is refused before it is parsed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from ascertain.errors import InputError

__all__ = ["parse_toml", "toml_word"]

_MAX_DEPTH = 16
_MAX_DOTS = 16
_MAX_BARE = 200
_MAX_SIGNS = 250_000
_MAX_SHOWN = 80
_SIGN = re.compile(r"[\"'#\[\]{}=,.\n]")
# Each character fits one branch at most, so a failed match costs one way back. Possessive
# repeats of groups would save that, but are matched wrongly before Python 3.11.5 (gh-106052).
_BASIC = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"')
_BASIC_LINES = re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"""(?:"{0,2})', re.DOTALL)
_LITERAL = re.compile(r"'[^'\n]*+'")
_LITERAL_LINES = re.compile(r"'''(?:[^']|'(?!''))*'''(?:'{0,2})")


def parse_toml(text: str, place: str) -> Mapping[str, object]:
    """Parse a file's text.

    Args:
        text: at most a few megabytes.
        place: the file's name, for messages.

    Raises:
        InputError: naming the file and, where it is known, the line.
    """
    _check_bounds(text, place)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{place} is not TOML: {error}") from None
    except (ValueError, RecursionError) as error:  # what slips through the bounds
        raise InputError(f"{place} holds something that cannot be read as TOML") from error


def toml_word(value: object) -> str:
    """Return a value as whoever wrote the file knows it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return f"{value[:_MAX_SHOWN]!a}" + ("…" if len(value) > _MAX_SHOWN else "")
    if isinstance(value, int | float):
        return f"{value:.3g}" if abs(value) > 10**_MAX_SHOWN else str(value)
    return f"the date or time {value}"


def _check_bounds(text: str, place: str) -> None:
    """Walk over brackets, dots and separators outside strings; nothing is built here."""
    at = depth = dots = signs = 0
    while found := _SIGN.search(text, at):
        sign, start = found[0], found.start()
        if len(text[at:start].strip()) > _MAX_BARE:
            raise _refused(text, at, place, f"a number or name of over {_MAX_BARE} characters")
        signs += 1
        at = _after(text, found, place)
        if sign == ".":
            dots += 1
        elif sign not in "\"'#":
            dots = 0
        depth = max(0, depth + (sign in "[{") - (sign in "]}"))
        if signs > _MAX_SIGNS:
            raise _refused(text, start, place, "more lines and values than such a file may have")
        if dots > _MAX_DOTS:
            raise _refused(text, start, place, f"a name of over {_MAX_DOTS} parts")
        if depth > _MAX_DEPTH:
            raise InputError(f"{place}, line {_line(text, start)}, is nested too deeply")
    if len(text[at:].strip()) > _MAX_BARE:
        raise _refused(text, at, place, f"a number or name of over {_MAX_BARE} characters")


def _after(text: str, found: re.Match[str], place: str) -> int:
    """Return where the walk goes on: behind a comment or a string, or behind the sign."""
    sign, start = found[0], found.start()
    if sign == "#":
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    if sign not in "\"'":
        return found.end()
    if text.startswith(sign * 3, start):
        string = (_BASIC_LINES if sign == '"' else _LITERAL_LINES).match(text, start)
    else:
        string = (_BASIC if sign == '"' else _LITERAL).match(text, start)
    if string is None:
        raise InputError(
            f"{place} is not TOML: a quotation mark in line {_line(text, start)} is not closed"
        )
    return string.end()


def _refused(text: str, at: int, place: str, what: str) -> InputError:
    return InputError(f"{place}, line {_line(text, at)}, holds {what}")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
