"""Addresses that must never be asked, and good ones that must be: with the reason for each."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GOOD", "HOSTILE", "GoodUrl", "HostileUrl"]


class HostileUrl(NamedTuple):
    """An address to refuse.

    Attributes:
        url: as a page or a model may write it.
        why: a piece of the reason that must be given.
    """

    url: str
    why: str


class GoodUrl(NamedTuple):
    """An address to allow, and what is requested for it."""

    url: str
    asked: str


_LOOPBACK = "127.0.0.1 is a loopback address"
_PRIVATE = "in a private network"
_METADATA = "metadata service"
_SCHEME = "is not http or https"
_USER = "user name or password"
_SPACE = "white space or control characters"
_BACKSLASH = "backslash"
_PORT = "is not among the ports"
_NO_HOST = "names no host"
_NO_NAME = "is no host name"
_NO_HOST_PORT = "is no host and port"
_NO_IPV4 = "ends in a number but is no IPv4 address"
_NO_IPV6 = "is no IPv6 address"

HOSTILE = (
    # Loopback in every writing.
    HostileUrl("http://127.0.0.1/", _LOOPBACK),
    HostileUrl("http://127.0.0.1:8080/admin", _LOOPBACK),
    HostileUrl("http://127.255.255.254/", "loopback"),
    HostileUrl("http://127.1/", _LOOPBACK),
    HostileUrl("http://127.0.1/", _LOOPBACK),
    HostileUrl("http://127.0.0.1./", _LOOPBACK),
    HostileUrl("http://2130706433/", _LOOPBACK),
    HostileUrl("http://0x7f000001/", _LOOPBACK),
    HostileUrl("http://0X7F.1/", _LOOPBACK),
    HostileUrl("http://0x7f.0x0.0x0.0x1/", _LOOPBACK),
    HostileUrl("http://0177.0.0.1/", _LOOPBACK),
    HostileUrl("http://017700000001/", _LOOPBACK),
    HostileUrl("http://0000177.0.0.01/", _LOOPBACK),
    HostileUrl("http://127.0x0.00.1/", _LOOPBACK),
    HostileUrl("http://%31%32%37.0.0.1/", _LOOPBACK),
    HostileUrl("http://127%2e0%2E0%2e1/", _LOOPBACK),
    HostileUrl("http://１２７.０.０.１/", _LOOPBACK),
    HostileUrl("http://127。0。0。1/", _LOOPBACK),
    HostileUrl("http://127．0｡0．1/", _LOOPBACK),
    HostileUrl("http://①②⑦.0.0.1/", _LOOPBACK),
    HostileUrl("http://𝟏𝟐𝟕.0.0.1/", _LOOPBACK),
    HostileUrl("http://127\u00ad.0.0.1/", _LOOPBACK),
    HostileUrl("http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/", _LOOPBACK),
    HostileUrl("HTTP://127.0.0.1", _LOOPBACK),
    HostileUrl("  http://127.0.0.1\n", _LOOPBACK),
    HostileUrl("http://[::1]/", "::1 is a loopback address"),
    HostileUrl("http://[0:0:0:0:0:0:0:1]/", "::1 is a loopback address"),
    HostileUrl("http://[0000::0001]:8080/", "::1 is a loopback address"),
    # Zero, which many systems take for themselves.
    HostileUrl("http://0/", "unspecified"),
    HostileUrl("http://0.0.0.0/", "unspecified"),
    HostileUrl("http://0x/", "unspecified"),
    HostileUrl("http://0.1.2.3/", "this network"),
    HostileUrl("http://[::]/", "unspecified"),
    # Networks that are someone's own.
    HostileUrl("http://10.0.0.8/", f"10.0.0.8 is {_PRIVATE} (10.0.0.0/8)"),
    HostileUrl("http://012.0.0.8/", f"10.0.0.8 is {_PRIVATE}"),
    HostileUrl("http://172.16.0.1/", _PRIVATE),
    HostileUrl("http://172.31.255.255/", _PRIVATE),
    HostileUrl("http://192.168.1.1/", _PRIVATE),
    HostileUrl("http://192.168.257/", "192.168.1.1"),
    HostileUrl("http://3232235777/", "192.168.1.1"),
    HostileUrl("http://100.64.0.1/", "carrier"),
    HostileUrl("http://100.127.255.254/", "carrier"),
    HostileUrl("http://169.254.0.7/", "link-local"),
    HostileUrl("http://[fc00::1]/", _PRIVATE),
    HostileUrl("http://[fdff:ffff::1]/", _PRIVATE),
    HostileUrl("http://[fe80::1]/", "link-local"),
    HostileUrl("http://[fec0::1]/", "site-local"),
    # Metadata services.
    HostileUrl("http://169.254.169.254/latest/meta-data/", _METADATA),
    HostileUrl("http://2852039166/", _METADATA),
    HostileUrl("http://0xA9FEA9FE/", _METADATA),
    HostileUrl("http://169.254.43518/", _METADATA),
    HostileUrl("http://0251.0376.0251.0376/", _METADATA),
    HostileUrl("http://[::ffff:a9fe:a9fe]/", _METADATA),
    HostileUrl("http://[fd00:ec2::254]/", _METADATA),
    HostileUrl("http://metadata.google.internal/", _METADATA),
    HostileUrl("http://METADATA.google.internal./", _METADATA),
    HostileUrl("http://100.100.100.200/", "carrier"),
    HostileUrl("http://192.0.0.192/", "reserved for protocols"),
    HostileUrl("http://168.63.129.16/", "Azure"),
    # IPv6 addresses that lead to IPv4 ones.
    HostileUrl("http://[::ffff:127.0.0.1]/", _LOOPBACK),
    HostileUrl("http://[::ffff:7f00:1]/", _LOOPBACK),
    HostileUrl("http://[0:0:0:0:0:ffff:10.0.0.8]/", _PRIVATE),
    HostileUrl("http://[::127.0.0.1]/", "IPv4-compatible"),
    HostileUrl("http://[::ffff:0:127.0.0.1]/", "IPv4-translated"),
    HostileUrl("http://[64:ff9b::127.0.0.1]/", "leads to 127.0.0.1, which is a loopback"),
    HostileUrl("http://[64:ff9b::a9fe:a9fe]/", _METADATA),
    HostileUrl("http://[64:ff9b:1::7f00:1]/", "translated"),
    HostileUrl("http://[2002:7f00:1::]/", "6to4"),
    HostileUrl("http://[2002:808:808::1]/", "6to4"),
    HostileUrl("http://[2001:0:53aa:64c::1]/", "Teredo"),
    # Addresses that no page is at.
    HostileUrl("http://192.0.2.1/", "documentation"),
    HostileUrl("http://198.51.100.1/", "documentation"),
    HostileUrl("http://203.0.113.1/", "documentation"),
    HostileUrl("http://[2001:db8::1]/", "documentation"),
    HostileUrl("http://[3fff::1]/", "documentation"),
    HostileUrl("http://192.88.99.1/", "6to4"),
    HostileUrl("http://198.18.0.1/", "benchmarks"),
    HostileUrl("http://198.19.255.255/", "benchmarks"),
    HostileUrl("http://[2001:2::1]/", "reserved for protocols"),
    HostileUrl("http://224.0.0.1/", "multicast"),
    HostileUrl("http://[ff02::1]/", "multicast"),
    HostileUrl("http://240.0.0.1/", "reserved"),
    HostileUrl("http://255.255.255.255/", "broadcast"),
    HostileUrl("http://4294967295/", "broadcast"),
    HostileUrl("http://[100::1]/", "discarding"),
    HostileUrl("http://[100:0:0:1::1]/", "dummy"),
    HostileUrl("http://[5f00::1]/", "routing"),
    HostileUrl("http://[4000::1]/", "outside the public addresses"),
    # Names that only mean something here.
    HostileUrl("http://localhost/", "means this machine"),
    HostileUrl("http://LocalHost:8080/", "means this machine"),
    HostileUrl("http://localhost./", "means this machine"),
    HostileUrl("http://app.localhost/", "means this machine"),
    HostileUrl("http://ｌｏｃａｌｈｏｓｔ/", "means this machine"),
    HostileUrl("http://loc\u00adalhost/", "means this machine"),
    HostileUrl("http://l%6fcalhost/", "means this machine"),
    HostileUrl("http://localhost.localdomain/", "local network"),
    HostileUrl("http://printer.local/", "local network"),
    HostileUrl("http://vault.internal/", "private network"),
    HostileUrl("http://wiki.corp/", "private network"),
    HostileUrl("http://nas.home.arpa/", "home network"),
    HostileUrl("http://intranet2/", "without a dot"),
    HostileUrl("http://redis:8080/", "without a dot"),
    HostileUrl("http://abcdef.onion/", "Tor"),
    # Other schemes, or none.
    HostileUrl("file:///etc/passwd", _SCHEME),
    HostileUrl("ftp://example.org/", _SCHEME),
    HostileUrl("gopher://example.org:80/_GET", _SCHEME),
    HostileUrl("dict://example.org/", _SCHEME),
    HostileUrl("ws://example.org/", _SCHEME),
    HostileUrl("data:text/html,hello", _SCHEME),
    HostileUrl("javascript:alert(1)", _SCHEME),
    HostileUrl("view-source:http://example.org/", _SCHEME),
    HostileUrl("jar:http://example.org/!/", _SCHEME),
    HostileUrl("", "does not begin with"),
    HostileUrl("example.org", "does not begin with"),
    HostileUrl("//example.org/", "does not begin with"),
    HostileUrl("ｈttp://example.org/", "does not begin with"),
    HostileUrl("http:example.org", "has no //"),
    HostileUrl("http:/example.org", "has no //"),
    HostileUrl("http:", "has no //"),
    # Who is meant depends on who reads it.
    HostileUrl("http://user@example.org/", _USER),
    HostileUrl("http://user:secret@example.org/", _USER),
    HostileUrl("http://example.org@127.0.0.1/", _USER),
    HostileUrl("http://127.0.0.1:80@example.org/", _USER),
    HostileUrl("http://@example.org/", _USER),
    HostileUrl("http://example.org%40127.0.0.1/", _NO_IPV4),
    HostileUrl("http://example.org＠127.0.0.1/", _NO_IPV4),
    HostileUrl("http://example.org\\@127.0.0.1/", _BACKSLASH),
    HostileUrl("http:\\\\127.0.0.1/", _BACKSLASH),
    HostileUrl("http://example.org\\.evil.example/", _BACKSLASH),
    HostileUrl("http://example.org/\\\\127.0.0.1", _BACKSLASH),
    HostileUrl("http://example.org＼127.0.0.1/", _NO_IPV4),
    HostileUrl("http://example.org／path.example.org/", _NO_NAME),
    HostileUrl("http://example.org：22/", _NO_NAME),
    HostileUrl("http://example.com\u2100.example.org/", _NO_NAME),
    HostileUrl("http://exa mple.org/", _SPACE),
    HostileUrl("http://example.org/a b", _SPACE),
    HostileUrl("http://example.org/\r\nHost: 127.0.0.1", _SPACE),
    HostileUrl("http://exam\tple.org/", _SPACE),
    HostileUrl("http://example.org/\x00", _SPACE),
    HostileUrl("http://example.org/\x7f", _SPACE),
    HostileUrl("http://example.org/?q=\u2028x", _SPACE),
    HostileUrl("http://example.org/\ud800", _SPACE),
    HostileUrl("http://127.0.0.1%00.example.org/", _NO_NAME),
    HostileUrl("http://example.org%0d%0a.example.org/", _NO_NAME),
    HostileUrl("http://example.org%2f.example.org/", _NO_NAME),
    HostileUrl("http://example%ff.org/", _NO_NAME),
    HostileUrl("http://example%zz.org/", _NO_NAME),
    # Hosts that are none.
    HostileUrl("http://", _NO_HOST),
    HostileUrl("http:///example.org/", _NO_HOST),
    HostileUrl("http://:80/", _NO_HOST),
    HostileUrl("http://./", _NO_HOST),
    HostileUrl("http://\u00ad/", _NO_HOST),
    HostileUrl("http://?q", _NO_HOST),
    HostileUrl("http://example..org/", _NO_NAME),
    HostileUrl("http://.example.org/", _NO_NAME),
    HostileUrl("http://example.org../", _NO_NAME),
    HostileUrl("http://*.example.org/", _NO_NAME),
    HostileUrl(f"http://{'a' * 64}.org/", _NO_NAME),
    HostileUrl(f"http://{'a.' * 127}org/", "longer than 253"),
    HostileUrl(f"http://{'1' * 300}/", _NO_IPV4),
    HostileUrl("http://xn--/", _NO_NAME),
    HostileUrl("http://xn--localhost-/", _NO_NAME),
    HostileUrl("http://xn--a.example.org/", _NO_NAME),
    HostileUrl("http://\u0301abc.example.org/", _NO_NAME),
    HostileUrl("http://256.0.0.1/", _NO_IPV4),
    HostileUrl("http://127.0.0.1.5/", _NO_IPV4),
    HostileUrl("http://127.0.65536/", _NO_IPV4),
    HostileUrl("http://4294967296/", _NO_IPV4),
    HostileUrl("http://08.0.0.1/", _NO_IPV4),
    HostileUrl("http://example.0x7f/", _NO_IPV4),
    HostileUrl("http://1.2.3.-4/", _NO_NAME),
    HostileUrl("http://[::1/", _NO_HOST_PORT),
    HostileUrl("http://::1/", _NO_HOST_PORT),
    HostileUrl("http://[]/", _NO_IPV6),
    HostileUrl("http://[127.0.0.1]/", _NO_IPV6),
    HostileUrl("http://[1::2::3]/", _NO_IPV6),
    HostileUrl("http://[v1.fe80::a]/", _NO_IPV6),
    HostileUrl("http://[::1].example.org/", _NO_HOST_PORT),
    HostileUrl("http://[fe80::1%25eth0]/", "names a zone"),
    HostileUrl("http://[fe80::1%eth0]/", "names a zone"),
    # Ports.
    HostileUrl("http://example.org:22/", _PORT),
    HostileUrl("http://example.org:6379/", _PORT),
    HostileUrl("https://example.org:25/", _PORT),
    HostileUrl("http://example.org:00022/", _PORT),
    HostileUrl("http://example.org:0/", "is no port"),
    HostileUrl("http://example.org:65536/", "is no port"),
    HostileUrl(f"http://example.org:{'9' * 5000}/", "is no port"),
    HostileUrl("http://example.org:８０/", _NO_HOST_PORT),
    HostileUrl("http://example.org:+80/", _NO_HOST_PORT),
    HostileUrl("http://example.org:80:22/", _NO_HOST_PORT),
    # Length.
    HostileUrl(f"http://example.org/{'a' * 8000}", "longer than 8,000"),
    HostileUrl(f"http://example.org/{'字' * 1000}", "longer than 8,000"),
)

GOOD = (
    GoodUrl("http://example.org", "http://example.org/"),
    GoodUrl("HTTPS://Example.ORG:443/A?b=C#d", "https://example.org/A?b=C"),
    GoodUrl("https://example.org./", "https://example.org/"),
    GoodUrl("http://example.org:/", "http://example.org/"),
    GoodUrl("http://example.org:0080/", "http://example.org/"),
    GoodUrl("http://example.org:8080/x", "http://example.org:8080/x"),
    GoodUrl("https://example.org?q=1", "https://example.org/?q=1"),
    GoodUrl("https://bücher.example/ü?ü", "https://xn--bcher-kva.example/%C3%BC?%C3%BC"),
    GoodUrl("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    GoodUrl("https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"),
    GoodUrl("https://ｅｘａｍｐｌｅ．org/", "https://example.org/"),
    GoodUrl("https://r3---sn-a.example.org/", "https://r3---sn-a.example.org/"),
    GoodUrl("https://my_site.example.org/", "https://my_site.example.org/"),
    GoodUrl("https://xn--i-7iq.example/", "https://xn--i-7iq.example/"),
    GoodUrl("http://8.8.8.8/", "http://8.8.8.8/"),
    GoodUrl("http://134744072/", "http://8.8.8.8/"),
    GoodUrl("http://[::ffff:8.8.8.8]/", "http://8.8.8.8/"),
    GoodUrl("http://172.32.0.1/", "http://172.32.0.1/"),
    GoodUrl("http://[2606:4700::6810:84E5]/", "http://[2606:4700::6810:84e5]/"),
    GoodUrl("http://[64:ff9b::808:808]/", "http://[64:ff9b::808:808]/"),
    GoodUrl("https://example.org/a/../b/./c//d/..", "https://example.org/b/c//"),
    GoodUrl("https://example.org/%2e%2E/a%2Fb", "https://example.org/a%2Fb"),
    GoodUrl("https://example.org/@user:x/100%", "https://example.org/@user:x/100%"),
    GoodUrl("https://example.org/?u=http://127.0.0.1/", "https://example.org/?u=http://127.0.0.1/"),
    GoodUrl(
        "https://web.example.org/2020/http://a.org/", "https://web.example.org/2020/http://a.org/"
    ),
    GoodUrl(
        'https://example.org/"<a>`{b}^?"<\'>|[]',
        "https://example.org/%22%3Ca%3E%60%7Bb%7D%5E?%22%3C%27%3E|[]",
    ),
    GoodUrl("https://example.org/#a b\\c", "https://example.org/"),
)
