from __future__ import annotations

import asyncio

from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.lead import SearchReply
from ascertain.ports.toolbox import ToolReply
from extractive_pages import Page, brief_for, refused, toolbox_over

VOSS = Page(
    "file:///library/voss.txt",
    "Mara Voss",
    "Mara Voss is a Norwegian engineer who builds tidal turbines. She also founded Halden Tidal "
    "in Bergen on 4 May 2011. Her first turbine was lost in a storm near Stad.\n\n"
    "Sign up for our newsletter to read more about Mara Voss.\n\n"
    "Who founded Halden Tidal?",
    published="2020-03-01",
)
NEWS = Page(
    "file:///library/halden.txt",
    "Halden Tidal opens a yard",
    "Halden Tidal, founded by Mara Voss in 2011, opened a yard in Florø on Monday. "
    "The yard employs ninety people.",
)
COOKING = Page("file:///library/soup.txt", "Soup", "A good soup was boiled for two long hours.")


def run(brief: Brief, toolbox: MemoryToolbox) -> HandBack:
    return asyncio.run(ExtractiveRuntime().run(brief, toolbox, MemoryMeter()))


def claims(toolbox: MemoryToolbox) -> list[str]:
    return [str(call["claim"]) for call in toolbox.asked("evidence.record")]


def test_the_sentence_that_answers_is_recorded_first_with_its_subject_in_brackets() -> None:
    toolbox = toolbox_over([VOSS, NEWS, COOKING])
    run(brief_for("Who founded Halden Tidal?", answer_type="person"), toolbox)
    assert set(claims(toolbox)[:2]) == {
        "[Mara Voss] also founded Halden Tidal in Bergen on 4 May 2011.",
        "Halden Tidal, founded by Mara Voss in 2011, opened a yard in Florø on Monday.",
    }


def test_quotes_are_verbatim_and_dates_come_from_the_source() -> None:
    toolbox = toolbox_over([VOSS])
    run(brief_for("Who founded Halden Tidal?"), toolbox)
    first = toolbox.asked("evidence.record")[0]
    assert first["quote"] == "She also founded Halden Tidal in Bergen on 4 May 2011."
    assert first["publication_date"] == "2020-03-01"
    assert first["event_date"] == "2011-05-04"
    assert first["source_type"] == "local_document"


def test_questions_and_boilerplate_are_never_recorded() -> None:
    toolbox = toolbox_over([VOSS])
    run(brief_for("Who founded Halden Tidal, Mara Voss?"), toolbox)
    assert not any("newsletter" in claim or claim.endswith("?") for claim in claims(toolbox))


def test_a_page_about_something_else_gives_no_record() -> None:
    toolbox = toolbox_over([COOKING])
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.ending == "finished"
    assert back.evidence_ids == ()
    assert back.gaps == ("no answer found to: Who founded Halden Tidal?",)


def test_the_hand_back_names_evidence_and_says_how_many_sources_were_read() -> None:
    toolbox = toolbox_over([VOSS, NEWS])
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.evidence_ids[0] == "E1"
    assert "2 sources read" in back.conclusion
    assert back.usage.evidence_admitted == len(back.evidence_ids)
    assert back.usage.sources_read == 2


def test_at_most_max_sources_addresses_are_read_and_failures_keep_their_place() -> None:
    gone = Page("file:///library/gone.txt", "Halden Tidal", "Halden Tidal was founded.")
    toolbox = toolbox_over([VOSS, NEWS, COOKING])
    brief = brief_for("Who founded Halden Tidal?", max_sources=2, identity_anchor_urls=(gone.url,))
    back = run(brief, toolbox)
    read = [call["url"] for call in toolbox.asked("corpus.read")]
    assert len(read) == 2
    assert read[0] == gone.url
    assert back.usage.sources_tried == 2
    assert any(gone.url in gap for gap in back.gaps)


def test_at_most_max_evidence_records_are_admitted() -> None:
    toolbox = toolbox_over([VOSS, NEWS])
    back = run(brief_for("Who founded Halden Tidal?", max_evidence_records=1), toolbox)
    assert len(back.evidence_ids) == 1
    assert len(toolbox.asked("evidence.record")) == 1


def test_what_was_read_or_recorded_before_is_skipped() -> None:
    toolbox = toolbox_over([VOSS, NEWS])
    brief = brief_for(
        "Who founded Halden Tidal?",
        already_read=(NEWS.url,),
        known=("[Mara Voss] also founded Halden Tidal in Bergen on 4 May 2011.",),
    )
    run(brief, toolbox)
    assert [call["url"] for call in toolbox.asked("corpus.read")] == [VOSS.url]
    assert brief.known[0] not in claims(toolbox)


def test_recording_stops_at_limit_reached_and_says_so() -> None:
    toolbox = toolbox_over([VOSS, NEWS], max_records=1)
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.ending == "limit"
    assert back.evidence_ids == ("E1",)
    assert len(toolbox.asked("evidence.record")) == 2


def test_a_refused_draft_is_followed_by_the_next_one() -> None:
    whole = toolbox_over([VOSS, NEWS])
    record = [refused("quote_not_found"), ToolReply(ok=True, content={"id": "E1"})]
    found = asyncio.run(whole.call("corpus.search", {}))

    async def read() -> list[ToolReply]:
        return [await whole.call("corpus.read", {"url": page.url}) for page in (VOSS, NEWS)]

    toolbox = MemoryToolbox(
        {"corpus.search": found, "corpus.read": asyncio.run(read()), "evidence.record": record}
    )
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.evidence_ids == ("E1",)
    assert back.usage.evidence_refused == 1


def test_failed_searches_are_an_error_and_not_an_empty_answer() -> None:
    toolbox = MemoryToolbox(
        {
            "corpus.search": refused("search_failed"),
            "corpus.read": refused("not_found"),
            "evidence.record": refused("no"),
        }
    )
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.ending == "error"
    assert "said search_failed" in (back.error or "")


def test_finding_no_lead_is_finished_with_a_gap() -> None:
    toolbox = MemoryToolbox(
        {
            "corpus.search": ToolReply(ok=True, content=SearchReply().model_dump(mode="json")),
            "corpus.read": refused("not_found"),
            "evidence.record": refused("no"),
        }
    )
    back = run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert back.ending == "finished"
    assert back.gaps


def test_a_toolbox_without_search_or_record_is_an_error_that_names_what_lacks() -> None:
    back = run(brief_for("Who?"), MemoryToolbox({"corpus.read": refused("no")}))
    assert back.ending == "error"
    assert "search" in (back.error or "")


def test_whichever_pair_of_tools_is_offered_is_used() -> None:
    page = VOSS._replace(url="https://voss.example/about")
    toolbox = toolbox_over([page], namespace="web")
    run(brief_for("Who founded Halden Tidal?"), toolbox)
    assert toolbox.asked("web.read")
    assert toolbox.asked("evidence.record")[0]["source_type"] == "other"


def test_two_alternatives_in_a_question_are_searched_each_alone() -> None:
    toolbox = toolbox_over([NEWS])
    run(
        brief_for("How many people worked there in 2019 and in 2021?", query="people 2019 2021"),
        toolbox,
    )
    queries = [call["query"] for call in toolbox.asked("corpus.search")]
    assert queries == ["people 2019 2021", "people 2019", "people 2021"]


def test_with_a_subject_only_pages_with_an_identity_signal_give_records() -> None:
    signed = NEWS._replace(signals=("the text names Mara Voss (1 times)",))
    toolbox = toolbox_over([VOSS, signed])
    run(brief_for("Who founded Halden Tidal?", subject_name="Mara Voss"), toolbox)
    calls = toolbox.asked("evidence.record")
    assert {str(call["source_url"]) for call in calls} == {signed.url}
    assert calls[0]["identity_signals"] == ["the text names Mara Voss (1 times)"]


def test_copies_of_a_sentence_leave_room_for_other_answers() -> None:
    copies = [NEWS._replace(url=f"file:///library/copy{n}.txt") for n in range(4)]
    toolbox = toolbox_over([*copies, VOSS])
    run(brief_for("Who founded Halden Tidal?", max_evidence_records=4), toolbox)
    recorded = claims(toolbox)
    assert (
        recorded.count(
            "Halden Tidal, founded by Mara Voss in 2011, opened a yard in Florø on Monday."
        )
        == 2
    )
    assert "[Mara Voss] also founded Halden Tidal in Bergen on 4 May 2011." in recorded


def test_the_same_brief_gives_the_same_records() -> None:
    first, second = toolbox_over([VOSS, NEWS]), toolbox_over([VOSS, NEWS])
    brief = brief_for("Who founded Halden Tidal?")
    run(brief, first)
    run(brief, second)
    assert first.calls == second.calls


def test_no_quote_of_a_source_repeats_another_one_inside_it() -> None:
    text = (
        "Halden Tidal was founded by Mara Voss. "
        "This company Halden Tidal, founded by Mara Voss, was the first in Stad."
    )
    toolbox = toolbox_over([Page("file:///library/a.txt", "Yards of the north", text)])
    run(brief_for("Who founded Halden Tidal?"), toolbox)
    quotes = [str(call["quote"]) for call in toolbox.asked("evidence.record")]
    assert quotes
    assert not any(one != other and one in other for one in quotes for other in quotes)


def test_where_nothing_speaks_of_what_the_question_names_nothing_is_recorded() -> None:
    toolbox = toolbox_over([VOSS, NEWS])
    hand_back = run(brief_for("How many moons does Jupiter have in Florø or Bergen?"), toolbox)
    assert hand_back.ending == "finished"
    alone = toolbox_over([NEWS])
    assert run(brief_for("How many yards does Zorblax have?"), alone).evidence_ids == ()
