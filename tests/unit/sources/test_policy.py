from __future__ import annotations

import pytest

from ascertain.errors import FetchError
from ascertain.evidence.web_policy import PolicyPreset, WebPolicy
from ascertain.sources import host_lists
from ascertain.sources.host_lists import PRESETS, HostSet, common_patterns, parse_pattern
from ascertain.sources.policy import (
    Target,
    check_url,
    how_to_open,
    is_open,
    parse_open_host,
)


def _reason(url: str, policy: WebPolicy) -> str:
    with pytest.raises(FetchError) as caught:
        check_url(url, policy)
    assert caught.value.status == "blocked"
    return caught.value.reason


def test_a_target_says_all_that_a_request_needs() -> None:
    target = check_url("https://Example.org:8443/a?b#c", WebPolicy())
    assert target == Target(
        "https://example.org:8443/a?b", "https", "example.org", 8443, None, is_open=False
    )


def test_an_address_in_odd_writing_is_named_in_the_target() -> None:
    target = check_url("http://0x08080808/", WebPolicy())
    assert (target.url, target.host, target.address) == ("http://8.8.8.8/", "8.8.8.8", "8.8.8.8")


def test_a_private_address_says_how_it_can_be_opened() -> None:
    assert _reason("http://10.0.0.8:81/", WebPolicy()) == (
        "the address 10.0.0.8 is in a private network (10.0.0.0/8); to read it all the same, "
        'set open = ["10.0.0.8:81"] in a policy file or ASCERTAIN_OPEN_HOSTS=10.0.0.8:81'
    )


def test_a_port_that_is_not_listed_is_named_with_those_that_are() -> None:
    assert _reason("http://example.org:22/", WebPolicy()) == (
        "port 22 is not among the ports that may be asked (80, 443, 8080, 8443)"
    )
    assert "(none)" in _reason("http://example.org/", WebPolicy(ports=()))


def test_a_denied_host_is_refused_alone_and_a_domain_with_all_below() -> None:
    policy = WebPolicy(deny=("example.org", "*.example.com", "8.8.8.8", "[2606:4700::1]"))
    assert _reason("http://example.org./", policy) == (
        "example.org is on the list of denied hosts (example.org)"
    )
    assert _reason("http://a.b.example.com/", policy) == (
        "a.b.example.com is on the list of denied hosts (*.example.com)"
    )
    assert "(*.example.com)" in _reason("http://EXAMPLE.com/", policy)
    assert "(8.8.8.8)" in _reason("http://0x8.8.8.8/", policy)
    assert "2606:4700::1" in _reason("http://[2606:4700:0:0::1]/", policy)
    for url in ("http://www.example.org/", "http://notexample.com/", "http://8.8.4.4/"):
        assert check_url(url, policy).url == url


def test_a_pattern_in_unicode_meets_the_host_in_ascii_and_the_other_way_round() -> None:
    unicode, ascii_ = (
        WebPolicy(deny=("*.bücher.example",)),
        WebPolicy(deny=("xn--bcher-kva.example",)),
    )
    assert "*.bücher.example" in _reason("http://www.xn--bcher-kva.example/", unicode)
    assert "denied" in _reason("http://BÜCHER.example/", ascii_)


def test_only_allowed_hosts_pass_once_there_are_any_and_deny_is_stronger() -> None:
    policy = WebPolicy(allow=("*.example.org",), deny=("bad.example.org",))
    assert check_url("http://good.example.org/", policy).host == "good.example.org"
    assert _reason("http://example.com/", policy) == (
        "example.com is not on the list of allowed hosts"
    )
    assert "denied" in _reason("http://bad.example.org/", policy)


def test_an_allow_list_of_which_no_entry_can_match_allows_nothing() -> None:
    assert "not on the list" in _reason("http://example.org/", WebPolicy(allow=("a..b",)))


@pytest.mark.parametrize(
    ("preset", "host", "noun"),
    [
        ("no_social", "www.facebook.com", "social networks (no_social: *.facebook.com)"),
        ("no_social", "x.com", "social networks (no_social: *.x.com)"),
        ("no_forums", "old.reddit.com", "forums (no_forums: *.reddit.com)"),
    ],
)
def test_a_preset_denies_its_hosts_and_says_which_it_is(
    preset: PolicyPreset, host: str, noun: str
) -> None:
    url = f"https://{host}/"
    assert _reason(url, WebPolicy(presets=(preset,))).endswith(noun)
    assert check_url(url, WebPolicy()).host == host


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_is_a_sorted_list_of_domains_in_canonical_form(preset: PolicyPreset) -> None:
    _, patterns = PRESETS[preset]
    assert len(patterns) >= 20
    assert list(patterns) == sorted(set(patterns))
    assert all(str(parse_pattern(pattern)) == pattern for pattern in patterns)


def test_an_open_host_is_reached_wherever_it_is_but_only_at_its_port() -> None:
    policy = WebPolicy(
        allow=("*.example.org",),
        open=("wiki:7777", "127.0.0.1:9000", "[::1]:9000", "BÜCHER.local:80"),
    )
    for url in (
        "http://wiki:7777/",
        "http://2130706433:9000/",
        "http://[0::1]:9000/",
        "http://bücher.local/",
    ):
        assert check_url(url, policy).is_open
    assert "without a dot" in _reason("http://wiki/", policy)
    assert "loopback" in _reason("http://127.0.0.1:9001/", policy)


def test_a_host_that_is_open_and_denied_is_denied() -> None:
    policy = WebPolicy(open=("wiki:80",), deny=("wiki",))
    assert "denied" in _reason("http://wiki/", policy)


def test_whether_a_host_is_open_can_be_asked_in_any_writing() -> None:
    policy = WebPolicy(open=("127.0.0.1:80", "[::1]:81", "wiki:82", "a..b:83"))
    assert is_open("0x7f.1", 80, policy)
    assert is_open("::1", 81, policy)
    assert is_open("[0::1]", 81, policy)
    assert is_open("WIKI.", 82, policy)
    assert not is_open("wiki", 80, policy)
    assert not is_open("a..b", 83, policy)
    assert not is_open("", 80, policy)


def test_what_opens_a_host_can_be_read_back() -> None:
    assert "[::1]:80" in how_to_open("::1", 80)
    assert parse_open_host("[0::1]:080") == ("::1", 80)


@pytest.mark.parametrize(
    "text", ["", "wiki", "wiki:", "wiki:x", "wiki:0", "wiki:70000", "a..b:80", ":80"]
)
def test_what_opens_no_host_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"HOST:PORT|host"):
        parse_open_host(text)


def test_a_reason_shows_no_more_than_the_start_of_a_long_address() -> None:
    assert len(_reason("x" * 7_000, WebPolicy())) < 300


def test_two_policies_alive_at_once_are_kept_apart() -> None:
    first, second = WebPolicy(deny=("example.org",)), WebPolicy(deny=("example.com",))
    for _ in range(2):
        assert "denied" in _reason("http://example.org/", first)
        assert check_url("http://example.org/", second)
        assert check_url("http://example.com/", first)


def test_a_host_is_found_among_many_without_asking_each(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = WebPolicy(deny=tuple(f"*.host{n}.example" for n in range(10_000)))
    assert check_url("http://a.example/", policy)

    def forbidden(pattern: str) -> None:
        raise AssertionError(pattern)

    # Once compiled, no pattern is read again.
    monkeypatch.setattr(host_lists, "parse_pattern", forbidden)
    assert "(*.host9999.example)" in _reason("http://a.b.host9999.example/", policy)


def test_a_list_of_hosts_is_false_when_nothing_can_match() -> None:
    assert not HostSet(["a..b"])
    assert HostSet(["a.example"])
    assert HostSet(["*.example"])


@pytest.mark.parametrize("pattern", ["*.127.0.0.1", "*.", "a..b", "*.*.example"])
def test_a_pattern_that_can_match_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="host"):
        parse_pattern(pattern)


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (["*.org"], ["example.org", "example.com"], ("example.org",)),
        (["*.example.org"], ["*.org"], ("*.example.org",)),
        (["*.example.org"], ["*.example.org"], ("*.example.org",)),
        (["example.org"], ["*.example.org"], ("example.org",)),
        (["example.org"], ["*.www.example.org"], ()),
        (["BÜCHER.example"], ["xn--bcher-kva.example"], ("xn--bcher-kva.example",)),
        (["[0::1]"], ["[::1]", "a..b"], ("[::1]",)),
        (["*.org"], ["*.com"], ()),
    ],
)
def test_what_two_lists_share_is_a_list_again(
    first: list[str], second: list[str], both: tuple[str, ...]
) -> None:
    assert common_patterns(first, second) == both
    assert set(common_patterns(second, first)) == set(both)
