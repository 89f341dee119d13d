"""Which paths under a root may be named, and how a file's bytes become text; pure."""

from __future__ import annotations

import codecs
import unicodedata

from ascertain.errors import ToolError
from ascertain.ports.folder import FileReply

__all__ = ["MAX_FILE_BYTES", "is_private", "is_readable", "parts_of", "refused", "window"]

MAX_FILE_BYTES = 10_000_000
_MAX_PATH, _MAX_PARTS = 2_000, 50
_MAX_CHARACTERS = 100_000
_MAX_ODD_SHARE = 0.1
"""Of a file's characters: with more that are no text, the file is no text."""
_SAMPLE = 10_000
_KEY_FILES = (".jks", ".kdbx", ".key", ".keystore", ".p12", ".pem", ".pfx", ".ppk")
_REORDERING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ADVICE = {
    "bad_path": "Give a path from the folder's root, such as notes/plan.md.",
    "private": "Go on without it.",
    "not_found": "Look with files.list.",
    "not_a_file": "Look with files.list.",
    "not_a_folder": "Read it with files.read.",
    "not_text": "Go on without it.",
    "too_large": "Go on without it.",
    "not_available": "Go on without it.",
}


def refused(tool: str, code: str, message: str) -> ToolError:
    """Make the error of a tool of files with the advice that its code has."""
    return ToolError(tool, code, message, hint=_ADVICE[code])


def is_readable(name: str) -> bool:
    """Say whether a name is all text: no control, no half character, nothing that reorders."""
    return not any(
        char in _REORDERING or unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}
        for char in name
    )


def is_private(name: str) -> bool:
    """Say whether a name is that of settings, version control or keys."""
    folded = name.casefold()
    return folded.startswith((".", "id_rsa", "id_ed25519")) or folded.endswith(_KEY_FILES)


def parts_of(tool: str, path: str) -> tuple[str, ...]:
    """Return the parts of a path under the root; none for the root itself.

    Raises:
        ToolError: ``bad_path`` or ``private``.
    """
    if not is_readable(path) or len(path) > _MAX_PATH:
        raise refused(tool, "bad_path", "the path is too long or holds control characters")
    if path.startswith(("/", "\\", "~")) or path[1:2] == ":":
        raise refused(tool, "bad_path", f"{path[:100]!r} does not start at the folder's root")
    parts = tuple(part for part in path.split("/") if part not in {"", "."})
    if ".." in parts or len(parts) > _MAX_PARTS:
        raise refused(tool, "bad_path", f"{path[:100]!r} leads out of the folder or too deep")
    if any(is_private(part) for part in parts):
        raise refused(tool, "private", f"{path[:100]!r} is private")
    return parts


def window(parts: tuple[str, ...], content: bytes, start: int, limit: int) -> FileReply:
    """Return a part of a file's text.

    Args:
        parts: of the file's path.
        content: all of its bytes.
        start: the first character; beyond the end nothing is left.
        limit: how many characters.

    Raises:
        ToolError: ``not_text``.
    """
    path = "/".join(parts)
    text = _decoded(content)
    odd = sum(char == "\ufffd" or _is_control(char) for char in text[:_SAMPLE])
    if "\x00" in text or odd > len(text[:_SAMPLE]) * _MAX_ODD_SHARE:
        raise refused("files.read", "not_text", f"{path} holds no text")
    start = max(0, start)
    end = start + max(0, min(limit, _MAX_CHARACTERS))
    return FileReply(
        path=path, text=text[start:end], start=start, total=len(text), more=end < len(text)
    )


def _decoded(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    return content.decode("utf-8", "replace")


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc" and char not in "\t\n\r\f"
