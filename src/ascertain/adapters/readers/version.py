"""What decides how a document is read: our own rules' version and the libraries'."""

from __future__ import annotations

import importlib.metadata

__all__ = ["READER_VERSION", "crew_version"]

READER_VERSION = "4"
"""Raised when our own rules of reading change what comes out."""

_LIBRARIES = (
    "chardet",
    "lxml",
    "mammoth",
    "openpyxl",
    "pypdfium2",
    "python-pptx",
    "resiliparse",
    "trafilatura",
)


def crew_version() -> str:
    """Return one line that changes when any reader may read differently."""
    parts = (f"{name} {importlib.metadata.version(name)}" for name in _LIBRARIES)
    return f"{READER_VERSION} ({', '.join(parts)})"
