"""What a page says its subject does: topics by their words, in a closed table.

A topic is found by the first letters of a word, so that "glaciologist" and "glaciology" agree;
Chinese words are looked for as they are. The table is chosen by hand and covers what most pages
about people, firms and things are about; a topic that it lacks is no signal, for or against.
"""

from __future__ import annotations

import re

from ascertain.validation.identity.folding import words_of

__all__ = ["BODIES", "GENERIC_NAMES", "GENERIC_WORDS", "topics_of"]

# A word with + names people by what they do.
_TOPICS: dict[str, str] = {
    "sport": "+football +rower rowing +cyclist +ciclista +athlete +sprinter +swimmer +goalkeep "
    "+midfield +striker olympic championship tennis +boxer +jockey +wrestl +coach +运动员 锦标赛 "
    "射击 足球 +教练",
    "chess": "chess +grandmaster 象棋 围棋",
    "music": "+singer song trumpet +trumpeter +pianist +violin +composer +conductor orchestra "
    "album +bandleader +musician jazz +guitarist +歌手 +作曲",
    "stage and film": "+actor +actress theatre theater film movie +screenwriter +szinesz opera "
    "+导演 +编剧 +演员 越剧 影片",
    "crafts": "+potter pottery stoneware +weaver +blacksmith +carpenter +ceramicist kiln +baker "
    "bakery",
    "writing": "+novelist +poet poems poetry novel +诗人 小说",
    "religion": "+vicar +priest +bishop ordained parish +reverend +imam +rabbi +monk 僧",
    "law": "+lawyer +attorney +solicitor +barrister +judge +notary +notario +abogado litigation "
    "court +advocate +notaire +anwalt +rechtsanwalt +律师 +法官 法院",
    "medicine": "+surgeon +physician +cardiolog +dentist +nurse hospital patient clinic arrhythm "
    "medical +oncolog +医师 医院 心内科 +医生 患者",
    "chemistry and materials": "+chemist catalys polymer electrolyt batteries ceramics 化学 电池 "
    "陶瓷 材料学",
    "earth and oceans": "+glaciolog glacier +geophys +oceanograph +geolog sediment +seismolog "
    "climat",
    "plants and animals": "+botanis +botanik botanic botany vegetation +zoolog +ecolog +biolog "
    "fuvesz puszta 植物 动物",
    "acoustics and instruments": "acoustic transducer profiler sonar",
    "history": "+archaeolog +arqueolog +historian histori antiquit 考古 历史学",
    "building": "+architect +architecte +architekt landscape +建筑师 +مهندسة معمارية",
    "computing": "software database databases computer +programmer programming algorithm "
    "+developer compiler server 软件 数据库 程序",
    "games": "gaming videogame game games 游戏",
    "robots and vision": "robot machinevision 机器人",
    "optics": "microscop mikroskop objektiv lens lenses telescop photonic optic",
    "eyewear": "brillen kontaktlinsen spectacle eyewear augenoptik",
    "weapons": "rifle scopes gun ammunition",
    "machine parts": "bearing bearings spindle gearbox",
    "road vehicles": "truck trucks trailer camper van diesel motorhome lorry lorries",
    "boats and ships": "kayak kayaks shipyard yacht hull 航运 船",
    "sea power": "tidal turbine turbines wind",
    "oil and gas": "oil drilling pipeline pipelines petroleum gas",
    "food and drink": "drink drinks beverage brewed flavour brewery restaurant",
    "finance": "investment investor fund capital bank banking shareholder 投资 银行",
    "property": "estate landlord lettings letting 房地产",
    "farming": "+farmer farming seed fertiliz fertilis crops 种子 化肥 农业",
    "sound": "headphone headphones headset loudspeaker earbuds noise",
    "teaching": "+schoolteacher +headteacher 中学 +教师",
    "politics": "+senator parliament +minister +mayor +councillor +congressman +议员 +市长 +部长",
    "physics and mathematics": "+physicist physics physik +mathematician mathematics +astronom "
    "astronomy 物理 数学",
    "economy": "+economist +okonom economics volkswirt volkswirtschaft arbeitsmarkt "
    "arbeitsmarkte +economista 经济学",
    "media": "+journalist +photographer +reporter 记者",
    "thought and speech": "+philosopher philosophy +linguist linguistics +psychologist psycholog "
    "哲学",
    "army": "+soldier +colonel +sergeant regiment +admiral +军官",
    "crime": "+sheriff stolen +burglar prison 犯罪",
}

_ROWS: tuple[tuple[str, str, bool], ...] = tuple(
    (word.removeprefix("+"), topic, word.startswith("+"))
    for topic, words in _TOPICS.items()
    for word in words.split()
)
_LATIN: dict[str, tuple[str, bool]] = {
    word: (topic, names_people) for word, topic, names_people in _ROWS if word.isascii()
}
_OTHER = tuple(row for row in _ROWS if not row[0].isascii())
_LONGEST = max(map(len, _LATIN))
_WHOLE = 6
"""Letters from which a word of the table stands for all words that begin with it."""

_HAN = re.compile(r"[\u0600-\u06ff\u3400-\u9fff]")

BODIES = {
    word: kind
    for kind, words in {
        "university": "university universitat universidad universite universita uni",
        "college": "college kolleg",
        "institute": "institute institut instituto",
        "school": "school schule ecole escuela",
        "hospital": "hospital klinikum hopital clinic",
        "museum": "museum museo musee",
        "foundation": "foundation stiftung fundacion fondation",
    }.items()
    for word in words.split()
}
"""Folded words that say what kind of body a name is of, in one form for all languages."""

GENERIC_NAMES = BODIES.keys() | frozenset(
    (
        "university universitat universidad universite institute college school department faculty "
        "professor prof dr doctor director president chair chairman chief executive manager "
        "company companies board group journal press museum hospital society association fund "
        "foundation club centre center international national royal general new old north south "
        "east west northern southern eastern western great united kingdom states america american "
        "england english britain british scotland scottish ireland irish wales europe european "
        "germany german france french spain spanish italy italian china chinese japan canada "
        "canadian india australia africa asia phd bsc msc ba ma home about news contact cv page "
        "search menu read more privacy cookies copyright internet web email e-mail twitter "
        "linkedin facebook github youtube january february march april may june july august "
        "september october november december research science sciences engineering history "
        "world war wars cup league olympic olympics games championship championships "
        "champions governor "
        "congress senate government soviet union times city town los angeles san santa francisco "
        "york london paris berlin army navy force forces minister prime council party republic "
        "district county river island street road park house church state federal national russia "
        "russian soviet poland polish turkey turkish brazil brazilian mexico mexican korea korean "
        "netherlands dutch belgium belgian sweden swedish norway norwegian denmark danish finland "
        "greek greece austria austrian swiss switzerland portugal portuguese ukraine ukrainian "
        "iran israel egypt pakistan indian australian african asian european americans christian "
        "catholic jewish muslim english captain general major colonel "
        "award prize medal conference proceedings volume issue pages doi orcid isbn"
    ).split()
)
"""Names that nearly any page may give; they tie no page to a subject."""

GENERIC_WORDS = frozenset(
    "university professor research published founded company director member people through "
    "between because before another during against should would could without within second "
    "department faculty institute doctorate student studied studies worked working works member "
    "british german french english chinese american january february october november december "
    "september contact privacy cookies cookie website please copyright reserved rights search "
    "language current present former number include including people school college public "
    "nothing something children although however several leader leaders office country "
    "document service services release released version product products project projects series "
    "started today years business market president national international managing executive "
    "register limited incorporated registered always himself herself themselves".split()
)
"""Words, folded, that say little about what a page is about."""


def topics_of(folded: str, *, occupations: bool = False) -> dict[str, str]:
    """Return the topics of a folded text and the first words that show each.

    Args:
        folded: the text.
        occupations: count only words for people by what they do, such as "dentist".
    """
    seen: dict[str, set[str]] = {}
    for word in words_of(folded):
        topic, names_people = _topic_of(word)
        if topic and (names_people or not occupations):
            seen.setdefault(topic, set()).add(word)
    if _HAN.search(folded):
        for word, topic, names_people in _OTHER:
            if word in folded and (names_people or not occupations):
                seen.setdefault(topic, set()).add(word)
    return {topic: ", ".join(sorted(words)[:3]) for topic, words in seen.items()}


def _topic_of(word: str) -> tuple[str, bool]:
    for length in range(min(len(word), _LONGEST), 2, -1):
        found = _LATIN.get(word[:length])
        if found is not None and (length >= _WHOLE or length == len(word)):
            return found
    return "", False
