"""Plain text, as written; only the lines of a hard-wrapped paragraph are joined."""

from __future__ import annotations

import re

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.charset import decode
from ascertain.adapters.readers.front_matter import split_front_matter
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.rewrapping import rewrap_plain
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

__all__ = ["decoded_text", "read_plain"]

_MAX_TITLE = 120
_BLANK_LINES = re.compile(r"(?:[ \t\f]*\n)+")
_NOT_TEXT = re.compile(r"[\x01-\x06\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_MANY = 0.1


def decoded_text(data: bytes, hints: Hints) -> tuple[str, tuple[str, ...]]:
    """Decode the bytes of a text file; the margins of the whole text are dropped.

    Raises:
        ReadError: ``empty``, or ``unsupported`` where what comes out is no text.
    """
    decoded = decode(data, charset=hints.charset)
    text = clean(decoded.text)
    sample = text[:100_000]
    if sample.strip() and len(_NOT_TEXT.findall(sample)) > _MANY * len(sample):
        raise ReadError("unsupported", "it is binary data, not a document that can be read")
    start = _BLANK_LINES.match(text)
    return text[start.end() if start else 0 :].rstrip(), decoded.notes


def read_plain(data: bytes, hints: Hints, media_type: str = "text/plain") -> Document:
    """Read plain text; its title is the first line where that stands alone.

    Raises:
        ReadError: ``empty``, or ``unsupported`` where what comes out is no text.
    """
    text, notes = decoded_text(data, hints)
    is_prose = media_type == "text/plain"
    front = split_front_matter(text) if is_prose else None
    metadata = front.metadata if front else Metadata()
    body = front.body if front else text
    title = _first_line(body) if is_prose and metadata.title is None else None
    if title:
        metadata = metadata._replace(title=title, title_from="first line")
    draft = Draft(
        text=rewrap_plain(body) if is_prose else body,
        media_type=media_type,
        reader="plain",
        metadata=metadata,
        language=front.language if front else None,
        notes=notes,
    )
    return finish(draft, hints.max_text)


def _first_line(text: str) -> str | None:
    line, _, rest = text.partition("\n")
    alone = rest[:1] == "\n"
    line = line.strip()
    is_sentence = line.endswith((".", "。")) and not line.endswith("...")
    return line if alone and 0 < len(line) <= _MAX_TITLE and not is_sentence else None
