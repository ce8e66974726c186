"""A manifest through its edits: what is put together from pieces is what one reading makes of the
whole, after any edit, and the pieces that an edit does not touch stay the same objects."""

from __future__ import annotations

import inspection
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.languages.oamut.manifest_findings import manifest_findings, suppressed_faults
from modwright.syntax.node import Array, Entry, Node, Object
from modwright.syntax.yaml_document import YamlDocument
from modwright.syntax.yaml_limits import MAX_NODES
from modwright.syntax.yaml_lines import lines_of
from modwright.syntax.yaml_parts import Around, Key, Part, read_part
from modwright.syntax.yaml_pieces import Parts

HEAD = 'oamut: 1\nid: long-winter\nversion: "1.10"\nname: 長い冬 ❄\nworks-with: ["*"]\n'
OPTIONS = """\
options:
  # 最初の一つ
  - id: cold
    type: toggle
    default: true

  - id: depth          # 😀
    type: choice
    values: [short, long,
      deep]
    default: long
    labels:
      short: みじかい
      deep: "ふかい"
  -
    id: amount
    type: number
    min: 0.1
    max: 1.0
    default: 0.3
  - id: x
    values:
    - a
    - - c
      - d
  - plain
"""
NAMES = """\
tags:
- balance
- "slow"  # ゆっくり
requires:
  engine: ">=0.8.0"
  mutators:
    - rich-start
    - other
"""
PARTS = (
    *("-", "- ", ":", ": ", "?", "? ", "[", "]", "{", "}", ",", '"', "'", "#", " # ", "|", ">"),
    *("*", "&a ", "!t ", "\n", "\r\n", "\r", "\t", " ", "  ", "\n\n", "\n---\n", "\n...\n"),
    *("\n%A\n", "\n  - ", "\n- ", "\n    - ", "\n   foo: x", "\n  foo", "\n    foo:", "\n  -id: x"),
    *("\n  : v", "\n}", "\n    ]", "\n  # c", "foo: bar", "<<: ", "true: ", "あ", "😀", "\u2028"),
    *("\\q", "id: x", "[a]: b", "{a: b}: c", "\n    ? k\n    : v", "- " * 17, "[" * 17, '\n"x"'),
    "\n  x: {a: 1,",
)
CUTS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from((0, 0, 0, 1, 2, 6, 30)),
        st.lists(st.sampled_from(("", *PARTS)), max_size=3).map("".join),
    ),
    min_size=1,
    max_size=6,
)
TEXTS = st.sampled_from([HEAD + OPTIONS + NAMES, HEAD + NAMES + OPTIONS, NAMES, OPTIONS])
BREAKS = st.sampled_from(["\n", "\n", "\r\n"])
COLUMNS = st.sampled_from([0, 1, 2, 2, 3, 4, 4, 6])
LINES = st.sampled_from(
    [
        *("- ", "- a", "- id: a", "- id: b", "-", "- - a", "- [a,", "- {a: 1,", '- "a', "- ? k"),
        *("a:", "b: 1", "c: [1,", "d: {a: 1,", 'e: "x', "f: |", "g: x", "h: &x y", "i: *z"),
        *("a", "a b", "a:b", ": v", "? k", '"q": 1', "]", "}", "}, {", "b,", "k: 1,", "# c", ""),
        *("- a: 1", "- x y: 2 # あ", "-a", "-a: 1", "[k]: 1", "<<: 1", "b: 2", '"', "z: 'q'"),
        *("1.5: a", "\tx: 1"),
    ]
)  # fmt: skip


def plain(part: Part) -> object:
    """What matters to the document around it."""
    node = part.composed.node if part.composed else None
    offset = part.composed.offset if part.composed else None
    return offset, inspection.tree(node), part.faults, part.is_lost, part.nodes, part.open_bracket


def check_pieces(text: str) -> None:
    """An entry of the top level reads the same in pieces as it does as a whole."""
    lines = lines_of(text, 0, len(text))
    in_pieces = Parts({}).part(text, lines, 0, MAX_NODES)
    as_whole = read_part(Key(text, Around((0,))), MAX_NODES)
    assert plain(in_pieces) == plain(as_whole)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(COLUMNS, LINES), min_size=1, max_size=9), BREAKS)
def test_an_entry_reads_in_pieces_as_it_does_as_a_whole(
    below: list[tuple[int, str]], line_break: str
) -> None:
    text = line_break.join(["key:", *(" " * column + line for column, line in below)])
    check_pieces(text.rstrip())


@pytest.mark.parametrize(
    "text",
    [
        # A brace that is open takes in the entry below it, blank lines between them or not.
        "k:\n  d: {a: 1,\n\n  e: 3\n  }",
        "k:\n  - {a: 1,\n  - b: 2,\n  }",
        # An item of a list that is not there goes to one inside of the piece, and opens it again.
        "k:\n  a:\n    b:\n      - x\n  - y\n  c: z",
        "k:\n  - id: a\n  foo:\n  - id: b",
        # A line out of place is told of once, behind a broken item.
        'k:\n  - id: "a\n  - id: b\n      x: 1\n  - c\n     d: 1',
        'k:\n  - "a" b\n  - id: b\n      x: 1\n  - c',
        "k:\n  - a: 1\n   - b\n  - c: 1\n   - d",
        # A key that stands twice is a matter of all pieces; inside of one, only of that.
        "k:\n  a: 1\n  b: 2\n  a: 3",
        "k:\n  - a: 1\n    a: 2\n  - b: 1",
        "k:\n  - - - - - - - - - - - - - - - - - a\n  - b",
        "k:   # c\n\n  # d\n  - 'あ\n    い'\n  - {a: b}: c",
        "k:\n- a\n- b:\n  - c",
        # Deeper than anything may be.
        "\n".join(" " * depth + "k:" for depth in range(600)),
    ],
)
def test_pieces_that_are_not_independent(text: str) -> None:
    check_pieces(text)


@settings(max_examples=150, deadline=None)
@given(TEXTS, BREAKS, CUTS)
def test_edited_equals_fresh(
    text: str, line_break: str, cuts: list[tuple[float, int, str]]
) -> None:
    document = YamlDocument.parse(text.replace("\n", line_break))
    for where, length, new_text in cuts:
        before = document.text
        start = int(where * len(before))
        end = min(len(before), start + length)
        text = before[:start] + new_text + before[end:]
        document = document.edited(text, start, end, start + len(new_text))
        fresh = YamlDocument.parse(text)
        assert document.root_offset == fresh.root_offset
        assert inspection.tree(document.root) == inspection.tree(fresh.root)
        assert document.faults == fresh.faults
        assert manifest_findings(document, None) == manifest_findings(fresh, None)
        assert suppressed_faults(document) == suppressed_faults(fresh)


def test_a_line_out_of_place_is_told_of_once_the_item_before_it_is_mended() -> None:
    broken = 'oamut: 1\noptions:\n  - "a" b\n  - id: b\n      x: 1\n  - c\n'
    at = broken.index(" b")
    mended = broken.replace('"a" b', '"a"')
    for before, after in ((broken, mended), (mended, broken)):
        end = at + len(before) - min(len(before), len(after))
        new_end = at + len(after) - min(len(before), len(after))
        document = YamlDocument.parse(before).edited(after, at, end, new_end)
        fresh = YamlDocument.parse(after)
        assert inspection.tree(document.root) == inspection.tree(fresh.root)
        assert document.faults == fresh.faults
        codes = [fault.variant for fault in document.faults]
        assert codes == ([] if after == broken else ["yaml/syntax.indentation"])


def entry(document: YamlDocument, name: str) -> Entry:
    assert isinstance(document.root, Object)
    found = document.root.get(name)
    assert found is not None
    return found


def items(document: YamlDocument, name: str) -> tuple[Node, ...]:
    value = entry(document, name).value
    assert isinstance(value, Array)
    return value.items


def typed(text: str, document: YamlDocument, at: str, new_text: str) -> YamlDocument:
    """The document after `new_text` was typed behind the first `at`."""
    start = text.index(at) + len(at)
    text = text[:start] + new_text + text[start:]
    return document.edited(text, start, start, start + len(new_text))


@pytest.mark.parametrize(
    ("at", "new_text"),
    [
        ("みじか", "あ"),
        ("short: ", '"'),
        ("type: choice", "\n    ste"),
        ("values: [short", ", ["),
        ("type: choice", "\n    min: |\n      1"),
    ],
)
def test_a_key_stroke_in_an_option_leaves_the_others_alone(at: str, new_text: str) -> None:
    """Half a word, a quote or a bracket that is not closed yet, a refused text: all that an author
    passes through stays in the option that is being written."""
    text = HEAD + OPTIONS + NAMES
    before = YamlDocument.parse(text)
    after = typed(text, before, at, new_text)
    old, new = items(before, "options"), items(after, "options")
    assert len(old) == len(new) == 5
    assert [one is other for one, other in zip(old, new, strict=True)] == [
        index != 1 for index in range(5)
    ]
    for name in ("tags", "requires", "works-with"):
        assert entry(before, name).value is entry(after, name).value


def test_an_item_put_before_others_leaves_them_alone() -> None:
    text = HEAD + OPTIONS + NAMES
    before = YamlDocument.parse(text)
    after = typed(text, before, "一つ", "\n  - id: warm\n    type: toggle")
    assert all(
        one is other
        for one, other in zip(items(before, "options"), items(after, "options")[1:], strict=True)
    )


def test_entries_of_a_mapping_are_pieces_as_well() -> None:
    text = HEAD + NAMES
    before = YamlDocument.parse(text)
    after = typed(text, before, "- rich-st", "x")
    old, new = entry(before, "requires").value, entry(after, "requires").value
    assert isinstance(old, Object)
    assert isinstance(new, Object)
    assert old.entries[0].value is new.entries[0].value
    old_names, new_names = old.entries[1].value, new.entries[1].value
    assert isinstance(old_names, Array)
    assert isinstance(new_names, Array)
    assert old_names.items[0] is not new_names.items[0]
    assert old_names.items[1] is new_names.items[1]
