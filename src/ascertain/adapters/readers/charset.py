"""Bytes to characters.

Order: byte order mark, declared charset, ``<meta>``, strict UTF-8, detection. Labels mean what the
WHATWG Encoding Standard says (``latin1`` is windows-1252, ``gb2312`` is GB 18030, and so on).
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

import chardet
from resiliparse.parse.encoding import detect_encoding

__all__ = ["Decoded", "bom_of", "decode", "looks_utf16"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LABELS = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "cp936": "gb18030",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-11": "cp874",
    "iso8859-9": "cp1254",
    "ks_c_5601-1987": "cp949",
    "shift_jis": "cp932",
    "tis-620": "cp874",
}
_NOT_TEXT = frozenset(("base64", "bz2", "hex", "idna", "punycode", "quopri", "rot13", "uu", "zlib"))
_META = re.compile(
    rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.\-]{1,40})", re.IGNORECASE
)
_META_WINDOW = 4_096
_SAMPLE = 200_000
_JIS_ESCAPE = b"\x1b$"
_UTF16_SAMPLE = 4_096
_FEW = 0.001
"""Share of undecodable places under which text is still taken for damaged UTF-8."""
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Decoded(NamedTuple):
    """Characters, and how they were found.

    Attributes:
        encoding: the codec's name.
        how: ``bom``, ``declared``, ``meta``, ``utf-8`` or ``detected``.
        notes: what a person should know.
    """

    text: str
    encoding: str
    how: str
    notes: tuple[str, ...] = ()


def bom_of(data: bytes) -> tuple[bytes, str] | None:
    """Return the byte order mark the bytes begin with, and its codec, or None."""
    return next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), None)


def looks_utf16(data: bytes) -> str | None:
    """Return ``utf-16-le`` or ``utf-16-be`` where NUL bytes stand as in such text, else None."""
    sample = data[: _UTF16_SAMPLE - _UTF16_SAMPLE % 2]
    sample = sample[: len(sample) - len(sample) % 2]
    half = len(sample) // 2
    if half < 2:  # noqa: PLR2004 - one character says nothing
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.3 * half and even * 10 < odd:
        return "utf-16-le"
    if even > 0.3 * half and odd * 10 < even:
        return "utf-16-be"
    return None


def decode(data: bytes, *, charset: str = "", html: bool = False) -> Decoded:
    """Decode bytes; never fails.

    Args:
        data: the bytes.
        charset: as declared by a server or file, or empty.
        html: look for a ``<meta charset>`` too.
    """
    mark = bom_of(data)
    if mark is not None:
        return _replacing(data[len(mark[0]) :], mark[1], "bom")
    claims = _claims(data, charset, html=html)
    utf8 = _strict(data, "utf-8")
    claimed = _as_claimed(data, claims, utf8)
    if claimed is not None:
        return claimed
    wide = looks_utf16(data)
    if wide is not None:
        return _replacing(data, wide, "detected")
    escaped = _strict(data, "iso2022_jp") if _JIS_ESCAPE in data[:_SAMPLE] else None
    if escaped is not None:  # its bytes are ASCII, so valid UTF-8 too
        return Decoded(escaped, "iso2022_jp", "detected")
    if utf8 is not None:
        return Decoded(utf8, "utf-8", "utf-8")
    return _damaged_utf8(data) or _best(data, claims)


def _as_claimed(data: bytes, claims: list[tuple[str, str]], utf8: str | None) -> Decoded | None:
    """Take the first claim that fits; text beyond ASCII that is valid UTF-8 is no accident."""
    for codec, how in claims:
        if utf8 is not None and (codec == "utf-8" or not data.isascii()):
            same = codec == "utf-8"
            notes = () if same else (f"declared as {codec}, read as UTF-8, which its bytes are",)
            return Decoded(utf8, "utf-8", how if same else "utf-8", notes)
        text = _strict(data, codec)
        if text is not None:
            return Decoded(text, codec, how)
    return None


def _claims(data: bytes, charset: str, *, html: bool) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    codec = _codec(charset)
    if codec:
        found.append((codec, "declared"))
    meta = _META.search(data, 0, _META_WINDOW) if html else None
    if meta is not None:
        codec = _codec(meta[1].decode("ascii"))
        if codec.startswith("utf-16"):  # a page whose <meta> could be read is not UTF-16
            codec = "utf-8"
        if codec:
            found.append((codec, "meta"))
    return found


def _codec(label: str) -> str:
    key = label.strip().lower()
    if not key or key in _NOT_TEXT:
        return ""
    try:
        name = codecs.lookup(_LABELS.get(key, key)).name
        b"".decode(name)
    except (LookupError, ValueError, UnicodeError):
        return ""
    return _LABELS.get(name, name)


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, LookupError):
        return None


def _damaged_utf8(data: bytes) -> Decoded | None:
    text = data.decode("utf-8", "replace")
    bad = text.count(_REPLACEMENT)
    others = sum(map(len, re.findall(r"[^\x00-\x7f\ufffd]+", text[:_SAMPLE])))
    if bad <= max(1, len(text) * _FEW) and others > 2 * bad:
        return _noted(text, "utf-8", "utf-8")
    return None


def _best(data: bytes, claims: list[tuple[str, str]]) -> Decoded:
    sample = data[:_SAMPLE]
    guess = chardet.detect(sample, prefer_superset=True)["encoding"] or ""
    candidates = [*claims, (_codec(guess), "detected")]
    candidates.append((_codec(detect_encoding(sample) or ""), "detected"))
    options = [_replacing(data, codec, how) for codec, how in candidates if codec]
    options.append(_replacing(data, "cp1252", "detected"))
    return min(options, key=lambda option: option.text.count(_REPLACEMENT))


def _replacing(data: bytes, codec: str, how: str) -> Decoded:
    return _noted(data.decode(codec, "replace"), codec, how)


def _noted(text: str, codec: str, how: str) -> Decoded:
    bad = text.count(_REPLACEMENT)
    plural = "characters" if bad > 1 else "character"
    notes = (f"{bad} {plural} could not be decoded as {codec}",) if bad else ()
    return Decoded(text, codec, how, notes)
