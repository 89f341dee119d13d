"""Canonical addresses."""

from __future__ import annotations

import pytest

from ascertain.sources.urls import canonical_url, source_kind


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG:80/a/../b#part", "http://example.org/b"),
        ("https://example.org:443", "https://example.org/"),
        ("https://example.org:8443/a/", "https://example.org:8443/a/"),
        ("https://example.org/%7Euser?q=1", "https://example.org/~user?q=1"),
        ("https://[2001:DB8::1]:443/x", "https://[2001:db8::1]/x"),
        ("file:///corpus/./a%20b.txt#:~:text=x", "file:///corpus/a%20b.txt"),
        ("file:///corpus/%C3%A9.txt", "file:///corpus/%C3%A9.txt"),
        ("https://example.org/a%2fb", "https://example.org/a%2Fb"),
        ("file:///corpus/%FF.txt", "file:///corpus/%FF.txt"),
        ("  mailto:a@b.example ", "mailto:a@b.example"),
        ("http://[broken", "http://[broken"),
        ("http://x.example:99999/", "http://x.example:99999/"),
        ("no url at all", "no url at all"),
    ],
)
def test_an_address_has_one_form(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


def test_files_are_local_and_the_rest_is_unknown() -> None:
    assert source_kind("file:///a.txt") == "local"
    assert source_kind("https://example.org/") == "unknown"
