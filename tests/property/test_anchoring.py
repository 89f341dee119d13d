import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from ascertain.sources.anchoring.finding import find_quote, prepare, selector_at
from ascertain.sources.anchoring.folding import fold
from ascertain.sources.anchoring.fragments import text_fragment_url

ANY_TEXT = st.text(max_size=300)
WORD = st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=1, max_size=9)
SENTENCE = st.lists(WORD, min_size=2, max_size=12).map(" ".join)
BLANKS = st.sampled_from([" ", "  ", "\n", "\t", "\u00a0", " \u200b"])


@given(ANY_TEXT)
def test_offsets_of_a_skeleton_rise_and_stay_inside(text: str) -> None:
    folded = fold(text)
    at = 0
    for key in range(len(folded.skeleton)):
        start, end = folded.start_of(key), folded.end_of(key)
        assert at <= start < end <= len(text)
        at = start


@given(ANY_TEXT, ANY_TEXT)
def test_any_quote_in_any_text_gives_a_finding_that_holds_together(quote: str, text: str) -> None:
    finding = find_quote(quote, prepare(text))
    if finding.anchor is not None:
        selector = finding.anchor.selector
        assert selector.exact == text[selector.start : selector.end]
        assert selector.exact == selector.exact.strip()
        assert finding.nearest is None
        assert (finding.anchor.method == "exact") <= (not finding.anchor.differences)
    if finding.nearest is not None:
        assert finding.nearest.reason
        assert finding.nearest.differences


@given(st.lists(SENTENCE, min_size=1, max_size=6), st.data())
def test_every_sentence_of_a_text_is_found_exactly(
    sentences: list[str], data: st.DataObject
) -> None:
    text = ". ".join(sentences) + "."
    quote = data.draw(st.sampled_from(sentences))
    anchor = find_quote(quote, prepare(text)).anchor
    assert anchor is not None
    assert anchor.method == "exact"
    assert anchor.selector.exact == quote


@given(SENTENCE, SENTENCE, SENTENCE, st.data())
def test_other_blanks_and_forms_lead_to_the_same_words(
    before: str, quote: str, after: str, data: st.DataObject
) -> None:
    text = f"{before}. {quote}. {after}."
    changed = re.sub(" ", lambda _: data.draw(BLANKS), quote)
    changed = unicodedata.normalize(data.draw(st.sampled_from(["NFC", "NFD"])), changed)
    anchor = find_quote(changed, prepare(text)).anchor
    assert anchor is not None
    assert fold(anchor.selector.exact).skeleton == fold(quote).skeleton


@given(SENTENCE, st.integers(0, 999_999), st.integers(0, 999_999), SENTENCE)
def test_another_number_is_never_found(before: str, one: int, other: int, after: str) -> None:
    text = f"{before} x {one} x {after}"
    quote = f"{before} x {other} x {after}"
    assert (find_quote(quote, prepare(text)).anchor is None) == (one != other)


@settings(max_examples=60)
@given(st.text(max_size=120), st.data())
def test_context_joins_to_the_text_around(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    selector = selector_at(text, start, end)
    whole = selector.prefix + selector.exact + selector.suffix
    assert whole in text
    assert text[:start].endswith(selector.prefix)
    assert max(len(selector.prefix), len(selector.suffix)) <= 32


@given(st.text(min_size=1, max_size=400), st.text(max_size=40), st.text(max_size=40))
def test_a_fragment_has_one_to_four_terms_and_no_bare_sign(
    exact: str, prefix: str, suffix: str
) -> None:
    selector = selector_at(prefix + exact + suffix, len(prefix), len(prefix) + len(exact))
    url = text_fragment_url("https://x.example/", selector)
    terms = url.partition(":~:text=")[2]
    if not terms:
        assert not any(character.isalnum() for character in exact)
        return
    parts = terms.split(",")
    assert 1 <= len(parts) <= 4
    assert all(part.strip("-") for part in parts)
    assert re.fullmatch(r"[A-Za-z0-9_.~%,-]*", terms)
    assert all("-" not in part.removesuffix("-").removeprefix("-") for part in parts)
