"""Completion anywhere in any text: it never fails, and never makes a good text bad."""

from __future__ import annotations

import json

from completion_support import analysed, applied, expanded, read, syntax_faults
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.ide.completion import complete

SPEC = """\
{
  "specVersion": 1,
  "name": "ようこそ😀",
  "description": "a\\tb \\u00e9 \\"c\\"",
  "rules": [
    {
      "id": "welcome",
      "name": "挨拶 & more",
      "enabled": true,
      "match": "all",
      "trigger": { "type": "player.chat" },
      "conditions": [
        { "type": "player.has_permission", "params": { "permission": "nimblock.vip" } },
        {"type": "number.compare", "not": false,
         "params": {"left": "{player}", "operator": "<=", "right": "1.5"}}
      ],
      "actions": [
        { "type": "player.send_message", "params": { "message": "&6😀 {player} {{x}} \\ud83d\\ude00 &l!" } },
        { "type": "player.give_item", "params": { "material": "DIAMOND", "amount": 3 } },
        { "type": "delay", "params": { "seconds": 0.5 } },
        { "type": "player.heal" }
      ]
    },
    { "name": "second", "trigger": {"type": "schedule.repeat", "params": {"seconds": 60}},
      "actions": [{"type": "log", "params": {"message": "", "level": "info"}}] }
  ]
}
"""  # noqa: E501

PUNCTUATION = """{}[]:,"\\/#'&=-“”，：\u2028\ufeff \n\r\t"""
WORDS = ["//", "/*", "*/", '""', '"ty', '"type": ', '{"type": "', "{pl", "\\u00", "\r\n"]
PIECES = st.sampled_from([*PUNCTUATION, *WORDS, "日本", "😀", "true", "nul", "12", "1e", "pl"])


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, int]:
    """The spec, perhaps with Windows line ends, after some rough edits; and an offset."""
    text = SPEC.replace("\n", draw(st.sampled_from(["\n", "\r\n", " "])))
    offset = draw(st.integers(0, len(text)))
    for _ in range(draw(st.integers(0, 4))):
        # Most edits near the cursor: far ones seldom matter there.
        near = st.integers(max(0, offset - 12), min(len(text), offset + 12))
        start = draw(near | st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        text = text[:start] + draw(PIECES | st.just("")) + text[end:]
        offset = min(offset, len(text))
    if draw(st.booleans()):
        text = text[: draw(st.integers(offset, len(text)))]
    return text, offset


@given(mutated())
@settings(max_examples=250, deadline=None)
def test_every_range_lies_around_the_cursor_on_its_line(place: tuple[str, int]) -> None:
    text, offset = place
    for item in complete(read(text), offset, "en").items:
        assert 0 <= item.start <= offset <= item.end <= len(text)
        assert not {"\n", "\r"} & set(text[item.start : item.end])
        for edit in item.more_edits:
            assert edit.end < item.start or item.end < edit.start
        if item.is_snippet:
            plain, snippet = (
                "".join(each.split()) for each in (item.plain_text, expanded(item.new_text))
            )
            assert snippet == plain


@given(mutated())
@settings(max_examples=250, deadline=None)
def test_a_good_text_stays_good(place: tuple[str, int]) -> None:
    text, offset = place
    if not is_json(text):
        text, offset = SPEC, offset % (len(SPEC) + 1)
    for item in complete(read(text), offset, "en").items[:40]:
        after = applied(text, item)
        assert is_json(after), (item.label, after)


@given(st.integers(0, len(SPEC)), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_good_spec_stays_without_syntax_faults(offset: int, on_windows: bool) -> None:
    text = SPEC.replace("\n", "\r\n") if on_windows else SPEC
    for item in complete(read(text), offset, "ja").items[:20]:
        assert syntax_faults(applied(text, item)) == []


@given(st.text(max_size=30) | st.text('{}[]:,"ab1 \n\\/', max_size=30), st.integers(0, 30))
@settings(max_examples=300, deadline=None)
def test_any_text_at_all(text: str, offset: int) -> None:
    for item in complete(read(text), offset, "en").items:
        assert item.start <= offset <= item.end


def test_at_every_single_offset_of_a_spec() -> None:
    analysis = analysed(SPEC)
    assert analysis.findings == ()
    for offset in range(len(SPEC) + 1):
        for item in complete(analysis, offset, "en").items[:3]:
            assert is_json(applied(SPEC, item)), (offset, item.label)


def test_at_every_place_that_a_spec_is_cut_off() -> None:
    """Typing from the start, with nothing behind the cursor: the parser reads what was written."""
    for offset in range(len(SPEC)):
        text = SPEC[:offset]
        before = len(syntax_faults(text))
        for item in complete(read(text), offset, "en").items[:3]:
            assert item.start <= offset == item.end
            assert len(syntax_faults(applied(text, item))) <= before, (text[-30:], item.label)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
