"""Hosts as written in addresses: one canonical form, and which IP addresses may not be asked.

A host is read as the WHATWG URL Standard reads it (section 3.5, "Host parsing"), so that no
writing of an address, such as ``0x7f.1`` or full-width digits, reaches the network unjudged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import unquote_to_bytes

import idna

__all__ = ["Host", "address_refusal", "parse_host"]

_MAX_HOST = 253
_MAX_PARTS = 4
_LABEL = re.compile(r"[a-z0-9_-]{1,63}")
_LETTER = re.compile(r"[a-z]")
_RADICES = {8: re.compile(r"[0-7]*"), 10: re.compile(r"[0-9]+"), 16: re.compile(r"[0-9a-f]*")}

# Sources: the IANA registries of IPv4 and IPv6 special-purpose addresses, read narrowly: their
# "globally reachable" corners inside a refused block serve no pages. Also RFC 3879 (site-local),
# RFC 4291 2.5.5.1 (IPv4-compatible), RFC 7526 (6to4 relays) and the cloud vendors' manuals
# (metadata). The first network that holds an address speaks for it.
_REFUSED = (
    ("169.254.169.254/32", "is the metadata service of cloud machines"),
    ("168.63.129.16/32", "is the platform service of Azure machines"),
    ("0.0.0.0/32", "is the unspecified address"),
    ("0.0.0.0/8", "means this network"),
    ("10.0.0.0/8", "is in a private network"),
    ("100.64.0.0/10", "is in a carrier's shared network"),
    ("127.0.0.0/8", "is a loopback address"),
    ("169.254.0.0/16", "is a link-local address"),
    ("172.16.0.0/12", "is in a private network"),
    ("192.0.0.0/24", "is reserved for protocols"),
    ("192.0.2.0/24", "is reserved for documentation"),
    ("192.88.99.0/24", "was reserved for 6to4 relays"),
    ("192.168.0.0/16", "is in a private network"),
    ("198.18.0.0/15", "is reserved for benchmarks"),
    ("198.51.100.0/24", "is reserved for documentation"),
    ("203.0.113.0/24", "is reserved for documentation"),
    ("224.0.0.0/4", "is a multicast address"),
    ("255.255.255.255/32", "is the broadcast address"),
    ("240.0.0.0/4", "is reserved"),
    ("fd00:ec2::254/128", "is the metadata service of cloud machines"),
    ("::/128", "is the unspecified address"),
    ("::1/128", "is a loopback address"),
    ("::/96", "is an IPv4-compatible address, a form that was given up"),
    ("::ffff:0:0:0/96", "is an IPv4-translated address"),
    ("64:ff9b:1::/48", "is translated to an IPv4 address inside the network"),
    ("100::/64", "is for discarding"),
    ("100:0:0:1::/64", "is a dummy address"),
    ("2001::/32", "is a Teredo address, a tunnel to an IPv4 address"),
    ("2001::/23", "is reserved for protocols"),
    ("2001:db8::/32", "is reserved for documentation"),
    ("2002::/16", "is a 6to4 address, a tunnel to an IPv4 address"),
    ("3fff::/20", "is reserved for documentation"),
    ("5f00::/16", "names a routing segment"),
    ("fc00::/7", "is in a private network"),
    ("fe80::/10", "is a link-local address"),
    ("fec0::/10", "is a site-local address"),
    ("ff00::/8", "is a multicast address"),
)


@dataclass(frozen=True, slots=True)
class Host:
    """A host in its canonical form.

    Attributes:
        name: lower-case A-labels without a trailing dot, or an IP address without brackets.
        address: the same, if it is an IP address; else None.
    """

    name: str
    address: str | None = None


def parse_host(text: str) -> Host:
    """Read a host as it stands in an address, in any writing.

    An IPv4-mapped IPv6 address becomes the IPv4 address that it leads to.

    Raises:
        ValueError: with the sentence that says why it is no host.
    """
    if text.startswith("["):
        return _ipv6(text)
    name = _ascii(text)
    if not name:
        raise ValueError("the address names no host")
    labels = name.split(".")
    if _ends_in_number(labels[-1]):
        address = _ipv4(labels)
        if address is None:
            raise ValueError(f"the host {_shown(text)} ends in a number but is no IPv4 address")
        return Host(address, address)
    if len(name) > _MAX_HOST:
        raise ValueError(f"the host is longer than {_MAX_HOST} characters")
    if not all(map(_LABEL.fullmatch, labels)) or not _LETTER.search(labels[-1]):
        raise ValueError(f"{_shown(text)} is no host name")
    return Host(name)


def address_refusal(address: str) -> str | None:
    """Say why an IP address may not be asked, or return None for a public one.

    Args:
        address: as a resolver or a URL gives it, without brackets.

    Returns:
        Such as ``127.0.0.1 is a loopback address (127.0.0.0/8)``. An address that leads to an
        IPv4 address (mapped, NAT64 ``64:ff9b::/96``) is judged by that one. Text that is no
        address is refused too.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return f"{_shown(address)} is no IP address"
    if isinstance(parsed, IPv4Address):
        said = _network_4(parsed)
        return f"{parsed} {said}" if said else None
    if parsed.scope_id is not None:
        return f"{_shown(address)} names a zone of this machine"
    inner = _embedded(parsed)
    if inner is not None:
        said = _network_4(inner)
        return f"{parsed} leads to {inner}, which {said}" if said else None
    said = _network_6(parsed)
    return f"{parsed} {said}" if said else None


def _ascii(text: str) -> str:
    """Undo percent-encoding, apply UTS 46, and turn every label into ASCII."""
    try:
        decoded = unquote_to_bytes(text).decode("utf-8")
        mapped = idna.uts46_remap(decoded, std3_rules=False)
        labels = [_a_label(label) for label in mapped.removesuffix(".").split(".")]
    except ValueError:  # UnicodeError and idna's own errors among them
        raise ValueError(f"{_shown(text)} is no host name") from None
    return ".".join(labels)


def _a_label(label: str) -> str:
    if not label.isascii():
        return idna.alabel(label).decode("ascii")
    if label.startswith("xn--"):
        # Looser than IDNA 2008: registered names with symbols exist in this form.
        encoded = label[4:]
        plain = encoded.encode("ascii").decode("punycode")
        mapped = idna.uts46_remap(plain, std3_rules=False)
        if plain.isascii() or mapped != plain or plain.encode("punycode").decode() != encoded:
            raise ValueError(label)
    return label


def _shown(text: str) -> str:
    longest = 100
    return ascii(text if len(text) <= longest else f"{text[:longest]}...")


def _ends_in_number(label: str) -> bool:
    return _digits(label) or (label.startswith("0x") and _number(label) is not None)


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _ipv4(labels: list[str]) -> str | None:
    """Read one to four decimal, octal or hexadecimal numbers; the last fills what is left."""
    if len(labels) > _MAX_PARTS or sum(map(len, labels)) > _MAX_HOST:
        return None
    numbers = [_number(label) for label in labels]
    value = 0
    for at, number in enumerate(numbers):
        last = at == len(numbers) - 1
        bits = 8 * (_MAX_PARTS - at) if last else 8
        if number is None or number >= 1 << bits:
            return None
        value = (value << bits) | number
    return str(IPv4Address(value))


def _number(text: str) -> int | None:
    radix, digits = 10, text
    if text.startswith("0x"):
        radix, digits = 16, text[2:]
    elif text.startswith("0") and text != "0":
        radix, digits = 8, text[1:]
    return int(digits or "0", radix) if _RADICES[radix].fullmatch(digits) else None


def _ipv6(text: str) -> Host:
    inner = text[1:-1]
    if "%" in inner:
        raise ValueError(f"the host {_shown(text)} names a zone, which only means something here")
    try:
        address = IPv6Address(inner if text.endswith("]") else "")
    except ValueError:
        raise ValueError(f"the host {_shown(text)} is no IPv6 address") from None
    name = str(address.ipv4_mapped or address)
    return Host(name, name)


@cache
def _networks() -> tuple[
    tuple[tuple[IPv4Network, str], ...],
    tuple[tuple[IPv6Network, str], ...],
]:
    four: list[tuple[IPv4Network, str]] = []
    six: list[tuple[IPv6Network, str]] = []
    for written, said in _REFUSED:
        network = ip_network(written)
        whole = f"{said} ({written})" if network.num_addresses > 1 else said
        if isinstance(network, IPv4Network):
            four.append((network, whole))
        else:
            six.append((network, whole))
    return tuple(four), tuple(six)


@cache
def _nat64() -> IPv6Network:
    return IPv6Network("64:ff9b::/96")


@cache
def _global_unicast() -> IPv6Network:
    # RFC 4291, section 2.4, and the IANA registry of IPv6 address space: all that is assigned.
    return IPv6Network("2000::/3")


def _embedded(address: IPv6Address) -> IPv4Address | None:
    if address in _nat64():
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped


def _network_4(address: IPv4Address) -> str | None:
    return next((said for network, said in _networks()[0] if address in network), None)


def _network_6(address: IPv6Address) -> str | None:
    said = next((said for network, said in _networks()[1] if address in network), None)
    if said is None and address not in _global_unicast():
        return "is outside the public addresses (2000::/3)"
    return said
