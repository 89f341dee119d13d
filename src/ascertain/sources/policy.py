"""Which addresses may be asked: decided from the text of a URL, before anything is sent.

What a name resolves to is judged where the connection is made, by ``address_refusal``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.addresses import Host, address_refusal, parse_host
from ascertain.sources.host_lists import PRESETS, HostSet

__all__ = ["MAX_URL", "Target", "check_url", "how_to_open", "is_open", "parse_open_host"]

MAX_URL = 8_000
"""Longest URL in characters: what RFC 9110, section 4.1, asks every recipient to support."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_PORT = 65_535
_POLICIES_KEPT = 32
_SHOWN = 200
_PARTS = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)", re.DOTALL)
_AUTHORITY = re.compile(r"//(?P<authority>[^/?]*)(?P<path>[^?]*)(?P<query>.*)", re.DOTALL)
_HOST_PORT = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]*))?")
_UNSENDABLE = re.compile(r"[\s\x00-\x20\x7f-\x9f\ud800-\udfff]")
# WHATWG URL Standard, section 1.3: the path and special-query percent-encode sets.
_PATH_ESCAPED = re.compile(r"[^\x21-\x7e]|[\"<>^`{}]")
_QUERY_ESCAPED = re.compile(r"[^\x21-\x7e]|[\"<>']")
_HERE = frozenset({".", "%2e"})
_UP = frozenset({"..", ".%2e", "%2e.", "%2e%2e"})

# RFC 6761 and 6762 with its appendix G, RFC 8375, RFC 7686, and ICANN's reservation of
# .internal: names that no public resolver answers, or that machines answer for themselves.
_LOCAL_NAMES = {
    "metadata.google.internal": "is the metadata service of cloud machines",
    "localhost": "means this machine",
    "localdomain": "is a name of a local network",
    "local": "is a name of a local network",
    "internal": "is a name of a private network",
    "intranet": "is a name of a private network",
    "private": "is a name of a private network",
    "corp": "is a name of a private network",
    "lan": "is a name of a private network",
    "home": "is a name of a private network",
    "home.arpa": "is a name of a home network",
    "onion": "can only be reached through Tor",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What may be requested.

    Attributes:
        url: canonical: no fragment, no user, no default port, nothing but visible ASCII.
        scheme: ``http`` or ``https``.
        host: lower-case A-labels, or an IP address without brackets.
        port: written or by default.
        address: the IP address, if the host is one in any writing; else None.
        is_open: the policy opens this host and port, wherever it points.
    """

    url: str
    scheme: str
    host: str
    port: int
    address: str | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class _Written:
    scheme: str
    host: str
    port: int
    tail: str


@dataclass(frozen=True, slots=True)
class _Rules:
    allow: HostSet
    deny: tuple[tuple[str, HostSet], ...]
    open: frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A policy known by its identity: hashing thousands of patterns costs more than a check."""

    policy: WebPolicy

    def __hash__(self) -> int:
        return id(self.policy)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.policy is other.policy


def check_url(url: str, policy: WebPolicy) -> Target:
    """Return what to request for a URL that the policy allows.

    The lists that deny are asked first. A host and port that the policy opens need be on no
    other list. Redirects must be checked one by one.

    Args:
        url: untrusted text.
        policy: the run's.

    Raises:
        FetchError: ``blocked``, with a sentence that says why.
    """
    try:
        written = _split(url)
        host = parse_host(written.host)
    except ValueError as error:
        raise FetchError("blocked", str(error)) from None
    rules = _rules(_Kept(policy))
    opened = (host.name, written.port) in rules.open
    reason = _denied(host, rules) or ("" if opened else _closed(host, written.port, policy, rules))
    if reason:
        raise FetchError("blocked", reason)
    canonical = _compose(written, host)
    if len(canonical) > MAX_URL:
        raise FetchError("blocked", f"the address is longer than {MAX_URL:,} characters")
    return Target(canonical, written.scheme, host.name, written.port, host.address, opened)


def is_open(host: str, port: int, policy: WebPolicy) -> bool:
    """Whether the policy opens a host and port, wherever it points.

    Args:
        host: in any writing, IPv6 addresses with or without brackets.
        port: as it will be connected to.
        policy: the run's.
    """
    try:
        parsed = parse_host(f"[{host}]" if ":" in host and not host.startswith("[") else host)
    except ValueError:
        return False
    return (parsed.name, port) in _rules(_Kept(policy)).open


def how_to_open(host: str, port: int) -> str:
    """Say how a user lets a host of their own network be read."""
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return (
        f'to read it all the same, set open = ["{place}"] in a policy file '
        f"or ASCERTAIN_OPEN_HOSTS={place}"
    )


def parse_open_host(text: str) -> tuple[str, int]:
    """Read ``HOST:PORT`` into a canonical host and a port.

    Raises:
        ValueError: with the sentence that says why it is none.
    """
    host, _, port = text.rpartition(":")
    number = _port(port) if port else None
    if number is None:
        raise ValueError(f"{_shown(text)} is not HOST:PORT")
    return parse_host(host).name, number


@lru_cache(maxsize=_POLICIES_KEPT)
def _rules(kept: _Kept) -> _Rules:
    policy = kept.policy
    opened: set[tuple[str, int]] = set()
    for text in policy.open:
        try:
            opened.add(parse_open_host(text))
        except ValueError:
            continue  # No URL can name such a host.
    listed = [("denied hosts ({})", HostSet(policy.deny))]
    for preset in policy.presets:
        noun, patterns = PRESETS[preset]
        listed.append((f"{noun} ({preset}: {{}})", HostSet(patterns)))
    return _Rules(HostSet(policy.allow), tuple(listed), frozenset(opened))


def _denied(host: Host, rules: _Rules) -> str | None:
    for noun, hosts in rules.deny:
        pattern = hosts.find(host.name)
        if pattern is not None:
            return f"{host.name} is on the list of {noun.format(pattern)}"
    return None


def _closed(host: Host, port: int, policy: WebPolicy, rules: _Rules) -> str | None:
    place = _place_refusal(host)
    if place is not None:
        return f"{place}; {how_to_open(host.name, port)}"
    if port not in policy.ports:
        ports = ", ".join(map(str, policy.ports)) or "none"
        return f"port {port} is not among the ports that may be asked ({ports})"
    if policy.allow and rules.allow.find(host.name) is None:
        return f"{host.name} is not on the list of allowed hosts"
    return None


def _place_refusal(host: Host) -> str | None:
    if host.address is not None:
        refusal = address_refusal(host.address)
        return f"the address {refusal}" if refusal else None
    labels = host.name.split(".")
    for at in range(len(labels)):
        said = _LOCAL_NAMES.get(".".join(labels[at:]))
        if said is not None:
            return f"{host.name} {said}"
    if len(labels) == 1:
        return f"{host.name} is a name without a dot, which only a local network knows"
    return None


def _split(url: str) -> _Written:
    text = url.strip()
    if len(text) > MAX_URL:
        raise ValueError(f"the address is longer than {MAX_URL:,} characters")
    text = text.partition("#")[0]
    if _UNSENDABLE.search(text):
        raise ValueError("the address has white space or control characters in it")
    if "\\" in text:
        raise ValueError("the address has a backslash in it, which programs read differently")
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise ValueError(f"{_shown(text)} does not begin with http:// or https://")
    scheme = parts["scheme"].lower()
    if scheme not in _DEFAULT_PORTS:
        raise ValueError(f"the scheme {_shown(scheme)} is not http or https")
    rest = _AUTHORITY.fullmatch(parts["rest"])
    if rest is None:
        raise ValueError(f"the address has no // after {scheme}:")
    host, port = _authority(rest["authority"], _DEFAULT_PORTS[scheme])
    path = _PATH_ESCAPED.sub(_escaped, _without_dots(rest["path"]))
    query = _QUERY_ESCAPED.sub(_escaped, rest["query"])
    return _Written(scheme, host, port, path + query)


def _authority(authority: str, default: int) -> tuple[str, int]:
    if "@" in authority:
        raise ValueError("the address has a user name or password in it")
    parts = _HOST_PORT.fullmatch(authority)
    if parts is None:
        raise ValueError(f"{_shown(authority)} is no host and port")
    port = _port(parts["port"]) if parts["port"] else default
    if port is None:
        raise ValueError(f"{_shown(parts['port'])} is no port")
    return parts["host"], port


def _port(text: str) -> int | None:
    digits = text.lstrip("0")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(_MAX_PORT)):
        return None
    return int(digits) if int(digits) <= _MAX_PORT else None


def _without_dots(path: str) -> str:
    """Resolve dot segments as a browser does; empty segments stay (RFC 3986, section 5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:] or [""]
    for at, segment in enumerate(segments):
        plain = segment.lower()
        if plain in _UP and kept:
            kept.pop()
        if plain not in _UP and plain not in _HERE:
            kept.append(segment)
        elif at == len(segments) - 1:
            kept.append("")
    return "/" + "/".join(kept)


def _escaped(char: re.Match[str]) -> str:
    return quote(char[0], safe="")


def _compose(written: _Written, host: Host) -> str:
    name = f"[{host.name}]" if ":" in host.name else host.name
    port = "" if written.port == _DEFAULT_PORTS[written.scheme] else f":{written.port}"
    return f"{written.scheme}://{name}{port}{written.tail}"


def _shown(text: str) -> str:
    return ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
