"""Pages made for small screens, and the page they stand for."""

from __future__ import annotations

import pytest

from ascertain.sources.mobile_urls import (
    asks_for_amp,
    desktop_host,
    unwrapped_amp,
    without_amp_suffix,
)


@pytest.mark.parametrize(
    ("host", "desktop"),
    [
        ("m.example.org", "example.org"),
        ("mobile.example.org", "example.org"),
        ("amp.example.co.uk", "example.co.uk"),
        ("m.m.example.org", "example.org"),
        ("en.m.wikipedia.org", "en.wikipedia.org"),
        ("zh.m.m.wikipedia.org", "zh.wikipedia.org"),
        ("mobile.de", "mobile.de"),
        ("amp.dev", "amp.dev"),
        ("m.co.uk", "m.co.uk"),
        ("m.127.0.0.1", "m.127.0.0.1"),
        ("::1", "::1"),
        ("localhost", "localhost"),
        ("", ""),
        ("team.example.org", "team.example.org"),
    ],
)
def test_a_label_for_small_screens_is_taken_off_a_host(host: str, desktop: str) -> None:
    assert desktop_host(host) == desktop


@pytest.mark.parametrize(
    ("host", "path", "inner"),
    [
        ("www.google.com", "/amp/s/example.org/a", "https://example.org/a"),
        ("google.co.uk", "/amp/example.org/a", "http://example.org/a"),
        ("www.google.com.br", "/amp/s/example.org", "https://example.org"),
        ("cdn.ampproject.org", "/c/s/example.org/a", "https://example.org/a"),
        ("example-org.cdn.ampproject.org", "/v/s/example.org/a", "https://example.org/a"),
        ("cdn.ampproject.org", "/i/s/example.org/a.png", None),
        ("www.google.com", "/amp/s/no-host", None),
        ("www.google.com", "/amp/s/exa%2Fmple.org/a", None),
        ("www.google.com", "/search", None),
        ("google.com.evil.example", "/amp/s/example.org/", None),
        ("example.org", "/amp/s/example.org/", None),
    ],
)
def test_an_amp_cache_gives_the_address_inside(host: str, path: str, inner: str | None) -> None:
    assert unwrapped_amp(host, path) == inner


@pytest.mark.parametrize(
    ("host", "path", "plain"),
    [
        ("example.org", "/story/amp", "/story"),
        ("example.org", "/story/amp/", "/story/"),
        ("example.org", "/amp", "/amp"),
        ("example.org", "/story/lamp", "/story/lamp"),
        ("example.org", "/story/amp/2", "/story/amp/2"),
        ("github.com", "/someone/amp", "/someone/amp"),
        ("en.wikipedia.org", "/wiki/amp", "/wiki/amp"),
    ],
)
def test_the_amp_segment_goes_where_it_is_no_name(host: str, path: str, plain: str) -> None:
    assert without_amp_suffix(host, path) == plain


def test_a_parameter_may_ask_for_amp() -> None:
    assert asks_for_amp("AMP", "1")
    assert asks_for_amp("outputType", "AMP")
    assert not asks_for_amp("amp", "60W")
    assert not asks_for_amp("q", "amp")
