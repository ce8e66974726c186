"""Judged piece by piece, and again after every edit, a tree is refused what it is refused at once.

What is refused at all is the library's verdict: its own validator says the same of the same schema.
"""

from __future__ import annotations

import copy
import gc
import json
from typing import cast

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from modwright.grammars import JsonValue
from modwright.schema.checker import SchemaChecker, Violation
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Node, Object
from tests.schema.test_checker import SCHEMA

Steps = tuple[str | int, ...]

GOOD: JsonValue = {
    "name": "港",
    "weight": 2.5,
    "sheet": {
        "version": 1,
        "skills": [
            {"id": "climb", "label": "登る 🧗", "cap": {"list": {"of": "gear"}}},
            {"id": "swim", "label": "泳ぐ", "cap": {"const": 3}},
        ],
        "table": [[1, 0], [5, 2]],
        "cells": {"a": 1, "b": {"field": "level"}},
        "max": {"field": "level"},
        "ladder": [{"hits": 1}, {"hits": 3}],
        "faces": {"from": 9, "min": 1},
        "tags": ["a", "b"],
    },
    "steps": [{"rename": "a", "to": "b"}, {"route": "c"}],
}

_VALUES = st.sampled_from(
    cast(
        "list[JsonValue]",
        [
            None, True, 0, 1, -1, 1.5, 31, 1e300, "", "x", "A", "all", "[a]", "🎲🎲🎲🎲🎲", "a\n",
            [], {}, [[1, 2]], [1], {"const": 1}, {"const": 1, "field": "a"}, {"list": {}},
            {"dc": 5}, {"hits": 1}, {"$comment": 1}, {"list": {"of": "a", "in": 1}},
            [{"dc": 5}, {"dc": "x"}], [[1, 0], [1, 1]], {"id": "a", "label": "b"},
            {"rename": "a", "route": "b"}, {"a": {"const": []}},
        ],
    )
)  # fmt: skip
_KEYS = st.sampled_from(["name", "max", "id", "to", "$comment", "Z", "const", "list", "version"])


def _places(value: JsonValue, path: Steps = ()) -> list[Steps]:
    inner: list[tuple[str | int, JsonValue]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for step, child in inner for place in _places(child, (*path, step)))]


@st.composite
def changed(draw: st.DrawFn, document: JsonValue = GOOD) -> JsonValue:
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(_places(document)))
        document = _changed(draw, document, path)
    return document


def _changed(draw: st.DrawFn, value: JsonValue, path: Steps) -> JsonValue:
    if path:
        step = path[0]
        if isinstance(value, dict) and isinstance(step, str):
            value[step] = _changed(draw, value[step], path[1:])
        elif isinstance(value, list) and isinstance(step, int):
            value[step] = _changed(draw, value[step], path[1:])
        return value
    kind = draw(st.sampled_from(["replace", "delete", "add"]))
    if isinstance(value, dict) and value and kind == "delete":
        del value[draw(st.sampled_from(sorted(value)))]
    elif isinstance(value, dict) and kind == "add":
        value[draw(_KEYS)] = copy.deepcopy(draw(_VALUES))
    else:
        return copy.deepcopy(draw(_VALUES))
    return value


def whole(schema: JsonValue, definitions: JsonValue) -> JsonValue:
    """A schema with its references written out, so that nothing in it stands elsewhere."""
    if isinstance(schema, list):
        return [whole(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    read = {key: whole(value, definitions) for key, value in schema.items() if key != "$defs"}
    reference = read.pop("$ref", None)
    if isinstance(reference, str):
        target = cast("dict[str, JsonValue]", definitions)[reference.rpartition("/")[2]]
        return {**cast("dict[str, JsonValue]", whole(target, definitions)), **read}
    return read


WHOLE = cast("dict[str, JsonValue]", whole(cast("JsonValue", SCHEMA), SCHEMA["$defs"]))
APART = SchemaChecker(SCHEMA)
AT_ONCE = SchemaChecker(WHOLE)


def refused(checker: SchemaChecker, document: JsonDocument) -> list[tuple[object, ...]]:
    root = document.root
    if root is None:
        return []
    found = checker.violations(root, document.root_offset)
    return sorted((_plain(each, root, document.root_offset) for each in found), key=repr)


def _plain(violation: Violation, root: Node, offset: int) -> tuple[object, ...]:
    above = _path_to(violation.root, violation.offset, root, offset)
    path = (*above, *violation.path)
    causes = [
        sorted(repr((each.keyword, (*above, *each.path), each.subject)) for each in one)
        for one in violation.causes
    ]
    return violation.keyword, path, violation.subject, violation.spans, causes


def _path_to(wanted: Node, at: int, node: Node, offset: int) -> Steps:
    if node is wanted and offset == at:
        return ()
    parts: list[tuple[str | int, int, Node]] = []
    if isinstance(node, Object):
        parts = [(each.name, each.value_offset, each.value) for each in node.entries if each.value]
    elif isinstance(node, Array):
        parts = [(index, *part) for index, part in enumerate(node.parts)]
    for step, inner, child in parts:
        start = offset + inner
        if start <= at < start + child.width:
            return (step, *_path_to(wanted, at, child, start))
    raise AssertionError("a node that is not in the tree")


def written(document: JsonValue) -> str:
    return json.dumps(document, ensure_ascii=False)


def test_the_good_one_is_good() -> None:
    assert refused(APART, JsonDocument.parse(written(GOOD))) == []


@settings(max_examples=150, deadline=None)
@given(changed())
def test_apart_as_at_once(document: JsonValue) -> None:
    parsed = JsonDocument.parse(written(document))
    assert refused(APART, parsed) == refused(AT_ONCE, parsed)
    root = parsed.root
    assert root is not None
    assert APART.is_hard(root) == AT_ONCE.is_hard(root)


@settings(max_examples=100, deadline=None)
@given(st.lists(changed(), min_size=2, max_size=4))
def test_edit_by_edit_as_opened_just_now(versions: list[JsonValue]) -> None:
    texts = [written(version) for version in versions]
    document = JsonDocument.parse(texts[0])
    for text in texts[1:]:
        refused(APART, document)
        document = _edited(document, text)
        assert refused(APART, document) == refused(SchemaChecker(SCHEMA), JsonDocument.parse(text))


def _edited(document: JsonDocument, text: str) -> JsonDocument:
    """The document after the one edit that makes it `text`."""
    old = document.text
    start = next(
        (at for at, (a, b) in enumerate(zip(old, text, strict=False)) if a != b),
        min(len(old), len(text)),
    )
    behind = 0
    while behind < min(len(old), len(text)) - start and old[-1 - behind] == text[-1 - behind]:
        behind += 1
    return document.edited(text, start, len(old) - behind, len(text) - behind)


@settings(max_examples=150, deadline=None)
@given(changed())
def test_what_is_refused_is_what_the_library_refuses(document: JsonValue) -> None:
    """But for the keywords that only we have, comments, lengths in UTF-16 and the end of a text,
    of which it knows nothing."""
    text = written(document)
    assume(not any(each in text for each in ("$comment", "🎲🎲", "\\n")))
    library = Draft202012Validator(_without_unions_of_ours(WHOLE))
    ours = [
        keyword
        for keyword, *_ in refused(APART, JsonDocument.parse(text))
        if not str(keyword).startswith("x-")
    ]
    assert library.is_valid(document) == (not ours)  # pyright: ignore[reportUnknownMemberType]


def _without_unions_of_ours(schema: JsonValue) -> dict[str, JsonValue]:
    """The union by key as the library may read it: the members one after the other."""
    read = copy.deepcopy(cast("dict[str, JsonValue]", schema))
    steps = cast("dict[str, dict[str, dict[str, JsonValue]]]", read["properties"])["steps"]["items"]
    members = cast("list[JsonValue]", steps.pop("oneOf"))
    rename, route = members
    both: JsonValue = {"required": ["rename", "route"]}
    neither: JsonValue = {"not": {"anyOf": [{"required": ["rename"]}, {"required": ["route"]}]}}
    by_key: list[JsonValue] = [
        {"anyOf": [both, neither, {"not": {"required": ["rename"]}}, rename]},
        {"anyOf": [both, neither, {"not": {"required": ["route"]}}, route]},
    ]
    steps["allOf"] = by_key
    return read


def test_what_is_remembered_lets_go_of_trees_that_were_replaced() -> None:
    bad = copy.deepcopy(GOOD)
    sheet = cast("dict[str, dict[str, JsonValue]]", bad)["sheet"]
    sheet["table"] = [[1], ["x", 2], [0, 0, 0]]
    sheet["cells"] = {"Z": True, "b": {}}
    gc.collect()
    document = JsonDocument.parse(written(bad))
    assert refused(APART, document)
    del document
    before = _nodes()
    gc.collect()
    assert _nodes() == before


def _nodes() -> int:
    return sum(isinstance(thing, Node) for thing in gc.get_objects())
