"""Every feature, at any place of any text: nothing raises, and every range lies inside the text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from marked_text import Opened, open_spec

from modwright.ide.colours import colours, presentations
from modwright.ide.folding import folding_ranges
from modwright.ide.highlights import highlights
from modwright.ide.hover import hover
from modwright.ide.inlay_hints import inlay_hints
from modwright.ide.navigation import definition, references
from modwright.ide.outline import outline
from modwright.ide.rename import prepare, rename
from modwright.ide.selection import selection_ranges
from modwright.ide.tokens import tokens
from modwright.ide.trace import TraceResult, trace, traceable_rules
from modwright.ide.trace_text import render_text
from modwright.ide.types import OutlineItem, Refused

GOOD = """{
  "specVersion": 1, "id": "p", "name": "ようこそ😀", "description": "\\u00e9",
  "rules": [
    {
      "id": "welcome", "name": "ようこそ", "match": "any", "enabled": false,
      "trigger": { "type": "player.chat" },
      "conditions": [
        { "type": "text.contains", "params": { "text": "{message}", "search": "&6x" } },
        { "type": "number.compare", "params": { "left": "{x}", "operator": "<", "right": "1" } },
        { "type": "chance", "not": true, "params": { "percent": 5 } }
      ],
      "actions": [
        { "type": "player.send_title", "params": { "title": "&6\\u007bplayer}{{\\ud83d\\ude00" } },
        { "type": "player.give_item", "params": { "material": "DIAMOND_SWORD" } },
        { "type": "delay", "params": { "seconds": 1.5 } },
        { "type": "cancel_event" }
      ]
    },
    { "name": "帰る", "trigger": { "type": "command", "params": { "name": "home" } },
      "actions": [{ "type": "server.run_command", "params": { "command": "/tp {args}" } }] }
  ]
}
"""

PIECES = st.sampled_from(
    ["", '"', "{", "}", "[", "]", ",", ":", "\\", "\n", "\r\n", "\u2028", "{player}", "&6", "😀",
     "\\u007b", "\\ud83d", "\ud83d", "1e999", "-", "true", "null", "//x", "player.join", "params",
     '{"type": "delay"}', '"rules": [', '"name":', " ", "あ"]
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = GOOD
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 10, 60])))
        text = text[:start] + draw(PIECES) + text[end:]
    return text


def check_span(opened: Opened, start: int, end: int) -> None:
    assert 0 <= start <= end <= len(opened.text)


def check_outline(opened: Opened, item: OutlineItem) -> None:
    check_span(opened, item.start, item.end)
    assert item.start <= item.name_start <= item.name_end <= item.end
    assert item.name.strip()
    for child in item.children:
        check_outline(opened, child)


@settings(max_examples=150, deadline=None)
@given(text=mutated(), data=st.data(), locale=st.sampled_from(["en", "ja"]))
def test_no_feature_raises_and_all_ranges_lie_inside(
    text: str, data: st.DataObject, locale: str
) -> None:
    opened = open_spec(text)
    analysis, size = opened.analysis, len(opened.text)
    offset = data.draw(st.integers(0, size), label="offset")

    found = hover(analysis, offset, locale)
    if found is not None:
        check_span(opened, found.start, found.end)
        assert found.start <= offset <= found.end
        assert found.markdown
        found.markdown.encode()  # nothing that cannot be sent
    for item in outline(analysis, locale):
        check_outline(opened, item)
        item.name.encode()
    for colour in colours(analysis):
        check_span(opened, colour.start, colour.end)
        assert len(presentations(analysis, colour.start, colour.end, 0.2, 0.4, 0.6)) == 1
    behind = 0
    for token in tokens(analysis, 0, size):
        check_span(opened, token.start, token.end)
        assert behind <= token.start < token.end
        assert "\n" not in opened.cut(token.start, token.end)
        behind = token.end
    for hint in inlay_hints(analysis, 0, size, locale):
        check_span(opened, hint.offset, hint.offset)
    for fold in folding_ranges(analysis):
        check_span(opened, fold.start, fold.end)
        assert analysis.source.line_of(fold.start) < analysis.source.line_of(fold.end)
    spans = selection_ranges(analysis, offset)
    for inner, outer in pairwise(spans):
        check_span(opened, *outer)
        assert outer[0] <= inner[0] <= inner[1] <= outer[1]
        assert inner != outer
    places = [*definition(analysis, offset), *references(analysis, offset, True)]
    for place in [*places, *highlights(analysis, offset)]:
        check_span(opened, place.start, place.end)
    target = prepare(analysis, offset)
    if target is not None:
        check_span(opened, target.start, target.end)
    edits = rename(analysis, offset, "new-name", locale)
    if not isinstance(edits, Refused):
        for edit in edits:
            check_span(opened, edit.start, edit.end)
    for rule in traceable_rules(analysis, locale):
        check_span(opened, rule.start, rule.end)
        result = trace(analysis, rule.rule, {"player": "花子"}, locale)
        assert isinstance(result, TraceResult)
        for step in result.steps:
            check_span(opened, step.start, step.end)
        render_text(result, locale).encode()
