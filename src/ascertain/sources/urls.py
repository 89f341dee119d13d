"""Addresses: one canonical form per source."""

from __future__ import annotations

import ipaddress
import posixpath
import re
from typing import NamedTuple
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

import idna

from ascertain.sources.mobile_urls import (
    asks_for_amp,
    desktop_host,
    unwrapped_amp,
    without_amp_suffix,
)
from ascertain.sources.scholarly_ids import scholarly_address
from ascertain.sources.tracking import is_tracking

__all__ = ["canonical_url", "same_site", "source_key"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ESCAPE = re.compile(r"%(?:([0-9A-Fa-f]{2}))?")
_PATH_SAFE = "/:@!$&'()*+,;=~-._%"
_QUERY_SAFE = _PATH_SAFE + "?"
_FORBIDDEN = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
"""What no host may hold (WHATWG URL, forbidden domain code points, and quotes)."""
_BRACKETED = re.compile(r"(?:\A|@)\[[^\[\]]*\](?::\d*)?\Z")
_MAX_HOST = 1_000
_MAX_LABEL = 63
_DOTS = frozenset({".", ".."})
_ROUTE = "!"
_DIRECTIVE = ":~:"
_MAX_STEPS = 8


def canonical_url(url: str) -> str:
    """Return the form under which a source is known in a run; applying it twice changes nothing.

    Normalised (RFC 3986, section 6.2.2): scheme, host as A-labels (UTS 46), default port, dot
    segments, percent-encoding; no decoding makes a delimiter. Left out: credentials, fragments
    but ``#!`` routes, parameters that only track readers. Unwrapped: AMP pages and mobile
    hosts. Works have one address each: a DOI's, arXiv's, PubMed's. Text that is no URL comes
    back stripped. The time is linear in the length.

    ``http`` and ``https`` stay as they are, and so does ``www.``: people follow this address,
    and not every site answers under the other. ``source_key`` unites them.
    """
    plain = _normal(url.strip())
    now = plain
    for _ in range(_MAX_STEPS):
        after = _normal(_simpler(now))
        if after == now:
            return now
        now = after
    # What is still not simple was wrapped by nobody in good faith: it is left as it came.
    return plain


def source_key(url: str) -> str:
    """Return a key that is the same for ``http`` and ``https``, with and without ``www.``.

    It is for comparing, not for showing.
    """
    address = _parsed(canonical_url(url))
    if address is None or address.scheme == "file":
        return canonical_url(url)
    return str(address._replace(scheme="", host=address.host.removeprefix("www.")))


def same_site(a: str, b: str) -> bool:
    """Tell whether two web addresses are on one host, apart from ``www.``, ``m.`` and the like.

    A page's word about its own address is believed within one site only.
    """
    first, second = _parsed(a.strip()), _parsed(b.strip())
    if first is None or second is None or "file" in {first.scheme, second.scheme}:
        return False
    return (_site(first.host), first.port) == (_site(second.host), second.port)


def _site(host: str) -> str:
    return desktop_host(desktop_host(host).removeprefix("www."))


class _Address(NamedTuple):
    scheme: str
    host: str
    port: int | None
    path: str
    query: str
    fragment: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        place = host if self.port is None else f"{host}:{self.port}"
        return urlunsplit((self.scheme, place, self.path, self.query, self.fragment))


def _normal(text: str) -> str:
    address = _parsed(text)
    return text if address is None else str(address)


def _simpler(text: str) -> str:
    """Take one layer off an address in its normal form."""
    work = scholarly_address(text)
    if work is not None:
        return work
    address = _parsed(text)
    if address is None or address.scheme == "file":
        return text
    inner = unwrapped_amp(address.host, address.path) if address.port is None else None
    if inner is not None:
        return f"{inner}?{address.query}"
    path = without_amp_suffix(address.host, address.path)
    return str(address._replace(host=desktop_host(address.host), path=path))


def _parsed(text: str) -> _Address | None:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    scheme = parts.scheme
    if scheme not in {"http", "https", "file"}:
        return None
    host = _host(parts)
    if host is None or (not host and scheme != "file"):
        return None
    if port == _DEFAULT_PORTS.get(scheme):
        port = None
    if scheme == "file":
        return _Address(scheme, host, port, _file_path(parts.path), _escaped_query(parts.query), "")
    return _Address(
        scheme, host, port, _path(parts.path), _query(parts.query, host), _route(parts.fragment)
    )


def _host(parts: SplitResult) -> str | None:
    """The host in lower case, as A-labels; None if it can be none; empty if there is none."""
    host = parts.hostname or ""
    if "[" in parts.netloc:
        return _ipv6(host, parts.netloc)
    if "%" in host:
        host = unquote(host).lower()
    if not host.isascii():
        mapped = _mapped(host)
        if mapped is None:
            return None
        host = mapped
    host = host.rstrip(".")
    return None if _FORBIDDEN.search(host) else host


def _ipv6(host: str, place: str) -> str | None:
    if "%" in host or not _BRACKETED.search(place):
        return None
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        return None


def _mapped(host: str) -> str | None:
    if len(host) > _MAX_HOST:
        return None
    try:
        labels = idna.uts46_remap(host, std3_rules=False, transitional=False).split(".")
        return ".".join(_a_label(label) for label in labels)
    except (idna.IDNAError, UnicodeError):
        return None


def _a_label(label: str) -> str:
    if label.isascii():
        return label
    if len(label) > _MAX_LABEL:
        raise idna.IDNAError("a label is too long")
    try:
        return idna.alabel(label).decode("ascii")
    except idna.IDNAError:
        # Browsers take more than IDNA 2008 does: a heart is no letter, but there are such hosts.
        return f"xn--{label.encode('punycode').decode('ascii')}"


def _escapes(text: str, safe: str) -> str:
    # Only unreserved characters are decoded: an encoded slash is no slash. A stray percent sign
    # is encoded first, or it would make an escape of what is decoded after it.
    return quote(_ESCAPE.sub(_unreserved, text), safe=safe, errors="surrogatepass")


def _unreserved(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return "%25"
    char = chr(int(escape[1], 16))
    return char if char.isascii() and (char.isalnum() or char in "-._~") else escape[0].upper()


def _path(path: str) -> str:
    kept: list[str] = []
    segments = _escapes(path, _PATH_SAFE).split("/")[1:]
    for segment in segments:
        if segment not in _DOTS:
            kept.append(segment)
        elif segment == ".." and kept:
            kept.pop()
    if segments and segments[-1] in _DOTS:
        kept.append("")
    return "/" + "/".join(kept)


def _file_path(path: str) -> str:
    plain = _escapes(path, _PATH_SAFE)
    clean = posixpath.normpath(plain) if plain else "/"
    if clean.startswith("//"):
        clean = clean[1:]
    return f"{clean}/" if plain.endswith("/") and not clean.endswith("/") else clean


def _escaped_query(query: str) -> str:
    return _escapes(query, _QUERY_SAFE)


def _query(query: str, host: str) -> str:
    fields = _escaped_query(query).split("&")
    return "&".join(field for field in fields if field and not _is_noise(field, host))


def _is_noise(field: str, host: str) -> bool:
    name, _, value = field.partition("=")
    decoded = unquote(name)
    return is_tracking(decoded, host) or asks_for_amp(decoded, unquote(value))


def _route(fragment: str) -> str:
    if not fragment.startswith(_ROUTE):
        return ""
    route = _escapes(fragment, _QUERY_SAFE).partition(_DIRECTIVE)[0]
    return "" if route == _ROUTE else route
