"""Where a redirect leads."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import MAX_URL, Target, check_url

__all__ = ["checked", "next_target", "next_url", "shown"]

_SHOWN_URL = 200
_USER = re.compile(r"(?<=//)[^/?#]*@")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_PRINTABLE = "".join(chr(code) for code in range(0x21, 0x7F))


def next_url(exchange: Exchange) -> str:
    """Return the absolute address that a redirect's Location names, without its fragment.

    A relative one is resolved against the address that was asked (RFC 9110, section 10.2.2).
    Policy is not consulted here.

    Raises:
        FetchError: ``error`` for a Location that is missing, too long or malformed; ``blocked``
            for one that is not http or https, or that holds a user name or password.
    """
    given = (exchange.header("Location") or "").strip()
    if not given:
        raise FetchError(
            "error",
            f"HTTP {exchange.status} without a Location: the host does not say where the page is",
        )
    if len(given) > MAX_URL:
        raise FetchError("error", f"it redirects to an address of {len(given):,} characters")
    if _CONTROL.search(given):
        raise FetchError("error", "it redirects to an address with control characters in it")
    try:
        parts = urlsplit(urljoin(exchange.url, _as_text(given)))
    except ValueError as fault:
        raise FetchError("error", "it redirects to an address that cannot be parsed") from fault
    if parts.scheme not in {"http", "https"}:
        raise FetchError(
            "blocked",
            f"it redirects to a {parts.scheme[:20]}: address; only http and https are followed",
        )
    if "@" in parts.netloc:
        raise FetchError("blocked", "it redirects to an address with a user name or password in it")
    path, query = (quote(part, safe=_PRINTABLE) for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, parts.netloc, path, query, ""))


def checked(url: str, policy: WebPolicy, trace: FetchTrace) -> Target:
    """Return what to request for a URL; a refusal is added to the trace.

    Raises:
        FetchError: ``blocked``, as from ``check_url``.
    """
    try:
        return check_url(url, policy)
    except FetchError as fault:
        trace.refused.append(RefusedRequest(_public(url), fault.reason))
        raise


def next_target(exchange: Exchange, policy: WebPolicy, trace: FetchTrace) -> Target:
    """Return what to request after a redirect; a refusal is added to the trace.

    Raises:
        FetchError: as from ``next_url``, or ``blocked`` if policy forbids the address.
    """
    try:
        url = next_url(exchange)
    except FetchError as fault:
        if fault.status == "blocked":
            location = exchange.header("Location") or ""
            trace.refused.append(RefusedRequest(_public(location), fault.reason))
        raise
    try:
        return checked(url, policy, trace)
    except FetchError as fault:
        raise FetchError("blocked", f"it redirects to {shown(url)}, and {fault.reason}") from fault


def shown(url: str) -> str:
    """Return an address as a sentence may hold it."""
    return url if len(url) <= _SHOWN_URL else f"{url[:_SHOWN_URL]}…"


def _public(url: str) -> str:
    """Return what may be recorded of an address: no password, no endless text."""
    return _USER.sub("", url[:MAX_URL])


def _as_text(given: str) -> str:
    # Header fields are read as Latin-1; hosts that send other characters raw send UTF-8.
    try:
        return given.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return given
