"""Builds `grammars/nimblock/plugin-1.schema.json` (JSON Schema 2020-12) from the catalogue.

The schema stands on its own in any editor. Three annotations of ours are ignored by validators that
do not know them: `x-ja` (the Japanese texts), `x-names` (which Minecraft names a string is taken
from) and `discriminator` (which key chooses the branch of a `oneOf`).

Run `python -m modwright.languages.nimblock.schema_generator` to print it.
"""

from __future__ import annotations

import json
import sys

from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import (
    KINDS,
    Catalogue,
    Choice,
    Entry,
    Key,
    Kind,
    ObjectName,
    Param,
    StringName,
    StringShape,
    Text,
    catalogue,
)

_Schema = dict[str, JsonValue]

# `$` alone is not the end in Python, where it also matches before a last line feed; `\Z` is not
# known to ECMAScript. This is the end in both.
_END = r"(?!\n)$"
_SINGLE_LINE = rf"^[^\n\r\u2028\u2029]*{_END}"


def generate() -> _Schema:
    """The schema as a JSON value."""
    source = catalogue()
    definitions: _Schema = {"rule": _object(source, "rule")}
    for kind in KINDS:
        definitions[kind] = _union(source, kind)
    for name in _referenced_strings(source):
        definitions[name] = _string(source.strings[name])
    for entry in source.by_id.values():
        definitions[f"{entry.kind}.{entry.id}"] = _branch(source, entry)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_object(source, "plugin"),
        "$defs": definitions,
    }


def render() -> str:
    """The text of the committed file, with its last line feed."""
    return json.dumps(generate(), indent=2, ensure_ascii=False) + "\n"


def _annotations(label: Text, description: Text | None = None) -> _Schema:
    if description is None:
        return {"title": label.en, "x-ja": {"title": label.ja}}
    return {
        "title": label.en,
        "description": description.en,
        "x-ja": {"title": label.ja, "description": description.ja},
    }


def _string(shape: StringShape) -> _Schema:
    schema: _Schema = {"type": "string"}
    if shape.min_length:
        schema["minLength"] = shape.min_length
    if shape.max_length is not None:
        schema["maxLength"] = shape.max_length
    if shape.pattern is not None:
        schema["pattern"] = f"^{shape.pattern}{_END}"
    elif shape.single_line:
        schema["pattern"] = _SINGLE_LINE
    return schema


def _referenced_strings(source: Catalogue) -> list[StringName]:
    # A text has one rule, which a parameter says in place, without a reference.
    return [name for name in source.strings if name != "text"]


def _reference(name: str) -> _Schema:
    return {"$ref": f"#/$defs/{name}"}


def _choices(schema: _Schema, choices: tuple[Choice, ...]) -> _Schema:
    """The closed list, with the texts that VS Code's JSON support shows beside each value."""
    texts = [choice.description for choice in choices]
    return _enum(schema, [choice.value for choice in choices], texts)


def _enum(schema: _Schema, values: list[str], texts: list[Text]) -> _Schema:
    ours = schema.get("x-ja")
    return {
        **schema,
        "type": "string",
        "enum": [*values],
        "enumDescriptions": [text.en for text in texts],
        "x-ja": {
            **(ours if isinstance(ours, dict) else {}),
            "enumDescriptions": [text.ja for text in texts],
        },
    }


def _object(source: Catalogue, name: ObjectName) -> _Schema:
    shape = source.objects[name]
    return {
        **_annotations(shape.label),
        "type": "object",
        "properties": {key.name: _key(source, key) for key in shape.keys},
        "required": [key.name for key in shape.keys if key.required],
        "additionalProperties": False,
    }


def _key(source: Catalogue, key: Key) -> _Schema:
    schema = _annotations(key.label, key.description)
    if key.type == "version":
        schema["const"] = source.spec_version
    elif key.type == "boolean":
        schema["type"] = "boolean"
    elif key.type == "choice":
        schema = _choices(schema, key.choices)
    elif key.type == "entry-id":
        entries = source.entries(_kind(key))
        schema = _enum(schema, [e.id for e in entries], [e.label for e in entries])
    elif key.type == "params":
        schema["type"] = "object"
    elif key.type == "object":
        schema |= _reference(_of(key))
    elif key.type == "array":
        schema["type"] = "array"
        schema["items"] = _reference(_of(key))
        if key.min_items:
            schema["minItems"] = key.min_items
        if key.max_items is not None:
            schema["maxItems"] = key.max_items
    else:
        schema |= _reference(key.type)
    if key.default is not None:
        schema["default"] = key.default
    return schema


def _of(key: Key) -> ObjectName:
    if key.of is None:
        raise ValueError(f"catalogue: key {key.name} does not say what it is made of")
    return key.of


def _kind(key: Key) -> Kind:
    of = _of(key)
    if of in ("plugin", "rule"):
        raise ValueError(f"catalogue: key {key.name} is of {of}, which is no kind of entry")
    return of


def _union(source: Catalogue, kind: Kind) -> _Schema:
    """An object whose `type` chooses one branch: a `oneOf` in which two can never match."""
    return {
        **_object(source, kind),
        "discriminator": {"propertyName": "type"},
        "oneOf": [_reference(f"{kind}.{entry.id}") for entry in source.entries(kind)],
    }


def _branch(source: Catalogue, entry: Entry) -> _Schema:
    required = [param.name for param in entry.required_params]
    params: _Schema = {
        "type": "object",
        "properties": {param.name: _param(source, param) for param in entry.params},
        "additionalProperties": False,
    }
    if required:
        params["required"] = [*required]
    return {
        **_annotations(entry.label, entry.description),
        "properties": {"type": {"const": entry.id}, "params": params},
        "required": ["type", "params"] if required else ["type"],
    }


def _param(source: Catalogue, param: Param) -> _Schema:
    schema = _annotations(param.label, param.description)
    if param.type == "text":
        schema |= _string(source.strings["text"])
    elif param.type == "identifier":
        schema |= _reference("identifier")
    elif param.type == "choice":
        schema = _choices(schema, param.choices)
    else:
        schema["type"] = param.type
    if param.minimum is not None:
        schema["minimum"] = param.minimum
    if param.maximum is not None:
        schema["maximum"] = param.maximum
    if param.default is not None:
        schema["default"] = param.default
    if param.names is not None:
        schema["x-names"] = param.names
    return schema


if __name__ == "__main__":
    # Bytes, so that no platform changes the encoding or the line ends of the committed file.
    sys.stdout.buffer.write(render().encode())
