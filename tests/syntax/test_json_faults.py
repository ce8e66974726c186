"""Broken JSON: what is said, where, and what is still read of the rest.

`«` and `»` stand around what a fault covers, in text order.
"""

from __future__ import annotations

import pytest

from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Fault, Kind, Node, Object

MISSING = "∅"


def read(text: str) -> tuple[list[tuple[int, int, str]], object]:
    """The faults as (start, end, variant) in text order, and the values that were read."""
    document = JsonDocument.parse(text)
    faults = list(document.faults)
    if document.root is not None:
        _collect(document.root, document.root_offset, faults)
    value = _plain(document.root) if document.root is not None else None
    return sorted((fault.start, fault.end, fault.variant) for fault in faults), value


def _collect(node: Node, offset: int, into: list[Fault]) -> None:
    into.extend(fault.shifted(offset) for fault in node.faults)
    for inner, part in node.parts:
        _collect(part, offset + inner, into)


def _plain(node: Node | None) -> object:
    if node is None:
        return MISSING
    if isinstance(node, Object):
        return {entry.name: _plain(entry.value) for entry in node.entries}
    if isinstance(node, Array):
        return [_plain(item) for item in node.items]
    if node.kind is Kind.NUMBER:
        return node.number
    if node.kind in (Kind.BOOLEAN, Kind.NULL):
        return {"true": True, "false": False, "null": None}[node.raw]
    return node.text if node.kind is Kind.STRING else f"<{node.raw}>"


def marks(marked: str) -> tuple[str, list[tuple[int, int]]]:
    text = ""
    ranges: list[tuple[int, int]] = []
    starts: list[int] = []
    for character in marked:
        if character == "«":
            starts.append(len(text))
        elif character == "»":
            ranges.append((starts.pop(), len(text)))
        else:
            text += character
    return text, sorted(ranges)


CASES: list[tuple[str, str, object]] = [
    # commas
    ('{"a": 1«,»}', "trailing-comma", {"a": 1}),
    ("[1, 2«,»]", "trailing-comma", [1, 2]),
    ("[1,«,» 2]", "extra-comma", [1, 2]),
    ("[«,»1]", "extra-comma", [1]),
    ('{«,» "a": 1}', "extra-comma", {"a": 1}),
    ('{"a": «1» "b": 2}', "missing-comma", {"a": 1, "b": 2}),
    ('{"a": {"x": 1«}» "b": 2}', "missing-comma", {"a": {"x": 1}, "b": 2}),
    ('[«"a"» "b"]', "missing-comma", ["a", "b"]),
    ("[{«}» {}]", "missing-comma", [{}, {}]),
    # keys, colons, values
    ('{"a"«:» }', "no-value", {"a": MISSING}),
    ('{"a"«:»\n"b": 2}', "no-value", {"a": MISSING, "b": 2}),
    ('{"a"«:», "b": 2}', "no-value", {"a": MISSING, "b": 2}),
    ('{«"a"» 1, "b": 2}', "no-colon", {"a": 1, "b": 2}),
    ('{«"a"»}', "lonely-key", {"a": MISSING}),
    ('{«"a"», "b": 2}', "lonely-key", {"a": MISSING, "b": 2}),
    ('{«"a"»\n"b": 2}', "lonely-key", {"a": MISSING, "b": 2}),
    ("{«a»: 1}", "unquoted-key", {"a": 1}),
    ('{«名前»: 1, "b": 2}', "unquoted-key", {"名前": 1, "b": 2}),
    ('{"a" «=» 1}', "equals", {"a": 1}),
    ('{«:» 1, "b": 2}', "no-key", {"b": 2}),
    ('{"a": 1, «nam»\n"b": 2}', "bare-word", {"a": 1, "b": 2}),
    # words, numbers, quotes
    ('{"a": «True», "b": 1}', "bare-word", {"a": "<True>", "b": 1}),
    ('{"a": «NaN»}', "bare-word", {"a": "<NaN>"}),
    ('{"a": «-Infinity»}', "bare-word", {"a": "<-Infinity>"}),
    ('{"a": «hello world», "b": 1}', "bare-word", {"a": "<hello world>", "b": 1}),
    ('{"a": «やあ», "b": 1}', "bare-word", {"a": "<やあ>", "b": 1}),
    ('{"a": «abc"», "b": 1}', "bare-word", {"a": '<abc">', "b": 1}),
    ('{"a": «01», "b": 1}', "bad-number", {"a": "<01>", "b": 1}),
    ("[«+1», 2]", "bad-number", ["<+1>", 2]),
    ("[«.5», 2]", "bad-number", ["<.5>", 2]),
    ("[«1.», 2]", "bad-number", ["<1.>", 2]),
    ("[«0x10», 2]", "bad-number", ["<0x10>", 2]),
    ("[«1e», 2]", "bad-number", ["<1e>", 2]),
    ("{«'a'»: «'it\\'s'»}", "wrong-quotes", {"a": "it's"}),
    ('{"a": «“やあ”», "b": 1}', "wrong-quotes", {"a": "やあ", "b": 1}),
    ('{"a": «"x»,\n "b": 2}', "open-string", {"a": "x", "b": 2}),
    ('{"a": {"b": «"x» },\n "c": 2}', "open-string", {"a": {"b": "x"}, "c": 2}),
    ('{"a": «"やあ {player}»\n}', "open-string", {"a": "やあ {player}"}),
    ('{«"a»: 1,\n "b": 2}', "open-string", {"a": 1, "b": 2}),
    ('{«"a»: "x", "b": 2}', "open-string", {"a": "x", "b": 2}),
    ('{"a": «"x», "b": 2}', "open-string", {"a": "x", "b": 2}),
    ('{«a"»: 1, "b": 2}', "unquoted-key", {"a": 1, "b": 2}),
    ('{"a": «"say "hi" now"», "b": 2}', "inner-quote", {"a": '<"say "hi" now">', "b": 2}),
    ('{«"a"b"»: 1, "c": 2}', "inner-quote", {"ab": 1, "c": 2}),
    ('{"a": "x"«"», "b": 2}', "stray", {"a": "x", "b": 2}),
    ('{"a": «x»"y", "b": 2}', "bare-word", {"a": "y", "b": 2}),
    ('{"a"«,»: 1, "b": 2}', "extra-comma", {"a": 1, "b": 2}),
    ('{"a": «,»1, "b": 2}', "extra-comma", {"a": 1, "b": 2}),
    ('{"a": «"x»  \n}', "open-string", {"a": "x"}),
    # inside strings
    ('["a«\\q»b"]', "bad-escape", ["aqb"]),
    ('["«\\u12»"]', "bad-escape", ["u12"]),
    ('["a«\t»b"]', "control-character", ["a\tb"]),
    # what does not belong
    ('{"a": 1, «// c»\n"b": 2}', "comment", {"a": 1, "b": 2}),
    ("«/* 1 */» [1 «# 2»\r]", "comment", [1]),
    ('{"a": 1«;» "b": 2}', "stray", {"a": 1, "b": 2}),
    ('{"a"«：» 1«，» "b": 2}', "full-width", {"a": 1, "b": 2}),
    ('{«\u3000»"a": 1«\u00a0»}', "odd-space", {"a": 1}),
    ("[1«\x0c», 2«\ufeff»]", "odd-space", [1, 2]),
    ("[1]«]»", "stray", [1]),
    ('{"a": 1}«}»', "stray", {"a": 1}),
    ("{} «{}»", "after-end", {}),
    ("«»", "empty", None),
    ("  \n«»", "empty", None),
    # brackets
    ('«{»"a": 1', "open-brace", {"a": 1}),
    ("«[»1, 2", "open-bracket", [1, 2]),
    ('{"a": «[»1, 2}', "open-bracket", {"a": [1, 2]}),
    ('[{"a": 1}, «{»"b": 2]', "open-brace", [{"a": 1}, {"b": 2}]),
    ('[«{»"a": 1, {"b": 2}]', "open-brace", [{"a": 1}, {"b": 2}]),
    ('{"r": [{"c": [1]«]», "d": 2}]}', "stray", {"r": [{"c": [1], "d": 2}]}),
    ('{"r": [{"t": {"x": 1}«}», "d": []}]}', "stray", {"r": [{"t": {"x": 1}, "d": []}]}),
    ('{"r": [{"c": «[»{"x": 1}, "d": []}]}', "open-bracket", {"r": [{"c": [{"x": 1}], "d": []}]}),
    ('{"a": {"b": 1}«}», "c": 2}', "stray", {"a": {"b": 1}, "c": 2}),
    ('[{"a": 1,«}» "b": 2}, {}]', "stray", [{"a": 1, "b": 2}, {}]),
    ('{"r": [«{» {"a": 1}, {"b": 2}]}', "open-brace", {"r": [{}, {"a": 1}, {"b": 2}]}),
    ('{"x": 1, «{» "a": 1, "b": 2}', "stray", {"x": 1, "a": 1, "b": 2}),
    ('[«"a"»: 1}, {"b": 2}]', "no-brace", [{"a": 1}, {"b": 2}]),
    ('{"t": «"a"»: 1}, "b": 2}', "no-brace", {"t": {"a": 1}, "b": 2}),
    ('[{"a": 1}«{», {"b": 2}]', "stray", [{"a": 1}, {"b": 2}]),
]


@pytest.mark.parametrize(("marked", "variant", "value"), CASES)
def test_one_fault_and_the_rest_is_read(marked: str, variant: str, value: object) -> None:
    text, ranges = marks(marked)
    faults, found = read(text)
    assert faults == [(start, end, variant) for start, end in ranges]
    assert found == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('\ufeff{"a": 1}', {"a": 1}),
        (
            ' \t\r\n[1e5, -0, 1.5E-3, true, false, null, "x"] ',
            [1e5, 0, 0.0015, True, False, None, "x"],
        ),
        ('["\\ud83d\\ude0b \\u00e9 \\" \\\\ \\/ \\b\\f\\n\\r\\t"]', ['😋 é " \\ / \b\f\n\r\t']),
        ('["\\ud83d", "\\ude0b\\ud83d"]', ["\ud83d", "\ude0b\ud83d"]),
        ('["a\u2028b\u0085c\x7fd"]', ["a\u2028b\u0085c\x7fd"]),
        ("[1e999]", [float("inf")]),
        ("[" * 100 + "]" * 100, None),
    ],
)
def test_json_in_order_has_no_faults(text: str, value: object) -> None:
    faults, found = read(text)
    assert faults == []
    if value is not None:
        assert found == value


def test_brackets_without_end_are_one_fault() -> None:
    faults, _ = read("[" * 100_000)
    assert [variant for _, _, variant in faults] == ["too-deep"]


def test_brackets_nested_too_deeply_hide_nothing_behind_them() -> None:
    text = '{"a": ' + "[" * 1000 + "]" * 1000 + ', "b": 2}'
    faults, found = read(text)
    assert [variant for _, _, variant in faults] == ["too-deep"]
    assert isinstance(found, dict)
    assert found["b"] == 2


def test_a_container_full_of_faults_is_given_up() -> None:
    faults, _ = read("[" + "tru\n" * 20_000 + "]")
    assert faults[-1][2] == "given-up"
    assert len(faults) < 2_000


@pytest.mark.parametrize(
    "text", ['[11[}"b": ,}"b": 1]', '["b": }"a": 1{1]', '[,"b": 1,}"a": ,}', '}["b": }"b": ][']
)
def test_an_object_without_its_brace_may_go_on_behind_a_brace_too_many(text: str) -> None:
    root = JsonDocument.parse(text).root

    assert isinstance(root, Array)
    assert any(isinstance(item, Object) for item in root.items)
