import pytest

from ascertain.evidence.document import TextRange
from ascertain.evidence.selector import Anchor
from ascertain.sources.anchoring.finding import (
    LONGEST_QUOTE,
    Finding,
    find_quote,
    prepare,
    selector_at,
)

SOURCE = (
    "The com\u00admittee met in Ghent on 3 March 2021.[12] It said that the ﬁrm had earned $4.2"
    " million in the infor-\nmation technology sector, up 12.5% from 2019.¹ Critics, who did not"
    " attend, called the report “naïve” and asked for more.\n\n"
    "The government announced a new plan. It will not raise taxes before the next election,"
    " the minister said. Was the plan approved? Nobody knows.\n\n"
    "该公司去年营业收入增长了百分之十二，达到\n三十五亿元。专家认为，市场不会在短期内恢复。"
)


def found(quote: str, text: str = SOURCE) -> Anchor:
    finding = find_quote(quote, prepare(text))
    assert finding.anchor is not None, finding.nearest
    selector = finding.anchor.selector
    assert selector.exact == text[selector.start : selector.end]
    return finding.anchor


def refused(quote: str, text: str = SOURCE) -> Finding:
    finding = find_quote(quote, prepare(text))
    assert finding.anchor is None, finding.anchor
    return finding


def kinds(anchor: Anchor) -> set[str]:
    return {difference.kind for difference in anchor.differences}


def test_the_same_characters_are_exact_and_have_no_differences() -> None:
    anchor = found("It will not raise taxes")
    assert (anchor.method, anchor.differences) == ("exact", ())


@pytest.mark.parametrize(
    ("quote", "exact", "kind"),
    [
        ("The committee met", "The com\u00admittee met", "invisible_character"),
        ("the firm had earned", "the ﬁrm had earned", "unicode_form"),
        ("the information technology", "the infor-\nmation technology", "line_break_hyphen"),
        ("from 2019. Critics", "from 2019.¹ Critics", "footnote_mark"),
        ("March 2021. It said", "March 2021.[12] It said", "footnote_mark"),
        ('called the report "naïve" and', "called the report “naïve” and", "quotation_mark"),
        ("THE GOVERNMENT ANNOUNCED", "The government announced", "case"),
        ("the  next\nelection", "the next election", "white_space"),
        ("the report “nai\u0308ve” and", "the report “naïve” and", "unicode_form"),
        ("达到三十五亿元", "达到\n三十五亿元", "white_space"),
        ("市场不会，在短期内恢复", "市场不会在短期内恢复", "punctuation"),
    ],
)
def test_forms_without_meaning_are_normalized_and_listed(quote: str, exact: str, kind: str) -> None:
    anchor = found(quote)
    assert anchor.method == "normalized"
    assert anchor.selector.exact == exact
    assert kinds(anchor) == {kind}


@pytest.mark.parametrize(
    ("quote", "exact", "kind"),
    [
        ("Critics … asked for more", SOURCE[SOURCE.find("Critics") : -1], "ellipsis"),
        ("The govemment announced a new", "The government announced a new", "ocr_noise"),
        ("called the report naive and", "called the report “naïve” and", "accent"),
        ("It said [yesterday] that the", "It said that the", "bracketed_insertion"),
        ("and [the company] said that the", "", "bracketed_insertion"),
    ],
)
def test_small_harmless_differences_are_fuzzy_and_listed(quote: str, exact: str, kind: str) -> None:
    text = SOURCE if exact else "Years on, and it said that the costs had risen."
    exact = exact or "and it said that the"
    anchor = found(quote, text)
    assert anchor.method == "fuzzy"
    assert anchor.selector.exact == exact.split(" for more")[0] + (
        " for more" if kind == "ellipsis" else ""
    )
    assert kind in kinds(anchor)


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("the firm had earned $4.3 million", "the source says '$4.2' where the quote says '$4.3'"),
        ("It will raise taxes", "the quote leaves out 'not', which the source has there"),
        (
            "The government never announced a new plan",
            "the quote says 'never', which the source does not have there",
        ),
        (
            "It will … raise taxes before the next election",
            "the quote's ellipsis leaves out what reverses the meaning: 'not'",
        ),
        (
            "It said [5 million] that the firm had earned",
            "the quote puts '[5 million]' where the source has nothing of it",
        ),
        ("市场会在短期内恢复", "the quote leaves out '不', which the source has there"),
    ],
)
def test_a_changed_quote_is_refused_with_a_sentence_that_says_what_stands_there(
    quote: str, reason: str
) -> None:
    nearest = refused(quote).nearest
    assert nearest is not None
    assert nearest.reason == reason
    assert nearest.text == SOURCE[nearest.start : nearest.end]


@pytest.mark.parametrize(
    "quote",
    [
        "ritics, who did not attend",
        "the ﬁrm had earned $4",
        "the firm had earned $4.2",
        "2 million in the information",
        "5% from 2019",
        "Was the plan approve",
        "会在短期内恢复",
        "the plan approved. Nobody",
    ][:-1],
)
def test_a_quote_that_cuts_a_word_or_a_number_is_refused(quote: str) -> None:
    refused(quote)


def test_a_question_is_not_quoted_as_a_statement() -> None:
    assert refused("Was the plan approved.").nearest is not None
    assert found("Was the plan approved?").method == "exact"


@pytest.mark.parametrize("quote", ["", "   ", "...", "—", "[…]", "\u200b\u00ad", "!?", "🙂"])
def test_a_quote_without_letters_or_digits_has_no_anchor(quote: str) -> None:
    assert refused(quote).nearest is None


def test_a_quote_about_something_else_has_nothing_near() -> None:
    assert refused("Giraffes sleep standing up at midnight").nearest is None


def test_a_quote_longer_than_the_limit_is_not_looked_for() -> None:
    text = "word " * LONGEST_QUOTE
    assert find_quote(text, prepare(text)) == Finding(None)


def test_an_empty_text_holds_nothing() -> None:
    assert find_quote("anything at all", prepare("")) == Finding(None)


def test_of_several_places_the_first_wins_unless_another_is_preferred() -> None:
    text = "Menu: Prices rose. Prices  rose. The end. Prices rose."
    first = find_quote("Prices rose.", prepare(text)).anchor
    last = find_quote("Prices rose.", prepare(text), preferred=[TextRange(start=41, end=54)]).anchor
    folded = find_quote(
        "prices rose", prepare(text), preferred=[TextRange(start=18, end=33)]
    ).anchor
    assert first is not None
    assert last is not None
    assert folded is not None
    assert (first.selector.start, last.selector.start, folded.selector.start) == (6, 42, 19)


def test_a_preferred_range_without_the_quote_does_not_hide_it() -> None:
    text = "Prices rose. The end."
    finding = find_quote("Prices rose.", prepare(text), preferred=[TextRange(start=13, end=21)])
    assert finding.anchor is not None


def test_blanks_around_a_quote_are_not_part_of_it() -> None:
    assert found(" \n It will not raise taxes\u200b ").selector.exact == "It will not raise taxes"


def test_offsets_count_code_points_behind_astral_characters_and_ligatures() -> None:
    text = "😀😀 ﬃ 𝔸𝔹 “The oﬃce was closed” 👩‍👩‍👧"
    anchor = found("the office was closed", text)
    assert anchor.selector.exact == "The oﬃce was closed"
    assert anchor.selector.start == text.index("The")


def test_punctuation_at_both_ends_is_covered_where_the_text_has_it_too() -> None:
    text = "He said: “Prices\nrose.” Then he left."
    assert found('"Prices rose."', text).selector.exact == "“Prices\nrose.”"
    assert found('"Prices rose"', text).selector.exact == "“Prices\nrose"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("A profit of 10⁶ euros was made", "A profit of 106 euros was made"),
        ("It grew by 2½ points", "It grew by 21/2 points"),
        ("A table 5 2020 follows here", "A table 52020 follows here"),
        ("The result was −5 points overall", "The result was 5 points overall"),
        ("The price was €50 in all", "The price was $50 in all"),
        ("There were no table linens left", "There were notable linens left"),
        ("They said we're late again", "They said were late again"),
        ("In Iraq it rained all week", "In Iran it rained all week"),
        ("It is impossible to win here", "possible to win here"),
        ("An un-\nlikely end to the day", "likely end to the day"),
        ("The vote was 3-5 in committee", "5 in committee"),
        ("He can't win the race", "He can"),
        ("The price of 1,234 rose", "The price of 1,243 rose"),
        ("A cat sat there on the mat", "A dog sat there on the mat"),
        ("Many people saw the match", "Most people saw the match"),
        ("It may rain in the evening", "It will rain in the evening"),
    ],
)
def test_a_difference_that_matters_is_never_passed_over(text: str, quote: str) -> None:
    refused(quote, text)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("A sum of 10 000 euros was paid", "A sum of 10,000 euros was paid"),
        ("He cannot win the race", "He can not win the race"),
        ("A stroke of 5\u00a0% was seen", "A stroke of 5% was seen"),
        ("The area is 5 m² in all", "The area is 5 m2 in all"),
        ("Years 2019 – 2021 were hard", "Years 2019-2021 were hard"),
        ("See evidence.12 The end is near", "See evidence. The end is near"),
        ("Ａ ｗｉｄｅ ｌｉｎｅ of 12３ words", "A wide line of 123 words"),
        ("ｶﾞﾗｽの建物は高い", "ガラスの建物は高い"),
        ("كَتَبَ الوَلَدُ الدَّرْسَ", "كتب الولد الدرس"),
        ("٣٥ من الناس حضروا", "35 من الناس حضروا"),
        ("Straße und Maß sind da", "STRASSE UND MASS SIND DA"),
        ("한국어 문장입니다", "한국어 문장입니다"),
    ],
)
def test_another_form_of_the_same_words_is_found(text: str, quote: str) -> None:
    selector = found(quote, text).selector
    assert (selector.start, selector.end) == (0, len(text))


def test_a_scanned_word_is_real_if_the_text_uses_it_elsewhere() -> None:
    text = "The modem was old. Buy another modem. A modem helps."
    refused("The modern was old.", text)


def test_a_selector_has_context_that_splits_no_character() -> None:
    text = "e\u0301" * 40 + "quote" + "👩‍👩‍👧" * 10
    selector = selector_at(text, 80, 85)
    assert selector.exact == "quote"
    assert 0 < len(selector.prefix) <= 32
    assert selector.prefix[0] == "e"
    assert 0 < len(selector.suffix) <= 32
    assert len(selector.suffix) % 5 == 0


def test_a_selector_at_the_edges_of_a_text_has_empty_context() -> None:
    selector = selector_at("all", 0, 3)
    assert (selector.prefix, selector.exact, selector.suffix) == ("", "all", "")


def test_flags_are_not_split_in_context() -> None:
    text = "🇩🇪" * 20 + "x"
    assert len(selector_at(text, 40, 41).prefix) == 32
    assert len(selector_at("a" + text, 41, 42).prefix) == 32
    assert len(selector_at(text + "y" * 31, 41, 42).prefix) == 31


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("costs 1,000 euros", "It costs 1.000 euros a day."),
        ("costs 1.000 euros", "It costs 1,000 euros a day."),
        ("costs 1000 euros", "It costs 1.000 euros a day."),
        ("costs 1.000 euros", "It costs 1000 euros a day."),
        ("costs 1,000 euros", "It costs 1.000 euros a day, or 2.500 with a meal."),
        ("costs 1,000 euros", "It costs 1.000 euros, 1.250.000 in all, and weighs 3.5 kg."),
    ],
)
def test_a_mark_that_may_part_thousands_or_decimals_is_refused(quote: str, text: str) -> None:
    nearest = refused(quote, text).nearest
    assert nearest is not None
    assert [difference.kind for difference in nearest.differences] == ["number"]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("costs 1,000 euros", "It costs 1.000 euros a day, and 2.500.000 euros in all."),
        ("costs 1000 euros", "It costs 1.000 euros a day, or 1.250,50 with tax."),
        ("costs 1.000 euros", "It costs 1,000 euros a day, and 1,250,000 in all."),
        ("costs 1000 euros", "It costs 1,000 euros a day."),
        ("costs 1 000 euros", "It costs 1,000 euros a day."),
        ("costs 1,000,000 euros", "It costs 1.000.000 euros a day."),
        ("weighs 0,125 kg", "It weighs 0.125 kg now."),
    ],
)
def test_a_mark_that_the_text_shows_to_part_thousands_is_another_form(
    quote: str, text: str
) -> None:
    assert kinds(found(quote, text)) == {"digit_grouping"}
