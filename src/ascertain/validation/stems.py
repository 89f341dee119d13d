"""Rough English stems, so that "rose" meets "rise" and "cities" meets "city"."""

from __future__ import annotations

__all__ = ["stem"]

_IRREGULAR = {
    form: word
    for word, forms in (
        entry.split(":")
        for entry in (
            "fall:fell,fallen rise:rose,risen grow:grew,grown shrink:shrank,shrunk "
            "win:won,winning lose:lost lead:led become:became begin:began,begun buy:bought "
            "sell:sold hold:held make:made,making take:took,taken,taking "
            "give:gave,given,giving write:wrote,written,writing build:built pay:paid "
            "find:found say:said go:went,gone come:came,coming see:saw,seen sing:sang,sung "
            "speak:spoke,spoken choose:chose,chosen know:knew,known keep:kept "
            "leave:left,leaving meet:met send:sent spend:spent stand:stood teach:taught "
            "tell:told think:thought understand:understood draw:drew,drawn drive:drove,driven "
            "break:broke,broken bring:brought catch:caught eat:ate,eaten fight:fought "
            "fly:flew,flown forget:forgot hear:heard sue:sued,suing beat:beaten,beating "
            "owe:owed,owing ride:rode run:ran,running shoot:shot "
            "show:shown sit:sat sleep:slept steal:stole,stolen swim:swam,swum "
            "throw:threw,thrown wear:wore,worn withdraw:withdrew,withdrawn child:children "
            "die:died,dies,dying,dead woman:women man:men person:people wife:wives life:lives "
            "hide:hid,hidden feed:fed bear:born,bore seek:sought deal:dealt mean:meant "
            "feel:felt get:got,gotten,getting cut:cutting set:setting put:putting"
        ).split()
    )
    for form in forms.split(",")
}
_ENDINGS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("ing", ""),
    ("ied", "y"),
    ("ed", ""),
    ("es", ""),
    ("ly", ""),
    ("s", ""),
)
_NO_ENDING = ("ss", "us")
_WHOLE = frozenset(
    "apply supply reply multiply comply imply family assembly monopoly anomaly ally rely".split()
)
_LONG = 6
"""Letters from which two l are those of an ending: cancelled, travelling."""

_SHORTEST = 3
"""Letters that must be left."""


def stem(word: str) -> str:
    """Return a case-folded word without its common English endings.

    Rough on purpose: it is only ever compared with stems made the same way. Words of other
    alphabets come back as they are.
    """
    word = _IRREGULAR.get(word, word)
    if len(word) <= _SHORTEST or not word.isascii() or word in _WHOLE:
        return word
    word = word.removesuffix("'s")
    for ending, instead in _ENDINGS:
        left = len(word) - len(ending)
        if left >= _SHORTEST and word.endswith(ending) and not word.endswith(_NO_ENDING):
            word = word[:left] + instead
            break
    doubled = len(word) > _SHORTEST + 1 and word[-1] == word[-2]
    if doubled and (word[-1] not in "aeiouls" or (len(word) >= _LONG and word[-1] == "l")):
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST else word
