"""Addresses: one canonical form per source, and what can be said from the address alone."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import quote, urlsplit, urlunsplit

from ascertain.evidence.kinds import SourceKind

__all__ = ["canonical_url", "source_kind"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
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
    # Only unreserved characters are decoded: an encoded slash is no slash.
    plain = _ESCAPE.sub(_unreserved, path)
    clean = posixpath.normpath(plain) if plain else "/"
    if clean.startswith("//"):
        clean = clean[1:]
    if plain.endswith("/") and not clean.endswith("/"):
        clean += "/"
    return quote(clean, safe=_PATH_SAFE + "%", errors="surrogatepass")


def _unreserved(escape: re.Match[str]) -> str:
    char = chr(int(escape[1], 16))
    return char if char.isascii() and (char.isalnum() or char in "-._~") else escape[0].upper()


def source_kind(url: str) -> SourceKind:
    """Return the kind that the address alone tells: ``local`` for files, else ``unknown``."""
    return "local" if url.startswith("file:") else "unknown"
