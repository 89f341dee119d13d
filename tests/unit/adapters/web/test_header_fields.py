"""What is sent with requests, what of it is recorded, and what answers may hold."""

from __future__ import annotations

import pytest

from ascertain.adapters.web.header_fields import (
    NOT_RECORDED,
    field_value,
    recorded,
    request_headers,
    response_headers,
)
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Headers


def _sent(given: Headers = (), *, length: int | None = None) -> Headers:
    return request_headers(given, authority="example.org:8080", user_agent="us/1", length=length)


def test_the_usual_fields_are_sent_host_first() -> None:
    assert _sent()[:2] == (("Host", "example.org:8080"), ("User-Agent", "us/1"))
    assert dict(_sent())["Accept-Encoding"] == "gzip, br, zstd"
    assert dict(_sent())["Accept-Language"] == "*"
    assert "Content-Length" not in dict(_sent())


def test_a_given_field_takes_the_place_of_the_usual_one() -> None:
    sent = _sent((("accept", "application/json"), ("If-None-Match", '"a"')))
    assert [value for name, value in sent if name.lower() == "accept"] == ["application/json"]
    assert sent[-1] == ("If-None-Match", '"a"')


def test_a_body_is_measured() -> None:
    assert _sent(length=12)[-1] == ("Content-Length", "12")


@pytest.mark.parametrize("name", ["Cookie", "host", "TRANSFER-ENCODING", "Upgrade", "", "a b", "é"])
def test_fields_that_only_the_client_sets_are_refused(name: str) -> None:
    with pytest.raises(FetchError, match="may not set the header field") as caught:
        _sent(((name, "x"),))
    assert caught.value.status == "error"


@pytest.mark.parametrize("value", ["a\r\nEvil: 1", "a\nb", "a\0", "\x7f", "→"])
def test_values_that_could_become_another_field_are_refused(value: str) -> None:
    with pytest.raises(FetchError, match="If-None-Match has a character") as caught:
        _sent((("If-None-Match", value),))
    assert value not in caught.value.reason


def test_keys_are_sent_but_not_recorded() -> None:
    sent = _sent((("Authorization", "Bearer s3cret"), ("X-Api-Key", "s3cret"), ("Range", "a")))
    kept = recorded(sent)
    assert "s3cret" in repr(sent)
    assert "s3cret" not in repr(kept)
    assert [name for name, _ in kept] == [name for name, _ in sent]
    assert dict(kept)["X-Api-Key"] == NOT_RECORDED
    assert dict(kept)["Range"] == "a"
    assert dict(kept)["Host"] == "example.org:8080"


def test_fields_of_an_answer_keep_their_case_order_and_bytes() -> None:
    raw = [(b"X-B", b"\xe9"), (b"x-a", b"1"), (b"X-B", b"")]
    assert response_headers(raw) == (("X-B", "é"), ("x-a", "1"), ("X-B", ""))


@pytest.mark.parametrize("field", [(b"a", b"b\r\nc: d"), (b"a\n", b"b"), (b"a", b"\0"), (b"", b"")])
def test_an_answer_whose_field_could_be_read_as_several_is_refused(
    field: tuple[bytes, bytes],
) -> None:
    with pytest.raises(FetchError, match="character that HTTP forbids"):
        response_headers([field])


@pytest.mark.parametrize("raw", [[(b"a", b"b")] * 501, [(b"a", b"b" * 100_000)]])
def test_a_flood_of_fields_is_refused(raw: list[tuple[bytes, bytes]]) -> None:
    with pytest.raises(FetchError, match="far too large"):
        response_headers(raw)


def test_values_of_one_name_are_joined_in_order() -> None:
    headers = (("Content-Encoding", "gzip"), ("X", "y"), ("content-encoding", "br"))
    assert field_value(headers, "content-Encoding") == "gzip, br"
    assert field_value(headers, "Vary") is None
