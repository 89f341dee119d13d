"""Each check by what it says of a pair."""

from __future__ import annotations

import pytest

from ascertain.validation.checking import check_pair

Case = tuple[str, str, str]

LONG = " ".join(
    f"The {word} garden was quiet and nobody spoke of it." for word in "abcdefghijklmnopqrst"
)


def run(name: str, claim: str, evidence: str) -> str:
    checks = check_pair(claim, evidence).checks
    return next(check.outcome for check in checks if check.name == name)


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("It grew fast.", "It grew fast.", "not_run"),
        ("It has 1.5 million users.", "It has 1,500,000 users.", "pass"),
        ("It has 1.5 million users.", "It has 1,498,012 users.", "pass"),
        ("It has about 1.5 million users.", "It has 1,460,000 users.", "pass"),
        ("It has 1.5 million users.", "It has 1,460,000 users.", "fail"),
        ("There it is said to have 15 users.", "The site had 14.6 kg and members.", "fail"),
        (
            "Use of it was 1.5 million then.",
            "The site had 1,520,000 in all by some count.",
            "uncertain",
        ),
        ("It has 1.5 million users.", "It has 1.6 million users.", "fail"),
        ("It has 12 users.", "It has users.", "fail"),
        ("It has about 12 users.", "It has 12 users.", "pass"),
        ("It has 2 km of road.", "It has 2.4 km of road.", "fail"),
        ("It has about 101 rooms.", "It has 103 rooms.", "pass"),
        ("It sold 12, cats too.", "It sold 12, dogs and 9 cats.", "pass"),
        (
            "It has 100 to 200 rooms.",
            "Rooms: 100 kg, and 150 to 160, or 170 at times, they say.",
            "pass",
        ),
        ("It has 12 users.", "It has 12 users and 9 rooms.", "pass"),
        ("It has 9 users.", "It has 12 users and 9 rooms.", "fail"),
        ("It cost $5.", "It cost €5.", "fail"),
        ("It cost 5.", "Its price in the shop was $5.", "uncertain"),
        ("It cost 5 yen.", "It cost ¥5.", "pass"),
        ("He is 5岁.", "He is 5岁.", "pass"),
        ("It has over 100 rooms.", "It has 120 rooms.", "pass"),
        ("It has over 100 rooms.", "It has 5,000 rooms.", "fail"),
        ("It has over 100 rooms.", "It has 100 rooms.", "fail"),
        ("It has 100 rooms.", "It has about 100 rooms.", "fail"),
        ("It has 100 rooms.", "The house on the hill came with at least 100.", "uncertain"),
        ("It has up to 100 rooms.", "It has under 100 rooms.", "fail"),
        ("It has under 100 rooms.", "The hill house can hold up to 90 of them.", "uncertain"),
        ("It has 10 to 20 rooms.", "It has 15 rooms.", "pass"),
        ("It has 10 to 20 rooms.", "It has 25 rooms.", "fail"),
        ("It has 15 rooms.", "It has 10 to 20 rooms.", "fail"),
        ("It has over 120 rooms.", "It has over 100 rooms.", "fail"),
        ("It came third.", "It came third.", "pass"),
        (
            "A sum of 100 was met.",
            "The house had at least 100 when it met about 100 of them.",
            "uncertain",
        ),
        ("It came third.", "It came second.", "fail"),
        ("It came third.", "It came to the end.", "uncertain"),
        ("It came 30th.", "It came to the end.", "fail"),
        ("It is number 3.", "It came third.", "pass"),
        ("It has 2014 people.", "It was built in 2014.", "pass"),
        ("It ran 5 km in the dark.", "It ran 5 miles in the dark.", "fail"),
        ("It had 7 rooms and a wide garden.", "It had 8 rooms, 9 doors and a wide garden.", "fail"),
        ("The club has 5 new members.", "The club has 5 kg of new members.", "fail"),
    ],
)
def test_numbers(claim: str, evidence: str, outcome: str) -> None:
    assert run("number", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("It grew fast.", "It grew fast.", "not_run"),
        ("It opened in 2021.", "It opened on 3 May 2021.", "pass"),
        ("It opened on 3 May 2021.", "It opened in 2021.", "fail"),
        ("It opened on 3 May 2021.", "It opened on 03/05/2021.", "uncertain"),
        ("It opened in 2021.", "It opened in 2020.", "fail"),
        ("It opened in 2021.", "It opened.", "fail"),
        ("It opened in 2021.", "The sky is grey, and on 3 May 2020 it rained.", "fail"),
        ("It opened on 3 May.", "It opened on 3 May 2021.", "pass"),
        ("It opened on 3 May 2021.", "It opened on 3 May.", "uncertain"),
        ("It opened in May.", "It opened on 3 May 2021.", "pass"),
        ("It opened on 3 May.", "It opened in May 2021.", "fail"),
        ("It opened on 3 May.", "It opened on 4 May 2021.", "fail"),
        ("It opened in 2021.", "It opened on 3 May.", "fail"),
        ("It ran since 2021.", "It ran until 2021.", "fail"),
        ("It opened last year.", "It opened last year.", "pass"),
        ("It opened last year.", "It opened in 2021.", "uncertain"),
        ("It opened in 2021.", "It opened last year.", "fail"),
        ("It opened in 2014.", "It opened for 2014 people.", "pass"),
        ("They met at the end of 2021.", "They met at the end of 2022, and not in 2021.", "fail"),
        (
            "They met in the town hall in 2021.",
            "They met in the town hall in 2021 and in 2022.",
            "pass",
        ),
        (
            "They met at the end of last year.",
            "They met at the end of 2021 and so did the others last year.",
            "pass",
        ),
    ],
)
def test_dates(claim: str, evidence: str, outcome: str) -> None:
    assert run("date", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("It grew fast.", "It grew fast.", "not_run"),
        ("Then Ada Renholt spoke.", "Then Ada Renholt spoke.", "pass"),
        ("Then Ada Renholt spoke.", "then ada renholt spoke.", "pass"),
        ("Then Ada Renholt spoke.", "Then Renholt spoke.", "uncertain"),
        ("Then J. Renholt spoke.", "Then Jane Renholt spoke.", "uncertain"),
        ("Then Adas Renholt spoke.", "Then Ada Renholt spoke.", "uncertain"),
        ("Then Eva Holt wrote it.", "So Ria Holt wrote it when Eva Holt left it.", "fail"),
        ("Then Tim Renholt spoke.", "Then Timothy Renholt spoke.", "uncertain"),
        ("Then Ada Renholt spoke.", "Then Ida Renholt spoke.", "fail"),
        ("Then Ada Renholt spoke.", "Then the old man spoke.", "fail"),
        ("Then Ada Renholt spoke.", "Then The Renholt spoke.", "uncertain"),
        ("Then Ada Renholt spoke.", "Nothing of that sort.", "fail"),
        ("Ada Renholt spoke at length.", "She spoke at length.", "uncertain"),
        ("We like the World Water Union.", "All here like wwu a lot.", "uncertain"),
        ("He lived in Germany.", "He was a German.", "pass"),
        ("He lived in Austria.", "He lived in Australia.", "fail"),
        ("He has Covid-19.", "He has Covid 19.", "pass"),
        ("He flew the A320.", "He flew the A321.", "fail"),
        ("He spoke in Q3 2021.", "He spoke in the third quarter of 2021.", "not_run"),
        ("Later Vera Holt wrote it.", "Rima Holt wrote it as Vera Holt left.", "fail"),
        ("Then Vera Holt wrote it.", "Rima Holt wrote it, and Vera Holt wrote it.", "pass"),
        ("Then Vera Holt wrote it.", "Vera Holt and Quill wrote it.", "pass"),
        ("Then Vera Holt wrote it.", "Then Quill wrote it when Vera Holt left.", "pass"),
        ("Then Vera Holt wrote it.", "Then Vera Holt, Li Moe and Rima Quill wrote it.", "pass"),
        ("Later Colm Daly met Runa Berg.", "Later Runa Berg met Colm Daly.", "pass"),
        ("He met Vera Holt (wrote it).", "Rima Holt wrote it and he met Vera Holt.", "pass"),
        ("Then IBM left Oslo.", "Then IBM left Oslo.", "pass"),
        ("And Li Quill sang well here.", "And Lu Quill sang well here.", "fail"),
        (
            "They saw Ada Quill with the long red boat.",
            "They saw Quill with a boat Mia Berg Tom Hale had.",
            "uncertain",
        ),
    ],
)
def test_names(claim: str, evidence: str, outcome: str) -> None:
    assert run("name", claim, evidence) == outcome


def test_a_name_elsewhere_in_a_long_text_is_uncertain() -> None:
    evidence = f"The bridge over the gorge opened, {'and ever so on ' * 40}to all. Xyz City."
    assert run("name", "The bridge over the gorge opened to all in Xyz.", evidence) == "uncertain"


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("It saw neither oak nor elm.", "It did not see oak or elm.", "pass"),
        ("No fewer than 9 oaks fell.", "At least 9 oaks fell.", "not_run"),
        ("The dam was built.", "The dam was built.", "not_run"),
        ("The dam was not built.", "The dam was not built.", "pass"),
        ("The dam was not built.", "The dam was built.", "fail"),
        ("The dam was built.", "The dam was not built.", "fail"),
        ("The dam was built.", "The dam was built, but not the road.", "not_run"),
        (
            "The dam was not wide.",
            "Old plans show how wide roads near a dam could be.",
            "uncertain",
        ),
        ("The dam was built.", "The dam was built without", "not_run"),
        ("水库没有建成。", "水库建成。", "fail"),
        ("水库不断扩大。", "水库扩大。", "not_run"),
    ],
)
def test_denials(claim: str, evidence: str, outcome: str) -> None:
    assert run("negation", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("The dam was built.", "The dam was built.", "pass"),
        ("Sales rose in spring.", "Sales rose in spring.", "pass"),
        ("Sales rose in spring.", "Sales fell in spring.", "fail"),
        ("Sales rose in spring.", "Sales in spring fell.", "fail"),
        (
            "Sales rose in spring.",
            "The shop's long decline went on under a new owner.",
            "uncertain",
        ),
        ("Sales rose and then fell.", "Sales fell.", "pass"),
        ("销量上升。", "销量下降。", "fail"),
        ("销量上升。", "销量上升。", "pass"),
        ("销量很好。", "销量很好。", "not_run"),
    ],
)
def test_directions(claim: str, evidence: str, outcome: str) -> None:
    assert run("direction", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("The dam leaks.", "The dam leaks.", "not_run"),
        ("The dam may leak.", "The dam may leak.", "pass"),
        ("The dam may leak.", "The dam leaks.", "pass"),
        ("The dam leaks.", "The dam may leak.", "fail"),
        ("The dam leaks.", "Wide of the town, old dam walls may leak oil.", "fail"),
        (
            "The dam leaks in spring near town.",
            "The old wall of a dam might well leak.",
            "uncertain",
        ),
        ("Birds sing.", "Quiet rooms may help.", "not_run"),
    ],
)
def test_hedges(claim: str, evidence: str, outcome: str) -> None:
    assert run("modality", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("Birds sing well.", "Birds sing well.", "not_run"),
        ("All birds sing well.", "All birds sing well.", "pass"),
        ("All birds sing well.", "Some birds sing well.", "fail"),
        ("All birds sing well.", "Birds sing well.", "fail"),
        ("Some birds sing well.", "All birds sing well.", "pass"),
        ("All birds of the wood sing well.", "Some people hear birds.", "uncertain"),
        ("All birds of the wood sing well.", "People hear birds.", "pass"),
        (
            "All old birds of a wood sing so very well now.",
            "Old birds of woods sing well, it seems, then.",
            "uncertain",
        ),
        ("Some birds sing well.", "Birds sing well.", "pass"),
        ("Every bird sings well.", "Each bird sings well.", "pass"),
        ("所有鸟都唱歌。", "部分鸟都唱歌。", "fail"),
    ],
)
def test_quantifiers(claim: str, evidence: str, outcome: str) -> None:
    assert run("quantifier", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("The dam leaks.", "The dam leaks badly.", "pass"),
        ("The wide stone dam leaks badly in April.", "The wide stone dam leaks badly.", "pass"),
        ("The wide stone dam leaks badly.", "The wide stone dam stands.", "uncertain"),
        ("The wide stone dam leaks badly.", "Birds sing in the wood.", "fail"),
        ("It employs 240 people.", "It employs 214 people.", "pass"),
        ("[Ada]", "Ada sings.", "not_run"),
        ("2021", "2021", "not_run"),
        ("of the", "of the", "fail"),
    ],
)
def test_coverage(claim: str, evidence: str, outcome: str) -> None:
    assert run("coverage", claim, evidence) == outcome


@pytest.mark.parametrize(
    ("claim", "evidence", "outcome"),
    [
        ("The dam leaks.", "Birds sing.", "not_run"),
        ("The dam leaks.", "The dam leaks.", "pass"),
        ("The dam leaks.", "It is not true that the dam leaks.", "fail"),
        ("It is not true that the dam leaks.", "It is not true that the dam leaks.", "pass"),
        ("The dam leaks.", "Critics say the dam leaks.", "fail"),
        ("The dam leaks.", "The dam leaks, which is false.", "fail"),
        ("The dam leaks.", "The dam leaks. This was later denied.", "fail"),
        ("The dam leaks.", "The dam leaks. The owner denied this.", "fail"),
        ("The dam leaks.", "The dam leaks. It was built in May.", "pass"),
        ("The dam leaks.", "Does the dam leak?", "fail"),
        ("The wide stone dam leaks.", "Does a wide stone wall hold?", "uncertain"),
        ("Does the dam leak?", "The dam leaks.", "fail"),
        ("Does the dam leak?", "Does the dam leak?", "pass"),
        ("水库建成。", "并非水库建成。", "fail"),
        ("水库建成。", "水库建成。这一说法不属实。", "fail"),
        ("The dam leaks.", "Birds sing. It is a myth that the dam leaks.", "fail"),
        ("The dam leaks.", "Does the dam leak? Birds sing.", "fail"),
        ("The dam leaks", "The dam leaks", "pass"),
    ],
)
def test_surroundings(claim: str, evidence: str, outcome: str) -> None:
    assert run("context", claim, evidence) == outcome


@pytest.mark.parametrize("kind", ["number", "date"])
def test_a_heap_of_values_is_no_statement(kind: str) -> None:
    values = " ".join(f"{1900 + n}," if kind == "date" else f"{n} dogs," for n in range(60))
    assert run(kind, values, values) == "fail"


def test_only_the_sentences_that_bear_on_a_claim_are_compared() -> None:
    evidence = f"The dam has 12 gates. {LONG} It cost 99 dollars. {LONG}"
    assert run("number", "The dam has 12 gates.", evidence) == "pass"
    assert run("number", "The dam has 99 gates.", evidence) == "fail"
    assert run("coverage", "Zebras graze there.", evidence) == "fail"


@pytest.mark.parametrize(
    ("claim", "evidence", "said"),
    [
        ("The dam leaks.", "The dam leaks badly.", "every word of the claim"),
        ("It employs 240 people.", "It employs 214 people.", "every word but numbers"),
        ("The dam leaks.", "A dam leaks.", "every word of weight"),
    ],
)
def test_coverage_says_which_words_stand_there(claim: str, evidence: str, said: str) -> None:
    checks = check_pair(claim, evidence).checks
    detail = next(check.detail for check in checks if check.name == "coverage")
    assert detail.startswith(said)
    assert detail.endswith("stands in the evidence")


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("It employs 240 people.", "It employs 214 people.", "refuted"),
        ("它雇用了240人。", "它雇用了214人。", "refuted"),
        ("It opened in 2021.", "It opened in 2020.", "refuted"),
        ("It employs 240 people.", "He employs 214 people.", "not_enough_evidence"),
        ("It employs 240 people.", "It employs 214 people in Oslo.", "not_enough_evidence"),
        ("Employs 240.", "It employs 214.", "not_enough_evidence"),
    ],
)
def test_a_short_sentence_with_another_number_refutes_if_all_else_is_equal(
    claim: str, evidence: str, verdict: str
) -> None:
    assert check_pair(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "The OECD published the harbour report in May.",
            "The Organisation for Economic Cooperation and Development published the harbour "
            "report in May.",
        ),
        (
            "The report was written by NASA staff.",
            "The report was written by staff of the National Aeronautics and Space Administration.",
        ),
    ],
)
def test_a_name_that_may_be_short_for_words_of_the_evidence_is_uncertain(
    claim: str, evidence: str
) -> None:
    (check,) = [check for check in check_pair(claim, evidence).checks if check.name == "name"]
    assert check.outcome == "uncertain"
    assert "short for words" in check.detail
