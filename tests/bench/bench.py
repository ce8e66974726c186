"""How fast modwright is, beside a bare pygls server and VS Code's JSON server with our schema.

    python tests/bench/bench.py [--peer] [--json] [--quick]

Prints a Markdown table. `--peer` fetches the JSON server from npm into the user's cache folder
(Node is needed) and measures it in the same run, in turns with modwright.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import measures
from measures import Places, Samples
from spec_maker import make_faulty_spec, make_spec
from subjects import PEER_PACKAGE, Subject, bare_pygls, ours, peer

_EDITS = 2_000


@dataclass(frozen=True)
class Row:
    """One measurement: (median, 95th percentile, number of samples) by server."""

    what: str
    unit: str
    values: Mapping[str, tuple[float, float, int]]
    target: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--peer", action="store_true", help="also measure VS Code's JSON server")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="a fifth of the samples")
    options = parser.parse_args()
    servers = [ours(), *([peer()] if options.peer else [])]
    rows = _measure(servers, 5 if options.quick else 1)
    if options.json:
        print(json.dumps({"machine": _machine(), "rows": [asdict(row) for row in rows]}, indent=2))
    else:
        print(_table(rows, [*(server.name for server in servers), "bare pygls"]))


def _measure(servers: Sequence[Subject], divisor: int) -> list[Row]:
    def rounds(count: int) -> int:
        return max(4, count // divisor)

    rows: list[Row] = []

    def add(what: str, samples: Samples, target: str = "", unit: str = "ms") -> None:
        rows.append(_row(what, samples, target, unit))
        print(f"measured: {what}", file=sys.stderr, flush=True)

    text = make_spec()
    faulty, _ = make_faulty_spec()
    places = Places(text)

    add(
        "start to the answer to `initialize`",
        measures.startup([*servers, bare_pygls()], rounds(20)),
        "bare pygls + 40 ms",
    )
    add("start to the findings of a small spec", measures.first_findings(servers, rounds(10)))
    add("opening 250 KB to findings, once per server", measures.opening(servers, rounds(8)))

    sessions = measures.open_all(servers, text)
    add(
        "keystroke to findings, by pull",
        measures.keystrokes(sessions, places.in_texts, "あ", rounds(200)),
        "≤ 8 ms, ≤ ½ of the peer",
    )
    add(
        '`"` typed and removed, to findings',
        measures.keystrokes(sessions, places.in_texts, '"', rounds(50)),
    )
    add(
        "`{` typed and removed, to findings",
        measures.keystrokes(sessions, places.between, "{", rounds(50)),
    )
    after, idle = measures.hover_after_keystroke(sessions, places, rounds(100))
    add("hover right after a keystroke", after, "≤ the peer")
    add("hover, idle", idle)
    add(
        "keystroke to completions of an entry's id",
        measures.completion(sessions, places.in_types, "x", rounds(50)),
    )
    add(
        "`{` typed in a text to completions",
        measures.completion(sessions, places.in_texts, "{", rounds(50)),
    )
    measures.close_all(sessions)

    sessions = measures.open_all(servers, faulty)
    add(
        "keystroke to findings, by pull, 70 faults",
        measures.keystrokes(sessions, Places(faulty).in_texts, "あ", rounds(100)),
    )
    measures.close_all(sessions)

    sessions = measures.open_all(servers, text, pulls=False)
    add(
        "keystroke to findings, by push",
        measures.keystrokes(sessions, places.in_texts, "あ", rounds(25)),
    )
    measures.close_all(sessions)

    add("`modwright check` on a small file", measures.checks(rounds(25)), "≤ 200 ms")
    rows.extend(_memory_rows(servers, text, _EDITS // divisor))
    counts = measures.finding_counts(servers)
    add("findings in the faulty spec", {name: [count] for name, count in counts.items()}, unit="")
    return rows


def _memory_rows(servers: Sequence[Subject], text: str, edits: int) -> list[Row]:
    found = {server.name: measures.memory(server, text, edits) for server in servers}
    moments = [
        "started",
        "250 KB open",
        *(f"after {edits * part // 4:,} edits" for part in range(1, 5)),
    ]
    return [
        _row(
            f"memory, {moment}",
            {name: [values[number]] for name, values in found.items()},
            "≤ 90 MB, flat" if moment == moments[-1] else "",
            "MB",
        )
        for number, moment in enumerate(moments)
    ]


def _row(what: str, samples: Samples, target: str, unit: str) -> Row:
    return Row(
        what,
        unit,
        {
            name: (statistics.median(values), _p95(values), len(values))
            for name, values in samples.items()
        },
        target,
    )


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]


def _table(rows: Sequence[Row], names: Sequence[str]) -> str:
    lines = [
        *(f"- {line}" for line in _machine()),
        "",
        f"| | {' | '.join(names)} | target |",
        f"|---|{'---:|' * len(names)}---|",
    ]
    for row in rows:
        cells = [_cell(row.values.get(name), row.unit) for name in names]
        lines.append(f"| {row.what} | {' | '.join(cells)} | {row.target} |")
        extra = [name for name in row.values if name not in names]
        lines.extend(
            f"| … a Python that does nothing | {_cell(row.values[name], row.unit)} |"
            + " |" * len(names)
            for name in extra
        )
    return "\n".join(lines)


def _cell(value: tuple[float, float, int] | None, unit: str) -> str:
    if value is None:
        return ""
    median, p95, count = value
    if count == 1:
        return f"{median:.0f} {unit}".strip()
    digits = 1 if median < 100 else 0
    return f"{median:.{digits}f} / {p95:.{digits}f} {unit}"


def _machine() -> list[str]:
    packages = ("pygls", "lsprotocol", "jsonschema")
    lines = [
        f"{platform.system()} {platform.machine()}, {_processor()}",
        f"Python {platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in packages),
    ]
    try:
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return lines
    return [*lines, f"Node {node.stdout.strip()}, {PEER_PACKAGE}"]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{len(models)} × {models[0]}" if models else platform.processor()


if __name__ == "__main__":
    main()
