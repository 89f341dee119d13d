"""The web policy under any text."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from hypothesis import given
from hypothesis import strategies as st

from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.addresses import address_refusal, parse_host
from ascertain.sources.host_lists import HostSet, common_patterns
from ascertain.sources.policy import Target, check_url
from hostile_urls import GOOD, HOSTILE

POLICY = WebPolicy()
HOSTS = st.one_of(
    st.text(max_size=30),
    st.text("0123456789abcdefxX.%[]:-_", max_size=30),
    st.text("aüß.例。．１x-\u00ad\u200d❤", max_size=20),
)
URLS = st.one_of(
    st.text(max_size=80),
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["http://", "https://", "HTTP://", "http:/", " https://"]),
        HOSTS,
        st.sampled_from(["", ":", ":80", ":0443", ":99999"]),
        st.one_of(st.text(max_size=40).map("/{}".format), st.text("/.%2eE?#a", max_size=20)),
    ),
)


def _with(url: str, at: int, text: str) -> str:
    return f"{url[:at]}{text}{url[at:]}"


MUTATED = st.builds(
    _with,
    st.sampled_from([case.url[:200] for case in HOSTILE + GOOD]),
    st.integers(0, 200),
    st.text(max_size=3),
)
LABELS = st.sampled_from(["a", "b", "c"])
NAMES = st.lists(LABELS, min_size=1, max_size=4).map(".".join)
PATTERNS = st.lists(st.builds("{}{}".format, st.sampled_from(["", "*."]), NAMES), max_size=6)


def _checked(url: str, policy: WebPolicy = POLICY) -> Target | FetchError:
    try:
        return check_url(url, policy)
    except FetchError as error:
        return error


@given(URLS | MUTATED)
def test_any_text_is_a_target_or_refused_with_a_reason(url: str) -> None:
    checked = _checked(url)
    if isinstance(checked, FetchError):
        assert checked.status == "blocked"
        assert checked.reason.isprintable()
    else:
        assert checked.url.isascii()
        assert checked.url.isprintable()
        assert " " not in checked.url


@given(URLS | MUTATED)
def test_what_is_asked_is_read_again_as_the_same(url: str) -> None:
    checked = _checked(url)
    if isinstance(checked, Target):
        assert check_url(checked.url, POLICY) == checked


@given(URLS | MUTATED)
def test_no_target_is_at_a_refused_address_or_port(url: str) -> None:
    checked = _checked(url)
    if isinstance(checked, Target):
        assert checked.port in POLICY.ports
        assert checked.address is None or address_refusal(checked.address) is None


@given(HOSTS)
def test_a_canonical_host_is_its_own_canonical_form(text: str) -> None:
    try:
        host = parse_host(text)
    except ValueError:
        return
    again = parse_host(f"[{host.name}]" if ":" in host.name else host.name)
    assert again == host


@given(st.integers(0, 2**32 - 1), st.data())
def test_every_writing_of_an_ipv4_address_is_that_address(
    value: int, chosen: st.DataObject
) -> None:
    address = str(IPv4Address(value))
    writings = [value, f"0x{value:x}", f"0{value:o}", f"[::ffff:{address}]"]
    a, b, c, d = value.to_bytes(4, "big")
    writings += [f"{a}.{value & 0xFFFFFF}", f"0x{a:X}.0{b:o}.{c << 8 | d}", f"{a}。{b}．{c}.{d}."]
    assert parse_host(str(chosen.draw(st.sampled_from(writings)))).address == address


@given(st.integers(0, 2**32 - 1))
def test_an_address_inside_another_is_judged_as_itself(value: int) -> None:
    plain = address_refusal(str(IPv4Address(value)))
    for prefix in (0xFFFF << 32, 0x0064_FF9B << 96):
        inside = address_refusal(str(IPv6Address(prefix | value)))
        assert (inside is None) == (plain is None)


@given(st.text(max_size=60))
def test_any_text_is_judged_as_an_address(text: str) -> None:
    refusal = address_refusal(text)
    assert refusal is None or refusal.isprintable()


@given(PATTERNS, PATTERNS, NAMES)
def test_a_shared_list_holds_what_both_lists_hold(
    first: list[str], second: list[str], name: str
) -> None:
    both = HostSet(first).find(name) is not None and HostSet(second).find(name) is not None
    assert (HostSet(common_patterns(first, second)).find(name) is not None) == both


@given(PATTERNS, NAMES)
def test_a_host_is_found_exactly_if_a_pattern_stands_for_it(patterns: list[str], name: str) -> None:
    expected = any(
        name == p if not p.startswith("*.") else f".{name}".endswith(p[1:]) for p in patterns
    )
    assert (HostSet(patterns).find(name) is not None) == expected
