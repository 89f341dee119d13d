"""Canonical addresses."""

from __future__ import annotations

import pytest

from ascertain.sources.urls import canonical_url, same_site, source_key


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG:80/a/../b#part", "http://example.org/b"),
        ("https://example.org:443", "https://example.org/"),
        ("https://example.org:8443/a/", "https://example.org:8443/a/"),
        ("https://example.org/%7Euser?q=1", "https://example.org/~user?q=1"),
        ("https://[2001:DB8::1]:443/x", "https://[2001:db8::1]/x"),
        ("https://[2001:db8:0:0:0:0:0:1]/", "https://[2001:db8::1]/"),
        ("file:///corpus/./a%20b.txt#:~:text=x", "file:///corpus/a%20b.txt"),
        ("file:///corpus/%C3%A9.txt", "file:///corpus/%C3%A9.txt"),
        ("file:///corpus/sub/?x=1&utm_source=a", "file:///corpus/sub/?x=1&utm_source=a"),
        ("file://", "file:///"),
        ("file:////corpus/a", "file:///corpus/a"),
        ("file:///m/amp", "file:///m/amp"),
        ("https://example.org/a%2fb", "https://example.org/a%2Fb"),
        ("file:///corpus/%FF.txt", "file:///corpus/%FF.txt"),
        ("https://user:secret@example.org/x", "https://example.org/x"),
        ("https://example.org/a//b/./c/..", "https://example.org/a//b/"),
        ("https://example.org/../..", "https://example.org/"),
        ("https://example.org/über uns", "https://example.org/%C3%BCber%20uns"),
    ],
)
def test_an_address_has_one_form(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "mailto:a@b.example",
        "http://[broken",
        "http://x.example:99999/",
        "no url at all",
        "",
        "http:///no-host",
        "http:example.org",
        "https://./",
        "http://exa mple.org/",
        "http://[fe80::1%25eth0]x/",
        "http://[v1.a]/",
        "http://evil.example%2f.example.org/",
        "http://ü" + "a" * 2_000 + ".example/",
        "http://" + "ü" * 80 + ".example/",
    ],
)
def test_what_is_no_url_comes_back_stripped(text: str) -> None:
    assert canonical_url(f" {text}\n") == text


@pytest.mark.parametrize(
    ("host", "canonical"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.example.", "xn--bcher-kva.example"),
        ("ｅｘａｍｐｌｅ。org", "example.org"),
        ("faß.example", "xn--fa-hia.example"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
        ("ex%61mple.org", "example.org"),
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("my_host.bücher.example", "my_host.xn--bcher-kva.example"),
        ("i❤.example", "xn--i-7iq.example"),
        ("example.org..", "example.org"),
    ],
)
def test_a_host_is_written_in_ascii(host: str, canonical: str) -> None:
    assert canonical_url(f"https://{host}/") == f"https://{canonical}/"


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("utm_source=a&b=2&a=1&UTM_Medium=x", "?b=2&a=1"),
        ("gclid=1&fbclid=2&msclkid=3&mc_cid=4&igshid=5", ""),
        ("id=1&q=2&ref=3&p=4&source=5&lang=de", "?id=1&q=2&ref=3&p=4&source=5&lang=de"),
        ("utm%5Fsource=a&x=%7e", "?x=~"),
        ("a=b%26c%3Dd+e%20f&g=%2f", "?a=b%26c%3Dd+e%20f&g=%2F"),
        ("a[]=1&b=ü", "?a%5B%5D=1&b=%C3%BC"),
        ("&&a=&b&&", "?a=&b"),
        ("amp=1&x=1&outputType=amp&amp", "?x=1"),
        ("amp=volt&outputType=json", "?amp=volt&outputType=json"),
        ("", ""),
    ],
)
def test_a_query_keeps_what_means_something(query: str, canonical: str) -> None:
    assert canonical_url(f"https://example.org/a?{query}") == f"https://example.org/a{canonical}"


@pytest.mark.parametrize(
    ("fragment", "canonical"),
    [
        ("part", ""),
        ("!/route/%7Ea", "#!/route/~a"),
        ("!", ""),
        (":~:text=x", ""),
        ("!/route:~:text=x", "#!/route"),
        ("!/route:%7E:text=x", "#!/route"),
        ("%21/route", ""),
        ("/route", ""),
    ],
)
def test_of_fragments_only_routes_stay(fragment: str, canonical: str) -> None:
    assert canonical_url(f"https://example.org/#{fragment}") == f"https://example.org/{canonical}"


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://example.org/%%34%31", "https://example.org/%2541"),
        ("https://example.org/%2541", "https://example.org/%2541"),
        ("https://example.org/%zz%", "https://example.org/%25zz%25"),
        ("https://example.org/?%%32%36", "https://example.org/?%2526"),
        ("https://example.org/a%3Fb%23c%25", "https://example.org/a%3Fb%23c%25"),
        ("https://example.org/%2e%2E/a", "https://example.org/a"),
    ],
)
def test_decoding_makes_no_delimiter_and_no_escape(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("doi:10.1000/ABC", "https://doi.org/10.1000/abc"),
        ("http://dx.doi.org/10.1000/ABC?x=1", "https://doi.org/10.1000/abc"),
        ("https://doi.org/10.1000%2Fabc", "https://doi.org/10.1000/abc"),
        ("https://doi.org/10.1000/a%3Cb%3E", "https://doi.org/10.1000/a%3Cb%3E"),
        ("https://arxiv.org/pdf/2301.00001v2.pdf", "https://arxiv.org/abs/2301.00001v2"),
        ("http://export.arxiv.org/html/2301.00001", "https://arxiv.org/abs/2301.00001"),
        ("https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"),
        ("http://www.ncbi.nlm.nih.gov/pubmed/12", "https://pubmed.ncbi.nlm.nih.gov/12/"),
        ("https://m.example.org/a", "https://example.org/a"),
        ("https://en.m.wikipedia.org/wiki/A", "https://en.wikipedia.org/wiki/A"),
        (
            "https://www.google.com/amp/s/amp.example.org/story/amp/?amp=1&id=3",
            "https://example.org/story/?id=3",
        ),
        (
            "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/story?usqp=1",
            "https://www.example.org/story",
        ),
        ("https://www.google.com/amp/s/doi.org/10.1000/x", "https://doi.org/10.1000/x"),
    ],
)
def test_other_doors_to_a_page_lead_to_one_address(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


def test_what_is_wrapped_without_end_stays_as_it_came() -> None:
    wrapped = "https://www.google.com/amp/s/" + "www.google.com/amp/s/" * 30 + "example.org/"
    assert canonical_url(wrapped) == wrapped
    endless = "https://example.org/a" + "/amp" * 30
    assert canonical_url(canonical_url(endless)) == canonical_url(endless)


def test_the_scheme_is_shown_but_does_not_part_sources() -> None:
    assert canonical_url("http://www.example.org/") == "http://www.example.org/"
    assert source_key("http://www.example.org/a?utm_source=x") == source_key(
        "https://example.org/a"
    )
    assert source_key("https://example.org/a") != source_key("https://example.org/b")
    assert source_key("file:///a") == "file:///a"
    assert source_key("no url") == "no url"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("https://www.example.org/a", "http://example.org/b", True),
        ("https://m.example.org/a", "https://www.example.org/b", True),
        ("https://amp.example.org/", "https://example.org/", True),
        ("https://www.m.example.org/", "https://EXAMPLE.org./", True),
        ("https://bücher.example/", "https://xn--bcher-kva.example/", True),
        ("https://example.org/", "https://example.org.evil.example/", False),
        ("https://a.example.org/", "https://b.example.org/", False),
        ("https://example.org/", "https://example.org:8443/", False),
        ("https://example.org/", "/relative", False),
        ("file:///a", "file:///a", False),
        ("http://[x", "http://[x", False),
    ],
)
def test_a_page_may_speak_for_its_own_site(first: str, second: str, same: bool) -> None:
    assert same_site(first, second) is same
    assert same_site(second, first) is same
