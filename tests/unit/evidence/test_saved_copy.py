"""Bytes, text and description of a saved copy belong together or are refused."""

from __future__ import annotations

import pytest

from ascertain.errors import SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.saved_copy import check_copy, check_data, check_digest, check_text
from ascertain.evidence.snapshot import Snapshot


def described(data: bytes, raw: bytes) -> Snapshot:
    return Snapshot(
        sha256=digest(data),
        text_sha256=digest(raw),
        size_bytes=len(data),
        url="https://example.org/",
        fetched_at="2026-01-01T00:00:00Z",
        media_type="text/plain",
        reader="text",
        reader_version="1",
    )


def test_what_belongs_together_passes() -> None:
    raw = "é🌉".encode()
    snapshot = described(b"data", raw)
    assert check_copy(b"data", "é🌉", snapshot) == raw
    assert check_data(b"data", snapshot) == b"data"
    assert check_text(raw, snapshot) == "é🌉"
    assert check_digest(snapshot.sha256) == snapshot.sha256


def test_a_text_that_is_not_utf_8_is_refused_although_its_digest_is_right() -> None:
    with pytest.raises(SnapshotError, match="not UTF-8"):
        check_text(b"\xff", described(b"data", b"\xff"))


def test_a_text_with_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(SnapshotError, match="at code point 1"):
        check_copy(b"data", "a\ud800", described(b"data", b"a"))


def test_other_bytes_and_other_texts_are_refused() -> None:
    snapshot = described(b"data", b"text")
    with pytest.raises(SnapshotError, match="the bytes are not"):
        check_data(b"date", snapshot)
    with pytest.raises(SnapshotError, match="the text is not"):
        check_text(b"test", snapshot)


@pytest.mark.parametrize("sha256", ["", "0" * 63, "F" * 64, "0" * 64 + "\n", "../" + "0" * 61])
def test_what_is_no_digest_is_refused(sha256: str) -> None:
    with pytest.raises(SnapshotError, match="not a SHA-256 digest"):
        check_digest(sha256)
