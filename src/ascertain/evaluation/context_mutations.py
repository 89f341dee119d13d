"""Altering the passage around a claim: denials beside it, questions, conditions, opinions."""

from __future__ import annotations

from collections.abc import Iterator

from ascertain.evaluation.true_pairs import Language, TruePair

__all__ = ["CONTEXT_KINDS", "context_mutations"]

_FRAMES: dict[Language, dict[str, tuple[str, ...]]] = {
    "en": {
        "reversed_before": (
            "It is not true that {inner}",
            "The following statements are false: {core}",
            "The report repeats a common error, namely that {inner}",
            "None of the following happened. {core}",
            "False claims\n\n{core}",
            "It is a myth that {inner}",
        ),
        "reversed_after": (
            "{core} It is wrong.",
            "{core} None of this is true.",
            "{core} This later turned out to be an error.",
            "{core} The statement was retracted a week later.",
            "{core} That is what the forged letter said; nothing of the kind took place.",
            "{core} The editors have since withdrawn this claim.",
        ),
        "question": (
            "Is it true that {bare}?",
            "Can it be that {bare}?",
            "Many ask whether {inner}",
            "{plain}? Nobody can say for certain.",
        ),
        "counterfactual": (
            "If {bare}, much would be different today.",
            "Suppose that {inner}",
            "Things would look different if {inner}",
            "In the novel, {inner}",
        ),
        "opinion": (
            "Critics claim that {inner}",
            "An anonymous blogger wrote: “{core}”",
            "According to a rumour, {inner}",
            "Some people believe that {inner}",
        ),
    },
    "zh": {
        "reversed_before": (
            "以下说法是错误的：{core}",
            "并不是说{core}",
            "有一种误传：{core}",
            "谣言称，{core}",
        ),
        "reversed_after": (
            "{core}这是错误的。",
            "{core}这一说法不属实。",
            "{core}后来证实这并非事实。",
            "{core}该消息已被撤回。",
        ),
        "question": ("{plain}吗？", "是否{plain}？", "难道{plain}？"),
        "counterfactual": ("如果{plain}，情况就会不同。", "假设{core}", "在小说里，{core}"),
        "opinion": ("有网友声称，{core}", "批评者认为，{core}", "据传，{core}"),
    },
}
_SMALL_AFTER_FRAME = frozenset(
    "The A An Some Most All About Between Only No Every More Fewer At If Around Two Several Net "
    "Usually Researchers Farmers Doctors Residents Police Spending Rainfall Sales Exports Tourism "
    "Temperatures Unemployment Wolves Lead".split()
)
"""First words that lose their capital within a sentence; the others are names."""

CONTEXT_KINDS = tuple(_FRAMES["en"])
"""Kinds that are made here."""


def context_mutations(pair: TruePair, place: int) -> Iterator[tuple[str, str]]:
    """Set the pair's core in frames that take it back or leave it open.

    Args:
        pair: the pair.
        place: a number that chooses among frames.

    Yields:
        Kind and passage.
    """
    core = pair.core
    first, _, rest = core.partition(" ")
    inner = f"{first.lower()} {rest}" if first in _SMALL_AFTER_FRAME else core
    plain, bare = core.rstrip(".。"), inner.rstrip(".。")
    conditional = core.startswith(("If ", "如果"))
    for kind, frames in _FRAMES[pair.language].items():
        if kind == "counterfactual" and conditional:
            continue
        frame = frames[place % len(frames)]
        framed = frame.format(core=core, inner=inner, plain=plain, bare=bare)
        yield kind, pair.passage(framed)
