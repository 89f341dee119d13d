from __future__ import annotations

import pytest

from ascertain.adapters.runtimes.extractive.answers import answer_evidence, asked_type
from ascertain.adapters.runtimes.extractive.drafting import claim_type_for, source_type_of
from ascertain.adapters.runtimes.extractive.question import facets, question_of
from ascertain.adapters.runtimes.extractive.terms import content_tokens, fold, tokens
from ascertain.sources.stems import stem
from extractive_pages import brief_for


def test_inflected_forms_of_a_word_meet() -> None:
    assert (
        len({stem(word) for word in ("manage", "manages", "managed", "managing", "manager")}) == 1
    )
    assert stem("companies") == stem("company")


def test_short_words_numbers_and_other_scripts_keep_their_form() -> None:
    assert [stem(word) for word in ("was", "2011s", "красный")] == ["was", "2011s", "красный"]


def test_case_width_and_accents_are_folded_but_not_japanese_sound_marks() -> None:
    assert fold("Pelé ＡＢＣ") == "pele abc"
    assert fold("が") != fold("か")


def test_cjk_text_becomes_pairs_and_the_asking_words_go() -> None:
    assert tokens("新船厂2021年") == ["新船", "船厂", "2021", "年"]
    assert content_tokens("哈尔登和卑尔根分别是什么时候") == ["哈尔", "尔登", "卑尔", "尔根"]


def test_rare_words_weigh_more_than_common_ones() -> None:
    sub = brief_for("Who founded Halden Tidal?").subquestion
    weights = question_of(sub, {"founded": 1.0, "halden": 6.0, "tidal": 3.0}).weights
    assert weights[stem("halden")] > weights[stem("tidal")] > weights[stem("founded")]
    assert sum(weights.values()) == pytest.approx(1.0)


def test_the_word_that_names_the_kind_of_answer_weighs_half() -> None:
    weights = question_of(brief_for("Which team did Voss join?").subquestion, {}).weights
    assert weights[stem("team")] == pytest.approx(weights[stem("join")] / 2)


def test_two_single_years_are_alternatives_and_a_range_is_not() -> None:
    assert facets("How many people in 2019 and 2021?") == ["2019", "2021"]
    assert facets("2022年和2023年的产量") == ["2022", "2023"]
    assert facets("Who owned it from 2019 to 2021?") == []


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why did the yard close?", "reason"),
        ("How many turbines were lost?", "number"),
        ("When did the yard open?", "date"),
        ("Where is the yard?", "place"),
        ("Which company built it?", "organisation"),
        ("Who founded it?", "person"),
        ("How are turbines moored?", "manner"),
        ("船厂是谁创办的？", "person"),
        ("Name the yard.", "any"),
    ],
)
def test_the_kind_of_answer_is_read_off_the_question(question: str, kind: str) -> None:
    assert asked_type(question) == kind


def test_an_answer_must_add_something_to_the_question() -> None:
    text = "It was founded by Mara Voss because of a storm."
    assert answer_evidence("person", text, new_names=2, new_numbers=0) == 1.0
    assert answer_evidence("person", text, new_names=0, new_numbers=0) == 0.0
    assert answer_evidence("number", text, new_names=2, new_numbers=0) == 0.0
    assert answer_evidence("reason", text, new_names=0, new_numbers=0) == 1.0


def test_a_role_is_current_or_previous_by_the_sentences_own_tense() -> None:
    assert claim_type_for("current_role", "Voss is chair of the board.") == "current_role"
    assert claim_type_for("current_role", "Voss was chair of the board.") == "previous_role"
    assert claim_type_for("previous_role", "Voss chairs the board.") == "current_role"
    assert claim_type_for("current_role", "Voss, chair.") == "other"
    assert claim_type_for("statistic", "Voss was chair.") == "statistic"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("file:///a.txt", "local_document"),
        ("https://github.com/a/b", "repository"),
        ("https://arxiv.org/abs/1", "publication_database"),
        ("https://cs.stad.edu/voss", "university_profile"),
        ("https://voss.example/", "other"),
        ("https://[broken", "other"),
    ],
)
def test_the_kind_of_source_is_what_the_address_gives_away(url: str, kind: str) -> None:
    assert source_type_of(url) == kind


def test_the_subject_of_a_collection_weighs_though_every_document_names_it() -> None:
    sub = brief_for("Which roles has Voss held at Halden?").subquestion
    weights = question_of(sub, {"roles": 3.5, "voss": 0.1, "held": 2.4, "halden": 0.1}).weights
    assert weights[stem("voss")] > weights[stem("held")] / 2
