"""The servers that are compared, and an editor that drives any of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsp_client import Client

from modwright import grammars
from modwright.grammars import JsonValue

PEER_PACKAGE = "vscode-langservers-extracted@4.10.0"


@dataclass(frozen=True)
class Flavour:
    """What kind of document is measured: its language id, how its name ends, its schema."""

    language: str
    suffix: str
    schema: str


NIMBLOCK = Flavour("nimblock", ".nimblock.json", "nimblock/plugin-1.schema.json")
RULESET = Flavour("ruleset", ".ruleset.json", "ruleset/ruleset-1.schema.json")


@dataclass(frozen=True)
class Subject:
    """A server: how it is called in the table and how it is started."""

    name: str
    command: Sequence[str]
    is_peer: bool = False


def ours() -> Subject:
    """What `modwright serve` starts, as an editor starts it."""
    script = Path(sys.executable).with_name("modwright")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "modwright"]
    return Subject("modwright", [*command, "serve"])


def bare_pygls() -> Subject:
    return Subject("bare pygls", [sys.executable, str(Path(__file__).with_name("bare_pygls.py"))])


def peer() -> Subject:
    """VS Code's JSON server, fetched from npm into the user's cache when it is not there yet.

    Raises RuntimeError without Node.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise RuntimeError("--peer needs node and npm")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "modwright-bench" / PEER_PACKAGE
    program = folder / "node_modules" / ".bin" / "vscode-json-language-server"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
        subprocess.run([*install, PEER_PACKAGE], check=True, stdout=sys.stderr)
    return Subject("vscode-json", [node, str(program.resolve()), "--stdio"], is_peer=True)


class Session:
    """An editor with one document open. Positions are UTF-16, edits stay on one line."""

    def __init__(
        self, subject: Subject, *, pulls: bool = True, flavour: Flavour = NIMBLOCK
    ) -> None:
        self.subject = subject
        self.pulls = pulls
        self.flavour = flavour
        self.client = Client(subject.command)
        _, self.startup = self.client.request(
            "initialize", self._hello(), since=self.client.started
        )
        self.client.notify("initialized", {})
        if subject.is_peer:
            self._use_schema()
        self.uri = ""
        self.version = 0
        self.lines: list[str] = []

    def settle(self) -> None:
        """Let the server finish what it does after its start."""
        time.sleep(1)

    def open(self, text: str, name: str) -> tuple[int, float]:
        """Open a document in place of the one before: number of findings, and how long it took."""
        if self.uri:
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        self.uri = f"file:///bench/{name}{self.flavour.suffix}"
        self.version = 1
        self.lines = text.split("\n")
        language = "json" if self.subject.is_peer else self.flavour.language
        item: JsonValue = {
            "uri": self.uri,
            "languageId": language,
            "version": self.version,
            "text": text,
        }
        began = self.client.notify("textDocument/didOpen", {"textDocument": item})
        return self.findings(began)

    def type(self, line: int, column: int, text: str, deleted: int = 0) -> float:
        """Replace `deleted` characters at `column` by `text`; the moment of the keystroke.

        Columns and lengths are code points.
        """
        before = self.lines[line]
        after = before[:column] + text + before[column + deleted :]
        self.version += 1
        change: JsonValue = {
            "range": {
                "start": self.position(line, column),
                "end": self.position(line, column + deleted),
            },
            "text": text,
        }
        self.lines[line] = after
        return self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [change],
            },
        )

    def findings(self, since: float) -> tuple[int, float]:
        """The findings of the present text: how many, and how long it took since a moment."""
        if self.pulls:
            report, took = self.client.request(
                "textDocument/diagnostic", {"textDocument": {"uri": self.uri}}, since
            )
            assert isinstance(report, dict)
            items = report.get("items")
            return len(items) if isinstance(items, list) else 0, took
        params, at = self.client.wait_for("textDocument/publishDiagnostics", self.uri, self.version)
        items = params["diagnostics"]
        return len(items) if isinstance(items, list) else 0, (at - since) * 1000

    def ask(
        self, method: str, line: int, column: int, since: float | None = None
    ) -> tuple[JsonValue, float]:
        """Hover or completion at a place."""
        params: JsonValue = {
            "textDocument": {"uri": self.uri},
            "position": self.position(line, column),
        }
        return self.client.request(method, params, since)

    def position(self, line: int, column: int) -> JsonValue:
        units = len(self.lines[line][:column].encode("utf-16-le")) // 2
        return {"line": line, "character": units}

    def close(self) -> None:
        self.client.close()

    def _hello(self) -> JsonValue:
        text_document: dict[str, JsonValue] = {
            "synchronization": {"didSave": True},
            "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {
                "completionItem": {
                    "snippetSupport": True,
                    "documentationFormat": ["markdown", "plaintext"],
                    "resolveSupport": {"properties": ["documentation", "detail"]},
                },
                "completionList": {"itemDefaults": ["editRange", "insertTextFormat"]},
            },
        }
        workspace: dict[str, JsonValue] = {}
        if self.pulls:
            text_document["diagnostic"] = {"dynamicRegistration": False}
            workspace["diagnostics"] = {"refreshSupport": True}
        return {
            "processId": os.getpid(),
            "rootUri": None,
            "locale": "ja",
            "capabilities": {
                "general": {"positionEncodings": ["utf-16"]},
                "textDocument": text_document,
                "workspace": workspace,
            },
        }

    def _use_schema(self) -> None:
        path = self.flavour.schema
        schema = json.loads((grammars.root() / path).read_text(encoding="utf-8"))
        association: JsonValue = {
            "fileMatch": [f"*{self.flavour.suffix}"],
            "url": f"file:///bench/{path.rpartition('/')[2]}",
            "schema": schema,
        }
        self.client.notify(
            "workspace/didChangeConfiguration",
            {"settings": {"json": {"validate": {"enable": True}, "schemas": [association]}}},
        )
