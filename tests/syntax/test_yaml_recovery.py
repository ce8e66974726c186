"""A manifest while it is being typed: whatever a line is broken by, the others stay."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.syntax.node import Kind, Object
from modwright.syntax.yaml_document import YamlDocument
from tests.syntax.yaml_reading import check_places, faults, nodes, value

MANIFEST = """\
# 対戦を変える小さなパッケージ
oamut: 1
id: fast-build
version: "1.10.0"
name: 'すばやい 😀 建設'   # 一覧に出る名前
description: 建設が "速く" なります (x2)
author:
  name: 山田
  email: yamada@example.org
homepage: https://example.org/#top
works-with: ["*"]
requires:
  engine: ">=0.8.0, <1.0.0"
  mutators:
    - base-rules
    - 'more-rules'
conflicts: []
tags: [balance, economy]
layers:
- files
- rules
- hacks
options:
  - id: speed
    type: number
    min: 0.5
    max: 2
    step: 0.1
    default: 1
  - id: mode
    type: choice
    values: [easy, hard]
    labels: {easy: やさしい,
      hard: "難しい"}
    default: easy
  -
    id: quiet
    type: toggle
    default: false
"""
LINES = MANIFEST.split("\n")


def keys_by_line(text: str) -> dict[int, set[str]]:
    """The keys in the tree by the number of the line that they stand in."""
    document = YamlDocument.parse(text)
    found: dict[int, set[str]] = {}
    for offset, node in nodes(document):
        if isinstance(node, Object):
            for entry in node.entries:
                line = text.count("\n", 0, offset + entry.key_offset)
                found.setdefault(line, set()).add(entry.key.text)
    return found


KEYS = keys_by_line(MANIFEST)

# How long an example takes says nothing on a machine that does other things, too.
untimed = settings(deadline=None)


def test_the_manifest_is_in_order() -> None:
    document = YamlDocument.parse(MANIFEST)

    assert faults(document) == []
    check_places(document)
    assert sum(map(len, KEYS.values())) == 33
    assert isinstance(document.root, Object)
    assert [entry.name for entry in document.root.entries][-2:] == ["layers", "options"]


@untimed
@given(st.integers(0, len(MANIFEST) - 1))
def test_without_any_one_character_the_keys_of_the_other_lines_stay(at: int) -> None:
    text = MANIFEST[:at] + MANIFEST[at + 1 :]
    line = MANIFEST.count("\n", 0, at)
    is_break = MANIFEST[at] == "\n"

    check_places(YamlDocument.parse(text))
    found = keys_by_line(text)
    for number, keys in KEYS.items():
        if number == line or (is_break and number == line + 1):
            continue
        assert keys <= found.get(number - (is_break and number > line), set())


@untimed
@given(st.integers(0, len(LINES) - 1))
def test_without_any_one_line_the_keys_of_the_others_stay(at: int) -> None:
    text = "\n".join(LINES[:at] + LINES[at + 1 :])

    check_places(YamlDocument.parse(text))
    found = keys_by_line(text)
    for number, keys in KEYS.items():
        if number != at:
            assert keys <= found.get(number - (number > at), set())


TYPED = st.sampled_from(
    [
        *"-:?,[]{}#&*!|>'\"%@` \t\n\r<=~\u2028\x85\0\ufeffあ😀\\0",
        *(": ", "- ", "  ", "---", "...", "key: ", "&a ", "!t ", "1.5", "true"),
    ]
)


@untimed
@given(st.integers(0, len(MANIFEST)), st.lists(TYPED, min_size=1, max_size=4))
def test_typing_anywhere_keeps_every_entry_that_is_not_touched(at: int, typed: list[str]) -> None:
    text = MANIFEST[:at] + "".join(typed) + MANIFEST[at:]

    document = YamlDocument.parse(text)

    check_places(document)


@untimed
@given(st.lists(TYPED | st.sampled_from(LINES), max_size=30))
def test_any_text_is_read_without_harm(pieces: list[str]) -> None:
    check_places(YamlDocument.parse("".join(pieces)))


@untimed
@given(st.text(max_size=60))
def test_any_characters_are_read_without_harm(text: str) -> None:
    check_places(YamlDocument.parse(text))


@untimed
@given(st.data())
def test_after_edits_the_tree_is_that_of_a_fresh_reading(data: st.DataObject) -> None:
    document = YamlDocument.parse(MANIFEST)
    for _ in range(3):
        text = document.text
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        new = "".join(data.draw(st.lists(TYPED, max_size=3)))
        edited = text[:start] + new + text[end:]
        document = document.edited(edited, start, end, start + len(new))
        fresh = YamlDocument.parse(edited)
        assert value(document.root) == value(fresh.root)
        assert faults(document) == faults(fresh)


def test_an_edit_shares_the_entries_that_it_does_not_touch() -> None:
    before = YamlDocument.parse(MANIFEST)
    at = MANIFEST.index("fast-build")
    after = before.edited(MANIFEST[:at] + "very-" + MANIFEST[at:], at, at, at + 5)

    assert isinstance(before.root, Object)
    assert isinstance(after.root, Object)
    old, new = before.root.by_name, after.root.by_name
    assert new["options"].value is old["options"].value
    assert new["requires"].value is old["requires"].value
    assert new["id"].value is not old["id"].value
    assert value(new["id"].value) == "very-fast-build"


def test_half_a_key_is_there_to_be_completed() -> None:
    document = YamlDocument.parse("oamut: 1\nrequires:\n  eng\n  mutators: [a]\n")

    assert value(document.root) == {
        "oamut": 1,
        "requires": {"<eng>": "∅", "mutators": ["a"]},
    }
    half = [node for _, node in nodes(document) if node.kind is Kind.ERROR]
    assert [node.text for node in half] == ["eng"]
