from __future__ import annotations

import pytest

from ascertain.adapters.web.redirects import next_url
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange

BASE = "https://example.org/a/b?c=d"


def moved(*locations: str, status: int = 301) -> Exchange:
    headers = tuple(("location", location) for location in locations)
    return Exchange(
        url=BASE, status=status, response_headers=headers, body=b"", sent_at="2026-01-01T00:00:00Z"
    )


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("https://example.net/x", "https://example.net/x"),
        ("/x", "https://example.org/x"),
        ("x", "https://example.org/a/x"),
        ("../x?y=1", "https://example.org/x?y=1"),
        ("?e=f", "https://example.org/a/b?e=f"),
        ("//example.net/x", "https://example.net/x"),
        ("/x#part", "https://example.org/x"),
        ("  /x  ", "https://example.org/x"),
        ("/a b", "https://example.org/a%20b"),
        ("/100%25", "https://example.org/100%25"),
        ("/caf\u00c3\u00a9?q=\u00c3\u00a9", "https://example.org/caf%C3%A9?q=%C3%A9"),
        ("/caf\u00e9", "https://example.org/caf%C3%A9"),
        ("HTTP://Example.net/X", "http://Example.net/X"),
    ],
)
def test_a_location_is_read_against_the_address_that_was_asked(location: str, url: str) -> None:
    assert next_url(moved(location)) == url


def test_the_first_of_several_locations_counts() -> None:
    assert next_url(moved("/x", "/y")) == "https://example.org/x"


@pytest.mark.parametrize(
    ("exchange", "status", "words"),
    [
        (moved(), "error", "HTTP 301 without a Location"),
        (moved("  ", status=308), "error", "HTTP 308 without a Location"),
        (moved("/" + "x" * 9_000), "error", "an address of 9,001 characters"),
        (moved("/a\tb"), "error", "control characters"),
        (moved("http://[::1"), "error", "cannot be parsed"),
        (moved("mailto:a@example.org"), "blocked", "a mailto: address"),
        (moved("javascript:alert(1)"), "blocked", "a javascript: address"),
        (moved("file:///etc/passwd"), "blocked", "a file: address"),
        (moved("https://user:secret@example.org/"), "blocked", "a user name or password"),
    ],
)
def test_a_location_that_leads_nowhere_says_why(
    exchange: Exchange, status: str, words: str
) -> None:
    with pytest.raises(FetchError) as caught:
        next_url(exchange)
    assert caught.value.status == status
    assert words in caught.value.reason
    assert "secret" not in caught.value.reason
