"""From a keystroke in a mutator to its findings, beside yaml-language-server with our schema.

    python tests/bench/bench_oamut.py [--peer] [--rounds N]

Prints a Markdown table. `--peer` fetches yaml-language-server from npm into the user's cache folder
(Node is needed) and measures it in the same run, in turns with modwright.

yaml-language-server waits before it looks at a text, and sends what it finds without being asked;
so modwright is measured in that way, too. The processor time of a keystroke (where Linux counts it)
is that of the whole process, reading the message and sending the findings included; other work on
the machine hardly changes it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import cast

from lsp_client import Client
from package_maker import write_package
from subjects import Session, Subject, ours

from modwright import grammars
from modwright.grammars import JsonValue

# 2.0 needs Node 22.
PEER_PACKAGE = "yaml-language-server@1.25.0"
SCHEMA = "oamut/manifest-1.schema.json"
# What runs for the first time says little about the hundredth.
_WARM_UP = 5

_TEXT_IN_MANIFEST = re.compile(r"^ +(?:short|long|deep): (\S+) ")
_NUMBER_IN_MANIFEST = re.compile(r"^ +default: 0\.")
_TEXT_IN_SCRIPT = re.compile(r'^ +print\("(\S+) ')
_OPTION_IN_SCRIPT = re.compile(r"^ +print\(.*, options\.win")
_NAME_IN_SCRIPT = re.compile(r"^ +unit\.work")


class Author(Session):
    """An editor with files of a package open; what is typed goes into the one opened last."""

    def __init__(self, subject: Subject, *, pulls: bool) -> None:
        self.subject = subject
        self.pulls = pulls
        self.client = _Client(subject.command)
        self.client.request("initialize", self._hello())
        self.client.notify("initialized", {})
        if subject.is_peer:
            self.client.notify("workspace/didChangeConfiguration", {"settings": None})
        self.uri = ""
        self.version = 0
        self.lines: list[str] = []

    def open_file(self, path: Path) -> int:
        """Open a file and wait until all is quiet. The number of its findings."""
        text = path.read_text(encoding="utf-8")
        self.uri, self.version, self.lines = path.as_uri(), 1, text.split("\n")
        language = {".yaml": "yaml", ".lua": "lua"}[path.suffix]
        item: JsonValue = {
            "uri": self.uri,
            "languageId": language,
            "version": self.version,
            "text": text,
        }
        self.client.notify("textDocument/didOpen", {"textDocument": item})
        self.settle()
        # An edit that changes nothing: what it brings is of a server that has its settings.
        self.type(0, 0, " ")
        count, _ = self.findings(self.type(0, 0, "", 1))
        self.settle()
        self.ask("textDocument/hover", 0, 0)  # Reads away whatever else has been sent.
        return count


class _Client(Client):
    """Has the settings of yaml-language-server, which asks for them."""

    def _answer(self, body: bytes) -> None:
        message = cast("dict[str, JsonValue]", json.loads(body))
        if message.get("method") != "workspace/configuration" or "id" not in message:
            super()._answer(body)
            return
        settings: Mapping[str, JsonValue] = {
            "yaml": {
                "schemas": {(grammars.root() / SCHEMA).as_uri(): "oamut.yaml"},
                "schemaStore": {"enable": False},
                "validate": True,
            }
        }
        params = cast("Mapping[str, Sequence[Mapping[str, str]]]", message["params"])
        result: list[JsonValue] = [settings.get(item["section"]) for item in params["items"]]
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})


def peer() -> Subject:
    """yaml-language-server, fetched from npm when it is not there yet.

    Raises RuntimeError without Node.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise RuntimeError("--peer needs node and npm")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "modwright-bench" / PEER_PACKAGE
    program = folder / "node_modules" / ".bin" / "yaml-language-server"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
        subprocess.run([*install, PEER_PACKAGE], check=True, stdout=sys.stderr)
    return Subject("yaml-language-server", [node, str(program.resolve()), "--stdio"], is_peer=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--peer", action="store_true", help="also measure yaml-language-server")
    parser.add_argument("--rounds", type=int, default=50, help="keystrokes a row (each twice)")
    options = parser.parse_args()
    others = [peer()] if options.peer else []
    print(*_machine(bool(others)), sep="\n", end="\n\n")
    names = ["modwright, by pull", "modwright, by push", *(other.name for other in others)]
    names.insert(1, "its processor time")
    print(f"| | {' | '.join(names)} | target |\n|---|{'---:|' * len(names)}---|")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        _measure(root, others, options.rounds)


def _measure(root: Path, others: Sequence[Subject], rounds: int) -> None:
    small, large = root / "small" / "long-winter", root / "large" / "long-winter"
    write_package(small, manifest_size=3_000, script_size=10_000)
    write_package(large, manifest_size=20_000, script_size=10_000)
    target = "≤ 10 ms"
    columns = 3 + len(others)
    for package, wanted in ((small, target), (large, "")):
        manifest = package / "oamut.yaml"
        authors = [
            Author(ours(), pulls=True),
            Author(ours(), pulls=False),
            *(Author(other, pulls=False) for other in others),
        ]
        counts = [author.open_file(manifest) for author in authors]
        size = f"{manifest.stat().st_size / 1000:.1f} KB manifest"
        assert not any(counts), counts
        _row(f"{size}, あ in a label", authors, _TEXT_IN_MANIFEST, "あ", rounds, wanted, columns)
        _row(
            f"{size}, a digit in a number",
            authors,
            _NUMBER_IN_MANIFEST,
            "0",
            rounds,
            wanted,
            columns,
        )
        _row(f'{size}, `"` in a label', authors, _TEXT_IN_MANIFEST, ' "', rounds, wanted, columns)
        _row(f"{size}, findings of a layer there is not", authors, None, "", 0, "", columns)
        for author in authors:
            author.close()
    script = small / "mutator.lua"
    authors = [Author(ours(), pulls=pulls) for pulls in (True, False)]
    for author in authors:
        author.open_file(small / "oamut.yaml")
        assert author.open_file(script) == 0
    size = f"{script.stat().st_size / 1000:.1f} KB script"
    _row(f"{size}, あ in a text", authors, _TEXT_IN_SCRIPT, "あ", rounds, target, columns)
    _row(f"{size}, x in an option's id", authors, _OPTION_IN_SCRIPT, "x", rounds, target, columns)
    _row(f"{size}, a blank in a name", authors, _NAME_IN_SCRIPT, " ", rounds, target, columns)
    for author in authors:
        author.close()


def _row(
    what: str,
    authors: Sequence[Author],
    places: re.Pattern[str] | None,
    typed: str,
    rounds: int,
    target: str,
    columns: int,
) -> None:
    """Type and take back at places of the text, the servers in turn. Prints a line."""
    if places is None:
        # That all of them do look, and with the schema: the number of findings of one fault.
        cells = [str(_fault(author)) for author in authors]
        spent = ""
    else:
        times, processor = _times(authors, places, typed, rounds)
        cells = [_cell(each) for each in times]
        spent = f"{statistics.median(processor):.1f} ms" if processor else ""
    cells.insert(1, spent)
    cells += [""] * (columns - len(cells))
    print(f"| {what} | {' | '.join(cells)} | {target} |", flush=True)


def _times(
    authors: Sequence[Author], places: re.Pattern[str], typed: str, rounds: int
) -> tuple[list[list[float]], list[float]]:
    """From keystrokes to findings, for each of the servers; what the first one's processor did."""
    lines = authors[0].lines
    found = [(line, m.end()) for line, text in enumerate(lines) if (m := places.match(text))]
    rng = random.Random(5)
    times: list[list[float]] = [[] for _ in authors]
    processor: list[float] = []
    for number in range(rounds + _WARM_UP):
        place = rng.choice(found)
        for author, mine in zip(authors, times, strict=True):
            before = author.client.processor_time()
            there = author.findings(author.type(*place, typed))[1]
            back = author.findings(author.type(*place, "", len(typed)))[1]
            after = author.client.processor_time()
            if number >= _WARM_UP:
                mine += [there, back]
                if author is authors[0] and before is not None and after is not None:
                    processor.append((after - before) / 2)
    return times, processor


def _fault(author: Author) -> int:
    """How many findings a layer there is not brings."""
    (line,) = (at for at, text in enumerate(author.lines) if text.startswith("layers: ["))
    column = len("layers: [")
    count, _ = author.findings(author.type(line, column, "snow, "))
    author.findings(author.type(line, column, "", len("snow, ")))
    return count


def _cell(times: Sequence[float]) -> str:
    p95 = sorted(times)[min(len(times) - 1, int(len(times) * 0.95))]
    return f"{statistics.median(times):.1f} / {p95:.1f} ms"


def _machine(with_peer: bool) -> list[str]:
    packages = ("pygls", "ruamel.yaml", "tree-sitter", "tree-sitter-lua", "lupa", "jsonschema")
    lines = [
        f"- {platform.system()} {platform.machine()}, {os.cpu_count()} processors,"
        f" load {', '.join(f'{load:.1f}' for load in os.getloadavg())} (1, 5, 15 minutes)",
        f"- Python {platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in packages),
    ]
    if with_peer:
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
        lines.append(f"- Node {node.stdout.strip()}, {PEER_PACKAGE}")
    return [*lines, "- median / 95th percentile"]


if __name__ == "__main__":
    main()
