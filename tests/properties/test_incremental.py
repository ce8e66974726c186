"""However a text came about, edit by edit, it reads as if it had been opened just now."""

from __future__ import annotations

import json
from typing import NamedTuple, TypeAlias

import inspection
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.workspace.workspace import Change, Workspace

Plan: TypeAlias = "list[list[Cut]]"
URI = "file:///package/spec.nimblock.json"


class Cut(NamedTuple):
    """An edit that fits any text: where it begins (of 1000), how much goes, what comes."""

    at: int
    deleted: int
    new_text: str

    def on(self, text: str) -> Change:
        start = len(text) * self.at // 1000
        return Change((start, min(len(text), start + self.deleted)), self.new_text)


def spec(line_break: str = "\n") -> str:
    """A spec with most of what the grammar has, and some findings."""
    rules = [
        {
            "id": f"rule-{number % 2}",
            "name": "ようこそ 😋",
            "trigger": {"type": "player.chat"},
            "conditions": [
                {"type": "text.contains", "params": {"text": "{message}", "search": "🏰"}},
                {"type": "number.compare", "params": {"left": "1", "operator": "<", "right": "２"}},
            ],
            "actions": [
                {"type": "player.send_title", "params": {"title": "&6{player}さん\u2028 {{😋}}"}},
                {"type": "delay", "params": {"seconds": 0.5}},
                {"type": "cancel_event"},
                {"type": "player.play_sound", "params": {"sound": "ENTITY_PLAYER_LEVELUP"}},
            ],
        }
        for number in range(3)
    ]
    plugin = {"specVersion": 1, "name": "広場", "rules": rules}
    return json.dumps(plugin, ensure_ascii=False, indent=2).replace("\n", line_break)


def worn(text: str, faults: list[tuple[int, str]]) -> str:
    """A text with faults behind some of its lines, which leave all the rest as it is."""
    lines = text.split("\n")
    for at, fault in faults:
        lines[at % len(lines)] += fault
    return "\n".join(lines)


TOKENS = [
    "{", "}", "[", "]", ",", ":", '"', "\\", "//", "/*", "*/", "#", "'", "，", "：", "“",
    " ", "\n", "\r\n", "\r", "\t", "\u2028", "\x85", "\ufeff", "\0", "\ud83d", "\ude0b",
    "1", "-0", "1e999", "true", "null", "True", "あ", "😋", "é", "\\u00e9", "\\ud83d",
    '"x"', ' "k": ', "{}", "[]", '"a": {"b": 1}', '"rules": [', '"type": "delay"', "{player}",
    "{pl", "&6", '"name": "夜",', '{"type": "log", "params": {"message": "{player}"}}',
]  # fmt: skip
PIECES = st.lists(st.sampled_from(TOKENS), max_size=4).map("".join)
CUTS = st.builds(Cut, st.integers(0, 1000), st.sampled_from([0, 0, 0, 1, 1, 2, 9, 80, 700]), PIECES)
PLANS = st.lists(st.lists(CUTS, min_size=1, max_size=3), min_size=1, max_size=8)
"""Messages of several changes each, as `didChange` brings them."""

TEXTS = st.one_of(
    st.sampled_from(["\n", "\r\n", "\r", " ", ""]).map(spec),
    st.builds(
        worn,
        st.just(spec()),
        st.lists(
            st.tuples(st.integers(0, 200), st.sampled_from([",", " // 夜", " 1", "，", ' "x"'])),
            min_size=1,
            max_size=6,
        ),
    ),
    st.lists(st.sampled_from(TOKENS), max_size=40).map("".join),
    st.text(max_size=30),
)


def check_against_fresh(workspace: Workspace, text: str) -> None:
    """The open document is as a document that is opened with this text."""
    fresh = Workspace()
    fresh.open_document(URI, "nimblock", 1, text)
    edited_analysis, fresh_analysis = workspace.analysis(URI), fresh.analysis(URI)
    assert edited_analysis is not None
    assert fresh_analysis is not None
    assert edited_analysis.source.text == text
    assert inspection.document(edited_analysis) == inspection.document(fresh_analysis)
    assert inspection.findings(edited_analysis) == inspection.findings(fresh_analysis)
    for start, end in inspection.spans(edited_analysis):
        assert 0 <= start <= end <= len(text)


def run(text: str, plan: Plan, *, look_every_time: bool) -> None:
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, text)
    assert workspace.analysis(URI) is not None
    for version, cuts in enumerate(plan, 2):
        changes: list[Change] = []
        for cut in cuts:
            change = cut.on(text)
            assert change.span is not None
            text = text[: change.span[0]] + change.new_text + text[change.span[1] :]
            changes.append(change)
        document = workspace.change_document(URI, version, changes)
        assert document is not None
        assert document.version == version
        if look_every_time:
            check_against_fresh(workspace, text)
    check_against_fresh(workspace, text)


@settings(max_examples=250, deadline=None)
@given(text=TEXTS, plan=PLANS)
def test_every_version_reads_as_if_opened_just_now(text: str, plan: Plan) -> None:
    run(text, plan, look_every_time=True)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, plan=PLANS)
def test_versions_nobody_looked_at_leave_nothing_behind(text: str, plan: Plan) -> None:
    run(text, plan, look_every_time=False)


@settings(max_examples=100, deadline=None)
@given(cut=CUTS, line_break=st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_undone_never_was(cut: Cut, line_break: str) -> None:
    text = spec(line_break)
    change = cut.on(text)
    assert change.span is not None
    start, end = change.span
    undo = Change((start, start + len(change.new_text)), text[start:end])
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, text)
    workspace.change_document(URI, 2, [change])
    workspace.analysis(URI)
    workspace.change_document(URI, 3, [undo])
    check_against_fresh(workspace, text)


@settings(max_examples=50, deadline=None)
@given(start=st.integers(0, 40), length=st.integers(1, 60))
def test_a_spec_that_is_typed_letter_by_letter(start: int, length: int) -> None:
    whole = spec()
    text = whole[: len(whole) * start // 40]
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, text)
    for version, letter in enumerate(whole[len(text) : len(text) + length], 2):
        workspace.change_document(URI, version, [Change((len(text), len(text)), letter)])
        text += letter
        workspace.analysis(URI)
    check_against_fresh(workspace, text)


@pytest.mark.parametrize("text", ["", spec(), "日本😋"])
def test_the_whole_text_replaced(text: str) -> None:
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, spec())
    workspace.change_document(URI, 2, [Change(None, "{"), Change(None, text)])
    check_against_fresh(workspace, text)
