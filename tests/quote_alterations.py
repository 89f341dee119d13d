"""Changes that make a quote say something else than its source."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from random import Random

from quote_texts import (
    NAMES,
    OBJECTS,
    SUBJECTS,
    TAILS,
    ZH_BODIES,
    ZH_DIGITS,
    ZH_NAMES,
    ZH_OBJECTS,
    ZH_VERBS,
    Passage,
    letters_of,
)

__all__ = ["ALTERATIONS", "altered"]

_FAR = 600


def _number(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"\d", quote)]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice([d for d in "123456789" if d != quote[at]]) + quote[at + 1 :]


def _digit_more(quote: str, rng: Random) -> str | None:
    places = [m.end() for m in re.finditer(r"\d", quote)]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice("0123456789") + quote[at:]


def _numeral(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"(?<=分之)[一二三四五六七八九]|[万亿]", quote)]
    if not places:
        return None
    at = rng.choice(places)
    others = "万亿千" if quote[at] in "万亿" else ZH_DIGITS
    return quote[:at] + rng.choice([c for c in others if c != quote[at]]) + quote[at + 1 :]


def _name_changed(quote: str, rng: Random) -> str | None:
    names = [m for m in re.finditer(r"\b[A-Z][a-zé]{3,}\b", quote) if m.start() > 0]
    if not names:
        return None
    name = rng.choice(names)
    other = rng.choice([w for n in NAMES for w in n.split() if w != name.group()])
    return quote[: name.start()] + other + quote[name.end() :]


def _name_misspelt(quote: str, rng: Random) -> str | None:
    names = [m for m in re.finditer(r"\b[A-Z][a-z]{3,}\b", quote) if m.start() > 0]
    if not names:
        return None
    name = rng.choice(names)
    at = rng.randrange(name.start() + 1, name.end())
    letter = rng.choice([c for c in "abcdefghiklmnoprstuvwxyz" if c != quote[at]])
    return quote[:at] + letter + quote[at + 1 :]


def _zh_name_changed(quote: str, rng: Random) -> str | None:
    names = [n for n in (*ZH_NAMES, *ZH_BODIES) if n in quote]
    if not names:
        return None
    name = rng.choice(names)
    pool = ZH_NAMES if name in ZH_NAMES else ZH_BODIES
    return quote.replace(name, rng.choice([n for n in pool if n != name]), 1)


def _denied(quote: str, rng: Random) -> str | None:
    places = list(
        re.finditer(r"\b(?:is|was|were|are|has|had|will|could|would|can)\b(?! not)", quote)
    )
    if not places:
        return None
    at = rng.choice(places).end()
    return quote[:at] + rng.choice((" not", " never")) + quote[at:]


def _affirmed(quote: str, rng: Random) -> str | None:
    places = list(re.finditer(r"\s(?:not|never|no|without|hardly)\b", quote))
    if not places:
        return None
    place = rng.choice(places)
    return quote[: place.start()] + quote[place.end() :]


def _zh_denied(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"[会能是有可]|决定|计划|继续|开始|正在", quote)]
    places = [p for p in places if quote[p - 1 : p] not in "不没未"]
    if not places:
        return None
    at = rng.choice(places)
    return quote[:at] + rng.choice("不没未") + quote[at:]


def _zh_affirmed(quote: str, rng: Random) -> str | None:
    places = list(re.finditer(r"[不没未无](?!过)|没有|从未|拒绝", quote))
    if not places:
        return None
    place = rng.choice(places)
    return quote[: place.start()] + quote[place.end() :]


def _word_changed(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\b[a-z]{4,}\b", quote))
    if not words:
        return None
    word = rng.choice(words)
    pool = " ".join((*OBJECTS, *TAILS, *SUBJECTS)).split()
    other = rng.choice([w for w in pool if len(w) > 3 and w != word.group()])
    return quote[: word.start()] + other + quote[word.end() :]


def _opposite(quote: str, rng: Random) -> str | None:
    pairs = "before after;after before;southern northern;old new;raised lowered;until since".split(
        ";"
    )
    found = [p.split() for p in pairs if re.search(rf"\b{p.split()[0]}\b", quote)]
    if not found:
        return None
    one, other = rng.choice(found)
    return re.sub(rf"\b{one}\b", other, quote, count=1)


def _word_left_out(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\s\b[a-z]{4,}(?=\s)", quote))
    if not words:
        return None
    word = rng.choice(words)
    return quote[: word.start()] + quote[word.end() :]


def _word_added(quote: str, rng: Random) -> str | None:
    words = list(re.finditer(r"\s(?=[a-z])", quote))
    if not words:
        return None
    at = rng.choice(words).end()
    extra = rng.choice("secretly former all illegally almost deputy seven only reportedly".split())
    return f"{quote[:at]}{extra} {quote[at:]}"


def _zh_word_changed(quote: str, rng: Random) -> str | None:
    found = [w for w in (*ZH_OBJECTS, *ZH_VERBS) if w in quote]
    if not found:
        places = [m.start() for m in re.finditer(r"[\u4e00-\u9fff]{2}", quote)]
        at = rng.choice(places) if places else 0
        return quote[:at] + rng.choice(("销毁", "秘密", "扩大", "取消")) + quote[at + 2 :]
    word = rng.choice(found)
    pool = ZH_OBJECTS if word in ZH_OBJECTS else ZH_VERBS
    return quote.replace(word, rng.choice([w for w in pool if w != word]), 1)


def _zh_word_added(quote: str, rng: Random) -> str | None:
    places = [m.start() for m in re.finditer(r"(?<=[\u4e00-\u9fff])[\u4e00-\u9fff]", quote)]
    if not places:
        return None
    at = rng.choice(places)
    extra = rng.choice(
        [w for w in ("副", "前", "秘密", "全部", "约", "非", "女") if w not in quote]
    )
    return quote[:at] + extra + quote[at:]


def _smuggled(quote: str, rng: Random) -> str | None:
    words = quote.split(" ")
    if len(words) < 4:
        return None
    extra = "[not];[5 million];[Osric Vane];[never];[seven];[nearly all];[un-];[did not]"
    words.insert(rng.randrange(1, len(words) - 1), rng.choice(extra.split(";")))
    return " ".join(words)


def _zh_smuggled(quote: str, rng: Random) -> str | None:
    at = rng.randrange(2, len(quote) - 1)
    if quote[at - 1].isascii() or quote[at].isascii():
        return None
    return (
        quote[:at] + rng.choice(("[不]", "[五百万]", "[没有]", "［300］", "[王小明]")) + quote[at:]
    )


ALTERATIONS: dict[bool, dict[str, Callable[[str, Random], str | None]]] = {
    False: {
        "number": _number,
        "digit_more": _digit_more,
        "name": _name_changed,
        "misspelt_name": _name_misspelt,
        "negation_added": _denied,
        "negation_removed": _affirmed,
        "word": _word_changed,
        "opposite": _opposite,
        "left_out": _word_left_out,
        "added": _word_added,
        "bracket": _smuggled,
    },
    True: {
        "number": _number,
        "numeral": _numeral,
        "name": _zh_name_changed,
        "negation_added": _zh_denied,
        "negation_removed": _zh_affirmed,
        "word": _zh_word_changed,
        "added": _zh_word_added,
        "bracket": _zh_smuggled,
    },
}
"""Changes to a quote that make it say something else; None where a quote gives no occasion."""


def altered(
    text: str, passages: list[Passage], seed: int, *, chinese: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield (kind, quote) pairs that no text should be taken to say; splices included."""
    rng = Random(seed)
    letters = letters_of(text)
    for passage in passages:
        quote = text[passage.start : passage.end]
        for kind, change in ALTERATIONS[chinese].items():
            made = change(quote, rng)
            if made and (kind == "bracket" or letters_of(made) not in letters):
                yield kind, made
    for one, other in itertools.pairwise(passages):
        first, second = text[one.start : one.end], text[other.start : other.end]
        middle, joint = (
            (len(first) // 2, "") if chinese else (first.find(" ", len(first) // 2), " ")
        )
        half = len(second) // 2 if chinese else second.find(" ", len(second) // 2) + 1
        spliced = first[:middle] + joint + second[half:]
        is_far = other.start - one.end > _FAR and letters.count(letters_of(second[half:])) == 1
        if middle > 0 and half > 0 and is_far and letters_of(spliced) not in letters:
            yield "splice", spliced
            yield "far_ellipsis", first[:middle] + " … " + second[half:]
