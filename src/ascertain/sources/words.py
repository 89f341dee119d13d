"""Closed lists of words that decide what a sentence says, folded (lower case, no apostrophes).

Chosen by hand from the grammars of the languages; only words that are safe to take for what
they are here in any of the languages listed (so no French "non" as a prefix, no German "die").
"""

from __future__ import annotations

__all__ = [
    "CHINESE_DIRECTIONS",
    "CHINESE_MODALS",
    "CHINESE_NEGATIONS",
    "CHINESE_NUMERALS",
    "CHINESE_QUANTIFIERS",
    "CHINESE_REVERSALS",
    "CRITICAL_WORDS",
    "DIRECTIONS",
    "MODALS",
    "NEGATIONS",
    "NEGATIVE_PREFIXES",
    "NUMBER_WORDS",
    "POINTING_WORDS",
    "QUANTIFIERS",
    "REAL_WORD_NEIGHBOURS",
    "REVERSALS",
    "SCALE_WORDS",
]


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


NEGATIONS = _words(
    "no not nor none never neither nobody nothing nowhere without cannot cant couldnt dont doesnt"
    " didnt isnt arent wasnt werent wont wouldnt shouldnt mustnt mightnt neednt hasnt havent hadnt"
    " aint hardly scarcely barely seldom rarely unless except"
    " nicht kein keine keinen keiner keines keinem nie niemals niemand nichts weder ohne"
    " ne pas jamais aucun aucune ni sans rien"
    " nunca ningún ninguna ninguno nadie nada tampoco"
    " لا لم لن ليس ليست غير بدون"
)
"""Words that deny; the contracted forms are folded without their apostrophe."""

QUANTIFIERS = _words(
    "all every each any some most many much few fewer fewest several both half only least"
    " more less almost nearly about approximately roughly exactly over under above below up"
    " always often sometimes usually mostly partly entirely fully majority minority"
    " alle jeder jede jedes einige viele wenige nur mehr weniger fast etwa"
    " tous toutes chaque quelques plusieurs peu plus moins presque environ seulement"
    " todos todas cada algunos muchas muchos pocos más menos casi"
    " كل جميع بعض معظم أكثر أقل"
)
"""Words that say how much, how many or how often."""

MODALS = _words(
    "may might can could must shall should will would ought need"
    " allegedly reportedly possibly probably perhaps maybe likely unlikely certainly"
    " kann könnte muss soll sollte wird würde vielleicht wahrscheinlich"
    " peut pourrait doit devrait peutêtre puede podría debe debería quizás"
    " قد يجب ربما"
)
"""Words that say how sure or how binding."""

DIRECTIONS = _words(
    "increase increased increases increasing decrease decreased decreases decreasing rise rises"
    " rose risen rising fall falls fell fallen falling grow grew grown shrink shrank shrunk up down"
    " higher lower high low highest lowest gain gained lose lost loss profit win won before after"
    " until since first last earlier later former current early late north south east west northern"
    " southern eastern western left right inside outside import imports export exports buy bought"
    " sell sold open opened close closed start started stop stopped begin began end ended accept"
    " accepted reject rejected approve approved deny denied confirm confirmed support supported"
    " oppose opposed legal illegal guilty innocent possible impossible better worse best worst"
    " maximum minimum he she him her his hers male female man woman men women"
    " mehr steigt stieg fällt fiel augmente augmenté baisse baissé aumentó disminuyó"
)
"""Words with an opposite, and words that say who or when relative to another."""

NUMBER_WORDS = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    " hundred hundreds thousand thousands million millions billion billions trillion trillions"
    " dozen dozens percent percentage first second third fourth fifth sixth seventh eighth ninth"
    " tenth once twice double triple quarter half monday tuesday wednesday thursday friday saturday"
    " sunday january february march april june july august september october november december"
    " eins zwei drei vier fünf sechs sieben acht neun zehn hundert tausend millionen milliarden"
    " prozent deux trois quatre cinq sept huit neuf cent mille millions milliards"
    " dos tres cuatro cinco seis siete ocho nueve diez cien mil millones"
)
"""Numerals in words, and names of days and months."""

SCALE_WORDS = _words(
    "hundred thousand million billion trillion percent bn mn dozen hundert tausend millionen"
    " milliarden prozent mille millions milliards mil millones"
)
"""Words that belong to the number before them."""

REVERSALS = _words(
    "false falsely untrue incorrect wrong deny denied denies denying refuse refused refuses reject"
    " rejected rejects fail failed fails failing retract retracted withdraw withdrew withdrawn"
    " debunked disproved refuted contrary stopped ceased doubt doubts doubtful instead rather"
    " falsch faux falso"
)
"""Words that turn round what is said beside them."""

NEGATIVE_PREFIXES = _words("un in im il ir dis non anti counter de mis a ex pseudo")
"""Parts before a hyphen or in brackets that turn the word after them round."""

POINTING_WORDS = _words(
    "it they he she we i you this that these those its their his her our my your them him us the a"
    " an one who which whose there here such and but 他 她 它 他们 她们 它们 我 我们 其 该 这 那 此"
    " er sie es il elle ils elles lui le la les el ella ellos"
)
"""Pronouns and determiners, which an editor's brackets may stand for."""

CRITICAL_WORDS = NEGATIONS | QUANTIFIERS | MODALS | DIRECTIONS | NUMBER_WORDS | REVERSALS
"""Words whose presence, absence or change is never noise."""

CHINESE_NEGATIONS = frozenset("不没未无非否勿莫别毋弗沒無別ぬず")
CHINESE_NUMERALS = frozenset(
    "〇零一二三四五六七八九十百千万亿萬億两兩几幾半倍双雙单單廿卅壹贰叁肆伍陆柒捌玖拾佰仟"
)
CHINESE_QUANTIFIERS = frozenset("都全每各多少些仅僅只约約近逾超最更较較均皆")
CHINESE_MODALS = frozenset("能可会會应應该該必须須将將要或许許曾已")
CHINESE_DIRECTIONS = frozenset(
    "上下升降增减減涨漲跌高低前后後左右东東西南北内內外进進出入买買卖賣大小男女他她正副总總新旧舊早晚先"
)
CHINESE_REVERSALS = (
    "否认",
    "否認",
    "拒绝",
    "拒絕",
    "虚假",
    "虛假",
    "错误",
    "錯誤",
    "撤回",
    "撤销",
    "并非",
    "失败",
    "失敗",
    "停止",
)

REAL_WORD_NEIGHBOURS = _words(
    "desert dessert loose lose latter later diner dinner hoping hopping planed planned filing"
    " filling taping tapping tiny tinny super supper holy holly coma comma bellow below canon"
    " cannon staring starring adopt adapt affect effect casual causal trial trail form from form"
    " county country councilor counselor council counsel moral morale human humane costumer"
    " customer contract contact conscious conscience formally formerly personal personnel"
    " principal principle precede proceed perspective prospective statue statute stature sever"
    " severe through though thorough thought tough quite quiet quit choose chose advice advise"
    " device devise breath breathe prosecute persecute elicit illicit emigrate immigrate ensure"
    " insure eminent imminent explicit implicit internal external interstate intrastate marital"
    " martial median medina medial modem modern comer corner bum burn dam darn tum turn stem stern"
    " bam barn yam yarn fiat flat hail hall fail fall bail ball mail mall cat eat car ear care came"
    " come cone done dose close clear dear clay day clog dog clown down clash dash cell call bell"
    " bead head hear bear heat beat hold bold hand band house louse mouse light tight fight right"
    " night sight might now new won wan ton tan son san hot bot lot let set get bat hat but hut"
    " fund found bound hound sound round public pubic cost coast cast county bride bridge plane"
    " plan planet plant pant paint point print pint stare stake state steak start strat star stay"
    " stray tray rally really realty reality bear bar boar board broad bored brand band bound"
    " scent cent sent send lend land laud loud cloud could mold mould world word work worm worn"
    " warm warn ward war wear year dear fear near tear bid bird bind blind bond blond fiend friend"
    " find fined feed freed fee free tee tree three there their tire tired tried trade traded"
    " treat threat heart hearth earth health wealth father farther further feather weather whether"
    " mother smother other bother brother matter mater latter batter better litter letter"
    " minister minster monitor minor manor major mayor sole sold solid slid side slide site sit"
    " suit suite sweet sweat swear carrier career courier barrier border boarder order older holder"
    " colder coder cover covert convert concert convict conflict convict covered recovered"
    " discovered prescribe proscribe exercise exorcise reverse revere revise device raise raze"
    " praise prise prize price pride prime crime chime line lime time tine fine fire fine wine"
    " wire wife life like lake bake make cake take rake race rice ride rude rule role roll poll"
    " pole hole whole while white write wrote vote note node mode model modal medal metal mental"
    " rental dental denial genial general genera"
    " am as at be by do go if in is me mr ms of oh on or so to tv uk us act add ago aid air"
    " ale also and ant apt arc are arm art ash ask ate bag ban base bed bee been beer bet big"
    " bit bite blue boat body bone book boom boot bore born boss bow bowl box boy bug bus busy"
    " buy cap case cash chip city coal coat code coin cold cook cool cope copy corn cow crew"
    " crop cry cup cure cut data date dawn days dead deal debt deck deed deep deer desk die"
    " diet dig dirt dish disk dot down draw drop drug dry duck dull dust duty each ease edge"
    " egg else even ever evil exit eye face fact fair fan far farm fast fate feel feet fell"
    " felt few fill film firm fish fit fix flag flow fly folk food foot for fork fort four"
    " fuel full fun fur gain game gap gas gate gave gear gene gift girl give glad goal goat"
    " god gold golf gone good grew grey grid grip guy hair harm hate hero hide hill hint hire"
    " hit hole home hook hope host hour hunt hurt ice idea inch iron item jail job join joke"
    " jump jury just keen keep kept key kid kill kind king knee knew know lack lady lane late"
    " law lawn lay lazy lead leaf lean leg less lid lie lift link lip list live load loan lock"
    " log look lord lot love luck lung made maid main male many map mark mass meal mean meat"
    " meet melt menu mild milk mill mind mine mink miss mix mood moon move much mud must myth"
    " nail name navy neck net news next nice nor norm nose nude nut oak odd off oil ok once"
    " onto ore oven own pace pack page paid pain pair pan park part pass past path pay peak"
    " per pet pick pile pin pipe pit plot plug plus poem poet pond pool poor pope port pose"
    " post pot pour pray pull pump pure push put race rage rail rain ran rank rare rate raw"
    " ray read real rear red rely rent rest rich ride ring riot risk road rob rock rod roof"
    " room root rope row rub ruin run rush sad safe said sail sake sale salt same sand save"
    " saw say scan seal seat see seed seek seem seen self sell ship shoe shop shot show shut"
    " sick sign silk sing sink size skin sky slip slow snow soft soil some song soon sort soul"
    " soup spin spot spy star stem step stop such sue sum sun sure tail talk tall tank tape"
    " tax team tech tell ten tend tent term test text than them then they thin thus tide tie"
    " till tin tip tiny told toll tone took tool top tour town toy trap trip true tube turn"
    " twin two type ugly unit upon urge use used user van vary vast very vice view visa visit"
    " vow wage wait wake walk wall want was wash wave way weak wear web week well went west"
    " wet what when whom why wide wild wind wing wipe wise wish with wolf wood wool yard yes"
    " yet zone these those about above after again being below could every first found great"
    " house large later never other place plant point right seven shall small sound still"
    " their there thing think three under water where which while world would write years"
    " young left says were time people"
)
"""Common English words, most of them one letter away from another: where one stands in a text,
it is not taken for a damaged form of another word."""
