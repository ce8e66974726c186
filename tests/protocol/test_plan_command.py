"""workspace/executeCommand: the plan of a mutator, while the server goes on serving."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from lsp_support import Json, Wire, open_wire, spec

MANIFEST = """\
oamut: 1
id: long-winter
version: "1.0.0"
works-with: ["*"]
layers: [files]
options:
  - id: metal
    type: number
    min: 0.1
    max: 1
    step: 0.1
    default: 0.7
"""
SCRIPT = """\
function mutate(ctx)
  print(ctx.mod.id, ctx.options.metal)
  return { files = { mask = { "冬.fbi" } } }
end
"""
# One instruction that takes longer than anybody waits: only the 10 seconds, or a cancellation,
# end it.
ENDLESS = """\
function mutate(ctx)
  return { (("a"):rep(60)):find(("a-"):rep(60) .. "b") }
end
"""
CANCELLED = -32800
NIMBLOCK = "untitled:挨拶"

linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="what a process has started is read from /proc"
)


class Project:
    """A package on disk, with the two documents open in an editor."""

    def __init__(self, wire: Wire, root: Path) -> None:
        self.wire = wire
        self.root = root
        self.manifest = (root / "oamut.yaml").as_uri()
        self.script = (root / "mutator.lua").as_uri()
        self._version = 1
        self._number = 10_000

    def rewrite(self, script: str) -> None:
        """Type a script, without saving it."""
        self._version += 1
        self.wire.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.script, "version": self._version},
                "contentChanges": [{"text": script}],
            },
        )

    def ask(self, *arguments: Json) -> int:
        """Ask for a plan, and go on. The number of the request."""
        self._number += 1
        params: Json = {"command": "modwright.plan", "arguments": list(arguments)}
        self.wire.send(id=self._number, method="workspace/executeCommand", params=params)
        return self._number

    def plan(self, *arguments: Json) -> dict[str, Json]:
        return self.wire.answer_to(self.ask(*arguments))

    def cancel(self, number: int) -> dict[str, Json]:
        self.wire.notify("$/cancelRequest", {"id": number})
        return self.wire.answer_to(number)


def sandboxes(wire: Wire) -> set[int]:
    """The processes that the server has started."""
    found: set[int] = set()
    for task in Path(f"/proc/{wire.process.pid}/task").iterdir():
        # A thread of the server may end while it is looked at.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found.update(map(int, (task / "children").read_text().split()))
    return found


def wait_for_sandboxes(wire: Wire, count: int) -> set[int]:
    for _ in range(2000):
        found = sandboxes(wire)
        if len(found) == count:
            return found
        time.sleep(0.01)
    # Whatever the server has said in the meantime stands before this answer.
    wire.request("modwright/nothing")
    raise AssertionError(f"not {count} processes; the server said {wire.seen}")


def wait_for_walls(pid: int) -> None:
    for _ in range(2000):
        if "Seccomp:\t2" in Path(f"/proc/{pid}/status").read_text():
            return
        time.sleep(0.01)
    raise AssertionError("the sandbox has not limited itself")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    root = tmp_path / "long-winter"
    root.mkdir()
    (root / "oamut.yaml").write_text(MANIFEST, encoding="utf-8")
    (root / "mutator.lua").write_text(SCRIPT, encoding="utf-8")
    with open_wire() as wire:
        wire.initialize()
        opened = Project(wire, root)
        for uri, language, text in (
            (opened.manifest, "yaml", MANIFEST),
            (opened.script, "lua", SCRIPT),
            (NIMBLOCK, "nimblock", spec()),
        ):
            document = {"uri": uri, "languageId": language, "version": 1, "text": text}
            wire.notify("textDocument/didOpen", {"textDocument": document})
        yield opened


def test_a_plan_from_any_document_of_the_package(project: Project) -> None:
    for uri in (project.manifest, project.script):
        result = project.plan(uri, {"options": {"metal": 0.3}, "mod": "spring"})["result"]
        assert "spring\t0.3" in result["text"]
        assert "└─ 冬.fbi" in result["text"]
        assert result["plan"]["plan"]["files"]["mask"] == ["冬.fbi"]
        assert result["plan"]["context"]["options"] == {"metal": 0.3}


def test_unsaved_changes_and_changes_on_disk_count(project: Project) -> None:
    project.rewrite('function mutate() print(require "new") return {} end')
    assert project.plan(project.script)["result"]["plan"]["error"]["kind"] == "missing-module"
    (project.root / "lua").mkdir()
    (project.root / "lua" / "new.lua").write_text("return '新しい'", encoding="utf-8")
    assert project.plan(project.script)["result"]["plan"]["log"] == ["新しい"]


def test_a_script_that_fails_is_an_answer(project: Project) -> None:
    project.rewrite("function mutate()\n  error('寒い')\nend")
    result = project.plan(project.script)["result"]
    assert "mutator.lua:2: " in result["text"]
    assert result["plan"]["error"]["place"] == {"file": "mutator.lua", "line": 2}


def test_places_in_the_text_lead_to_the_lines(project: Project) -> None:
    module = project.root / "lua" / "冬 a.lua"
    module.parent.mkdir()
    module.write_text("\n" * 10 + "local block = named('😋')\nreturn block", encoding="utf-8")
    manifest = MANIFEST.replace("[files]", "[rules]")
    project.wire.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": project.manifest, "version": 2},
            "contentChanges": [{"text": manifest}],
        },
    )
    project.rewrite(
        "function mutate()\n  local block = require '冬 a'\n"
        "  return { rules = { block:change { set = { x = 1 } }, named('b'):change{} } }\nend"
    )
    result = project.plan(project.script)["result"]
    lines = result["text"].split("\n")
    found: dict[str, str] = {}
    for link in result["links"]:
        start, end = link["range"]["start"], link["range"]["end"]
        line = lines[start["line"]].encode("utf-16-le")
        written = line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
        found[written] = link["target"]
    script, own = project.script, module.as_uri()
    assert found == {"mutator.lua:3": f"{script}#L3", "lua/冬 a.lua:11": f"{own}#L11"}


def test_what_cannot_be_planned_is_an_error_response(project: Project) -> None:
    refusals: list[tuple[list[Json], int]] = [
        ([], -32602),
        (["untitled:nobody"], -32602),
        ([project.script, {"options": {"metal": [1]}}], -32602),
        ([project.script, {"mod": 3}], -32602),
        ([NIMBLOCK], -32803),
        ([project.script, {"mod": "Bad id"}], -32803),
        ([project.script, {"options": {"metal": 0.35}}], -32803),
        ([project.script, {"options": {"coal": 1}}], -32803),
    ]
    for arguments, code in refusals:
        error = cast("dict[str, Json]", project.plan(*arguments)["error"])
        assert error["code"] == code, arguments
        assert error["message"]


@linux_only
def test_a_hover_is_answered_while_a_plan_runs_and_cancelling_ends_it(project: Project) -> None:
    project.rewrite(ENDLESS)
    number = project.ask(project.script)
    (sandbox,) = wait_for_sandboxes(project.wire, 1)

    position = {"line": 8, "character": 20}
    hover = {"textDocument": {"uri": NIMBLOCK}, "position": position}
    for _ in range(20):
        answer = project.wire.request("textDocument/hover", hover)
        assert "result" in answer
    assert not any(message.get("id") == number for message in project.wire.seen)
    assert sandboxes(project.wire) == {sandbox}

    assert project.cancel(number)["error"]["code"] == CANCELLED
    wait_for_sandboxes(project.wire, 0)
    project.rewrite(SCRIPT)
    assert project.plan(project.script)["result"]["plan"]["error"] is None


@linux_only
def test_two_plans_run_at_once_and_a_third_waits(project: Project) -> None:
    project.rewrite(ENDLESS)
    first, second = project.ask(project.script), project.ask(project.script)
    wait_for_sandboxes(project.wire, 2)
    project.rewrite(SCRIPT)
    third, fourth = project.ask(project.script), project.ask(project.script)

    assert project.cancel(fourth)["error"]["code"] == CANCELLED
    assert len(sandboxes(project.wire)) == 2
    assert project.cancel(first)["error"]["code"] == CANCELLED
    assert project.wire.answer_to(third)["result"]["plan"]["error"] is None
    assert project.cancel(second)["error"]["code"] == CANCELLED


@linux_only
@pytest.mark.parametrize("way", ["exit", "kill"])
def test_a_server_that_ends_leaves_no_plan_behind(project: Project, way: str) -> None:
    project.rewrite(ENDLESS)
    project.ask(project.script)
    (sandbox,) = wait_for_sandboxes(project.wire, 1)
    if way == "exit":
        project.wire.request("shutdown")
        project.wire.notify("exit")
        assert project.wire.exit_code() == 0
    else:
        # From here on the kernel ends it with the server.
        wait_for_walls(sandbox)
        project.wire.process.send_signal(signal.SIGKILL)
        project.wire.exit_code()
    for _ in range(1000):
        if not is_running(sandbox):
            return
        time.sleep(0.01)
    raise AssertionError("the sandbox goes on without its server")


def is_running(pid: int) -> bool:
    """Whether the process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
