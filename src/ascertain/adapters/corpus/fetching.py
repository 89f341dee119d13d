"""Fetching local files by ``file:`` URL, inside given folders only."""

from __future__ import annotations

import asyncio
import mimetypes
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from ascertain.adapters.corpus.opening import FileBytes, read_regular
from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.ports.fetcher import Fetched

__all__ = ["LocalFetcher"]

_MAX_URL = 20_000
_LOCAL_HOSTS = frozenset(("", "localhost"))


class LocalFetcher:
    """Gets the bytes of files in the given folders, links resolved first.

    Args:
        folders: what may be read.
        max_bytes: a longer file is refused.
    """

    def __init__(self, folders: Sequence[Path], *, max_bytes: int = 50_000_000) -> None:
        self._folders = tuple(os.path.realpath(folder) for folder in folders)
        self._max_bytes = max_bytes

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Read the file that a ``file:`` URL names."""
        del trace  # no file goes over the wire
        path = _path_of(url)
        resolved, read = await asyncio.to_thread(self._read, path)
        facts: dict[str, str] = {}
        if 0 <= read.mtime_ns < _YEAR_9999_NS:
            changed = datetime.fromtimestamp(read.mtime_ns / 1e9, UTC)
            facts["last-modified"] = f"{changed:%Y-%m-%dT%H:%M:%SZ}"
        return Fetched(
            data=read.data,
            url=Path(resolved).as_uri(),
            media_type=mimetypes.guess_type(f"x{Path(resolved).suffix}")[0],
            facts=facts,
        )

    def _read(self, path: str) -> tuple[str, FileBytes]:
        try:
            resolved = os.path.realpath(path)
        except (OSError, ValueError) as fault:
            raise FetchError("error", f"the path cannot be resolved: {fault}") from fault
        if not any(_is_inside(resolved, folder) for folder in self._folders):
            raise FetchError("blocked", "the file is not inside a folder of the corpus")
        return resolved, read_regular(resolved, self._max_bytes)


_YEAR_9999_NS = 253_402_300_800 * 10**9


def _path_of(url: str) -> str:
    if len(url) > _MAX_URL:
        raise FetchError("blocked", "the URL is too long")
    try:
        parts = urlsplit(url)
    except ValueError as fault:
        raise FetchError("blocked", f"the URL cannot be parsed: {fault}") from fault
    if parts.scheme != "file":
        raise FetchError("blocked", "only file: URLs can be read from the local corpus")
    if parts.netloc.lower() not in _LOCAL_HOSTS:
        raise FetchError("blocked", "the URL names another machine")
    if parts.query:
        raise FetchError("error", "a file: URL has no query; write %3F for a question mark")
    path = unquote_to_bytes(parts.path.encode("utf-8", "replace"))
    if not path.startswith(b"/") or b"\0" in path:
        raise FetchError("error", "the URL names no absolute path")
    return os.fsdecode(path)


def _is_inside(path: str, folder: str) -> bool:
    return path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")
