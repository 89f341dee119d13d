"""Claims that disagree are found, and told apart from change, scope, rounding and precision."""

from __future__ import annotations

import pytest

from ascertain.controller.comparing import COMPARING
from ascertain.merging.conflicts.finding import find_conflicts
from conflict_claims import PAIRS, claim, conflicts_of, kind_of, score
from growth import grows_in_proportion


@pytest.mark.parametrize(
    ("name", "held_out"),
    sorted({(name, pair.held_out) for name, pairs in PAIRS.items() for pair in pairs}),
)
def test_conflicts_are_found_in_labelled_pairs(name: str, *, held_out: bool) -> None:
    scores = score([pair for pair in PAIRS[name] if pair.held_out is held_out])
    assert scores.f1 >= 0.9
    assert scores.invented == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_language_has_its_floor(lang: str) -> None:
    scores = score([pair for pairs in PAIRS.values() for pair in pairs if pair.lang == lang])
    assert scores.f1 >= 0.9


def test_changes_are_told_apart_from_conflicts() -> None:
    changes = [pair for pairs in PAIRS.values() for pair in pairs if pair.label == "change"]
    got = [kind_of(pair.a, pair.b, pair.a_as_of, pair.b_as_of) for pair in changes]
    assert len(changes) >= 14
    assert got.count("change") >= 0.9 * len(changes)


def test_the_labelled_pairs_are_many_and_of_all_kinds() -> None:
    pairs = [pair for listed in PAIRS.values() for pair in listed]
    assert len(pairs) >= 140
    assert len({(pair.a, pair.b, pair.a_as_of, pair.b_as_of) for pair in pairs}) == len(pairs)
    assert {pair.label for pair in pairs} == {"conflict", "change", "scope", "agree", "other"}


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        # compound claims are compared clause by clause
        (
            "Skerrion was founded in 2012 by Ann Lee and has its head office in Aberdeen.",
            "Ann Lee, who founded Skerrion with Tom Roe in March 2014, left in 2021.",
            "conflict",
        ),
        (
            "Tarn Works had revenue of £36.2 million in 2023, said two suppliers, and employs 240 "
            "people.",
            "In 2023 the revenue of Tarn Works was £31.4 million, 29 % more than a year before.",
            "conflict",
        ),
        (
            "Tarn Works opened in 1990. It employs 93 people.",
            "Tarn Works employs 95 people, up from 71, and all but 19 of them work in Tarn.",
            "conflict",
        ),
        # a shorter name is the same name
        ("Tarn Works employs 93 people.", "The Tarn Works Company employs 71 people.", "conflict"),
        ("Ann Lee was born in 1970.", "Lee was born in 1972.", "conflict"),
        # who holds a place, and of what
        ("Ann Lee is mayor of Tarn.", "Ann Lee is mayor of Brill.", "none"),
        ("Ann Lee is mayor of Tarn.", "Ann Lee is not mayor of Tarn.", "conflict"),
        ("Ann Lee is not mayor of Tarn.", "Bob Roe is mayor of Tarn.", "none"),
        ("Ann Lee is deputy mayor of Tarn.", "Bob Roe is mayor of Tarn.", "none"),
        ("Tarn's mayor is Ann Lee.", "Tarn's mayor is Ann Lee, a lawyer.", "none"),
        (
            "Ann Lee sings in the choir and is mayor of Tarn.",
            "Bob Roe paints boats and is mayor of Tarn.",
            "conflict",
        ),
        (
            "The painter Ann Lee, director of Tarn Opera, is rich.",
            "The singer Bob Roe, director of Tarn Opera, is poor.",
            "none",
        ),
        # numbers of which nobody can tell which is which
        ("Tarn has 3 mills and 4 barns.", "Tarn has 5 mills and 6 barns.", "none"),
        ("Tarn has 3 mills and 4 barns.", "Tarn has 3 mills and 6 barns.", "conflict"),
        ("The Tarn dam rose by 3 metres.", "The Tarn dam rose 3.5 metres.", "none"),
        ("The Tarn choir has 30 members.", "The Tarn choir does not have 40 members.", "none"),
        ("Tarn has 300 houses.", "Tarn has 400 wooden houses.", "none"),
        ("The Tarn choir employs 30 people.", "The Tarn choir employs 12 singers.", "none"),
        ("The mill is 30 metres high.", "The mill is 40 metres wide.", "none"),
        ("Tarn has 300.", "Tarn has 400.", "none"),
        # dates
        ("The Tarn mill opened in May.", "The Tarn mill opened in May 1990.", "none"),
        ("The Tarn mill opened in May 1990.", "The Tarn mill opened last year.", "none"),
        ("The Tarn mill opened in 1990.", "The Tarn mill has opened.", "none"),
        ("The Tarn mill did not open in 1990.", "The Tarn mill opened in 1992.", "none"),
        ("In 1990 the Tarn mill opened.", "The Tarn mill opened in 1992.", "conflict"),
        (
            "The poet Ann Lee died in a fire in 1990.",
            "The teacher Ann Lee died at home in 1992.",
            "conflict",
        ),
        ("The mill opened an inn in 1990.", "The mill opened a shop in 1992.", "none"),
        ("Ann Lee was born in 500 BC.", "Ann Lee was born in 480 BC.", "conflict"),
        # said and denied
        ("The mill isn't open to walkers.", "The mill is open to walkers.", "conflict"),
        ("No mill in Tarn burnt down.", "All mills in Tarn burnt down.", "conflict"),
        ("The mill never opened in Tarn.", "The mill opened in Brill.", "none"),
        ("In 1990 the mill was not open.", "In 1992 the mill was open.", "none"),
        ("The mill does not grind 3 tonnes.", "The mill grinds 9 tonnes.", "none"),
        # opposites
        ("The Tarn plan was approved.", "The Tarn plan was not rejected.", "none"),
        ("In 1990 the plan was approved.", "In 1992 the plan was rejected.", "none"),
        ("The Tarn mill was sold.", "The Tarn mill was bought.", "none"),
        ("The Tarn ferry is cheap for boys.", "The Tarn ferry is expensive for girls.", "none"),
        # nothing in common, or not the same script
        ("It employs 30 people.", "It employs 40 people.", "conflict"),
        ("The mill employs 30 people.", "它有员工40人。", "none"),
        ("The mill employs 30 people.", "The ferry employs 40 people.", "none"),
        ("Version 2 of Tarn OS has 30 fonts.", "Version 3 of Tarn OS has 40 fonts.", "none"),
        ("The Tarn 20 has 30 seats.", "The Tarn 30 has 40 seats.", "none"),
        ("Tarn employs 30 people.", "Tarn公司有员工40人。", "none"),
        ("Ann Lee was born and died in 1990 or 1991.", "Ann Lee was born in 1970.", "none"),
        ("30 people live in Tarn.", "40 people live in Tarn.", "conflict"),
        ("Ann Lee was born, wed and died in 1990.", "Ann Lee was born in 1970.", "none"),
        (
            "Tarn Works puts revenue in its annual brochure at £31 million for 2023.",
            "The magazine has learned that Tarn Works had revenue of £36 million in 2023.",
            "conflict",
        ),
        # Chinese
        ("塔恩公司发展很快，共有30人。", "塔恩公司发展很快，共有40人。", "conflict"),
        ("塔恩公司2020年有员工30人。", "塔恩公司2020年有员工40人。", "conflict"),
        ("2020年，塔恩公司员工达30人。", "塔恩公司2020年员工为40人。", "conflict"),
        ("塔恩市长是李文涛。", "塔恩市长是赵启明。", "conflict"),
        ("2020年塔恩市长是李文涛。", "2021年塔恩市长是赵启明。", "change"),
        ("导演李文涛说，塔恩很美。", "导演赵启明住在塔恩，写书，画画。", "none"),
        ("新塔恩公司有员工30人。", "老塔恩公司有员工40人。", "none"),
        ("塔恩副市长是李文涛。", "塔恩市长是赵启明。", "none"),
        ("塔恩公司生产Vestra手表30块。", "塔恩公司生产Tarn手表40块。", "none"),
        ("塔恩公司利润增长3%。", "塔恩公司利润为5%。", "none"),
        ("塔恩桥于1990年建成。", "塔恩桥于1992年建成。", "conflict"),
        ("水", "火", "none"),
    ],
)
def test_two_claims_without_dates_of_their_sources(one: str, other: str, kind: str) -> None:
    assert kind_of(one, other) == kind


@pytest.mark.parametrize(
    ("one", "other", "days", "kind"),
    [
        (
            "Tarn Works employs 30 people.",
            "In 2020 Tarn Works employed 40 people.",
            "2020",
            "conflict",
        ),
        (
            "Tarn Works employs 30 people.",
            "In 2020 Tarn Works employed 40 people.",
            "2024",
            "change",
        ),
        (
            "The Tarn dam is 30 metres high.",
            "The Tarn dam is 40 metres high.",
            "2012-02-31",
            "conflict",
        ),
        (
            "Ann Lee led Tarn Works from 2001 until 2010.",
            "Bob Roe has led Tarn Works since 2015.",
            "2024",
            "change",
        ),
        (
            "Ann Lee led Tarn Works from 2001 until 2010.",
            "Bob Roe led Tarn Works in 2020.",
            None,
            "change",
        ),
        (
            "Ann Lee led Tarn Works until 2010.",
            "Bob Roe led Tarn Works in 2020.",
            None,
            "change",
        ),
        (
            "Ann Lee has led Tarn Works since 2010.",
            "Bob Roe led Tarn Works in 2020.",
            None,
            "conflict",
        ),
        (
            "Ann Lee has led Tarn Works since 2001.",
            "Bob Roe led Tarn Works until 1999.",
            None,
            "change",
        ),
    ],
)
def test_times_tell_change_from_conflict(one: str, other: str, days: str | None, kind: str) -> None:
    assert kind_of(one, other, days, "2024-05-01" if days == "2012-02-31" else None) == kind


def test_a_period_beside_an_undated_source_says_nothing() -> None:
    one, other = "Tarn Works employs 30 people.", "In 2020 Tarn Works employed 40 people."
    assert kind_of(one, other) == "none"


def test_claims_that_differ_in_the_same_are_one_conflict_with_sides() -> None:
    (found,) = conflicts_of(
        claim("C1", "The Tarn mill opened in 1990."),
        claim("C2", "The Tarn mill opened in 1992."),
        claim("C3", "The Tarn mill opened in May 1990."),
    )
    assert found.attribute == "date"
    assert found.claim_ids == ("C1", "C2", "C3")
    assert found.sides == (("C1", "C3"), ("C2",))
    assert found.detail == "«1990» and «1992»"


def test_the_detail_follows_the_order_of_claims() -> None:
    (found,) = conflicts_of(
        claim("C2", "The Tarn mill opened in 1992."), claim("C1", "The Tarn mill opened in 1990.")
    )
    assert found.detail == "«1992» and «1990»"


def test_a_change_names_the_oldest_and_the_newest_with_their_dates() -> None:
    (found,) = conflicts_of(
        claim("C1", "Tarn Works employs 93 people.", "2024-03-01"),
        claim("C2", "Tarn Works employs 71 people.", "2015"),
        claim("C3", "Tarn Works employs 80 people.", "2019-06"),
    )
    assert found.kind == "change"
    assert found.claim_ids == ("C2", "C3", "C1")
    assert found.detail == "«71» (source of 2015), later «93» (source of 2024-03-01)"


def test_a_change_without_dates_of_its_sources_says_so() -> None:
    (found,) = conflicts_of(
        claim("C1", "In 2010 the Tarn choir had 93 members."),
        claim("C2", "In 2020 the Tarn choir had 71 members."),
    )
    assert found.detail == "«93» (source of unknown date), later «71» (source of unknown date)"


def test_a_denial_over_time_has_words_of_its_own() -> None:
    (found,) = conflicts_of(
        claim("C1", "The Tarn mill is open to walkers.", "2010"),
        claim("C2", "The Tarn mill is not open to walkers.", "2020"),
    )
    assert found.detail == "said or denied (source of 2010), later the opposite (source of 2020)"


def test_two_numbers_of_one_pair_of_claims_are_two_conflicts() -> None:
    found = conflicts_of(
        claim("C1", "In 2023 Tarn Works had revenue of £5 million and it employs 40 people."),
        claim("C2", "In 2023 Tarn Works had revenue of £7 million and it employs 60 people."),
    )
    assert [one.detail for one in found] == ["«£5 million» and «£7 million»", "«40» and «60»"]


def test_claims_that_are_not_supported_take_no_side() -> None:
    assert not conflicts_of(
        claim("C1", "The Tarn mill opened in 1990."),
        claim("C2", "The Tarn mill opened in 1992.", verdict="not_enough_evidence"),
    )


def _many(count: int) -> None:
    subjects = [f"{a}{b}" for a in ("Kel", "Vor", "Tam", "Sul") for b in ("var", "dan", "holm")]
    find_conflicts(
        [
            claim(
                f"C{at}",
                f"{subjects[at % 12]} Works {('employs', 'sells', 'owns')[at % 3]} "
                f"{at % 97 + 5} {('people', 'gauges', 'ships')[at % 3]}.",
            )
            for at in range(count)
        ],
        COMPARING,
    )


def test_time_grows_in_proportion_to_the_claims() -> None:
    assert grows_in_proportion(_many, 600)


def test_among_many_claims_those_of_the_same_words_are_still_compared() -> None:
    claims = [
        claim(f"C{at}", f"The mill at Kelvar{at} employs {at % 7 + 50} people.", "2020")
        for at in range(400)
    ]
    odd = claim("C400", "The mill at Kelvar7 employs 90 people.", "2020")
    found = conflicts_of(*claims, odd)
    assert [one.claim_ids for one in found] == [("C7", "C400")]
