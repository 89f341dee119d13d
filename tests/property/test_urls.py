"""Canonical addresses under hostile text."""

from __future__ import annotations

from urllib.parse import urlsplit

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ascertain.sources.scholarly_ids import scholarly_address, scholarly_id
from ascertain.sources.urls import canonical_url, same_site, source_key

_PIECES = (
    "%",
    "%2",
    "%2F",
    "%2f",
    "%25",
    "%34%31",
    "%7E",
    "%C3%BC",
    "%FF",
    "&",
    "=",
    "?",
    "#",
    "#!",
    ":~:",
    "/",
    "//",
    ".",
    "..",
    "/amp",
    "/amp/s/",
    "amp=1",
    "utm_source=x",
    "m.",
    "amp.",
    "www.",
    "google.com",
    "x.cdn.ampproject.org/c/s/",
    "doi.org/",
    "10.1000/",
    "arxiv.org/pdf/",
    "2301.00001",
    ".pdf",
    "pubmed.ncbi.nlm.nih.gov/12",
    "example.org",
    ":80",
    "@",
    "[::1]",
    "\\",
    " ",
    "\t",
    "ü",
    "。",
    "\u200d",
    "\ud800",
    "\x00",
    "A",
    "a",
)


def _joined(scheme: str, pieces: list[str]) -> str:
    return scheme + "".join(pieces)


HOSTILE = st.builds(
    _joined,
    st.sampled_from(("http://", "https://", "file://", "HTTPS://", "doi:", "arxiv:", "")),
    st.lists(st.sampled_from(_PIECES), max_size=14),
)
HOSTS = st.builds(
    "{}://{}/{}".format, st.sampled_from(("http", "https")), st.text(max_size=20), st.text()
)
TEXTS = st.one_of(HOSTILE, HOSTS, st.text(max_size=80))


@given(TEXTS)
@example("https://example.org/%%34%31")
@example("https://example.org/#!a:%7E:b")
@example("https://www.google.com/amp/s/m.example.org/a/amp/amp")
@settings(max_examples=400, deadline=None)
def test_the_canonical_form_is_a_fixed_point(url: str) -> None:
    once = canonical_url(url)
    assert canonical_url(once) == once
    assert source_key(once) == source_key(url)


@given(HOSTILE)
@settings(max_examples=300, deadline=None)
def test_a_canonical_web_address_is_plain_ascii_without_credentials(url: str) -> None:
    once = canonical_url(url)
    if once == url.strip():
        return
    parts = urlsplit(once)
    assert once.isascii()
    assert once.isprintable()
    assert " " not in once
    assert "@" not in parts.netloc
    assert parts.scheme in {"http", "https", "file"}


@given(st.text(alphabet="ab/?#&=%", max_size=12))
@settings(deadline=None)
def test_an_encoded_text_is_never_more_than_one_segment(text: str) -> None:
    escaped = "".join(f"%{byte:02x}" for byte in text.encode())
    parts = urlsplit(canonical_url(f"https://example.org/x{escaped}?k={escaped}&z=1"))
    assert parts.path.count("/") == 1
    assert parts.query.count("&") == 1
    assert parts.query.count("=") == 2


@given(TEXTS)
@settings(deadline=None)
def test_an_identifier_is_that_of_its_own_address(url: str) -> None:
    address = scholarly_address(url)
    if address is not None:
        assert scholarly_id(address) == scholarly_id(url)


@given(TEXTS, TEXTS)
@settings(deadline=None)
def test_being_on_one_site_has_no_direction(a: str, b: str) -> None:
    assert same_site(a, b) is same_site(b, a)
