"""A run that is killed leaves everything it had admitted."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ascertain
from ascertain.bootstrap.wiring import load_run
from ascertain.interfaces.cli.wording import state_text

QUESTION = (
    "Who founded Skerrion Instruments? Which roles has Ailsa Hestvane held? "
    "How many people does Skerrion employ? What was its revenue in 2023?"
)


def _start(out: Path, demo_corpus: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "ascertain", "research", QUESTION),
            *("--corpus", str(demo_corpus), "--out", str(out)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=dict(os.environ),
        start_new_session=True,
    )


def _admitted(folder: Path) -> list[str]:
    """Ids of evidence in whole lines of the ledger, read without our own code."""
    raw = (folder / "events.jsonl").read_bytes()
    lines = raw[: raw.rfind(b"\n") + 1].splitlines()
    bodies = [json.loads(line)["body"] for line in lines]
    return [body["evidence"]["id"] for body in bodies if body["kind"] == "evidence_admitted"]


def _events(folder: Path) -> int:
    path = folder / "events.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.timeout(300)
def test_kill_at_random_moments_loses_nothing_admitted(tmp_path: Path, demo_corpus: Path) -> None:
    chance = random.Random(20260101)
    out = tmp_path / "runs"
    with _start(out, demo_corpus) as whole:
        assert whole.wait(timeout=120) == 0
        assert whole.stdout is not None
        folder = Path(whole.stdout.readline().removeprefix("RUN_DIR=").strip())
    in_all = _events(folder)
    seen_partial = 0
    for _ in range(6):
        # The moment is counted in events, not seconds: it does not depend on the machine.
        moment = chance.randint(2, in_all - 2)
        with _start(out, demo_corpus) as process:
            assert process.stdout is not None
            folder = Path(process.stdout.readline().removeprefix("RUN_DIR=").strip())
            until = time.monotonic() + 60
            while _events(folder) < moment and process.poll() is None:
                assert time.monotonic() < until
                time.sleep(0.001)
            with contextlib.suppress(ProcessLookupError):  # it ended by itself meanwhile
                os.killpg(process.pid, signal.SIGKILL)
        run = load_run(folder)
        assert run.damage is None
        assert sorted(run.state.evidence) == sorted(_admitted(folder))
        assert run.state.question in state_text(run.state, torn_bytes=0, damage=None)
        if run.state.ended is None:
            seen_partial += 1
            assert ascertain.load(folder).manifest.status == "incomplete"
        assert ascertain.verify(folder).problems == ()
    assert seen_partial > 0
