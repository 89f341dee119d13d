"""Content codings are undone within bounds, or refused."""

from __future__ import annotations

import gzip
import itertools
import random
import tracemalloc
import zlib

import brotli
import pytest
import zstandard

from ascertain.adapters.web.decoding import decoded, size_words
from ascertain.errors import FetchError

_TEXT = ("A page about lighthouses, twice over. " * 5_000).encode()
_CAP = 1_000_000


def _raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


def _zstd(data: bytes, *, window_log: int = 20) -> bytes:
    terms = zstandard.ZstdCompressionParameters(window_log=window_log)
    stream = zstandard.ZstdCompressor(compression_params=terms).compressobj()
    return stream.compress(data) + stream.flush()


_ENCODED = {
    "gzip": gzip.compress(_TEXT),
    "x-gzip": gzip.compress(_TEXT),
    "deflate": zlib.compress(_TEXT),
    "br": brotli.compress(_TEXT, quality=4),
    "zstd": _zstd(_TEXT),
}
_BOMBS = {
    "gzip": gzip.compress(bytes(30_000_000)),
    "deflate": _raw_deflate(bytes(30_000_000)),
    "br": brotli.compress(bytes(30_000_000), quality=2),
    "zstd": _zstd(bytes(30_000_000)),
}


def _failure(raw: bytes, coding: str, max_bytes: int = _CAP) -> FetchError:
    with pytest.raises(FetchError) as caught:
        decoded(raw, coding, max_bytes)
    return caught.value


@pytest.mark.parametrize("coding", _ENCODED)
def test_each_coding_is_undone(coding: str) -> None:
    assert decoded(_ENCODED[coding], coding, _CAP) == _TEXT
    assert decoded(_ENCODED[coding], f" {coding.upper()} , identity", _CAP) == _TEXT


def test_bare_deflate_is_undone_as_well_as_wrapped() -> None:
    assert decoded(_raw_deflate(_TEXT), "deflate", _CAP) == _TEXT


@pytest.mark.parametrize("coding", [None, "", "identity", " , identity,"])
def test_a_body_without_coding_comes_back_as_it_is(coding: str | None) -> None:
    assert decoded(_TEXT, coding, _CAP) is _TEXT


def test_an_uncoded_body_over_the_bound_is_too_large() -> None:
    assert (_failure(_TEXT, "identity", 1_000).status, "over 1 kB") == (
        "too_large",
        _failure(_TEXT, "", 1_000).reason,
    )


@pytest.mark.parametrize("coding", _ENCODED)
def test_an_empty_body_needs_no_coding(coding: str) -> None:
    assert decoded(b"", coding, _CAP) == b""


@pytest.mark.parametrize("pair", list(itertools.product(_ENCODED, repeat=2)), ids="+".join)
def test_stacked_codings_are_undone_from_the_last_applied(pair: tuple[str, str]) -> None:
    encode = {
        "gzip": gzip.compress,
        "x-gzip": gzip.compress,
        "deflate": _raw_deflate,
        "br": brotli.compress,
        "zstd": _zstd,
    }
    raw = encode[pair[1]](encode[pair[0]](_TEXT[:9_000]))
    assert decoded(raw, ", ".join(pair), _CAP) == _TEXT[:9_000]


def test_more_than_three_codings_are_refused() -> None:
    error = _failure(b"x", "gzip, gzip, br, zstd")
    assert (error.status, error.reason) == (
        "error",
        "the body has 4 content codings on each other",
    )


def test_an_unknown_coding_is_named() -> None:
    error = _failure(b"x", "gzip, sdch\x1b")
    assert (error.status, error.reason) == (
        "error",
        "the content coding 'sdch\\x1b' is not known",
    )


@pytest.mark.parametrize("coding", _BOMBS)
def test_a_bomb_is_refused_within_the_bound_of_memory(coding: str) -> None:
    tracemalloc.start()
    try:
        error = _failure(_BOMBS[coding], coding)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (error.status, error.reason) == (
        "too_large",
        f"over 1 MB after decompression ({coding})",
    )
    assert peak < 7_000_000


def test_an_inner_stage_is_bounded_even_if_the_whole_comes_to_little() -> None:
    # Thirty megabytes that zstd is told to skip.
    inner = b"\x50\x2a\x4d\x18" + (30_000_000).to_bytes(4, "little") + bytes(30_000_000)
    assert decoded(inner, "zstd", _CAP) == b""
    error = _failure(gzip.compress(inner), "zstd, gzip")
    assert error.reason == "over 1 MB after decompression (gzip)"


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("kept", [0.0001, 0.3, 0.999])
def test_a_cut_body_is_said_to_be_cut(coding: str, kept: float) -> None:
    raw = _ENCODED[coding]
    error = _failure(raw[: max(1, int(len(raw) * kept))], coding)
    assert (error.status, error.reason) == ("error", f"the {coding} body is cut or damaged")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_was_never_coded_is_said_to_be_damaged(coding: str) -> None:
    error = _failure(b"<!doctype html><p>plain after all</p>" * 50, coding)
    assert (error.status, error.reason) == ("error", f"the {coding} body is cut or damaged")


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_flipped_byte_never_passes_for_the_page(coding: str) -> None:
    raw = bytearray(_ENCODED[coding])
    raw[len(raw) // 2] ^= 0xFF
    assert _failure(bytes(raw), coding).status == "error"


def test_all_members_of_a_gzip_body_are_read() -> None:
    raw = gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two")
    assert decoded(raw, "gzip", _CAP) == b"one two"


@pytest.mark.parametrize("padding", [b"\0" * 512, b"\n", b"trailing words"])
def test_padding_after_a_gzip_body_is_passed_over(padding: bytes) -> None:
    assert decoded(gzip.compress(b"page") + padding, "gzip", _CAP) == b"page"


def test_padding_after_a_deflate_body_is_passed_over() -> None:
    assert decoded(zlib.compress(b"page") + b"\0\0", "deflate", _CAP) == b"page"
    assert decoded(zlib.compress(b"page") + bytes(200_000), "deflate", _CAP) == b"page"


def test_bytes_after_a_brotli_body_are_damage() -> None:
    raw = brotli.compress(b"page")
    assert _failure(raw + b"more", "br").status == "error"
    assert _failure(raw + bytes(200_000), "br").status == "error"


def test_nothing_is_lost_where_output_ends_on_the_edge_of_a_piece() -> None:
    for size in range(65_530, 65_810):
        assert decoded(_raw_deflate(bytes(size)), "deflate", _CAP) == bytes(size)


def test_bytes_after_a_brotli_body_that_fills_its_pieces_are_damage() -> None:
    noise = random.Random(7).randbytes(65_536)
    raw = next(
        raw
        for size in range(65_536, 65_400, -1)
        if len(raw := brotli.compress(noise[:size], quality=0)) == 65_536
    )
    assert len(decoded(raw, "br", _CAP)) > 65_000
    assert _failure(raw + b"more", "br").status == "error"


def test_brotli_that_ends_on_the_edge_of_a_piece_takes_nothing_more() -> None:
    raw = brotli.compress(bytes(range(256)) * 300, quality=0)
    stored = gzip.compress(raw, compresslevel=0)  # pieces of the inner body end where it likes
    assert decoded(stored, "br, gzip", _CAP) == bytes(range(256)) * 300


def test_all_frames_of_a_zstd_body_are_read() -> None:
    skippable = b"\x50\x2a\x4d\x18\x04\x00\x00\x00none"
    assert decoded(_zstd(b"one ") + skippable + _zstd(b"two"), "zstd", _CAP) == b"one two"


def test_a_zstd_window_over_what_the_web_allows_is_refused() -> None:
    noise = zlib.compress(b"seed") * 100_000
    assert len(decoded(_zstd(noise, window_log=23), "zstd", 9_000_000)) == len(noise)
    assert _failure(_zstd(noise, window_log=24), "zstd", 9_000_000).status == "error"


@pytest.mark.parametrize(
    ("coding", "unit"), [("gzip", gzip.compress(b"")), ("zstd", _zstd(b""))], ids=["gzip", "zstd"]
)
def test_a_body_of_countless_empty_parts_is_refused(coding: str, unit: bytes) -> None:
    assert decoded(unit * 10_000, coding, _CAP) == b""
    error = _failure(unit * 10_001, coding)
    assert error.reason == f"the {coding} body is cut or damaged"


def test_a_body_exactly_at_the_bound_passes() -> None:
    assert len(decoded(gzip.compress(bytes(_CAP)), "gzip", _CAP)) == _CAP
    assert _failure(gzip.compress(bytes(_CAP + 1)), "gzip").status == "too_large"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 bytes"),
        (999, "999 bytes"),
        (500_000, "500 kB"),
        (512_000, "512 kB"),
        (50_000_000, "50 MB"),
        (1_500_000_000, "1.5 GB"),
    ],
)
def test_sizes_are_said_as_people_say_them(count: int, words: str) -> None:
    assert size_words(count) == words
