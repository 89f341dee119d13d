"""What the sources of the invented ferry company say."""

from __future__ import annotations

__all__ = ["ANNUAL", "ARABIC", "CHINESE", "NEWS", "OFFICIAL", "REGISTRY", "TEXTS"]

OFFICIAL = """About Lumen Ferries

Lumen Ferries runs passenger boats between the islands of the Sund. The company was founded in \
2011 by the shipwright Ingrid Solheim-Várez, who bought two retired harbour tugs and fitted them \
with batteries.

Today the company is led by Tomás Achterberg, chief executive since March 2022. Ms Solheim-Várez \
chairs the board.

Our boats

We operate 14 electric ferries on nine lines. Each of them charges at the quay in less than \
twelve minutes, from a battery on land that fills up slowly through the day.

🚢 The newest boat, Kittiwake, carries 212 passengers and 40 bicycles. ⚓️ She entered service on \
Line 4 in May 2025.

Travelling with us

Tickets are sold on board and at every pier. Dogs travel free. In winter the last boat leaves at \
21:40, in summer at 23:10; when the Sund freezes, buses replace Lines 6 to 9.

Write to the pier office in Marhaven for lost property. It is open on weekdays from eight to four, \
and a surprising number of umbrellas wait there for their owners.
"""
NEWS = """Lumen counts its boats

By Amélie Okonjo · The Marhaven Courier

Lumen Ferries had 12 electric ferries in service at the end of January, according to the harbour \
office’s list of movements. A spokesman put the difference to the company’s own figure down to \
two boats that were in dock for repairs.

The company carried 3.1 million passengers last year, up from 2.8 million the year before. \
Mr Achterberg, who took over as chief executive in March 2022, called it “a year in which nobody \
asked us whether batteries work in the cold”.

Fares rise by four per cent in April. The island councils, which pay a third of the cost, agreed \
to the rise after two evenings of debate.
"""
CHINESE = """海明船厂交付第六艘电动渡轮

本报讯 海明船厂昨日向流明渡轮公司交付第六艘电动渡轮“三趾鸥”号。\
该船长四十二米,可载客212人,电池容量为3800千瓦时。

船厂表示,双方于2019年签订合同,共建造六艘同型渡轮。项目经理何静文说,\
最难的部分不是电池,而是让船在浮冰中安静地靠岸。

渡轮将由货轮运往北海,预计五月投入使用。
"""
ARABIC = """هيئة ميناء المرسى: خط تجريبي للعبّارات الكهربائية

وقّعت هيئة الميناء اتفاقًا مع شركة لومن للعبّارات لتشغيل خط تجريبي \
مدته ثلاث سنوات بين المرسى والجزيرة الشمالية.

وقالت المهندسة ليلى حداد إن الشركة ستشغّل عبّارتين كهربائيتين على هذا الخط ابتداءً من عام 2027، \
وإن سعر التذكرة لن يتغير.

وتبلغ كلفة محطة الشحن نحو ١٫٨ مليون دينار، تدفع الهيئة نصفها.
"""
ANNUAL = """LUMEN FERRIES ANNUAL REPORT 2024

Statement of the chair

In 2024 we carried 2.8 million passengers (2023: 2.6 million). Revenue rose to 41.6 million \
crowns. The loss of the year before became a profit of 1.2 mil-
lion crowns.

Employees

At the end of the year 318 people worked for the company, 61 of them on board.

Risks

Our largest risk is ice. The second is the price of electricity, of which we have bought two \
thirds ahead until 2027.
"""
REGISTRY = """Register of companies, extract

Name: Lumen Ferries Ltd
Seat: Marhaven
Founded: 4 May 2011
Managing director: T. Achterberg
Share capital: 2,400,000 crowns
"""
TEXTS = {
    "S1": OFFICIAL,
    "S2": NEWS,
    "S3": CHINESE,
    "S4": ARABIC,
    "S5": ANNUAL,
    "S6": REGISTRY,
}
"""By the id of the source."""
