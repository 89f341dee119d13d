"""What kind of document bytes are: by magic bytes and structure; names only break ties."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Literal, NamedTuple

from ascertain.adapters.readers.charset import bom_of, looks_utf16
from ascertain.adapters.readers.hints import Hints
from ascertain.errors import ReadError

__all__ = ["Kind", "Sniffed", "sniff"]

Kind = Literal["html", "pdf", "docx", "pptx", "xlsx", "epub", "odt", "feed", "markdown", "plain"]


class Sniffed(NamedTuple):
    """A kind that can be read, and its media type."""

    kind: Kind
    media_type: str


_OFFICE = "application/vnd.openxmlformats-officedocument."
_MEMBERS: tuple[tuple[str, Sniffed], ...] = (
    ("word/document.xml", Sniffed("docx", f"{_OFFICE}wordprocessingml.document")),
    ("ppt/presentation.xml", Sniffed("pptx", f"{_OFFICE}presentationml.presentation")),
    ("xl/workbook.xml", Sniffed("xlsx", f"{_OFFICE}spreadsheetml.sheet")),
)
_MIMETYPES = {
    b"application/epub+zip": Sniffed("epub", "application/epub+zip"),
    b"application/vnd.oasis.opendocument.text": Sniffed(
        "odt", "application/vnd.oasis.opendocument.text"
    ),
}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF87a", "an image (GIF)"),
    (b"GIF89a", "an image (GIF)"),
    (b"II*\x00", "an image (TIFF)"),
    (b"MM\x00*", "an image (TIFF)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstandard archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"{\\rtf", "a rich-text (RTF) file"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"SQLite format 3\x00", "a database (SQLite)"),
    (b"ID3", "a sound file (MP3)"),
    (b"OggS", "a sound or film file (Ogg)"),
    (b"fLaC", "a sound file (FLAC)"),
    (b"\x1a\x45\xdf\xa3", "a film file (Matroska)"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF_WINDOW = 1_024
_HEAD = 4_096
_LEADING = re.compile(rb"(?:\s|<\?xml[^>]{0,500}>|<!--.{0,2000}?-->)*", re.DOTALL)
_DOCTYPE = re.compile(rb"<!doctype\s[^>\[]{0,500}(?:\[[^\]]{0,2000}\]\s*)?>", re.IGNORECASE)
_FEED_ROOTS = (
    (re.compile(rb"<rss[\s>]"), "application/rss+xml"),
    (
        re.compile(rb"<(?:[a-z0-9]{1,10}:)?feed\s[^>]{0,2000}http://www\.w3\.org/2005/Atom"),
        "application/atom+xml",
    ),
    (
        re.compile(rb"<(?:[a-z]{1,10}:)?RDF\s[^>]{0,2000}http://purl\.org/rss/1\.0/"),
        "application/rss+xml",
    ),
)
_JSON_FEED = re.compile(
    rb"\s*\{.{0,4000}?\"version\"\s*:\s*\"https?:(?:\\?/){2}jsonfeed\.org\\?/version", re.DOTALL
)
_HTML_START = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_TAG = re.compile(
    rb"</(?:p|div|a|span|h[1-6]|li|td|table|title|body|html|article|section)\s*>", re.IGNORECASE
)
_ANY_TAG = re.compile(rb"<[a-z][a-z0-9]{0,20}[\s>/]", re.IGNORECASE)
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})
_MANY_CONTROLS = 0.02
_MANY_NULS = 0.2
_MANY_NULS_HTML = 0.5
_MARKDOWN_HEADING = re.compile(rb"^#{1,6} \S", re.MULTILINE)
_MARKDOWN_MARK = re.compile(rb"\]\([^)\s]|^```|^[-*] \S|\*\*\S|^> ", re.MULTILINE)
_TEXT_TYPES = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".tsv": "text/tab-separated-values",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}
_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd", ".qmd"})
_HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_UNTOLD_SUFFIXES = frozenset({"", ".txt", ".text"})
_MARKDOWN = Sniffed("markdown", "text/markdown")
_HTML = Sniffed("html", "text/html")


def sniff(data: bytes, hints: Hints) -> Sniffed:
    """Find the kind of document.

    Args:
        data: the bytes; only their first kilobytes and a zip's directory are looked at.
        hints: break ties between kinds of text.

    Raises:
        ReadError: ``empty``; ``unsupported``, saying what it is instead; ``error`` for a broken
            zip container.
    """
    if not data:
        raise ReadError("empty", "the file is empty (0 bytes)")
    head = data[:_HEAD]
    if not head.strip(b"\x00"):
        raise ReadError("unsupported", "it holds zero bytes, not a document")
    _refuse_known(head)
    if head.startswith(_OLE):
        raise _ole_error(data)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(data)
    if b"%PDF-" in head[:_PDF_WINDOW] and not _HTML_START.match(head.lstrip()):
        return Sniffed("pdf", "application/pdf")
    return _text_kind(head, hints)


def _refuse_known(head: bytes) -> None:
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise _unsupported(what)
    if head.startswith(b"RIFF") and head[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        raise _unsupported("an image (WebP)" if head[8:12] == b"WEBP" else "a sound or film file")
    if head[4:8] == b"ftyp":
        raise _unsupported("a film, sound or image file (ISO media)")
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        raise _unsupported("an image (BMP)")
    if head[257:262] == b"ustar":
        raise _unsupported("a tar archive")
    if head.startswith(b"MZ") and b"\x00" in head[:64]:
        raise _unsupported("a program")


def _unsupported(what: str) -> ReadError:
    return ReadError("unsupported", f"it is {what}, which is not read for text")


def _ole_error(data: bytes) -> ReadError:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return ReadError("unsupported", "it is an Office file locked with a password")
    return _unsupported("an old binary Office file (.doc, .xls, .ppt, .msg)")


def _zip_kind(data: bytes) -> Sniffed:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            for member, kind in _MEMBERS:
                if member in names:
                    return kind
            stated = _stated_mimetype(data)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
        raise ReadError("error", "it is a zip container that is broken or cut short") from error
    if stated in _MIMETYPES:
        return _MIMETYPES[stated]
    raise _unsupported("a zip archive, not an Office document")


def _stated_mimetype(data: bytes) -> bytes:
    """EPUB and OpenDocument state their type in a first, stored member named ``mimetype``."""
    if data[30:38] != b"mimetype":
        return b""
    size = int.from_bytes(data[22:26], "little")
    start = 38 + int.from_bytes(data[28:30], "little")
    return data[start : start + min(size, 100)].strip()


def _text_kind(head: bytes, hints: Hints) -> Sniffed:
    mark = bom_of(head)
    wide = mark[1] if mark else looks_utf16(head)
    if wide and wide != "utf-8":
        body = head[len(mark[0]) if mark else 0 :]
        head = body.decode(wide, "ignore").encode("utf-8", "ignore")
    elif mark:
        head = head[len(mark[0]) :]
    feed = _feed_type(head)
    if feed is not None:
        return Sniffed("feed", feed)
    is_html = _is_html(head.replace(b"\x00", b""), hints)
    if _is_binary(head, is_html=is_html):
        raise ReadError("unsupported", "it is binary data, not a document that can be read")
    return _HTML if is_html else _prose_kind(head, hints)


def _prose_kind(head: bytes, hints: Hints) -> Sniffed:
    if hints.suffix in _MARKDOWN_SUFFIXES or hints.media_type == "text/markdown":
        return _MARKDOWN
    if head.lstrip().startswith(b"<?xml"):
        return Sniffed("plain", "application/xml")
    if hints.suffix in _TEXT_TYPES:
        return Sniffed("plain", _TEXT_TYPES[hints.suffix])
    if hints.suffix in _UNTOLD_SUFFIXES and _is_markdown(head):
        return _MARKDOWN
    return Sniffed("plain", "text/plain")


def _feed_type(head: bytes) -> str | None:
    """The media type of a feed, by its root element or, in JSON, its version."""
    if _JSON_FEED.match(head):
        return "application/feed+json"
    start = _LEADING.match(head)
    at = start.end() if start else 0
    doctype = _DOCTYPE.match(head, at)
    if doctype is not None:
        after = _LEADING.match(head, doctype.end())
        at = after.end() if after else doctype.end()
    return next((media for root, media in _FEED_ROOTS if root.match(head, at)), None)


def _is_binary(head: bytes, *, is_html: bool) -> bool:
    """Many control characters; stray NULs alone do not count against a text."""
    controls = len(head) - len(head.translate(None, _CONTROLS))
    nuls = head.count(0)
    if nuls > (_MANY_NULS_HTML if is_html else _MANY_NULS) * len(head):
        return True
    return controls - nuls > _MANY_CONTROLS * len(head)


def _is_html(head: bytes, hints: Hints) -> bool:
    start = _LEADING.match(head)
    if _HTML_START.match(head, start.end() if start else 0):
        return True
    if hints.suffix in _MARKDOWN_SUFFIXES or hints.media_type == "text/markdown":
        return False
    said = hints.suffix in _HTML_SUFFIXES or hints.media_type in {
        "text/html",
        "application/xhtml+xml",
    }
    if said:
        return _ANY_TAG.search(head) is not None
    if hints.suffix not in _UNTOLD_SUFFIXES:
        return False
    return head.lstrip().startswith(b"<") and len(_TAG.findall(head)) > 2  # noqa: PLR2004 - not a stray tag


def _is_markdown(head: bytes) -> bool:
    headings = len(_MARKDOWN_HEADING.findall(head))
    return headings > 0 and _MARKDOWN_MARK.search(head) is not None
