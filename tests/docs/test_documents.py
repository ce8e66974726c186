"""What the documents show is what happens: their sessions are run, their links are followed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from modwright.findings.messages import all_specs

ROOT = Path(__file__).resolve().parents[2]
BROKEN = "docs/nimblock/broken.nimblock.json"


def documents() -> list[Path]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    return sorted(found)


class Session(NamedTuple):
    """A block of a document: a command after `$ `, and what it prints."""

    document: str
    command: str
    output: str


def sessions() -> Iterator[Session]:
    for path in documents():
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            first, _, output = str(block).partition("\n")
            yield Session(path.relative_to(ROOT).as_posix(), first.removeprefix("$ "), output)


def name_of(session: Session) -> str:
    return f"{session.document}: {session.command}"


@pytest.mark.parametrize("session", list(sessions()), ids=name_of)
def test_a_session_prints_what_the_document_says(session: Session) -> None:
    program, *arguments = shlex.split(session.command)
    assert program == "modwright"
    plain = {"LC_ALL": "C.UTF-8", "NO_COLOR": "1"}

    done = subprocess.run(
        [sys.executable, "-m", "modwright", *arguments],
        cwd=ROOT,
        env={**os.environ, **plain},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.stderr == ""
    assert done.stdout == session.output


def test_the_documents_have_sessions_to_run() -> None:
    shown = {(session.document, session.command) for session in sessions()}

    assert ("README.md", "modwright check examples") in shown
    assert ("README.md", f"modwright check {BROKEN}") in shown
    assert ("README.ja.md", f"modwright check {BROKEN} --locale ja") in shown


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readme_shows_the_spec_that_is_checked(name: str) -> None:
    broken = (ROOT / BROKEN).read_text(encoding="utf-8")

    assert f"```json\n{broken}```\n" in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_and_pictures_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    without_code = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", without_code)
    targets += re.findall(r"(?:src|href)=\"([^\"]+)\"", without_code)
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        file, _, fragment = target.partition("#")
        linked = path if not file else path.parent / file
        assert linked.exists(), target
        if fragment:
            assert fragment in anchors(linked), target


def anchors(path: Path) -> set[str]:
    """The fragments that headings get where Markdown is shown."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", str(h).lower()).strip().replace(" ", "-") for h in headings}


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_document_names_a_finding_that_does_not_exist(path: Path) -> None:
    known = {page.code for page in all_specs()}
    families = {code.partition("/")[0] for code in known}
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"(?<![\w/.])([a-z]+/[a-z]+(?:-[a-z]+)*)(?![\w/.-])", text)

    assert {name for name in named if name.partition("/")[0] in families} <= known
