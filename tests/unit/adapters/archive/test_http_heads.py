"""HTTP heads that hostile servers sent."""

from __future__ import annotations

import pytest

from archive_files import exchange
from ascertain.adapters.archive.http_heads import ascii_url, request_head, response_head


def lines(head: bytes) -> list[bytes]:
    assert head.endswith(b"\r\n\r\n")
    return head[:-4].split(b"\r\n")


def test_the_head_describes_the_body_as_it_is_kept() -> None:
    came = exchange(
        body=b"decoded",
        response_headers=(
            ("content-encoding", "br"),
            ("Content-Length", "3"),
            ("Transfer-Encoding", "chunked"),
            ("ETag", '"x"'),
        ),
    )
    assert lines(response_head(came)) == [
        b"HTTP/1.1 200 OK",
        b"Content-Length: 7",
        b"X-Archive-Orig-content-encoding: br",
        b"X-Archive-Orig-Content-Length: 3",
        b"X-Archive-Orig-Transfer-Encoding: chunked",
        b'ETag: "x"',
    ]


def test_a_reason_phrase_is_kept_and_an_unknown_status_has_none() -> None:
    assert lines(response_head(exchange(reason="Fine")))[0] == b"HTTP/1.1 200 Fine"
    assert lines(response_head(exchange(status=799)))[0] == b"HTTP/1.1 799 "


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("X-A", "1\r\nSet-Cookie: forged=1", b"X-A: 1  Set-Cookie: forged=1"),
        ("X-A\r\nForged", "1", b"X-A__Forged: 1"),
        ("X A:", "1", b"X_A_: 1"),
        ("X-A", "a\x00b\x7fc\td", b"X-A: a b c\td"),
        ("Location", "/caf\xe9", b"Location: /caf\xe9"),
        ("Location", "/\u6a4b", "Location: /\u6a4b".encode()),
        ("X-A", "\ud800", b"X-A: ?"),
    ],
)
def test_no_field_becomes_two_or_breaks_the_head(name: str, value: str, line: bytes) -> None:
    head = response_head(exchange(response_headers=((name, value),)))
    assert lines(head)[2:] == [line]


def test_a_huge_value_is_shortened_and_too_many_fields_are_counted() -> None:
    huge = response_head(exchange(response_headers=(("X-Huge", "a" * 100_000),)))
    assert len(huge) < 13_000
    many = tuple((f"X-{number}", "b" * 100) for number in range(1000))
    head = response_head(exchange(response_headers=many))
    assert len(head) < 30_000
    kept = lines(head)
    left_out = int(kept[-1].removeprefix(b"X-Archive-Left-Out: ").removesuffix(b" fields"))
    assert left_out == 1000 - (len(kept) - 3)
    assert left_out > 0


def test_a_field_without_a_name_is_left_out() -> None:
    head = lines(response_head(exchange(response_headers=(("", "x"), (":status", "200")))))
    assert head[2:] == [b"X-Archive-Left-Out: 1 fields"]


def test_a_request_says_what_was_asked_but_no_secret() -> None:
    asked = exchange(
        "https://example.org:8443/a b?q=\u6a4b",
        request_headers=(
            (":authority", "example.org"),
            ("Accept", "text/html"),
            ("authorization", "Bearer sesame"),
            ("COOKIE", "sesame"),
            ("x-api-key", "sesame"),
            ("Proxy-Authorization", "sesame"),
            ("X-Auth-Token", "sesame"),
        ),
    )
    head = request_head(asked)
    assert b"sesame" not in head
    assert lines(head)[:4] == [
        b"GET /a%20b?q=%E6%A9%8B HTTP/1.1",
        b"Host: example.org:8443",
        b"Accept: text/html",
        b"authorization: [not kept]",
    ]


def test_a_host_that_was_sent_is_not_said_twice_and_a_user_is_never_said() -> None:
    sent = request_head(exchange(request_headers=(("host", "other.example"),)))
    assert lines(sent) == [b"GET /page HTTP/1.1", b"host: other.example"]
    named = request_head(exchange("https://me:pass@example.org", method="PO ST"))
    assert lines(named) == [b"PO_ST / HTTP/1.1", b"Host: example.org"]


def test_an_address_is_printable_ascii() -> None:
    assert ascii_url("https://e.org/a b\n\u00e9%20\ud800") == "https://e.org/a%20b%0A%C3%A9%20?"
