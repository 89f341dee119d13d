"""Reading in this process: find the kind, call its reader, and map every foreign error."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from ascertain.adapters.readers.hints import MAX_TEXT, Hints, hints_from
from ascertain.adapters.readers.sniffing import Kind, sniff
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

__all__ = ["read_document"]

_MODULES: Mapping[Kind, str] = {
    "docx": "docx",
    "epub": "epub",
    "feed": "feed",
    "html": "html",
    "markdown": "markdown",
    "odt": "odt",
    "pdf": "pdf",
    "plain": "plain",
    "pptx": "pptx",
    "xlsx": "xlsx",
}
"""Loaded when a document of the kind comes: a worker starts fast and holds what it uses."""


class _Reader(Protocol):
    def __call__(self, data: bytes, hints: Hints, media_type: str) -> Document: ...


def read_document(
    data: bytes, name: str = "", declared: str | None = None, *, max_text: int = MAX_TEXT
) -> Document:
    """Read bytes in this process, without limits of time or memory.

    Args:
        data: as received.
        name: a file name, for its suffix; where it is a web address, a page's relative
            canonical link is resolved against it.
        declared: the media type somebody declared, with charset if given.
        max_text: code points of text to keep.

    Raises:
        ReadError: with a status and a reason in a person's words.
        MemoryError: there was not enough.
    """
    hints = hints_from(name, declared, max_text)
    sniffed = sniff(data, hints)
    module = import_module(f"ascertain.adapters.readers.{_MODULES[sniffed.kind]}")
    read = cast("_Reader", getattr(module, f"read_{sniffed.kind}"))
    try:
        return read(data, hints, sniffed.media_type)
    except (ReadError, MemoryError):
        raise
    except Exception as error:  # libraries raise anything on hostile bytes; the kind is said
        reason = f"the {sniffed.kind} file is broken in a way its reader cannot get over"
        raise ReadError("error", f"{reason} ({type(error).__name__})") from error
