"""What fixes and snippets write: placeholder values, missing parameters."""

from __future__ import annotations

from modwright.findings.model import Fix, Insertion, Message
from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import Entry, Param, catalogue
from modwright.languages.structural import to_json
from modwright.schema.checker import Schema
from modwright.syntax.node import Node, Object


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
    is_whole = not any(_is_open(each) for each in entry.required_params if each.name in missing)
    return (Fix(title, (), preferred=is_whole, insertions=insertions),)


def _is_open(param: Param) -> bool:
    """Whether the placeholder is refused, so that nobody forgets to write a name in its place."""
    return param.type == "identifier" and placeholder(param) == ""


def emptiest(schema: Schema) -> JsonValue:
    """The emptiest value that one may write under a schema."""
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "array":
            return []
        case "object":
            return {}
        case _:
            return {"type": ""} if str(schema.get("$ref", "")).endswith("/trigger") else ""


def string_shape_of(schema: Schema) -> str:
    """The name of the catalogue's string shape whose pattern the schema has."""
    pattern = str(schema.get("pattern"))
    for name, shape in catalogue().strings.items():
        if shape.pattern is not None and shape.pattern in pattern:
            return name
    return "pattern"
