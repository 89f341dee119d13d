"""Hold the floors of branch coverage: 100 % where decisions are made, 90 % elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

STRICT = ("evidence", "validation", "merging", "controller")
ELSEWHERE = 90.0


def main() -> int:
    """Print each package's share and return 1 if one is under its floor."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "coverage.json"
        subprocess.run(
            [sys.executable, "-m", "coverage", "json", "-q", "-o", str(target)], check=True
        )
        files: dict[str, Any] = json.loads(target.read_text())["files"]
    covered: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path, entry in files.items():
        parts = Path(path).parts
        inside = parts[parts.index("ascertain") + 1 :]
        package = inside[0] if len(inside) > 1 else "(top)"
        summary = entry["summary"]
        covered[package][0] += summary["covered_lines"] + summary["covered_branches"]
        covered[package][1] += summary["num_statements"] + summary["num_branches"]
    failed = False
    for package, (done, of) in sorted(covered.items()):
        share = 100.0 * done / of if of else 100.0
        floor = 100.0 if package in STRICT else ELSEWHERE
        mark = "" if share >= floor else f"  UNDER THE FLOOR of {floor:g} %"
        failed |= bool(mark)
        sys.stdout.write(f"coverage {package:<12} {share:6.2f} %{mark}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
