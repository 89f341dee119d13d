from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.corpus.tokens import query_tokens
from unit.adapters.corpus.corpus_material import PAPERS, Corpus, written


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Who founded the Marlow ferry?", "ferry.txt"),
        ("Which librarians did Marlow have?", "library.txt"),
        ("图书馆的第一任馆长是谁", "zh.txt"),
        ("馆", "zh.txt"),
        ("灯台はいつ建設されましたか", "ja.txt"),
        ("コンピュータ", "ja.txt"),
        ("박물관을 설립한 해는?", "ko.txt"),
        ("김하나", "ko.txt"),
        ("متى تأسست مكتبة الميناء؟", "ar.txt"),
        ("Muhlhafen STRASSE", "de.txt"),
        ("पुस्तकालय की स्थापना", "hi.txt"),
        ("หอสมุด", "th.txt"),
    ],
)
async def test_a_question_in_any_script_finds_its_document_first(
    corpus: Corpus, query: str, name: str
) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    reply = await index.search(query)
    assert reply.leads[0].url == (corpus.folder / name).as_uri()
    assert reply.leads[0].title == PAPERS[name].splitlines()[0]
    assert reply.leads[0].provider == "corpus"
    assert 0 < reply.leads[0].score <= 1


async def test_a_passage_that_says_only_she_is_lifted_by_its_document(corpus: Corpus) -> None:
    filler = {f"f{n}.txt": f"Notes {n}\nShe teaches in another town {n}.\n" for n in range(60)}
    about = (
        "Ada Example\n" + "# Life\nShe was born by the sea.\n" + "# Work\nShe teaches physics.\n"
    )
    written(corpus.folder, filler | {"ada.txt": about})
    index = corpus.index()
    await index.refresh()
    leads = (await index.search("What did Ada Example teach?")).leads
    assert any("physics" in lead.snippet for lead in leads[:2])
    assert leads[0].url.endswith("ada.txt")


async def test_a_name_that_stands_together_beats_its_words_apart(corpus: Corpus) -> None:
    written(
        corpus.folder,
        {
            "apart.txt": "One\nAda met Bert. An example was given. Ada left; an example, Ada.\n",
            "together.txt": "Two\nThe yard belonged to Ada Example and her brother for years.\n",
        },
    )
    index = corpus.index()
    await index.refresh()
    assert (await index.search("Ada Example")).leads[0].url.endswith("together.txt")


async def test_main_content_comes_before_the_rest(corpus: Corpus) -> None:
    line = "The harbour lamp was lit by hand.\n"
    written(
        corpus.folder,
        {
            "a.txt": f"Alpha\n[rest]\n{line}",
            "b.txt": f"Beta\n{line}",
        },
    )
    index = corpus.index()
    await index.refresh()
    leads = (await index.search("harbour lamp")).leads
    assert [lead.url[-5:] for lead in leads if "lamp" in lead.snippet] == ["b.txt", "a.txt"]


async def test_a_long_document_gives_at_most_three_leads(corpus: Corpus) -> None:
    long = "Zebra book\n" + "".join(f"# Part {n}\nThe zebra walks.\n" for n in range(50))
    written(corpus.folder, {"long.txt": long, "short.txt": "Short\nA zebra.\n"})
    index = corpus.index()
    await index.refresh()
    leads = (await index.search("zebra")).leads
    assert sum(lead.url.endswith("long.txt") for lead in leads) == 3
    assert sum(lead.url.endswith("short.txt") for lead in leads) == 1


async def test_the_words_of_a_heading_find_the_passage_below_it(corpus: Corpus) -> None:
    written(
        corpus.folder,
        {"a.txt": "Report\n# Introduction\nSome words.\n# Tonnage\nIt rose to nine.\n"},
    )
    index = corpus.index()
    await index.refresh()
    assert "It rose to nine." in (await index.search("tonnage")).leads[0].snippet


@pytest.mark.parametrize(
    "query",
    [
        '"ferry',
        "ferry*",
        "NEAR(ferry",
        "-ferry",
        "title:ferry",
        "ferry AND",
        "^ferry",
        "(ferry",
        "{a b}: ferry",
        "ferry'; DROP TABLE files; --",
        "ferry\0",
        "ferry\ud800",
    ],
)
async def test_a_query_is_never_syntax(corpus: Corpus, query: str) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    assert (await index.search(query)).leads[0].url.endswith("ferry.txt")


@pytest.mark.parametrize("query", ["", "   ", "?!…", "\N{PILE OF POO}", "\0", "qqqqqq"])
async def test_a_query_without_a_known_word_finds_nothing(corpus: Corpus, query: str) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    reply = await index.search(query)
    assert reply.leads == ()
    assert reply.documents == len(PAPERS)


async def test_a_very_long_query_is_answered_by_its_telling_words(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    reply = await index.search("ferry " + "the library opened and " * 450)
    assert {lead.url.rsplit("/", 1)[1] for lead in reply.leads} >= {"ferry.txt", "library.txt"}


async def test_term_weights_say_how_rare_each_word_is(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    query = "Marlow ferry unicorn"
    reply = await index.search(query)
    assert tuple(reply.term_weights) == query_tokens(query)
    weights = reply.term_weights
    assert weights["marlow"] < weights["ferry"] < weights["unicorn"]


async def test_a_word_that_is_everywhere_still_finds_passages(corpus: Corpus) -> None:
    written(corpus.folder, {f"{n}.txt": f"Paper {n}\nA common word.\n" for n in range(80)})
    index = corpus.index()
    await index.refresh()
    assert len((await index.search("common", limit=7)).leads) == 7
    assert (await index.search("common", limit=0)).leads == ()
    assert (await index.search("common paper 42")).leads[0].url.endswith("/42.txt")


async def test_several_folders_are_searched_as_one(corpus: Corpus) -> None:
    first = written(corpus.folder / "one", {"a.txt": "Alpha\nA zebra and a giraffe.\n"})
    second = written(corpus.folder / "two", {"b.txt": "Beta\nA zebra.\n", "c.txt": "G\nNo.\n"})
    index = corpus.index(first, second)
    report = await index.refresh()
    assert report.documents == 3
    reply = await index.search("zebra giraffe")
    assert [lead.url[-5:] for lead in reply.leads] == ["a.txt", "b.txt"]
    assert reply.documents == 3
    assert len(list(corpus.cache.glob("*.sqlite3"))) == 2


async def test_a_folder_inside_another_is_not_indexed_twice(corpus: Corpus) -> None:
    written(corpus.folder, {"in/a.txt": "Alpha\nA zebra.\n"})
    index = corpus.index(corpus.folder / "in", corpus.folder, corpus.folder)
    assert (await index.refresh()).documents == 1


async def test_a_document_without_a_title_is_named_by_its_file(corpus: Corpus) -> None:
    written(corpus.folder, {"a b#1?.txt": "\u200b\nThe zebra.\n"})
    index = corpus.index()
    await index.refresh()
    lead = (await index.search("zebra")).leads[0]
    assert lead.url.endswith("a%20b%231%3F.txt")


async def test_searches_at_once_give_the_same_as_one_by_one(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    queries = ["ferry", "library", "图书馆", "灯台"] * 10
    together = await asyncio.gather(*(index.search(query) for query in queries))
    assert list(together) == [await index.search(query) for query in queries]
