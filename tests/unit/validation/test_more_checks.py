"""Times, rates, speakers, wording, places exchanged, other languages: one case of each outcome."""

from __future__ import annotations

import pytest

from ascertain.evidence.check import Check
from ascertain.validation.calibration import calibrated
from ascertain.validation.checking import check_pair
from ascertain.validation.comparison import Comparison
from ascertain.validation.once import once
from ascertain.validation.statement import Statement
from ascertain.validation.synonyms import are_kin
from ascertain.validation.transposition import transposed
from ascertain.validation.verdicts import SUPPORT

_Row = tuple[str, str, str]


def outcome(name: str, claim: str, evidence: str, language: str | None = None) -> Check:
    checked = check_pair(claim, evidence, language=language)
    return next(check for check in checked.checks if check.name == name)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The mill opens.", "The mill opens.", "not_run"),
        ("The mill opens at 9 am.", "The mill opens at 9 a.m. each day.", "pass"),
        ("The mill opens at 9 pm.", "The mill opens at 9 am.", "fail"),
        ("The mill opens at 9 am.", "The mill opens at nine.", "pass"),
        ("The mill opens on Monday.", "The mill opens on Mondays.", "pass"),
        ("The mill opens on Monday.", "The mill opens on Sunday.", "fail"),
        ("The mill opens on Monday.", "The mill opens then.", "uncertain"),
        ("磨坊下午9点开门。", "磨坊上午九点开门。", "fail"),
        ("磨坊下午两点开门。", "磨坊下午2点开门。", "pass"),
        ("磨坊周一开门。", "磨坊星期一开门。", "pass"),
        ("磨坊周一开门。", "磨坊周日开门。", "fail"),
    ],
)
def test_half_of_the_day_and_day_of_the_week(claim: str, evidence: str, expected: str) -> None:
    assert outcome("time", claim, evidence).outcome == expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It grinds 5 tonnes.", "It grinds 5 tonnes.", "not_run"),
        ("It grinds 5 tonnes a day.", "It grinds 5 tonnes per day.", "pass"),
        ("It grinds 5 tonnes daily.", "It grinds 5 tonnes every day.", "pass"),
        ("It grinds 5 tonnes a week.", "It grinds 5 tonnes per day.", "fail"),
        ("It pays 5 dollars a pound.", "It pays 5 dollars a tonne.", "fail"),
        ("It grinds 5 tonnes a day.", "It grinds 5 tonnes.", "uncertain"),
        ("It grinds 5 tonnes a day.", "In a single day it grinds 5 tonnes.", "pass"),
        ("It closed a year later.", "It closed within a month.", "not_run"),
        ("它每周磨5吨。", "它每天磨5吨。", "fail"),
        ("它每星期磨5吨。", "它每周磨5吨。", "pass"),
    ],
)
def test_what_a_number_is_per(claim: str, evidence: str, expected: str) -> None:
    assert outcome("rate", claim, evidence).outcome == expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The mill burned.", "The mill burned, said Ada Wolde.", "not_run"),
        ("Ada Wolde said the mill burned.", "The mill burned, said Ada Wolde.", "pass"),
        ("Rolf Ihle said the mill burned.", "The mill burned, said Ada Wolde.", "fail"),
        ("According to Rolf Ihle, the mill burned.", "Ada Wolde says the mill burned.", "fail"),
        ("Ada Wolde said the mill burned.", "Ada Wolde saw that the mill burned.", "pass"),
        ("Ada Wolde said the mill burned.", "It is known that the mill burned.", "uncertain"),
        ("He said the mill burned.", "Ada Wolde said the mill burned.", "not_run"),
        ("Ada Wolde, the miller, said it burned.", "It burned, said Ada Wolde.", "pass"),
        ("据王岚称，磨坊烧毁。", "王岚表示，磨坊烧毁。", "pass"),
        ("据赵海称，磨坊烧毁。", "王岚表示，磨坊烧毁。", "fail"),
    ],
)
def test_who_says_it(claim: str, evidence: str, expected: str) -> None:
    assert outcome("attribution", claim, evidence).outcome == expected


LONG = "The mill burned in a great storm. " + "Nothing else is told of that night here. " * 9


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The mill burned.", "The mill burned.", "pass"),
        ("The bakery burned.", "The mill burned.", "uncertain"),
        ("The firm bought the mill.", "The company purchased the mill.", "pass"),
        ("The mill burned and the owner wept.", "The mill burned.", "uncertain"),
        ("The mill burned in a fierce thunder.", LONG, "pass"),
        ("磨坊收购了农场。", "磨坊购买了农场。", "pass"),
        ("磨坊收购了船厂。", "磨坊收购了农场。", "uncertain"),
        ("Ada burned the mill in Ystad.", "Ada burned the mill.", "pass"),
    ],
)
def test_words_that_the_evidence_has_nothing_for(claim: str, evidence: str, expected: str) -> None:
    assert outcome("wording", claim, evidence).outcome == expected


def test_a_word_exchanged_for_another_is_not_supported() -> None:
    checked = check_pair("The choir sang in the bakery.", "The choir sang in the harbour.")
    assert checked.verdict == "not_enough_evidence"
    assert checked.confidence < SUPPORT


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Oak is harder than elm and heavier than ash.",
         "Oak is harder than ash and heavier than elm.", "fail"),
        ("The inn is near the oak, the elm and the ash.",
         "The inn is near the ash, the elm and the oak.", "pass"),
        ("Oak and elm burn.", "Elm and oak burn.", "pass"),
        ("The oak matches the elm.", "The elm matches the oak.", "fail"),
        ("橡木比榆木硬，比白蜡木重。", "橡木比白蜡木硬，比榆木重。", "fail"),
    ],
)  # fmt: skip
def test_phrases_that_changed_places(claim: str, evidence: str, expected: str) -> None:
    assert outcome("order", claim, evidence).outcome == expected


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The firm Alda argued with the firm Berg.", "The firm Berg argued with the firm Alda."),
        ("Gold was sent to Bob.", "Bob was sent gold."),
        ("Alda firm met the Berg firm.", "Berg firm met the Alda firm."),
        ("周明和吴芳在安平结婚。", "吴芳和周明在安平结婚。"),
    ],
)
def test_sides_that_may_change_places_are_no_exchange(claim: str, evidence: str) -> None:
    assert transposed(Comparison(Statement(claim), evidence)) is None


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The Belt Street cinema closed.", "The Belt Street cinema almost closed."),
        ("The owners closed the cinema.", "The owners threatened to close the cinema."),
        ("The mill burned.", "The following statements are false: The mill burned."),
        ("The mill burned.", "# False claims\n\nThe mill burned."),
        ("The mill burned.", "None of the following happened. The mill burned."),
        ("The mill burned.", "The mill burned. It is wrong."),
        ("The mill burned.", "The mill burned. None of this is true."),
        ("The mill burned.", "The mill burned, it was alleged. The court rejected the allegation."),
        ("The mill burned.", "In the novel, the mill burned."),
        ("The mill burned.", "Many ask whether the mill burned."),
        ("The mill burned down at night.", "If the mill burned down at night, all is lost."),
        ("磨坊烧毁了。", "以下说法是错误的：磨坊烧毁了。"),
        ("磨坊烧毁了。", "磨坊烧毁了。这一说法不属实。"),
        ("磨坊烧毁了。", "有网友声称，磨坊烧毁了。"),
        ("丙厂向丁厂供应零件。", "丁厂向丙厂供应零件。"),
        ("The mill opens at 9 pm.", "The mill opens at 9 am."),
        ("The mill grinds 5 tonnes a week.", "The mill grinds 5 tonnes a day."),
        ("The mill is profitable.", "The mill is unprofitable."),
        ("The team reached exactly 70 homes.", "The team reached about 70 homes."),
    ],
)  # fmt: skip
def test_what_is_reversed_weakened_or_left_open_is_not_supported(claim: str, evidence: str) -> None:
    checked = check_pair(claim, evidence)
    assert checked.verdict != "supported"
    assert checked.confidence < SUPPORT


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Der Damm wurde 1931 nicht gebaut.", "Der Damm wurde 1931 gebaut."),
        ("La presa no fue construida en 1931.", "La presa fue construida en 1931."),
        ("Le pont n'est pas dans la ville.", "Le pont est dans la ville."),
        ("Il ponte non è stato costruito.", "Il ponte è stato costruito."),
        ("A ponte não foi aberta para o povo.", "A ponte foi aberta para o povo."),
        ("De brug werd niet gebouwd in het dorp.", "De brug werd gebouwd in het dorp."),
    ],
)
def test_a_denial_in_other_languages_is_seen(claim: str, evidence: str) -> None:
    assert outcome("negation", claim, evidence).outcome in {"fail", "uncertain"}
    assert check_pair(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Плотина построена в 1932 году.", "Плотина построена в 1931 году."),
        ("Der Damm wurde 1932 gebaut und ist groß.", "Der Damm wurde 1931 gebaut und ist groß."),
    ],
)
def test_in_other_languages_values_are_compared_and_the_rest_says_that_it_did_not_run(
    claim: str, evidence: str
) -> None:
    checks = {check.name: check for check in check_pair(claim, evidence).checks}
    assert checks["date"].outcome == "fail"
    for name in ("direction", "modality", "quantifier", "wording", "attribution", "time", "rate"):
        assert checks[name].outcome == "not_run"
        assert "no word list" in checks[name].detail


@pytest.mark.parametrize(
    ("one", "other", "kin"),
    [
        ("buy", "purchas", True),
        ("resign", "resignation", True),
        ("mill", "mile", False),
        ("oak", "elm", False),
        ("", "elm", False),
    ],
)
def test_synonyms_and_forms_of_one_root_are_kin(one: str, other: str, *, kin: bool) -> None:
    assert are_kin(one, other) is kin


def test_calibration_rises_and_stays_within_its_table() -> None:
    steps = [calibrated(place / 50) for place in range(51)]
    assert steps == sorted(steps)
    assert calibrated(-1.0) == steps[0]
    assert calibrated(2.0) == steps[-1]
    assert check_pair("The mill burned.", "The mill burned.").likelihood == steps[-1]


def test_a_value_is_computed_once() -> None:
    class Counted:
        count = 0

        @once
        def value(self) -> int:
            """The value."""
            self.count += 1
            return self.count

    counted = Counted()
    assert (counted.value, counted.value) == (1, 1)
