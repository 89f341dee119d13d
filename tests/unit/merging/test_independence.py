"""Sources count once if one has its words from the other; the withdrawn support nothing alone."""

from __future__ import annotations

from ascertain.evidence.claim import Claim
from ascertain.evidence.source import Source
from ascertain.merging.aging import Aging
from ascertain.merging.independence import Borrowing
from ascertain.merging.merge import WITHDRAWN, Judged, MergeTerms, merge_evidence
from builders import dated, evidence, plan, source

CLAIM = "The Tarn mill grinds forty tonnes of barley in every week of the long winter."
SHORT = "The Tarn mill opened in 1990."


def _merged(
    quotes: dict[str, str],
    sources: dict[str, Source],
    terms: MergeTerms | None = None,
    text: str = SHORT,
) -> Claim:
    items = [
        Judged(evidence(f"E{at}", text, quote=quote, source_id=name), "supported", 0.9, ("q1",))
        for at, (name, quote) in enumerate(quotes.items(), start=1)
    ]
    (claim,) = merge_evidence(items, sources, plan(), terms).claims
    return claim


def _pages(*hosts: str) -> dict[str, Source]:
    return {
        f"S{at}": source(
            f"S{at}", canonical_url=f"https://{host}/", resolved_url=f"https://{host}/"
        )
        for at, host in enumerate(hosts, start=1)
    }


PAGES = _pages("www.pentland.example", "tarn-news.example")


def test_sources_of_their_own_words_count_each() -> None:
    quotes = {"S1": "The mill opened in 1990.", "S2": "It was in 1990 that the mill opened."}
    assert _merged(quotes, PAGES).independent_sources == 2


def test_the_same_long_sentence_in_two_places_counts_once() -> None:
    assert _merged({"S1": CLAIM, "S2": CLAIM}, PAGES, text=CLAIM).independent_sources == 1


def test_a_page_that_holds_the_others_quote_counts_once() -> None:
    quotes = {"S1": "The mill opened in 1990.", "S2": "In 1990 the mill opened."}
    held = MergeTerms(borrowing=Borrowing(held_by={"E1": {"S1", "S2", "S9"}}))
    assert _merged(quotes, PAGES, held).independent_sources == 1


def test_a_page_that_names_the_other_as_its_source_counts_once() -> None:
    quotes = {
        "S1": "The mill opened in 1990.",
        "S2": "According to the Pentland Courier, the mill opened in 1990.",
    }
    assert _merged(quotes, PAGES).independent_sources == 1


def test_naming_a_publisher_without_citing_it_joins_nothing() -> None:
    quotes = {
        "S1": "The mill opened in 1990.",
        "S2": "The mill on the Pentland shore opened in 1990.",
    }
    assert _merged(quotes, PAGES).independent_sources == 2
    short = _pages("ab.example", "www.localhost")
    cited = {"S1": "It opened in 1990.", "S2": "According to ab, it opened in 1990."}
    assert _merged(cited, short).independent_sources == 2


def test_a_copys_date_does_not_make_the_claim_younger() -> None:
    pages = {
        "S1": source("S1", published=dated("2019-09-12")),
        "S2": source("S2", published=dated("2024-01-01")),
    }
    terms = MergeTerms(borrowing=Borrowing({"S2": "S1"}))
    claim = _merged({"S1": "It opened.", "S2": "It opened."}, pages, terms)
    assert claim.as_of is not None
    assert claim.as_of.value == "2019-09-12"
    turned = {"S1": pages["S2"].model_copy(update={"id": "S1"}), "S2": pages["S1"]}
    copied = MergeTerms(borrowing=Borrowing({"S1": "S2"}))
    again = _merged({"S1": "It opened.", "S2": "It opened."}, turned, copied)
    assert again.as_of == claim.as_of


def test_a_retracted_source_supports_nothing_alone() -> None:
    pages = {"S1": source("S1", retraction="retracted in 2021"), "S2": source("S2")}
    alone = _merged({"S1": SHORT}, pages)
    assert (alone.verdict, alone.status) == ("not_enough_evidence", "unverified")
    assert alone.confidence_terms[-1].name == WITHDRAWN
    assert alone.confidence_terms[-1].detail == "S1 is retracted"
    beside = _merged({"S1": SHORT, "S2": "In 1990 the mill opened."}, pages)
    assert (beside.verdict, beside.independent_sources) == ("supported", 1)


def test_a_superseded_source_supports_nothing_alone() -> None:
    claim = _merged({"S1": SHORT}, {"S1": source("S1", superseded="replaced in 2021")})
    assert claim.confidence_terms[-1].detail == "S1 is superseded"


def test_a_role_carries_its_freshness_and_half_life() -> None:
    aging = Aging("2026-01-01", {"event": 30.0})
    claim = _merged({"S1": SHORT}, {"S1": source("S1")}, MergeTerms(aging=aging))
    assert (claim.freshness, claim.half_life_days) == ("undated", 30.0)
    assert any(term.name == "undated" for term in claim.confidence_terms)
