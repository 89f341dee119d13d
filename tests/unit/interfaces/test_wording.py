"""What the terminal shows of addresses and of a verification."""

from __future__ import annotations

import pytest

from ascertain.controller.state import RunState
from ascertain.controller.verifying import Problem, Verification
from ascertain.evidence.chain import GENESIS, seal
from ascertain.evidence.events import RequestRefused, SourceRead
from ascertain.interfaces.cli.progress import Progress
from ascertain.interfaces.cli.wording import (
    evidence_text,
    source_text,
    state_text,
    verification_text,
)
from builders import NOW, evidence, source

URL, SHOWN = "http://\u202eevil.example/\u200b", "http://\\u202eevil.example/\\u200b"


def test_no_address_on_the_terminal_hides_a_sign() -> None:
    failed = source(requested_url=URL, resolved_url=URL, status="error", error="no such host")
    read = source("S2", resolved_url=URL, redirects=(URL,), open_copy=URL)
    state = RunState(sources={"S1": failed, "S2": read})
    texts = [
        state_text(state, torn_bytes=0, damage=None),
        source_text(read, state),
        evidence_text(evidence(resolved_source_url=URL), state),
    ]
    assert [text.count(SHOWN) for text in texts] == [1, 3, 1]
    assert not any("\u202e" in text for text in texts)


def test_progress_hides_none_either(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(show_plan=False)
    for body in (
        SourceRead(source=source(requested_url=URL, status="error", error="no such host")),
        RequestRefused(source_id="S1", url=URL, reason="denied"),
    ):
        progress.on_event(seal(body, seq=1, at=NOW, prev=GENESIS))
    assert capsys.readouterr().err.count(SHOWN) == 2


def test_a_verification_counts_exchanges_and_lists_what_was_not_checked() -> None:
    found = Verification(
        run_id="R",
        question="Who?",
        ended=True,
        exchanges=9,
        exchanges_held=8,
        problems=(Problem(what="exchange", where="x.gz", detail="1 of 9 exchanges are lost"),),
        not_checked=("exchanges.jsonl: the ledger does not fix it",),
    )
    text = verification_text(found)
    assert "exchanges   8 of 9 hold" in text
    assert "not checked: exchanges.jsonl" in text
    assert "NO LONGER HOLDS  exchange x.gz: 1 of 9 exchanges are lost" in text
