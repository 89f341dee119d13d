"""What somebody said about bytes before they were read; it only breaks ties."""

from __future__ import annotations

from email.message import Message
from typing import NamedTuple

__all__ = ["MAX_TEXT", "Hints", "hints_from"]

MAX_TEXT = 5_000_000
"""Code points of text kept from one document unless told otherwise."""
_MAX_SUFFIX = 10
_WEB = ("http://", "https://")


class Hints(NamedTuple):
    """The name and declared type of some bytes.

    Attributes:
        suffix: of the name, lower case with its dot, or empty.
        media_type: declared, lower case, without parameters, or empty.
        charset: declared, or empty.
        max_text: code points of text to keep.
        address: the name where it is a web address, for the links of a page; or empty.
    """

    suffix: str = ""
    media_type: str = ""
    charset: str = ""
    max_text: int = MAX_TEXT
    address: str = ""


def hints_from(name: str, declared: str | None, max_text: int = MAX_TEXT) -> Hints:
    """Take the suffix, media type and charset out of a name and a Content-Type value."""
    last = name.split("?", 1)[0].split("#", 1)[0].replace("\\", "/").rsplit("/", 1)[-1]
    stem, dot, ending = last.rpartition(".")
    suffix = f".{ending.lower()}" if dot and stem and len(ending) <= _MAX_SUFFIX else ""
    address = name if name.lower().startswith(_WEB) else ""
    if not declared:
        return Hints(suffix, max_text=max_text, address=address)
    message = Message()
    message["Content-Type"] = declared[:500].replace("\r", " ").replace("\n", " ")
    kind, _, _ = declared[:500].partition(";")
    charset = str(message.get_param("charset", "")).strip("\"' ")
    return Hints(suffix, kind.strip().lower(), charset.partition(" ")[0], max_text, address)
