"""What fixes and snippets write: placeholder values, missing keys and parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import cast

from modwright.findings.model import Fix, Insertion, Message, TextEdit
from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import Entry, Param, catalogue
from modwright.schema.checker import Place, Schema
from modwright.syntax.node import Kind as NodeKind
from modwright.syntax.node import Node, Object

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def to_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def placeholder(param: Param) -> JsonValue:
    """A value of the right type for a parameter: its default, a choice, the number nearest to 0."""
    if param.default is not None:
        return param.default
    if param.choices:
        return param.choices[0].value
    if param.type in ("integer", "number"):
        return param.minimum if param.minimum is not None and param.minimum > 0 else 0
    return False if param.type == "boolean" else ""


def add_missing_params(node: Node, offset: int, entry: Entry) -> tuple[Fix, ...]:
    """The fix that adds every required parameter that is not there."""
    assert isinstance(node, Object)
    written = node.get("params")
    held = written.value if written else None
    if held is None and written is None:
        values = {param.name: placeholder(param) for param in entry.required_params}
        insertions = (Insertion(offset, "params", to_json(values)),)
        missing = tuple(values)
    elif isinstance(held, Object):
        assert written is not None
        missing = tuple(p.name for p in entry.required_params if p.name not in held.by_name)
        insertions = tuple(
            Insertion(offset + written.value_offset, param.name, to_json(placeholder(param)))
            for param in entry.required_params
            if param.name in missing
        )
    else:
        return ()
    title = Message.of("nimblock.add-params", params=missing)
    return (Fix(title, (), preferred=True, insertions=insertions),)


def add_key(node: Node | None, offset: int, key: str, schema: Schema) -> tuple[Fix, ...]:
    """The fix that adds a key with the emptiest value its schema lets one write."""
    if not isinstance(node, Object):
        return ()
    properties = cast("Mapping[str, Schema]", schema["properties"])
    value = to_json(_emptiest(properties[key]))
    title = Message.of("nimblock.add-key", key=key)
    return (Fix(title, (), insertions=(Insertion(offset, key, value),)),)


def _emptiest(schema: Schema) -> JsonValue:
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "array":
            return []
        case "object":
            return {}
        case _:
            return {"type": ""} if str(schema.get("$ref", "")).endswith("/trigger") else ""


def convert(place: Place, wanted: str) -> tuple[Fix, ...]:
    """The fix for a value that only stands in the wrong clothes: `"5"` for 5, `true` for "true"."""
    node = place.node
    if node is None:
        return ()
    new_text = None
    if node.kind is NodeKind.STRING:
        text = node.text
        if wanted in ("integer", "number") and _NUMBER.fullmatch(text):
            new_text = text
        elif wanted == "boolean" and text in ("true", "false"):
            new_text = text
    elif wanted == "string" and node.kind in (NodeKind.NUMBER, NodeKind.BOOLEAN):
        new_text = to_json(node.raw)
    if new_text is None:
        return ()
    edit = TextEdit(place.offset, place.offset + node.width, new_text)
    return (Fix(Message.of("nimblock.replace-by", name=new_text), (edit,), preferred=True),)


def string_shape_of(schema: Schema) -> str:
    """The name of the catalogue's string shape whose pattern the schema has."""
    pattern = str(schema.get("pattern"))
    for name, shape in catalogue().strings.items():
        if shape.pattern is not None and shape.pattern in pattern:
            return name
    return "pattern"
