"""Undoing content codings of untrusted bodies with bounded memory and work.

A body of some kilobytes can stand for gigabytes. Every coding is therefore undone piece by
piece, and each one of a stack is held to the same bound.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from io import BytesIO
from typing import Protocol

import brotli
import zstandard

from ascertain.errors import FetchError

__all__ = ["ACCEPTED_CODINGS", "decoded", "size_words"]

ACCEPTED_CODINGS = "gzip, br, zstd"
"""What a request may offer; deflate is undone too, but senders disagree on what it means."""

_MAX_CODINGS = 3
_PIECE = 65_536
# One block of 4 bytes can stand for 128 KiB (RFC 8878, section 3.1.1.2), and the library returns
# all that an input gives: small inputs keep its answers under about 4 MiB.
_ZSTD_SLICE = 128
_ZSTD_WINDOW = 8 * 1024 * 1024  # RFC 9659: what every decoder of the web must take, and no more
_MAX_MEMBERS = 10_000
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_BITS = 16 + zlib.MAX_WBITS
_METHOD_MASK, _DEFLATE_METHOD, _ZLIB_CHECK = 0x0F, 8, 31
_ZLIB_HEADER = 2
_KILO = 1_000

_Stage = Callable[[Iterable[bytes]], Iterator[bytes]]


class _Inflating(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unconsumed_tail(self) -> bytes: ...
    def decompress(self, given: bytes, max_length: int, /) -> bytes: ...


class _DamagedError(Exception):
    """The bytes are not what the coding promises."""


def decoded(raw: bytes, coding: str | None, max_bytes: int) -> bytes:
    """Return a body without its content codings.

    Never holds more than the bound and one piece (4 MiB at most) for each coding.

    Args:
        raw: as it came over the wire.
        coding: the value of ``Content-Encoding``, several joined by commas, or None.
        max_bytes: the most that may come out, of any stage.

    Raises:
        FetchError: ``too_large`` over the bound; ``error`` if a coding is unknown, if there are
            more than three, or if the bytes are cut or damaged.
    """
    stages = _stages(coding)
    if not stages or not raw:
        if len(raw) > max_bytes:
            raise FetchError("too_large", f"over {size_words(max_bytes)}")
        return raw
    pieces: Iterable[bytes] = _sliced(raw, _PIECE)
    for name, stage in stages:
        pieces = _bounded(name, stage(pieces), max_bytes)
    body = BytesIO()
    for piece in pieces:
        body.write(piece)
    return body.getvalue()


def size_words(count: int) -> str:
    """Say a number of bytes as people do, such as ``50 MB``."""
    for power, unit in ((3, "GB"), (2, "MB"), (1, "kB")):
        if count >= _KILO**power:
            return f"{count / _KILO**power:.4g} {unit}"
    return f"{count} bytes"


def _stages(coding: str | None) -> list[tuple[str, _Stage]]:
    """Name the codings to undo, the one applied last first."""
    words = [word.strip().lower() for word in (coding or "").split(",")]
    names = [_SAME.get(word, word) for word in words if word not in {"", "identity"}]
    if len(names) > _MAX_CODINGS:
        raise FetchError("error", f"the body has {len(names)} content codings on each other")
    for name in names:
        if name not in _STAGES:
            raise FetchError("error", f"the content coding {name[:40]!a} is not known")
    return [(name, _STAGES[name]) for name in reversed(names)]


def _bounded(name: str, pieces: Iterator[bytes], max_bytes: int) -> Generator[bytes]:
    total = 0
    try:
        for piece in pieces:
            total += len(piece)
            if total > max_bytes:
                raise FetchError(
                    "too_large", f"over {size_words(max_bytes)} after decompression ({name})"
                )
            yield piece
    except (_DamagedError, zlib.error, brotli.error, zstandard.ZstdError):
        raise FetchError("error", f"the {name} body is cut or damaged") from None


def _sliced(content: bytes, size: int) -> Generator[bytes]:
    for at in range(0, len(content), size):
        yield content[at : at + size]


def _gunzip(pieces: Iterable[bytes]) -> Generator[bytes]:
    """Undo gzip: any number of members, and what follows the last is passed over."""
    member, members = zlib.decompressobj(_GZIP_BITS), 1
    for piece in pieces:
        left = piece
        while left:
            if member.eof:
                # Senders pad; only what begins like a member is one (RFC 1952, section 2.2).
                if not left.startswith(_GZIP_MAGIC[: len(left)]):
                    return
                members += 1
                if members > _MAX_MEMBERS:
                    raise _DamagedError
                member = zlib.decompressobj(_GZIP_BITS)
            yield member.decompress(left, _PIECE)
            left = member.unused_data if member.eof else member.unconsumed_tail
    yield from _rest(member)


def _inflate(pieces: Iterable[bytes]) -> Generator[bytes]:
    """Undo deflate, in the zlib wrapping of RFC 9110 or bare as some senders have it."""
    source = iter(pieces)
    head = b""
    for piece in source:
        head += piece
        if len(head) >= _ZLIB_HEADER:
            break
    wrapped = (
        len(head) >= _ZLIB_HEADER
        and head[0] & _METHOD_MASK == _DEFLATE_METHOD
        and int.from_bytes(head[:_ZLIB_HEADER], "big") % _ZLIB_CHECK == 0
    )
    stream = zlib.decompressobj(zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)
    for piece in _chained(head, source):
        left = piece
        while left:
            yield stream.decompress(left, _PIECE)
            left = b"" if stream.eof else stream.unconsumed_tail
        if stream.eof:
            return
    yield from _rest(stream)


def _rest(stream: _Inflating) -> Generator[bytes]:
    """Draw what the library still holds after its last input."""
    while not stream.eof:
        piece = stream.decompress(stream.unconsumed_tail, _PIECE)
        if not piece and not stream.eof:
            raise _DamagedError
        yield piece


def _unbrotli(pieces: Iterable[bytes]) -> Generator[bytes]:
    stream = brotli.Decompressor()
    for piece in pieces:
        if stream.is_finished():
            raise _DamagedError
        drawn = stream.process(piece, output_buffer_limit=_PIECE)
        # It may hold output back even where it says that it can take more input.
        while drawn and not stream.is_finished():
            yield drawn
            drawn = stream.process(b"", output_buffer_limit=_PIECE)
        yield drawn
    if not stream.is_finished():
        raise _DamagedError


def _unzstd(pieces: Iterable[bytes]) -> Generator[bytes]:
    """Undo zstd: any number of frames."""
    context = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    frame, frames = context.decompressobj(), 1
    for piece in pieces:
        for part in _sliced(piece, _ZSTD_SLICE):
            left = part
            while left:
                if frame.eof:
                    frames += 1
                    if frames > _MAX_MEMBERS:
                        raise _DamagedError
                    frame = context.decompressobj()
                yield frame.decompress(left)
                left = frame.unused_data if frame.eof else b""
    if not frame.eof:
        raise _DamagedError


def _chained(head: bytes, rest: Iterable[bytes]) -> Generator[bytes]:
    yield head
    yield from rest


_SAME = {"x-gzip": "gzip", "x-deflate": "deflate"}
_STAGES: dict[str, _Stage] = {
    "gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
