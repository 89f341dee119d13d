"""The keys by which an index of an archive is sorted and searched.

The form is SURT, the sort-friendly rewriting of addresses that web archives use: the host's
labels from right to left, then path and query, in lower case. Of its many rules these are the
ones that tools agree on; session ids in addresses are left where they are.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, quote_from_bytes, unquote_to_bytes, urlsplit

__all__ = ["url_key"]

_WWW = re.compile(r"www\d*\.")
_PORTS = {"http": 80, "https": 443}
_SAFE = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"


def url_key(url: str) -> str:
    """Return an address's key; that of an address not of the web is the address itself."""
    parts = _split(url)
    if parts is None or not parts.hostname:
        return url.replace(" ", "%20")
    host = _WWW.sub("", parts.hostname.rstrip("."), count=1)
    key = ",".join(reversed(host.split(".")))
    port = _port(parts)
    if port is not None and port != _PORTS[parts.scheme]:
        key += f":{port}"
    path = _path(_plain(parts.path))
    query = "&".join(sorted(_plain(parts.query).split("&"), key=_name_first))
    return f"{key}){path}" + (f"?{query}" if query else "")


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return parts if parts.scheme in _PORTS else None


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        return None


def _plain(text: str) -> str:
    return quote_from_bytes(unquote_to_bytes(text), _SAFE).lower()


def _path(path: str) -> str:
    kept: list[str] = []
    for part in path.split("/")[1:]:
        if part == "..":
            del kept[-1:]
        elif part not in {"", "."}:
            kept.append(part)
    return "/" + "/".join(kept)


def _name_first(part: str) -> tuple[str, ...]:
    return tuple(part.split("=", 1))
