"""Who does what to whom: participants that changed places, and orders that say the same."""

from __future__ import annotations

import pytest

from ascertain.evidence.check import Check
from ascertain.validation.checking import check_pair


def order(claim: str, evidence: str, language: str | None = None) -> Check:
    checks = check_pair(claim, evidence, language=language).checks
    return next(check for check in checks if check.name == "order")


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Alice hired Bob.", "Bob hired Alice."),
        ("Then Vela Air bought Lumen Jets.", "Then Lumen Jets bought Vela Air."),
        ("A bought B.", "B bought A."),
        ("Company A bought Company B in 2020.", "Company B bought Company A in 2020."),
        ("The board thanked the auditors.", "The auditors thanked the board."),
        ("Paris is larger than London.", "London is larger than Paris."),
        ("Alice introduced Bob to Carol.", "Alice introduced Carol to Bob."),
        ("The firm moved from Oslo to Bergen.", "The firm moved from Bergen to Oslo."),
        ("Bob, the founder, hired Alice.", "Alice, the founder, hired Bob."),
        ("Ann Roe and Bob Coe hired Carl Dee.", "Carl Dee hired Ann Roe and Bob Coe."),
        ("Alice hired Bob.", "Bob hired Alice, and Bob left in May."),
        ("Alice hired Bob.", "Bob hired Alice after Bob left town."),
        ("Alice was the teacher of Bob.", "Bob was the teacher of Alice."),
        ("Alice agreed to hire Bob.", "Bob agreed to hire Alice."),
        ("Then the old cat bit the grey dog.", "Then the grey dog bit the old cat."),
        ("Alice hired Bob.", "Early in 2020 Bob hired Alice for the winter season."),
        ("甲公司收购了乙公司", "乙公司收购了甲公司"),
        ("小明比小红高。", "小红比小明高。"),
        ("王芳是李强的老师。", "李强是王芳的老师。"),
        ("甲公司是乙公司的母公司。", "乙公司是甲公司的母公司。"),
        ("甲公司收购了乙公司。", "报道说，2020年乙公司收购了甲公司。"),
        ("Bob engageait Alice.", "Alice engageait Bob."),
    ],
)
def test_participants_that_changed_places_are_not_supported(claim: str, evidence: str) -> None:
    assert order(claim, evidence).outcome == "fail"
    assert check_pair(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Alice was hired by Bob.", "Alice hired Bob."),
        ("Alice hired Bob.", "Alice was hired by Bob."),
        ("Alice hired Bob.", "In 2020 Alice was hired at last by Bob."),
        ("Company A was bought by Company B.", "Company A bought Company B."),
        ("The tenants were warned by the owner.", "The tenants warned the owner."),
        ("甲公司被乙公司收购。", "甲公司收购了乙公司。"),
        ("甲公司收购了乙公司。", "甲公司被乙公司收购。"),
    ],
)
def test_a_voice_that_differs_in_one_order_turns_the_roles(claim: str, evidence: str) -> None:
    found = order(claim, evidence)
    assert found.outcome == "fail"
    assert "as the one who acts" in found.detail


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Bob was hired by Alice.", "Alice hired Bob."),
        ("Alice hired Bob.", "In 2019 Bob was hired in Oslo by Alice."),
        ("Alice, Bob and Carl founded Acme.", "Carl, Bob and Alice founded Acme."),
        ("The shop sells bread, cheese and wine.", "The shop sells wine, cheese and bread."),
        ("Talks between Norvale and Quillam began.", "Talks between Quillam and Norvale began."),
        ("In 2020, Norvale bought Quillam.", "Norvale bought Quillam in 2020."),
        ("Jane Roe, head of Acme, resigned.", "Acme's head Jane Roe resigned."),
        ("Jane Roe is the executive director of Acme.", "Acme executive director Jane Roe left."),
        ("Norvale merged with Quillam.", "Quillam merged with Norvale."),
        ("Norvale argued with Quillam.", "Quillam argued with Norvale."),
        ("Then Vela Air met Lumen Jets.", "Then Lumen Jets met Vela Air."),
        ("On the hill stands a church.", "A church stands on the hill."),
        ("Oslo is the capital of Norway.", "The capital of Norway is Oslo."),
        ("The committee found that the dam leaks.", "The dam leaks, found the committee."),
        ("The prize was given to Bob.", "Bob was given the prize."),
        ("Oslo-based Acme makes pumps.", "Acme, based in Oslo, makes pumps."),
        ("Growth in sales of pumps was strong.", "Pump sales growth was strong."),
        ("The cost of paper is rising.", "They choke on rising paper costs."),
        ("Great Reward is an album from Moor.", "A song by Moor from the album Great Reward."),
        ("Alice sold the house to Bob.", "The house Bob bought from Alice."),
        ("Alice sold Bob the large house.", "Bob bought the large house from Alice."),
        (
            "Ann Roe sold the large stone house near the Bergen harbour wall to Bob Coe.",
            "Bob Coe bought the large stone house near the Bergen harbour wall from Ann Roe.",
        ),
        ("Then Vela Air guided Lumen Jets.", "Then guided Lumen Jets Vela Air."),
        ("Alice hired Bob.", "Bob left when Alice hired Bob."),
        ("The train by Oslo left Bergen.", "The train left Bergen by Oslo."),
        ("It was painted by hand.", "It was hand painted."),
        ("甲公司收购了乙公司。", "乙公司被甲公司收购。"),
        ("乙公司被甲公司收购。", "甲公司收购了乙公司。"),
        ("张三和李四创立了公司。", "李四和张三创立了公司。"),
        ("北京是中国的首都。", "中国的首都是北京。"),
        ("这家店的老板是王芳", "王芳是这家店的老板"),
        ("院长是王芳。", "王芳是院长。"),
        ("王芳是李强的同学。", "李强是王芳的同学。"),
        ("周明对吴芳说他们结婚。", "吴芳对周明说他们结婚。"),
        ("甲公司向乙公司出口大米。", "乙公司向甲公司进口大米。"),
        ("大猫追小狗。", "昨天小狗追的是老猫和大狗。"),
        ("那天猫在河边的草地上追狗。", "那天狗在河边的草地上追老猫。"),
        ("猫追狗跑。", "那只狗追猫跑了很久。"),
        ("被大水冲走的是张三的木船。", "大水冲走的是张三的木船。"),
        (
            "Norvale is the main rival club of Quillam.",
            "Quillam is the main rival club of Norvale.",
        ),
        ("Bob was hired by Ann.", "Bob hired a cook for Ann."),
        ("Bob was hired by Ann.", "Bob was hired in May by old Ann."),
        ("Bob was sent home by Alice.", "Bob sent by Alice home."),
        ("Bob was sent home by Alice.", "Bob sent a letter by post home to Alice."),
        ("水被鱼。", "鱼和水被。"),
        ("那条鱼被猫", "那条鱼和猫"),
    ],
)
def test_an_order_that_says_the_same_does_not_fail(claim: str, evidence: str) -> None:
    assert order(claim, evidence).outcome != "fail"
    assert order(evidence, claim).outcome != "fail"


def test_the_detail_says_who_stands_where() -> None:
    assert order("Ada Roe hired Bob.", "Bob hired Ada Roe.").detail == (
        "the claim has Ada Roe before 'hired' and Bob after it; the evidence the other way round"
    )
    assert order("甲公司收购了乙公司。", "甲公司被乙公司收购。").detail == (
        "the evidence has 乙公司 as the one who acts (after '被'); "
        "the claim has 乙公司 as the one acted on"
    )
    assert order("Old Co A was bought by New Co B.", "Old Co A bought New Co B.").detail == (
        "the claim has New Co B as the one who acts (after 'by'); "
        "the evidence has New Co B as the one acted on"
    )


def test_only_a_comparison_turned_round_refutes() -> None:
    assert check_pair("Paris is larger than Rome.", "Rome is larger than Paris.").verdict == (
        "refuted"
    )
    assert check_pair("小明比小红高。", "小红比小明高。").verdict == "refuted"
    for claim, evidence in (
        ("Alice hired Bob.", "Bob hired Alice."),
        ("Paris is larger than Rome.", "In 1900 Rome was larger than Paris."),
        ("红队以三比一击败了蓝队。", "蓝队以三比一击败了红队。"),
    ):
        assert check_pair(claim, evidence).verdict == "not_enough_evidence"


def test_what_commas_leave_open_is_uncertain() -> None:
    found = order("Alice, with Dan, hired Bob.", "Bob hired, with Dan, Alice.")
    assert found.outcome == "uncertain"
    assert found.detail.startswith("it may be that the claim has")


def test_german_cases_leave_the_order_open() -> None:
    claim, evidence = "Anna grüßte den Otto.", "Den Otto grüßte Anna."
    assert order(claim, evidence, "de").outcome == "uncertain"
    assert order("Anna grüßte Otto.", "Otto grüßte Anna.", "de").outcome == "fail"


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Otto wurde von Anna gegrüßt.", "Anna hat Otto gegrüßt.", "de"),
        ("Otto fut salué par Anna.", "Anna a salué Otto.", "fr"),
        ("Otto fue saludado por Anna.", "Anna ha saludado a Otto.", "es"),
    ],
)
def test_other_languages_have_a_passive_too(claim: str, evidence: str, language: str) -> None:
    assert order(claim, evidence, language).outcome != "fail"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Did Alice hire Bob?", "Bob hired Alice."),
        ("Alice hired Bob.", "Did Bob hire Alice?"),
        ("Alice hired Bob.", "Bob left the town."),
        ("Alice hired Bob.", "Bob stayed where he was. Nobody had hired Alice yet."),
        ("Alice hired Bob. " * 110, "Bob hired Alice. " * 110),
        ("Мост длиной 40 м.", "Мост длиной 40 м."),
    ],
)
def test_where_nothing_is_to_be_compared_the_check_does_not_run(claim: str, evidence: str) -> None:
    assert order(claim, evidence).outcome == "not_run"
