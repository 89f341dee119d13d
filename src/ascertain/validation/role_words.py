"""Words that say who does what to whom, and words that say the same of both sides."""

from __future__ import annotations

import re

from ascertain.validation.opposites import SYMMETRIC
from ascertain.validation.stems import stem

__all__ = [
    "AGENT_MARKS",
    "AUXILIARIES",
    "CASE_ARTICLES",
    "HAN_AGENT_MARKS",
    "HAN_PIVOTS",
    "HAN_SYMMETRIC",
    "MUTUAL",
    "MUTUAL_PREPOSITIONS",
    "PREPOSITIONS",
    "PRONOUNS",
    "ROLE_PREPOSITIONS",
    "SEPARATOR",
    "TITLES",
]

AGENT_MARKS = frozenset("by von durch par por".split())
"""Words after a verb in the passive before the one who acts: English, German, French, Spanish."""

HAN_AGENT_MARKS = frozenset("被由让遭")
"""Characters before the one who acts."""

PRONOUNS = frozenset("he she it they his her its their this these him them who we i".split())
"""Words that name nobody by themselves."""

TITLES = frozenset(
    "president minister mayor judge professor doctor captain general king queen prince princess "
    "pope sir lord lady senator governor chancellor chairman chairwoman director chief secretary "
    "ambassador bishop count duke emperor colonel major justice representative coach saint "
    "landlord architect historian opposition leader prime vice former the".split()
)
"""Words with a capital before a name that are no part of it."""

AUXILIARIES = frozenset(
    "is are was were be been being got gets wurde wurden wird werden worden fut furent est sont "
    "été fue fueron es son sido ser foi foram".split()
)
"""Words one of which stands before a verb in the passive."""

ROLE_PREPOSITIONS = frozenset(
    "than to from into of over against before after above below about behind".split()
)
"""Prepositions whose two sides play different parts."""

MUTUAL_PREPOSITIONS = frozenset("with between among alongside mit zwischen avec entre con".split())
"""Prepositions whose two sides may change places: "merged with"."""

PREPOSITIONS = (
    AGENT_MARKS
    | ROLE_PREPOSITIONS
    | MUTUAL_PREPOSITIONS
    | frozenset(
        "in on at for during near across along beside through within without since until towards "
        "toward onto upon via as per outside inside around amid opposite under".split()
    )
)

MUTUAL = SYMMETRIC | frozenset(
    stem(word)
    for word in (
        "merge merges merged merging merger meeting meets talks talked debate debated cooperate "
        "cooperation collaboration equal resemble differ differs border bordering adjoins adjacent "
        "overlaps correlates correlated coincide coincided tied drew draw similar same different "
        "parallel opposite distance road railway bridge link links linked connects connected "
        "connection route treaty pact talks trade brother sister sibling cousin twin twins spouse "
        "colleague partner neighbour neighbor friend rival ally wed weds dating dated clash "
        "clashed allied intersects unites joins synonymous equivalent plus"
    ).split()
)
"""Stems of words of whose two sides the same is said."""

HAN_SYMMETRIC = re.compile(
    "结婚|离婚|见面|会面|会谈|会晤|相邻|毗邻|接壤|合作|合并|交战|对阵|比赛|距离|相距|相同|相似"
    "|不同|等于|谈判|建交|联手|签署|相当|之间|互相|相互|朋友|同学|同事|兄弟|姐妹|夫妻|邻居"
)
"""Chinese words of whose two sides the same is said."""

HAN_PIVOTS = frozenset("被由让遭把将比向给从对到是")
"""Characters whose two sides play different parts; 是 only before a genitive (甲是乙的…)."""

CASE_ARTICLES = frozenset("den dem einen einem ihn ihm ihnen".split())
"""German words whose case, not their place, says who acts."""

SEPARATOR = re.compile(
    r"[,;:，；：、。()（）–—]|\b(?:and|or|but|nor|while|whereas|because|when|if|und|oder|aber|et|ou"
    r"|y|e)\b|[和与及或而]",
    re.IGNORECASE,
)
"""What parts clauses, the members of a list and words in apposition."""
