import pytest

from ascertain.sources.anchoring.finding import find_quote, prepare

TWIN_WORDS = (
    "hypertension/hypotension hyperglycemic/hypoglycemic hyperkalemia/hypokalemia"
    " hyperthyroidism/hypothyroidism proscribed/prescribed efferent/afferent ethane/ethene"
    " methane/methene adapted/adopted affected/effected untied/united message/massage"
    " amended/emended commended/commanded ordinance/ordnance depreciated/deprecated"
    " defective/detective expensive/expansive contractor/contactor battery/buttery inapt/inept"
).split()

MINUSES = [
    ("a change of 5.2 points", f"It was a change of {minus}5.2 points overall.")
    for minus in ("-", "−", "–", "\u2012", "\ufe63", "\u207b", "\u2796", "—", "- ", "\u00ad")
]
SIGNS = [
    ("a loss of 5 million", "It was a loss of (5) million euros."),
    ("net income 1,234", "The net income (1,234) was shown."),
    ("values A B here", "The values A ∈ B here are known."),
    ("values A B here", "The values A ∉ B here are known."),
    ("if P Q then", "Take it that if P ∧ Q then R follows."),
    ("if P ∨ Q then", "Take it that if P ∧ Q then R follows."),
    ("the rule A is", "So the rule ¬A is valid."),
    ("from A to B", "It went from A → to B again."),
    ("levels ↑ in blood", "The levels ↓ in blood were seen."),
    ("blood of type A was", "The blood of type A- was used."),
    ("blood of type A", "The blood of type A- was used."),
    ("blood of type AB", "The blood of type AB+ was used."),
    ("a mean of 5", "It was a mean of 5 ± 2 in all."),
    ("5 people came", "Some say that -5 people came"),
    ("102 as written", "The number 10₂ as written is two."),
    ("number 10", "The number 10₂ as written is two."),
    ("102 as written", "The number 10² as written is large."),
    ("a rate of zero. The rest", "It had a rate of zero.5 The rest went on."),
]
OPERATORS = [
    ("5 people came", f"It was said that {sign}5 people came there.")
    for sign in ("<", ">", "≤", "≥", "=", "≠", "±", "≈", "~", "+", "×", "÷", "< ", "≈ ")
]
UNITS = [
    (f"a power of 5 {one} was", f"It said that a power of 5 {other} was used.")
    for one, other in (
        ("mW", "MW"),
        ("mΩ", "MΩ"),
        ("Pm", "pm"),
        ("mg", "Mg"),
        ("kb", "kB"),
        ("Mb", "MB"),
    )
]
CUTS = [
    ("增加了百分之五", "收入增加了百分之五十。"),
    ("五十人参加", "共有一百五十人参加了会议。"),
    ("人数超过百", "人数超过百万。"),
    ("总额为三万", "总额为三万亿元。"),
    ("a sum of 5", "It was a sum of 5,000 euros."),
    ("a sum of 5", "It was a sum of 5.2 euros."),
    ("a sum of 5", "It was a sum of 5 000 euros."),
    ("000 euros", "It was a sum of 5 000 euros."),
]
QUESTIONS = [
    ("The plant closed", "The plant closed? Nobody knew."),
    ("The plant closed.", "The plant closed? Nobody knew."),
    ("彼は医者です", "彼は医者ですか。"),
    ("他是医生", "他是医生吗？"),
    ("Did it close?", "Did it close. It did."),
    ("Did it close? It did", "Did it close. It did so."),
    ("It closed. We left", "It closed? We left then."),
]
SPLICES = [
    ("Smith [...] was convicted in 2019", "Smith was acquitted. Jones was convicted in 2019."),
    ("The study found … no effect", "The study found big effects. Pills had no effect."),
    ("Smith … killed the man", "Smith says Jones killed the man."),
    ("Smith … killed the man", "Smith watched while Jones killed the man."),
    ("The firm … broke the law", "The firm was cleared. Rivals broke the law."),
    ("他…被捕", "他作证后凶手被捕。"),
]
INSERTED = [
    (f"He [{words}] left the country in May", "He left the country in May, they said.")
    for words in (
        "illegally",
        "which is bankrupt",
        "the murderer",
        "allegedly corrupt",
        "run by criminals",
        "Smith",
    )
]
PARTED = [
    ("the vaccine is inactive", "They said that the vaccine is in active use."),
    ("the vaccine is in active use", "They said that the vaccine is inactive use."),
    ("the vaccine is inactive", "They said the vaccine is in\u200b active use."),
    ("the player resigned in May", "It said the player re-signed in May."),
    ("the player re-signed in May", "It said the player resigned in May."),
]
LEAKS = [*MINUSES, *SIGNS, *OPERATORS, *UNITS, *CUTS, *QUESTIONS, *SPLICES, *INSERTED, *PARTED]

HARMLESS = [
    ("a change of -5.2 points", "It was a change of −5.2 points overall."),
    ("a change of -5.2 points", "It was a change of \u20125.2 points overall."),
    ("a loss of (5) million", "It was a loss of (5) million euros."),
    ("as Smith 2019 said", "It was, as Smith (2019) said, new."),
    (">5 people came", "It was said that >5 people came there."),
    ("about 5 people came", "It was said that about 5 people came there."),
    ("blood of type A was", "The blood of type A was used."),
    ("POWER OF 5 KM WAS", "It said that a power of 5 km was used."),
    ("a mean of 5 ± 2", "It was a mean of 5 ± 2 in all."),
    ("in the evidence. The rest", "It lay in the evidence.5 The rest went on."),
    ("formula H2O is", "The formula H₂O is known."),
    ("增加了百分之五十", "收入增加了百分之五十。"),
    ("a sum of 5,000", "It was a sum of 5,000 euros."),
    ("The plant closed?", "The plant closed? Nobody knew."),
    ("The plant closed", "The plant closed. Nobody knew."),
    ("彼は医者ですか", "彼は医者ですか。"),
    (
        "Smith … was convicted in 2019",
        "Smith, who lived by the river, was convicted in 2019.",
    ),
    ("The firm was cleared … Rivals", "The firm was cleared of it. Rivals broke the law."),
    ("He [the company] left", "He left the country in May."),
    ("He [Smith] left the country", "Smith was ill. He left the country in May."),
    ("[s]he left the country", "She left the country in May."),
    ("He [sic] left the country", "He left the country in May."),
    ("an information system", "It is an infor mation system. The information is there."),
    ("the player resigned in May", "It said the player re-\nsigned in May."),
    ("the party re-elected him", "It said the party reelected him."),
]


@pytest.mark.parametrize("pair", TWIN_WORDS)
def test_another_real_word_is_not_taken_for_damage(pair: str) -> None:
    for one, other in (pair.split("/"), pair.split("/")[::-1]):
        text = f"The report on the {other} case was read by all of them."
        assert find_quote(f"on the {one} case was read by", prepare(text)).anchor is None
        known = f"{text} The {one} case stood there too, and another {one} case."
        assert find_quote(f"report on the {one} case was read by", prepare(known)).anchor is None


@pytest.mark.parametrize(("quote", "text"), LEAKS)
def test_a_quote_that_says_something_else_has_no_anchor(quote: str, text: str) -> None:
    assert find_quote(quote, prepare(text)).anchor is None


@pytest.mark.parametrize(("quote", "text"), HARMLESS)
def test_the_harmless_twin_is_found(quote: str, text: str) -> None:
    finding = find_quote(quote, prepare(text))
    assert finding.anchor is not None, finding.nearest


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the government of the day", "It was the govemment of the day."),
        ("the people of the north", "It was the pc0ple of the north."),
        (
            "the president of the club",
            "A president came. It was the prresident of the club.",
        ),
    ],
)
def test_what_only_a_scanner_writes_is_still_damage(quote: str, text: str) -> None:
    assert find_quote(quote, prepare(text)).anchor is not None
