"""What the command line loads before it knows what is asked: little, so that it starts at once."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "ascertain.controller.run",
    "ascertain.evaluation",
    "ascertain.evidence.record",
    "ascertain.merging",
    "ascertain.validation",
    "lxml",
    "pydantic",
    "rapidfuzz",
)


def test_help_loads_no_records_rules_or_readers() -> None:
    asked = (
        "import sys, ascertain.interfaces.cli.app; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
