"""Sources that try to leave their place in the report."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from tests.unit.reporting.page_tree import parse_page
from tests.unit.reporting.report_material import digest_of, evidence_of, ferry_material

from ascertain.evidence.claim import Claim, Conflict, Gap
from ascertain.evidence.document import DatedField, Heading
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.report import FailedSource, Section, Sentence, UnverifiedItem
from ascertain.evidence.source import Source
from ascertain.reporting.excerpts import Quote, cut_text
from ascertain.reporting.html import render_html
from ascertain.reporting.markdown import render_markdown
from ascertain.reporting.material import ReportMaterial

_ATTACKS = (
    "</script><img src=x onerror=alert(1)>",
    "]]> --> </style></title></textarea><svg/onload=alert(1)>",
    '" onmouseover="alert(1)" \' autofocus onfocus=\'alert(1)',
    "{{ 7*7 }} {% include 'x' %} ${7*7} <%= 7*7 %>",
    "[click](javascript:alert(1)) ![x](https://evil.example/p.png) <https://evil.example>",
    "# heading\n\n- list\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n\n[1]: https://evil.example",
    "user\u202etxt.exe\u2066 \u202bunclosed",
    "\x00\x08\x1b[31m\x7f\x85\u2028",
    "&lt;b&gt; &amp; &#60;script&#62; &quot;",
    "\ufeff" + "名" * 10_000,
)


def _hostile(attack: str) -> ReportMaterial:
    text = f"Before {attack} after, and some more words.\n{attack}\n"
    source = Source(
        id=attack,
        requested_url="javascript:alert(document.domain)",
        canonical_url="javascript:alert(document.domain)",
        published=DatedField(value="2024", where=attack),
        title=attack * 3,
        author=attack,
        language='en" onclick="alert(1)',
        content_hash=digest_of(text),
        status="ok",
    )
    quote = evidence_of(attack, source, text, f"{attack} after", attack).model_copy(
        update={
            "text_fragment_url": "data:text/html,<script>alert(1)</script>",
            "identity_signals": (attack,),
        }
    )
    ferry = ferry_material()
    claim = Claim(
        id=attack,
        text=attack,
        claim_type="other",
        evidence=ferry.claims["C1"].evidence[:1],
        independent_sources=1,
        verdict="supported",
        confidence=0.5,
    )
    claim = claim.model_copy(
        update={"evidence": (claim.evidence[0].model_copy(update={"id": quote.id}),)}
    )
    failed = FailedSource(source_id=attack, url=attack, status="error", reason=attack)
    report = ferry.report.model_copy(
        update={
            "run_id": attack,
            "question": attack,
            "status": "partial",
            "status_reason": attack,
            "sections": (
                Section(
                    sub_question_id="q1",
                    heading=attack,
                    sentences=(Sentence(text=attack, claim_ids=(claim.id,), note=attack),),
                ),
            ),
            "unverified": (UnverifiedItem(claim_id=claim.id, text=attack, reason=attack),),
            "conflicts": (
                Conflict(attribute=attack, claim_ids=(claim.id, claim.id), detail=attack),
            ),
            "gaps": (Gap(sub_question_id="q1", question=attack, reason=attack),),
            "failed_sources": (failed,),
            "unreadable_documents": (failed,),
            "notes": (attack,),
        }
    )
    words = attack[:1000]
    return ReportMaterial(
        report=report,
        plan=ResearchPlan(
            question=words,
            subquestions=(Subquestion(id="q1", question=words, query=words),),
            made_by=attack,
            notes=(attack,),
        ),
        claims={claim.id: claim},
        evidence={quote.id: quote},
        sources={source.id: source},
        texts={digest_of(text): text},
        headings={digest_of(text): (Heading(start=0, end=12, level=1),)},
    )


@pytest.mark.parametrize("attack", _ATTACKS, ids=range(len(_ATTACKS)))
def test_a_page_has_no_element_attribute_or_script_that_a_source_brought(attack: str) -> None:
    page = _page(attack)
    tree = parse_page(page)
    names = {name for node in tree.walk() for name in node.attributes}
    assert not [name for name in names if name.startswith("on") or name in {"style", "src"}]
    assert not [link for link in tree.values("href") if not re.match(r"#|https?://", link)]
    assert "\x00" not in page


@pytest.mark.parametrize("attack", _ATTACKS, ids=range(len(_ATTACKS)))
def test_a_page_is_the_same_outside_the_sources_words(attack: str) -> None:
    def shape(words: str) -> list[tuple[str, list[str]]]:
        return [(node.tag, list(node.attributes)) for node in parse_page(_page(words)).walk()]

    assert shape(attack) == shape("plain")


def _page(attack: str) -> str:
    return render_html(_hostile(attack))


@pytest.mark.parametrize("attack", _ATTACKS, ids=range(len(_ATTACKS)))
def test_markdown_has_the_same_shape_whatever_a_source_says(attack: str) -> None:
    assert _shape(render_markdown(_hostile(attack))) == _shape(render_markdown(_hostile("plain")))


def _shape(markdown: str) -> list[str]:
    """Return block and inline elements, without the text and without the lines of quotes."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    kinds: list[str] = []
    depth = 0
    for token in parser.parse(markdown):
        depth += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        inner = [child.type for child in token.children or ()]
        if depth:
            assert not {"link_open", "image", "html_inline", "code_inline"} & set(inner)
            continue
        assert token.type != "html_block"
        kinds.append(token.type)
        kinds += [kind for kind in inner if kind not in {"text", "text_special"}]
    return kinds


def test_no_markdown_link_leaves_the_web() -> None:
    for attack in _ATTACKS:
        for token in MarkdownIt("commonmark").parse(render_markdown(_hostile(attack))):
            for child in token.children or ():
                if child.type == "link_open":
                    assert re.match(r"#ref-\d+[a-z]+$|https?://", str(child.attrs["href"]))


def test_a_title_of_ten_thousand_characters_is_cut_where_it_is_printed() -> None:
    titles = parse_page(_page("名" * 10_000)).with_class("title")
    assert [len(title.text()) for title in titles] == [301]


def test_thousands_of_nested_quotes_and_headings_take_linear_time() -> None:
    text = "word " * 40_000
    headings = [Heading(start=at * 10, end=at * 10 + 4, level=2) for at in range(20_000)]
    quotes = [Quote(f"k{at}", at * 50, at * 50 + 60) for at in range(3_000)]
    begun = time.perf_counter()
    excerpt = cut_text(text, quotes, headings)
    assert time.perf_counter() - begun < 5
    assert "".join(segment.text for segment in excerpt.segments) == text


def test_halves_of_surrogate_pairs_do_not_break_the_file() -> None:
    material = ferry_material()
    texts = {digest: f"{text}\ud83d" for digest, text in material.texts.items()}
    page = render_html(replace(material, texts=texts))
    assert page.encode().decode() == page
