"""A page is judged by what it says; what it does not say never counts against it."""

from __future__ import annotations

import pytest

from ascertain.evidence.identity import IdentityJudgement
from ascertain.validation.checking import check_pair
from ascertain.validation.identity.checking import identity_check, with_identity
from ascertain.validation.identity.entry import kind_of, subject_of
from ascertain.validation.identity.folding import fold, script_of
from ascertain.validation.identity.han_names import is_han_name
from ascertain.validation.identity.identifiers import identifiers_in
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import PageView, links_in, page_view

ANCHOR = "https://www.mira-volkan.example/"
LIFE = (
    "Mira Volkan is a seismologist at the Karst Observatory in Ljubno. She was born in Maribor in "
    "1970 and has led the network of stations since 2005 with Tone Zajc."
)


def _page(
    text: str, *, url: str = "https://news.example/1", title: str = "", **more: str
) -> PageView:
    return page_view("S1", [url], title=title, text=text, **more)


def _judge(
    text: str, *, name: str = "Mira Volkan", anchor: str = LIFE, title: str = "", **more: str
) -> IdentityJudgement:
    known = page_view("A1", [ANCHOR], title=name, text=anchor)
    return judge_page(subject_of(name, [ANCHOR], [known]), _page(text, title=title, **more))


def _signals(judged: IdentityJudgement) -> dict[str, str]:
    return {signal.name: signal.direction for signal in judged.signals}


def test_the_anchor_page_itself_is_a_match() -> None:
    subject = subject_of("Mira Volkan", [ANCHOR], [])
    assert judge_page(subject, _page("Anything.", url=ANCHOR)).outcome == "match"


@pytest.mark.parametrize("text", ["", "Nobody is named here.", "Mira Volkan was there.", LIFE])
def test_without_an_anchor_page_nothing_is_more_than_uncertain(text: str) -> None:
    subject = subject_of("Mira Volkan", [ANCHOR], [])
    assert judge_page(subject, _page(text)).outcome == "uncertain"


def test_a_page_that_does_not_name_the_subject_is_uncertain() -> None:
    text = "The Karst Observatory in Ljubno was founded in 1931 by Tone Zajc."
    assert _judge(text).outcome == "uncertain"


@pytest.mark.parametrize(
    "text",
    [
        "Mira Volkan",
        "Present: Mira Volkan, Jan Kos, Ana Bele, Ivo Hren.",
        "Mira Volkan finished the race in 1:42:10.",
        "Mira Volkan gave the prize to the singer Ada Lunde in the hall of Port Alder.",
    ],
)
def test_what_a_page_does_not_say_is_no_mismatch(text: str) -> None:
    assert _judge(text).outcome == "uncertain"


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Mira Volkan (born 1998) plays for Alder United.", "birth_year"),
        ("Mira Volkan, born in Oslo on 3 May 1931, sang in Bergen.", "birth_year"),
        ("Mira Volkan (1901–1980) sold hats in Trieste.", "birth_year"),
        ("Mira Volkan sold hats in Trieste. She died in 1999.", "death_year"),
        ("In 1961 Mira Volkan opened a hat shop in Trieste.", "too_early"),
        ("Mira Volkan is a dentist in Leicester with Riverside Dental.", "field"),
    ],
)
def test_a_contradiction_is_a_mismatch(text: str, signal: str) -> None:
    judged = _judge(text)
    assert judged.outcome == "mismatch"
    assert _signals(judged)[signal] == "against"


@pytest.mark.parametrize(
    "name",
    ["Mira Volkan", "Volkan, Mira", "Volkan Mira", "MIRA VOLKAN", "M. Volkan", "Volkan, M."],
)
def test_the_name_is_known_in_its_forms(name: str) -> None:
    assert _judge(f"{name} of the Karst Observatory spoke with Tone Zajc.").outcome == "match"


def test_words_between_the_names_must_be_names() -> None:
    text = "Mira met Volkan at the Karst Observatory, where Tone Zajc works."
    assert _judge(text).outcome == "uncertain"


def test_another_middle_name_speaks_against_and_the_same_one_for() -> None:
    life = LIFE.replace("Mira Volkan", "Mira Jelena Volkan")
    other = _judge("Mira R. Volkan sells hats.", anchor=life)
    assert _signals(other)["middle_name"] == "against"
    same = _judge("Mira J. Volkan sells hats.", anchor=life)
    assert _signals(same)["middle_name"] == "for"


def test_the_father_is_not_the_son() -> None:
    anchor = "Karl Reuter Jr. runs Reuter Mills in Dalby. He was born in 1960."
    name = "Karl Reuter Jr."
    text = "Karl Reuter Sr. ran the mills in Dalby. The elder Reuter sold flour."
    title = "Karl Reuter Sr."
    judged = _judge(text, name=name, anchor=anchor, title=title)
    assert _signals(judged)["name_suffix"] == "against"
    same = _judge("Karl Reuter Jr. ran the mills.", name=name, anchor=anchor)
    assert _signals(same)["name_suffix"] == "for"
    initials = _judge("K. T. Reuter ran Reuter Mills.", name="Karl T. Reuter", anchor=anchor)
    assert _signals(initials)["names_beside"] == "for"
    bare = _judge("Karl Reuter ran the mills.", name=name, anchor=anchor)
    assert "name_suffix" not in _signals(bare)


def test_links_both_ways_tie_pages() -> None:
    links = links_in('<a class="x" href="/me">Me</a><a href="mailto:a@b.example">', ANCHOR)
    assert links == (f"{ANCHOR}me",)
    known = page_view("A1", [ANCHOR], title="", text=LIFE, links=["https://news.example/1"])
    subject = subject_of("Mira Volkan", [ANCHOR], [known])
    judged = judge_page(subject, page_view(
        "S1", ["https://news.example/1"], title="", text="Mira Volkan spoke.", links=[ANCHOR]
    ))  # fmt: skip
    assert judged.outcome == "match"
    assert _signals(judged) == {"anchor_links_here": "for", "links_to_anchor": "for"}


def test_links_are_bounded_and_broken_ones_left_out() -> None:
    many = "".join(f'<a href="https://a.example/{at}">x</a>' for at in range(3000))
    assert len(links_in(many, ANCHOR)) == 2000
    assert links_in('<a href="http://[broken">x</a>', ANCHOR) == ()


def test_an_identifier_ties_and_another_one_parts() -> None:
    anchor = f"{LIFE} ORCID 0000-0001-2345-6789"
    same = _judge("Mira Volkan. ORCID 0000-0001-2345-6789", anchor=anchor)
    assert same.outcome == "match"
    other = _judge("Mira Volkan. ORCID 0000-0009-9999-0000", anchor=anchor, title="Mira Volkan")
    assert other.outcome == "mismatch"
    listed = _judge("Mira Volkan. Jan Kos, ORCID 0000-0009-9999-0000", anchor=anchor)
    assert listed.outcome == "uncertain"


def test_dates_of_birth_death_and_work_tie() -> None:
    anchor = "Mira Volkan, born in Maribor in 1900, died in 1980. Observer, 1931–1947."
    judged = _judge(
        "Mira Volkan, born in Maribor in 1901, died in 1980. In Graz, 1931–1947.", anchor=anchor
    )
    assert judged.outcome == "match"
    for name in ("birth_year", "birth_place", "death_year", "same_years"):
        assert _signals(judged)[name] == "for"
    other = _judge("Mira Volkan, born in Graz, died in 1955.", anchor=anchor)
    assert _signals(other)["death_year"] == "against"
    assert _signals(other)["birth_place"] == "against"


def test_a_page_is_known_by_where_it_is() -> None:
    own = _judge("Mira Volkan spoke.", url=f"{ANCHOR}news")
    assert _signals(own)["same_site"] == "for"
    told = _judge("Mira Volkan: see mira-volkan.example for more.")
    assert _signals(told)["names_anchor_site"] == "for"
    hosted = _judge("Mira Volkan spoke.", url="https://www.graz.example/x", anchor=LIFE)
    assert "host_of" not in _signals(hosted)
    hosted = _judge("Mira Volkan spoke.", url="https://www.ljubno.example/x", anchor=LIFE)
    assert _signals(hosted)["host_of"] == "for"


def test_a_page_that_names_the_anchor_host_is_tied() -> None:
    known = page_view("A1", ["https://www.karstica.example/"], title="", text=LIFE)
    subject = subject_of("Mira Volkan", ["https://www.karstica.example/"], [known])
    judged = judge_page(subject, _page("Mira Volkan works for Karstica, she says."))
    assert _signals(judged)["names_host"] == "for"


def test_a_day_that_both_tell_of_ties() -> None:
    anchor = "Mira Volkan opened the station on 3 May 2011."
    judged = _judge("On 3 May 2011 Mira Volkan spoke.", anchor=anchor)
    assert _signals(judged)["same_day"] == "for"


def test_a_company_of_another_form_and_trade_is_another() -> None:
    anchor = "Brightmoor Ltd makes kayaks in Oban. Founded in 1990 by Ewan Rae. Its yacht is red."
    judged = _judge(
        "Brightmoor GmbH develops software for banks in Ulm. Owner: Petra Kling.",
        name="Brightmoor Ltd",
        anchor=anchor,
    )
    assert judged.outcome == "mismatch"
    same = _judge(
        "Brightmoor Limited of Oban sells kayaks, says Ewan Rae.",
        name="Brightmoor Ltd",
        anchor=anchor,
    )
    assert same.outcome == "match"
    assert _signals(same)["legal_form"] == "for"


def test_a_topic_elsewhere_on_the_page_does_not_outweigh_shared_names() -> None:
    judged = _judge("Mira Volkan, singer, and Tone Zajc met at the Karst Observatory.")
    assert judged.outcome == "match"
    assert {(s.name, s.direction, s.weight) for s in judged.signals if s.name == "field"} == {
        ("field", "against", 0.5)
    }


def test_another_version_is_another_product() -> None:
    anchor = "Tern 3 is a compiler by the Tern project."
    assert _judge("Tern 2.4 is old.", name="Tern 3", anchor=anchor).outcome == "mismatch"
    same = _judge("Tern v3.1 is a compiler.", name="Tern 3", anchor=anchor)
    assert _signals(same)["version"] == "for"
    bare = _judge("Tern is a compiler.", name="Tern 3", anchor=anchor)
    assert "version" not in _signals(bare)


def test_a_paper_needs_its_authors() -> None:
    name = "Slow waves in wet sand"
    anchor = f"{name}\n\nAda Bruun and Li Wen\n\nSand Letters 3 (2001). doi:10.5555/sand.3"
    cited = _judge(f"Bruun, A., Wen, L. ({name}). Sand Letters, 2001.", name=name, anchor=anchor)
    assert cited.outcome == "match"
    other = _judge(f"{name}\n\nOtto Kern\n\nLetters, 1950.", name=name, anchor=anchor, title=name)
    assert other.outcome == "mismatch"
    near = _judge(f"{name}. Bruun and Wen, 2002.", name=name, anchor=anchor)
    assert "year" not in _signals(near)
    longer = _judge(
        f"{name}: a poem\n\nOtto Kern", name=name, anchor=anchor, title=f"{name}: a poem"
    )
    assert _signals(longer)["title"] == "against"
    doi = _judge(f"{name}. doi:10.5555/sand.3", name=name, anchor=anchor)
    assert doi.outcome == "match"
    moved = _judge(
        f"{name}\n\nAda Bruun and Li Wen", name=name, anchor=anchor, doi="10.48550/arxiv.1"
    )
    assert "doi" not in _signals(moved)
    false = _judge(f"{name}.", name=name, anchor=anchor, doi="10.5555/other")
    assert _signals(false)["doi"] == "against"


def test_a_paper_whose_authors_are_unknown_is_not_told_by_them() -> None:
    name = "Slow waves in wet sand"
    judged = _judge(f"{name}. Ada Bruun.", name=name, anchor="Nothing but words.")
    assert "authors" not in _signals(judged)
    assert _judge(f"{name}.", name=name, anchor=f"{name}\n\n").outcome == "uncertain"


def test_chinese_pages_are_compared_by_names_of_bodies_and_places() -> None:
    anchor = (
        "陈玉（Chen Yu），江北大学教授，1970年生于绍兴市。与何国栋合作。"
        "2005年起任江北大学地震研究所所长。"
    )
    same = _judge("江北大学地震研究所所长陈玉与何国栋昨日表示。", name="陈玉", anchor=anchor)
    assert same.outcome == "match"
    latin = _judge("Chen Yu spoke. Yu Chen is known as 陈玉.", name="陈玉", anchor=anchor)
    assert latin.outcome == "uncertain"
    other = _judge("陈玉，1990年出生，演员，毕业于深海市。", name="陈玉", anchor=anchor)
    assert other.outcome == "mismatch"
    place = _judge("深海市陈玉说。", name="陈玉", anchor=anchor)
    assert _signals(place)["other_names_beside"] == "against"


@pytest.mark.parametrize(
    ("name", "anchor", "kind"),
    [
        ("Mira Volkan", LIFE, "person"),
        ("Skerrion", "The company employs 236 people.", "company"),
        ("Skerrion", "Skerrion Inc. makes things.", "company"),
        ("Skerrion Ltd", "", "company"),
        ("星河科技", "", "company"),
        ("陈玉", "", "person"),
        ("临江市人民公园中心", "", "other"),
        ("Whelk 4", "", "product"),
        ("Upper Dalby", "Upper Dalby is a village by the river.", "place"),
        ("skerrion", "", "other"),
        ("On the slow motion of wet sand", "", "paper"),
    ],
)
def test_a_name_tells_what_it_is_the_name_of(name: str, anchor: str, kind: str) -> None:
    assert kind_of(name, [page_view("A1", [ANCHOR], title="", text=anchor)]) == kind


def test_names_of_other_kinds_are_found_as_they_are() -> None:
    anchor = "Upper Dalby is a village by the river Wend, with the mill of Joss Tarn."
    judged = _judge("Upper Dalby has a mill, that of Joss Tarn.", name="Upper Dalby", anchor=anchor)
    assert {signal.name for signal in judged.signals} >= {"names_beside"}
    assert _judge("Nothing.", name="?!", anchor=anchor).outcome == "uncertain"


def test_aliases_come_from_the_anchor_page() -> None:
    text = "Leila Haddad (ليلى حداد) is an architect. She was born in 1977."
    known = page_view("A1", [ANCHOR], title="", text=text)
    entry = subject_of("Leila Haddad", [ANCHOR], [known]).entry
    assert entry.aliases == ("ليلى حداد",)
    assert entry.kind == "person"
    text = "Leila Haddad, also known as Lulu Haddad, is an architect."
    known = page_view("A1", [ANCHOR], title="", text=text, author="L. Haddad")
    entry = subject_of("Leila Haddad", [ANCHOR], [known]).entry
    assert entry.aliases == ("Lulu Haddad",)
    assert {trait.name for trait in entry.traits} >= {"author", "field"}
    assert {trait.source_id for trait in entry.traits} == {"A1"}


def test_long_spanish_names_are_known_by_their_parts() -> None:
    name = "Ana Sol Ruiz Peña"
    anchor = f"{name} dirige el Museo del Faro con Luis Tena."
    for form in ("Ana Sol Ruiz", "A. Ruiz", "Ruiz Peña, Ana Sol", "Dr. Ana Ruiz Peña"):
        judged = _judge(f"{form} y Luis Tena, Museo del Faro.", name=name, anchor=anchor)
        assert judged.outcome == "match", form


def test_a_judgement_is_the_same_each_time() -> None:
    text = "Mira Volkan of the Karst Observatory spoke with Tone Zajc in Ljubno."
    assert _judge(text) == _judge(text)


def test_identity_is_one_of_the_checks_of_an_evidence() -> None:
    judged = _judge("Mira Volkan (born 1998) of the Karst Observatory.")
    assert identity_check(None, None).outcome == "not_run"
    assert "no subject" in identity_check(None, None).detail
    outcomes = {
        outcome: identity_check(judged.model_copy(update={"outcome": outcome}), "Mira Volkan")
        for outcome in ("match", "mismatch", "uncertain")
    }
    assert [check.outcome for check in outcomes.values()] == ["pass", "fail", "uncertain"]
    assert "against: born 1998, not 1970" in outcomes["mismatch"].detail
    bare = identity_check(judged.model_copy(update={"signals": ()}), "Mira Volkan")
    assert bare.detail.endswith("nothing on it tells")
    checked = check_pair("It rains.", "It rains.")
    assert with_identity(checked, outcomes["match"]).verdict == checked.verdict
    assert with_identity(checked, outcomes["mismatch"]).verdict == "not_enough_evidence"


def test_letters_that_fold_to_several_or_none_keep_their_places() -> None:
    for text in ("Straße", "e\u0301te", "ﬁne", "\u0301", "İstanbul", "陈玉"):
        assert len(fold(text)) == len(text)
    assert script_of("123") == ""


def test_every_kind_of_identifier_is_bounded() -> None:
    text = " ".join(f"HRB {at:05}" for at in range(500))
    assert len(list(identifiers_in(text))) == 100


def test_runs_of_chinese_characters_are_names_by_their_form() -> None:
    assert is_han_name("何国栋")
    assert is_han_name("东海市")
    assert is_han_name("江北大学")
    assert not is_han_name("医科大学")
    assert not is_han_name("导管消融")


def test_brackets_after_a_name_are_a_life_only_where_it_is_one() -> None:
    for text in ("Mira Volkan (2011–2017) works.", "Mira Volkan (since 2011–) works."):
        assert "birth_year" not in _signals(_judge(text))
    judged = _judge("Mira Volkan (Graz, 1931) works.")
    assert _signals(judged)["birth_year"] == "against"


def test_a_firm_of_unknown_form_is_not_told_by_it() -> None:
    anchor = "Brightmoor is a company in Oban."
    judged = _judge("Brightmoor GmbH sells.", name="Brightmoor", anchor=anchor)
    assert "legal_form" not in _signals(judged)


def test_another_suffix_on_a_page_about_several_decides_nothing() -> None:
    anchor = "Karl Reuter Jr. runs Reuter Mills in Dalby."
    judged = _judge("Also there: Karl Reuter Sr.", name="Karl Reuter Jr.", anchor=anchor)
    assert "name_suffix" not in _signals(judged)


def test_only_so_many_names_and_words_are_compared() -> None:
    letters = "abcdefghij"
    words = [f"{a}{b}{c}" for a in letters for b in letters for c in letters]
    names = "Mira Volkan " + " or ".join(f"{word.title()}x" for word in words)
    assert _judge(names, title="Mira Volkan").outcome == "uncertain"
    many = "Mira Volkan " + " ".join(f"{word}xyz" for word in words)
    assert _judge(many, title="Mira Volkan").outcome == "uncertain"
