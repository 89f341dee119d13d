"""Addresses: one canonical form per source, and what can be said from the address alone."""

from __future__ import annotations

import posixpath
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from ascertain.evidence.kinds import SourceKind

__all__ = ["canonical_url", "source_kind"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_PATH_SAFE = "/:@!$&'()*+,;=~-._"


def canonical_url(url: str) -> str:
    """Return the form under which a source is known in a run; applying it twice changes nothing.

    Scheme and host in lower case, default ports, fragments and dot segments removed, the path's
    percent-encoding normalised (RFC 3986, section 6.2.2). Text that is no URL comes back
    stripped.
    """
    stripped = url.strip()
    try:
        parts = urlsplit(stripped)
        port = parts.port
    except ValueError:
        return stripped
    scheme = parts.scheme.lower()
    if scheme not in {"http", "https", "file"}:
        return stripped
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    if port is not None and port != _DEFAULT_PORTS.get(scheme):
        host = f"{host}:{port}"
    return urlunsplit((scheme, host, _canonical_path(parts.path), parts.query, ""))


def _canonical_path(path: str) -> str:
    # Bytes that are not UTF-8 (file names may hold any) survive as surrogates.
    decoded = unquote(path, errors="surrogateescape")
    clean = posixpath.normpath(decoded) if decoded else "/"
    if clean.startswith("//"):
        clean = clean[1:]
    if decoded.endswith("/") and not clean.endswith("/"):
        clean += "/"
    return quote(clean, safe=_PATH_SAFE, errors="surrogateescape")


def source_kind(url: str) -> SourceKind:
    """Return the kind that the address alone tells: ``local`` for files, else ``unknown``."""
    return "local" if url.startswith("file:") else "unknown"
