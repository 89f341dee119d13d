"""Keys of addresses in an archive's index."""

from __future__ import annotations

import pytest

from ascertain.adapters.archive.url_keys import url_key


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://Example.org", "org,example)/"),
        ("http://www.example.org/", "org,example)/"),
        ("https://www2.example.org/A/b/", "org,example)/a/b"),
        ("https://example.org:443/a?B=2&a=1&a", "org,example)/a?a&a=1&b=2"),
        ("http://example.org:8080/a/", "org,example:8080)/a"),
        ("http://127.0.0.1:8000/x", "1,0,0,127:8000)/x"),
        ("http://[::1]:80/x", "::1)/x"),
        ("https://example.org/?", "org,example)/"),
        ("https://example.org/a%20b/%C3%A9?q=a%2Fb+c", "org,example)/a%20b/%c3%a9?q=a/b+c"),
        ("https://example.org/a//b/./../c", "org,example)/a/c"),
        ("https://www.org/", "org)/"),
        ("https://user:pass@example.org/x", "org,example)/x"),
        ("https://example.org:99999/x", "org,example)/x"),
        ("urn:text:abcd", "urn:text:abcd"),
        ("file:///a b.txt", "file:///a%20b.txt"),
        ("https://[broken", "https://[broken"),
        ("https:///path", "https:///path"),
    ],
)
def test_keys_sort_by_host_and_differ_by_nothing_that_does_not_matter(url: str, key: str) -> None:
    assert url_key(url) == key
