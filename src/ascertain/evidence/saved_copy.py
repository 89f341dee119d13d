"""What must hold between a snapshot's bytes, its text and its description, pure."""

from __future__ import annotations

import re

from ascertain.errors import SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.snapshot import Snapshot

__all__ = ["check_copy", "check_data", "check_digest", "check_text"]

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")


def check_digest(sha256: str) -> str:
    """Return the digest if it has the form of one, so that it can stand in a path.

    Raises:
        SnapshotError: if it is not 64 lower-case hexadecimal digits.
    """
    if not _SHA256.match(sha256):
        raise SnapshotError(sha256[:64], "this is not a SHA-256 digest")
    return sha256


def check_data(data: bytes, snapshot: Snapshot) -> bytes:
    """Return the bytes if they are those described.

    Raises:
        SnapshotError: if they are not.
    """
    if len(data) != snapshot.size_bytes or digest(data) != snapshot.sha256:
        raise SnapshotError(snapshot.sha256, "the bytes are not those that its digest names")
    return data


def check_text(raw: bytes, snapshot: Snapshot) -> str:
    """Return the text of the UTF-8 bytes if it is the one described.

    Raises:
        SnapshotError: if it is not, or the bytes are not UTF-8.
    """
    if digest(raw) != snapshot.text_sha256:
        raise SnapshotError(snapshot.sha256, "the text is not the one that its digest names")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise SnapshotError(snapshot.sha256, f"the text is not UTF-8 ({error.reason})") from error


def check_copy(data: bytes, text: str, snapshot: Snapshot) -> bytes:
    """Return the text as UTF-8 bytes if bytes, text and description belong together.

    Raises:
        SnapshotError: if they do not, or the text holds half of a surrogate pair, which no
            UTF-8 file can hold.
    """
    check_data(data, snapshot)
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        reason = (
            f"the text holds half of a surrogate pair at code point {error.start}; "
            "its reader has to replace it with U+FFFD"
        )
        raise SnapshotError(snapshot.sha256, reason) from error
    check_text(raw, snapshot)
    return raw
