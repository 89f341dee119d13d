"""Addresses of pages made for small screens (AMP, mobile hosts), and the page they stand for.

Source of the AMP forms: the URL formats of the AMP Cache (``/c/`` for a document, ``/v/`` for one
in a viewer, ``/s/`` where the origin is served over TLS) and of Google's viewer (``/amp/``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ascertain.sources.package_tables import package_table, words_of

__all__ = ["asks_for_amp", "desktop_host", "unwrapped_amp", "without_amp_suffix"]

_VIEWER = re.compile(r"(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})")
_CACHE = "cdn.ampproject.org"
_CACHED = re.compile(r"/(?:c|v|a|wp)/")
_VIEWED = "/amp/"
_HOST = re.compile(r"(?:[a-z0-9_-]{1,63}\.){1,20}[a-z0-9-]{2,63}(?=/|\Z)", re.IGNORECASE | re.ASCII)
_SUFFIX = "/amp"
_INNER = "m"
_FEWEST = 2
_COUNTRY = 2


@dataclass(frozen=True, slots=True)
class _Table:
    labels: frozenset[str]
    shared: frozenset[str]
    keep_amp: tuple[str, ...]
    parameters: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def _table() -> _Table:
    mobile = package_table("mobile.toml")
    amp = cast("Mapping[str, object]", package_table("tracking.toml")["amp"])
    return _Table(
        labels=frozenset(words_of(mobile, "labels")),
        shared=frozenset(words_of(mobile, "shared")),
        keep_amp=words_of(mobile, "keep_amp"),
        parameters={name: frozenset(words_of(amp, name)) for name in amp},
    )


def desktop_host(host: str) -> str:
    """Return a host without the labels that only say "for small screens".

    ``en.m.wikipedia.org`` is ``en.wikipedia.org``; ``mobile.de`` and ``m.co.uk`` are sites of
    their own and stay.

    Args:
        host: lower case; an IP address comes back as it is.
    """
    labels = host.split(".")
    if len(labels) <= _FEWEST or ":" in host or labels[-1].isdigit():
        return host
    table = _table()
    is_shared = len(labels[-1]) == _COUNTRY and labels[-2] in table.shared
    last = len(labels) - _FEWEST - is_shared
    start = 0
    while start < last and labels[start] in table.labels:
        start += 1
    after = start + 1
    while after < last and labels[after] == _INNER:
        after += 1
    return ".".join((labels[start], *labels[after:]))


def unwrapped_amp(host: str, path: str) -> str | None:
    """Return the address inside that of an AMP cache or viewer, without query, or None.

    Args:
        host: lower case.
        path: with its leading slash.
    """
    if host == _CACHE or host.endswith(f".{_CACHE}"):
        found = _CACHED.match(path)
        rest = path[found.end() :] if found else ""
    elif path.startswith(_VIEWED) and _VIEWER.fullmatch(host):
        rest = path[len(_VIEWED) :]
    else:
        return None
    scheme = "https" if rest.startswith("s/") else "http"
    inner = rest.removeprefix("s/")
    return f"{scheme}://{inner}" if _HOST.match(inner) else None


def without_amp_suffix(host: str, path: str) -> str:
    """Return a path without the last segment ``amp`` that asks for the AMP form of a page.

    It stays where it is the only segment, and on hosts where it may be somebody's or
    something's name.
    """
    slash = "/" if path.endswith("/") else ""
    core = path[: len(path) - len(slash)]
    if not core.endswith(_SUFFIX) or len(core) == len(_SUFFIX):
        return path
    keeps = any(host == kept or host.endswith(f".{kept}") for kept in _table().keep_amp)
    return path if keeps else core.removesuffix(_SUFFIX) + slash


def asks_for_amp(name: str, value: str) -> bool:
    """Tell whether a query parameter only asks for the AMP form; decoded, any case."""
    return value.lower() in _table().parameters.get(name.lower(), ())
