"""The hash chain: what is changed, lost or moved shows."""

from __future__ import annotations

import json

import pytest

from ascertain.errors import LedgerError
from ascertain.evidence.chain import (
    GENESIS,
    canonical_json,
    chain_fault,
    digest,
    line_fault,
    seal,
    seal_line,
)
from ascertain.evidence.events import Event, EvidenceChecked, SourceAsked, parse_event
from ascertain.evidence.lead import Lead, SearchReply

AT = "2026-01-01T00:00:00.000Z"
BODY = SourceAsked(source_id="S1", sub_question_id="q1", url="https://example.org/é")


def first() -> Event:
    return seal(BODY, seq=1, at=AT, prev=GENESIS)


def test_the_digest_is_sha_256_in_lower_case() -> None:
    assert digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_canonical_json_sorts_names_and_writes_no_spaces() -> None:
    lead = Lead(url="u", provider="p", score=2.0, snippet="é\n\u2028")
    expected = '{"provider":"p","score":2,"snippet":"é\\n\u2028","title":"","url":"u"}'
    assert canonical_json(lead) == expected.encode()


def test_canonical_json_sorts_names_by_utf_16_code_units() -> None:
    reply = SearchReply(term_weights={"\ufb33": 1.0, "\U0001f600": 2.0, "a": 3.0})
    text = canonical_json(reply).decode()
    assert text.index('"a"') < text.index('"\U0001f600"') < text.index('"\ufb33"')


@pytest.mark.parametrize("score", [float("inf"), float("nan")])
def test_canonical_json_refuses_what_json_cannot_say(score: float) -> None:
    with pytest.raises(ValueError, match="not representable"):
        canonical_json(Lead(url="u", provider="p", score=score))


def test_a_sealed_line_is_the_canonical_json_of_its_event() -> None:
    event, line = seal_line(BODY, seq=7, at=AT, prev="ab" * 32)
    assert line == canonical_json(event)
    assert parse_event(line) == event
    assert (event.seq, event.at, event.prev, event.body) == (7, AT, "ab" * 32, BODY)


def test_the_hash_is_that_of_all_other_fields() -> None:
    event, line = seal_line(BODY, seq=1, at=AT, prev=GENESIS)
    fields = json.loads(line)
    del fields["hash"]
    plain = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert event.hash == digest(plain.encode())


def test_what_follows_has_no_fault() -> None:
    event, line = seal_line(BODY, seq=1, at=AT, prev=GENESIS)
    assert chain_fault(event, seq=1, prev=GENESIS) is None
    assert line_fault(line, seq=1, prev=GENESIS) is None


def test_a_moved_event_is_named() -> None:
    event, line = seal_line(BODY, seq=3, at=AT, prev=GENESIS)
    expected = "event number 3 stands where 2 belongs"
    assert chain_fault(event, seq=2, prev=GENESIS) == expected
    assert line_fault(line, seq=2, prev=GENESIS) == expected


def test_an_event_after_another_one_than_it_was_sealed_after_is_a_fault() -> None:
    event, line = seal_line(BODY, seq=1, at=AT, prev="1" * 64)
    for fault in (
        chain_fault(event, seq=1, prev=GENESIS),
        line_fault(line, seq=1, prev=GENESIS),
    ):
        assert fault is not None
        assert "does not follow the event before it" in fault


def test_changed_content_is_a_fault() -> None:
    event, line = seal_line(BODY, seq=1, at=AT, prev=GENESIS)
    changed = event.model_copy(update={"at": "2026-01-01T00:00:01.000Z"})
    for fault in (
        chain_fault(changed, seq=1, prev=GENESIS),
        line_fault(line.replace(b"S1", b"S2"), seq=1, prev=GENESIS),
    ):
        assert fault == "its content is not what its hash says"


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"null", b"\x00" * 300, b" " + b"x" * 1000, b'{"seq":1}'],
)
def test_a_line_that_is_no_event_is_a_fault(line: bytes) -> None:
    assert line_fault(line, seq=1, prev=GENESIS) == "it is not an event in canonical form"


def test_every_single_changed_byte_of_a_line_is_a_fault() -> None:
    line = seal_line(BODY, seq=1, at=AT, prev=GENESIS).line
    for place in range(len(line)):
        changed = bytearray(line)
        changed[place] ^= 1
        assert line_fault(bytes(changed), seq=1, prev=GENESIS) is not None


def test_a_quote_that_looks_like_the_end_of_an_event_does_not_mislead() -> None:
    tail = f',"hash":"{"0" * 64}","prev":"{GENESIS}","schema_version":1,"seq":1}}'
    body = BODY.model_copy(update={"url": tail})
    line = seal_line(body, seq=1, at=AT, prev=GENESIS).line
    assert line_fault(line, seq=1, prev=GENESIS) is None


def test_a_body_with_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(LedgerError, match="SourceAsked cannot be written as JSON"):
        seal(BODY.model_copy(update={"url": "\ud800"}), seq=1, at=AT, prev=GENESIS)


def test_a_body_with_an_infinite_number_is_refused() -> None:
    body = EvidenceChecked(
        evidence_id="E1", checks=(), verdict="supported", confidence=float("inf")
    )
    with pytest.raises(LedgerError, match="EvidenceChecked cannot be written as JSON"):
        seal(body, seq=1, at=AT, prev=GENESIS)


def test_a_body_that_could_not_be_read_back_is_refused_with_its_field() -> None:
    with pytest.raises(LedgerError, match=r"not a valid event: body\.source_asked\.url"):
        seal(BODY.model_copy(update={"url": ""}), seq=1, at=AT, prev=GENESIS)


def test_a_time_that_is_not_utc_is_refused() -> None:
    with pytest.raises(LedgerError, match="not a valid event: at"):
        seal(BODY, seq=1, at="2026-01-01 00:00", prev=GENESIS)


def test_sealing_is_repeatable() -> None:
    assert first() == first()
