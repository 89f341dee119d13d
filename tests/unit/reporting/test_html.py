"""The report as one HTML page, without a browser."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

from ascertain.evidence.report import FailedSource
from ascertain.reporting.excerpts import MAX_WHOLE
from ascertain.reporting.html import SHOWN_UNREADABLE, render_html
from ascertain.reporting.material import ReportMaterial
from unit.reporting.page_tree import Node, parse_page
from unit.reporting.record_builders import digest_of, evidence_of
from unit.reporting.report_material import ferry_material, partial_material


def _page(material: ReportMaterial) -> Node:
    return parse_page(render_html(material))


def _longer(material: ReportMaterial, text: str, exact: str) -> ReportMaterial:
    """Return the material with the evidence E1 quoted from another text of its source."""
    old = material.evidence["E1"]
    new = evidence_of("E1", material.sources[old.source_id], text, exact, old.claim)
    return replace(
        material,
        evidence={**material.evidence, "E1": new},
        texts={**material.texts, digest_of(text): text},
    )


def test_the_page_begins_with_its_document_type_and_ends_its_document() -> None:
    page = render_html(ferry_material())
    assert page.startswith("<!doctype html>\n<html")
    assert page.rstrip().endswith("</html>")


def test_the_policy_allows_the_page_s_own_style_and_script_by_digest_and_nothing_else() -> None:
    page = render_html(ferry_material())
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    expected = ["default-src &#39;none&#39;"]
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        content = re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert content is not None
        digest = base64.b64encode(hashlib.sha256(content.group(1).encode()).digest()).decode()
        expected.append(f"{directive} &#39;sha256-{digest}&#39;")
    expected += ["base-uri &#39;none&#39;", "form-action &#39;none&#39;"]
    assert policy.group(1) == "; ".join(expected)


def test_nothing_in_the_page_is_loaded_from_elsewhere() -> None:
    page = _page(ferry_material())
    tags = {node.tag for node in page.walk()}
    assert not tags & {"link", "img", "iframe", "object", "embed", "form", "base", "video"}
    assert not page.values("src") + page.values("srcset") + page.values("style")


def test_ids_are_unique_and_every_inner_link_has_its_target() -> None:
    page = _page(ferry_material())
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    inner = [each[1:] for each in page.values("href") if each.startswith("#")]
    assert inner
    assert set(inner) <= set(ids)


def test_each_citation_leads_to_its_quote_and_the_quote_is_marked_in_the_saved_text() -> None:
    material = ferry_material()
    page = _page(material)
    exact = {evidence.selector.exact for evidence in material.evidence.values()}
    quoted: set[str] = set()
    for link in page.with_class("cite"):
        card = page.with_id(link.attributes["href"][1:])
        text = page.with_id(card.attributes["data-text"])
        key = link.attributes["data-key"]
        marks = [
            mark for mark in text.with_tag("mark") if key in mark.attributes["data-key"].split()
        ]
        marked = "".join(mark.text() for mark in marks)
        assert marked == card.with_tag("q")[0].text()
        quoted.add(marked)
    assert quoted == exact


def test_saved_texts_stand_in_the_page_character_for_character() -> None:
    material = ferry_material()
    page = _page(material)
    shown = {element.text() for element in page.with_class("source-text")}
    assert shown == set(material.texts.values())


def test_headings_of_a_saved_text_are_set_apart() -> None:
    page = _page(ferry_material())
    assert "Our boats" in [heading.text() for heading in page.with_id("text-1").with_class("h2")]


def test_each_sentence_carries_its_note_its_mark_and_its_standing() -> None:
    page = _page(ferry_material())
    first, _, third, fourth = page.with_class("statement")[:4]
    assert "several dateless" in first.attributes["class"]
    assert "Supported2 independent sources undatedconfidence 0.88" in first.words()
    assert "(as of 2025-11)" in third.words()
    assert "conflicting" in fourth.attributes["class"]


def test_conflicts_gaps_failures_and_doubts_have_their_places() -> None:
    page = _page(ferry_material())
    assert len(page.with_id("conflicts").with_class("side")) == 2
    assert "Why not: The quote gives" in page.with_id("unverified").words()
    assert "names a shareholder" in page.with_id("gaps").words()
    assert "Asks programs to stay out:" in page.with_id("failed").words()
    assert "1 document" in page.with_id("unreadable").words()
    assert "31 documents searched" in page.with_id("scorecard").words()
    assert "made by rules" in page.with_id("plan").words()


def test_a_partial_report_has_its_banner_before_the_question() -> None:
    page = _page(partial_material())
    first = next(node for node in page.with_class("head")[0].walk() if node.tag == "p")
    assert first.attributes["class"] == "partial"
    assert "The run met its limit of 240 seconds" in first.words()
    assert not _page(ferry_material()).with_class("partial")


def test_languages_are_named_where_they_are_known() -> None:
    page = _page(ferry_material())
    languages = {quote.attributes["lang"] for quote in page.with_tag("blockquote")}
    assert languages == {"en", "zh", "ar"}


def test_a_text_beyond_the_cap_is_shown_around_its_quote_and_says_what_is_left_out() -> None:
    text = "früh 🚢 " * (MAX_WHOLE // 6) + "Here it is." + " spät" * 30_000
    material = _longer(ferry_material(), text, "Here it is.")
    page = _page(material)
    saved = page.with_id("text-1")
    assert [mark.text() for mark in saved.with_tag("mark")] == ["Here it is."]
    left_out = [each.words() for each in saved.with_class("left-out")]
    assert len(left_out) == 2
    assert left_out[0].endswith(f"whole text in snapshots/{digest_of(text)}.txt)")
    assert len(saved.text()) < 5_000


def test_carriage_returns_in_a_saved_text_survive_the_page() -> None:
    text = "one\r\ntwo\rthree\n\n  four"
    page = render_html(_longer(ferry_material(), text, "two\rthree"))
    assert "two&#13;three</mark>" in page


def test_a_quote_that_the_saved_text_no_longer_holds_is_named_and_not_marked() -> None:
    material = ferry_material()
    digest = material.evidence["E1"].snapshot
    page = _page(replace(material, texts={**material.texts, digest: "Another text."}))
    assert "no longer holds these words" in page.with_id("ref-1a").words()
    assert not page.with_id("text-1").with_tag("mark")


def test_a_source_whose_text_is_not_at_hand_still_shows_its_quotes() -> None:
    page = _page(replace(ferry_material(), texts={}, headings={}))
    assert not page.with_class("source-text")
    card = page.with_id("ref-1a")
    assert "was not at hand" in card.words()
    assert "founded in 2011" in card.with_tag("q")[0].text()


def test_two_sources_with_the_same_bytes_share_one_saved_text() -> None:
    material = ferry_material()
    text = material.texts[material.evidence["E1"].snapshot]
    twin = evidence_of("E2", material.sources["S6"], text, "Dogs travel free.", "Dogs travel.")
    page = _page(replace(material, evidence={**material.evidence, "E2": twin}))
    summaries = [each.words() for each in page.with_class("saved")]
    assert summaries[0].startswith("1, 2 About Lumen Ferries")


def test_many_unreadable_documents_are_folded_and_counted() -> None:
    material = ferry_material()
    documents = tuple(
        FailedSource(source_id=f"D{at}", url=f"d/{at}.pdf", status="empty", reason="A scan.")
        for at in range(SHOWN_UNREADABLE + 3)
    )
    report = material.report.model_copy(update={"unreadable_documents": documents})
    words = _page(replace(material, report=report)).with_id("unreadable").words()
    assert "203 documents" in words
    assert words.endswith("and 3 more")


def test_a_report_without_anything_found_is_still_a_page() -> None:
    material = ferry_material()
    report = material.report.model_copy(
        update={
            "sections": material.report.sections[3:],
            "unverified": (),
            "conflicts": (),
            "as_of": None,
            "run_status": "no_evidence",
        }
    )
    page = _page(replace(material, report=report, claims={}, evidence={}, sources={}, texts={}))
    assert "Undated" in page.with_class("byline")[0].words()
    assert not page.with_class("reference")


def test_the_same_material_gives_the_same_characters() -> None:
    assert render_html(ferry_material()) == render_html(ferry_material())
