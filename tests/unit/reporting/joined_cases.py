"""Claims of two or more joined in one sentence: read as they are meant, and otherwise."""

from __future__ import annotations

__all__ = ["JOINED", "MISREAD"]

MISREAD: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        (
            "Costs fell by 8 percent because fuel became cheaper.",
            "Exports rose and imports fell in 2021.",
        ),
        "Costs fell by 8 percent because fuel became cheaper and exports rose "
        "and imports fell in 2021.",
    ),
    (
        (
            "Lumen has not paid taxes.",
            "Brim Shipping has not paid fees.",
        ),
        "Lumen has not paid taxes and Brim Shipping paid fees.",
    ),
    (
        (
            "Ailsa Brenn is a former chair of Skerrion.",
            "Tor Vik is a former director of Brim.",
        ),
        "Ailsa Brenn is a former chair of Skerrion and Tor Vik is a director of Brim.",
    ),
    (
        (
            "Ailsa Brenn and Tor Vik founded Skerrion.",
            "Ailsa Brenn left Brim in 2020.",
        ),
        "Ailsa Brenn and Tor Vik founded Skerrion and left Brim in 2020.",
    ),
    (
        (
            "Lumen's chair bought Orkla.",
            "Lumen left Bergen.",
        ),
        "Lumen's chair bought Orkla and left Bergen.",
    ),
    (
        (
            "Lumen chair Ailsa Brenn bought Orkla.",
            "Lumen left Bergen.",
        ),
        "Lumen chair Ailsa Brenn bought Orkla and left Bergen.",
    ),
    (
        (
            "Lumen bought Orkla in 2014.",
            "Brim bought Lumen in 2016.",
        ),
        "Lumen bought Orkla in 2014 and Brim bought it in 2016.",
    ),
    (
        (
            "Ailsa Brenn founded Skerrion in 2014.",
            "Ailsa Brenn left Orkla in 2020.",
        ),
        "Ailsa Brenn founded Skerrion in 2014 and left in 2020.",
    ),
    (
        (
            "Lumen bought Orkla.",
            "Lumen was founded in 2014.",
        ),
        "Lumen bought Orkla, founded in 2014.",
    ),
    (
        (
            "Lumen bought Orkla.",
            "Lumen was founded in 2014.",
        ),
        "Lumen bought Orkla, which was founded in 2014.",
    ),
    (
        (
            "Lumen bought Orkla in 2014.",
            "Lumen sold two ferries.",
        ),
        "In 2014 Lumen bought Orkla and sold two ferries.",
    ),
    (
        ("Lumen bought Orkla, which was founded in 2014.",),
        "Lumen bought Orkla and was founded in 2014.",
    ),
    (
        ("Ailsa Brenn founded Skerrion and left it in 2014.",),
        "In 2014 Ailsa Brenn founded Skerrion and left it.",
    ),
    (
        ("Ailsa Brenn founded Skerrion in 2014 and left it.",),
        "Ailsa Brenn founded Skerrion and left it in 2014.",
    ),
    (("Orkla was sold in 2014.",), "Orkla sold in 2014."),
    (("Orkla has been sold.",), "Orkla has sold."),
    (("Lumen sold Orkla in 2014.",), "Lumen was sold by Orkla in 2014."),
    (("Ailsa Brenn was chief executive of Lumen.",), "Ailsa Brenn is chief executive of Lumen."),
    (
        (
            "Ailsa Brenn was chief executive of Lumen.",
            "Ailsa Brenn left Orkla in 2020.",
        ),
        "Ailsa Brenn, chief executive of Lumen, left Orkla in 2020.",
    ),
    (("48% of teachers and 62% of nurses agreed.",), "62% of teachers and 48% of nurses agreed."),
    (("48% of teachers and 62% of nurses agreed.",), "48% of nurses and 62% of teachers agreed."),
    (("48% of teachers and 62% of nurses agreed.",), "62% of nurses agreed."),
    (("The trial began ≥5 days late.",), "The trial began ≤5 days late."),
    (("The museum opened before the church.",), "The church opened before the museum."),
    (
        (
            "Ailsa Brenn said Lumen bought Orkla.",
            "Brim left Bergen.",
        ),
        "Ailsa Brenn said Lumen bought Orkla and Brim left Bergen.",
    ),
    (("Orkla was founded in 2014.",), "Skerrion was founded in 2014."),
    (("Ailsa Brenn founded Skerrion in 2014.",), "Ailsa Brenn, who founded Skerrion in 2014."),
    (("Brim Shipping was founded in 1988.",), "Brim Shipping, founded in 1988."),
    (("Revenue from ferries rose 12%.",), "Revenue rose 12%."),
    (("Lumen invested in Orkla, Brim and Skerrion.",), "Lumen invested in Orkla and Skerrion."),
    (
        (
            "海明船厂的子公司亏损。",
            "海明船厂有318名员工。",
        ),
        "海明船厂的子公司亏损，有318名员工。",
    ),
    (
        (
            "海明船厂收购了东港航运。",
            "东港航运拥有六艘渡轮。",
        ),
        "海明船厂收购了东港航运，拥有六艘渡轮。",
    ),
    (
        (
            "海明船厂可能出售总部。",
            "海明船厂有318名员工。",
        ),
        "海明船厂可能出售总部，有318名员工。",
    ),
    (("海明船厂出售了总部。",), "海明船厂被总部出售了。"),
    (("渡轮从北京开往上海。",), "渡轮从上海开往北京。"),
    (("海明船厂没有收购东港航运。",), "海明船厂收购了东港航运。"),
    (("海明船厂不再盈利。",), "海明船厂再不盈利。"),
    (("Most ferries run in summer.",), "Ferries run in summer."),
    (("The drug prevents strokes in adults.",), "The drug prevents strokes."),
    (("Lumen Ferries was bought by Orkla.",), "Orkla was bought by Lumen Ferries."),
    (("Lumen Ferries was bought by Orkla.",), "Lumen Ferries bought Orkla."),
    (("Tor Vik is the son of Ailsa Brenn.",), "Ailsa Brenn is the son of Tor Vik."),
    (("X-201 weighs 5 kg.",), "X-210 weighs 5 kg."),
    (("Temperatures fell to -5 degrees in 2020.",), "Temperatures fell to 5 degrees in 2020."),
    (
        (
            "Lumen bought Orkla.",
            "Lumen sold Brim.",
            "Tor Vik left Skerrion.",
        ),
        "Lumen bought Orkla, sold Brim and left Skerrion.",
    ),
    (
        (
            "Lumen bought the harbour in 2014.",
            "Lumen sold the shipyard in 2020.",
        ),
        "Lumen bought the harbour in 2014 and sold it in 2020.",
    ),
    (
        (
            "Lumen runs four ferries in Bergen.",
            "Lumen sold two ferries in Oslo.",
        ),
        "Lumen runs four ferries in Bergen and two in Oslo.",
    ),
    (
        (
            "Lumen runs four ferries in Bergen.",
            "Brim runs two ferries in Oslo.",
        ),
        "Lumen runs four ferries in Bergen and two in Oslo.",
    ),
    (
        (
            "Skerrion employs 318 people.",
            "Ailsa Brenn founded Skerrion in 2014.",
        ),
        "Ailsa Brenn founded Skerrion in 2014, which employs 318 people.",
    ),
    (
        (
            "Lumen bought Orkla in 2014.",
            "Orkla bought Brim in 2016.",
        ),
        "Lumen bought Orkla in 2014 and bought Brim in 2016.",
    ),
    (
        (
            "Sales rose 5% in 2020.",
            "Costs fell 3% in 2021.",
        ),
        "Sales rose 5% in 2020 and fell 3% in 2021.",
    ),
    (
        (
            "Sales rose 5% in 2020.",
            "Costs rose 3% in 2021.",
        ),
        "Sales rose 5% in 2020 and 3% in 2021.",
    ),
    (
        (
            "The bridge is 24 m long.",
            "The tunnel is 30 m long.",
        ),
        "The bridge is 24 m long and 30 m long.",
    ),
    (("Lumen bought Orkla from Brim.",), "Lumen bought Brim from Orkla."),
    (("Tor Vik wrote the book about Ailsa Brenn.",), "Ailsa Brenn wrote the book about Tor Vik."),
    (("In Oslo, Lumen beat Brim.",), "In Oslo, Brim beat Lumen."),
    (
        ("Lumen employs 318 people in Oslo and 40 in Bergen.",),
        "Lumen employs 318 people in Bergen and 40 in Oslo.",
    ),
    (
        ("Lumen employs 318 people in Oslo and 40 in Bergen.",),
        "In Oslo Lumen employs 318 people and 40 in Bergen.",
    ),
    (
        ("Ailsa Brenn founded Skerrion in 2014.",),
        "Bergen was founded by Ailsa Brenn in Skerrion in 2014.",
    ),
    (
        ("Ailsa Brenn founded Skerrion in Bergen.",),
        "Bergen was founded by Ailsa Brenn in Skerrion.",
    ),
    (
        (
            "Ailsa Brenn led Skerrion until 2020.",
            "Ailsa Brenn founded Skerrion in May 2014.",
        ),
        "Ailsa Brenn founded Skerrion in May 2014 and led it in 2020.",
    ),
    (
        (
            "Lumen runs four electric ferries in Bergen.",
            "Brim runs six electric ferries in Oslo.",
        ),
        "Lumen runs four electric ferries in Bergen and Brim runs six ferries in Oslo.",
    ),
    (
        (
            "Lumen partly owns Orkla.",
            "Brim partly owns Skerrion.",
        ),
        "Lumen partly owns Orkla and Brim owns Skerrion.",
    ),
    (("Skerrion plans to sell its office in 2027.",), "In 2027 Skerrion plans to sell its office."),
    (
        (
            "Orkla bought Skerrion in 2014.",
            "Lumen's revenue rose 5% in 2015.",
        ),
        "Orkla bought Skerrion in 2014, and its revenue rose 5% in 2015.",
    ),
    (
        (
            "Orkla bought Lumen in 2014.",
            "Lumen's revenue rose 5% in 2015.",
        ),
        "Orkla bought Lumen in 2014, and revenue rose 5% in 2015.",
    ),
    (
        (
            "Skerrion has 318 staff.",
            "Skerrion's board has met.",
        ),
        "Skerrion has 318 staff, and its board has its own.",
    ),
    (("林岚创立了海明船厂。",), "海明由林岚创办船厂。"),
    (("海明船厂计划在2027年收购东港航运。",), "海明船厂于2027年计划收购东港航运。"),
    (
        (
            "海明船厂拥有四艘渡轮。",
            "海明船厂的子公司亏损。",
        ),
        "海明船厂拥有四艘渡轮，其中子公司亏损。",
    ),
    (("Also the.",), "The also."),
    (("Skerrion may sell offices in 2027.",), "Skerrion may sell its offices in 2027."),
    (("Ailsa Brenn founded Skerrion.",), "Skerrion was founded by Ailsa by Brenn."),
    (
        ("Ailsa Brenn founded Skerrion before Tor Vik left.",),
        "Skerrion was founded by Ailsa Brenn before Tor Vik left.",
    ),
    (("Lumen, which runs ferries, left Bergen.",), "Lumen runs ferries, left Bergen."),
    (("Lumen bought Orkla in 2014.",), "Lumen bought Orkla, which in 2014."),
    (("Orkla Lines bought Brim in 2016.",), "Orkla in 2016 Lines bought Brim."),
    (("Ailsa Brenn led Skerrion.",), "Skerrion is led by Ailsa Brenn."),
    (("Ailsa Brenn led Skerrion.",), "Skerrion led by Ailsa Brenn."),
    (("Ailsa Brenn led Skerrion.",), "Skerrion, led by Ailsa Brenn."),
    (("Nobody knows who Tor Vik was.",), "Nobody knows who Tor Vik."),
    (("The bridge is long and was closed.",), "The bridge was long and is closed."),
    (
        (
            "Lumen left Bergen.",
            "Lumen sold Orkla.",
        ),
        "Lumen left Bergen, and it.",
    ),
    (
        (
            "Lumen left Bergen.",
            "Brim sold Orkla in 2016.",
        ),
        "Lumen left Bergen; was sold by Brim in 2016.",
    ),
    (
        (
            "Lumen left Bergen.",
            "Lumen, who owns Orkla, sold Brim in 2016.",
        ),
        "Lumen left Bergen and owns Orkla, sold Brim in 2016.",
    ),
    (
        (
            "Lumen left Bergen.",
            "Lumen sold Orkla.",
        ),
        "Lumen left Bergen and its sold Orkla.",
    ),
    (
        (
            "Lumen left Bergen.",
            "Lumen was the owner of Orkla.",
        ),
        "Lumen left Bergen and the owner of Orkla.",
    ),
    (
        (
            "海明船厂有四艘渡轮。",
            "海港没有渡轮。",
        ),
        "海明船厂有四艘渡轮，港没有渡轮。",
    ),
)
"""Claims, and a sentence that no longer says them, or may be read otherwise."""

JOINED: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        (
            "Lumen runs four ferries in Bergen.",
            "Lumen runs two ferries in Oslo.",
        ),
        "Lumen runs four ferries in Bergen and two in Oslo.",
    ),
    (
        (
            "Lumen bought Orkla in 2014.",
            "Lumen was founded in 1999.",
        ),
        "Lumen, founded in 1999, bought Orkla in 2014.",
    ),
    (("[The company] was founded in 1999.",), "The company was founded in 1999."),
    (
        (
            "Ailsa Brenn founded Skerrion in 2014.",
            "Skerrion employs 318 people.",
        ),
        "Ailsa Brenn founded Skerrion, which employs 318 people, in 2014.",
    ),
    (
        (
            "Skerrion was founded in 2014.",
            "Skerrion was sold in 2020.",
        ),
        "Skerrion was founded in 2014 and sold in 2020.",
    ),
    (
        (
            "Skerrion was founded by Ailsa Brenn in 2014.",
            "Skerrion employs 318 people.",
        ),
        "Ailsa Brenn founded Skerrion in 2014; Skerrion employs 318 people.",
    ),
    (
        (
            "Ailsa Brenn founded Skerrion in 2014.",
            "Skerrion employs 318 people.",
        ),
        "Skerrion was founded by Ailsa Brenn in 2014 and employs 318 people.",
    ),
    (("In 2014, Ailsa Brenn founded Skerrion.",), "Ailsa Brenn founded Skerrion in 2014."),
    (
        ("Ailsa Brenn founded Skerrion in 2014.", "Skerrion was founded by Ailsa Brenn in 2014."),
        "In 2014 Ailsa Brenn founded Skerrion.",
    ),
    (
        ("Lumen runs four ferries in Bergen.", "Brim runs six ferries in Oslo."),
        "Lumen runs four ferries in Bergen and Brim six in Oslo.",
    ),
    (
        ("In 2020 exports rose.", "Imports fell in 2020."),
        "In 2020 exports rose and imports fell.",
    ),
    (("Tor Vik, a marine engineer, studied in Oslo.",), "Tor Vik studied in Oslo."),
    (("2019年海明船厂成立。",), "海明船厂2019年成立。"),
    (("Ailsa Brenn founded Skerrion in 2014.",), "In 2014 Skerrion was founded by Ailsa Brenn."),
    (
        (
            "Ailsa Brenn led Skerrion until 2020.",
            "Skerrion employs 318 people.",
        ),
        "Skerrion, led by Ailsa Brenn until 2020, employs 318 people.",
    ),
    (
        (
            "Tor Vik is an engineer.",
            "Tor Vik left Brim in 2016.",
        ),
        "Tor Vik, an engineer, left Brim in 2016.",
    ),
)
"""Claims, and a sentence that says them."""
