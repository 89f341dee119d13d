from __future__ import annotations

from ipaddress import ip_address

import pytest

from ascertain.sources.addresses import Host, address_refusal, parse_host


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::",
        "2001:4860:4860::8888",
        "2003::1",
        "2606:4700::6810:84e5",
        "3ffe::1",
        "64:ff9b::808:808",
        "::ffff:8.8.8.8",
    ],
)
def test_an_address_just_outside_a_refused_network_is_public(address: str) -> None:
    assert address_refusal(address) is None


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1", "127.0.0.1 is a loopback address (127.0.0.0/8)"),
        ("10.255.255.255", "10.255.255.255 is in a private network (10.0.0.0/8)"),
        ("0.0.0.0", "0.0.0.0 is the unspecified address"),  # noqa: S104 it is refused, not bound
        ("169.254.169.254", "169.254.169.254 is the metadata service of cloud machines"),
        ("64:ff9b::a00:8", "which is in a private network (10.0.0.0/8)"),
        ("::ffff:10.0.0.8", "leads to 10.0.0.8"),
        ("2001:1ff:ffff::", "is reserved for protocols (2001::/23)"),
        ("1fff:ffff::1", "is outside the public addresses (2000::/3)"),
        ("fe80::1%eth0", "'fe80::1%eth0' names a zone of this machine"),
        ("2606:4700::1%1", "names a zone of this machine"),
        ("127.1", "'127.1' is no IP address"),
        ("example.org", "'example.org' is no IP address"),
        ("", "'' is no IP address"),
        ("\n" * 500, "... is no IP address"),
    ],
)
def test_a_refusal_names_the_address_and_its_network(address: str, reason: str) -> None:
    said = address_refusal(address)
    assert said is not None
    assert reason in said.replace("...'", "...")
    assert "\n" not in said


@pytest.mark.parametrize(
    "address",
    ["255.255.255.255", "224.0.0.251", "192.88.99.7", "fec0::1", "2002::1", "::7f00:1", "ff0e::1"],
)
def test_no_address_that_is_not_for_one_public_machine_passes(address: str) -> None:
    assert address_refusal(address) is not None


def test_whatever_the_standard_library_calls_private_is_refused() -> None:
    # The other way round would be wrong: its table of Python 3.11 misses ranges.
    for first in range(256):
        for rest in ("0.0.1", "64.0.1", "168.1.1", "254.1.1"):
            address = f"{first}.{rest}"
            assert ip_address(address).is_global or address_refusal(address) is not None, address


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Example.ORG", "example.org"),
        ("example.org.", "example.org"),
        ("BÜCHER.example", "xn--bcher-kva.example"),
        ("bu\u0308cher.example", "xn--bcher-kva.example"),
        ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("faß.example", "xn--fa-hia.example"),
        ("ex%61mple.org", "example.org"),
        ("a_b.example.org", "a_b.example.org"),
        ("0x7f.example.org", "0x7f.example.org"),
        ("1.example.org", "1.example.org"),
        ("wiki", "wiki"),
        ("example.0xyz", "example.0xyz"),
    ],
)
def test_a_name_has_one_canonical_form(written: str, name: str) -> None:
    assert parse_host(written) == Host(name)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("0x1.0x2.03.4.", "1.2.3.4"),
        ("1.2.772", "1.2.3.4"),
        ("1.131844", "1.2.3.4"),
        ("16909060", "1.2.3.4"),
        ("0x", "0.0.0.0"),  # noqa: S104 it is read, not bound
        ("[::FFFF:1.2.3.4]", "1.2.3.4"),
        ("[2606:4700:0::1]", "2606:4700::1"),
    ],
)
def test_an_address_is_recognised_in_any_writing(written: str, address: str) -> None:
    assert parse_host(written) == Host(address, address)


@pytest.mark.parametrize(
    "written",
    [
        "",
        ".",
        "..",
        "a..b",
        "a b",
        "a/b",
        "[",
        "[]",
        "[1.2.3.4]",
        "[::1%lo]",
        "1.2.3.4.5",
        "1.2.3.256",
        "-",
        "1.-2",
        "i❤.example",
        "xn--\u00fc",
        "xn--abc-",
        "a" * 64,
        "ａ" * 2000,
        "\ud800.example",
    ],
)
def test_what_is_no_host_is_refused_in_a_short_sentence(written: str) -> None:
    with pytest.raises(ValueError, match=r"host|address") as caught:
        parse_host(written)
    assert type(caught.value) is ValueError
    assert len(str(caught.value)) < 800
