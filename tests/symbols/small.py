"""A small language of lists with columns, and rows that fill them, to try the symbol layer on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from modwright.grammars import JsonValue
from modwright.symbols.shapes import Shapes
from modwright.symbols.table import SymbolTable

_ID: JsonValue = {"type": "string"}


def _object(**properties: JsonValue) -> JsonValue:
    return {"type": "object", "properties": properties}


def _ref(name: str) -> JsonValue:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: JsonValue) -> JsonValue:
    return {"type": "array", "items": items}


SCHEMA: Mapping[str, JsonValue] = {
    "type": "object",
    "x-ignoredKeys": ["$comment"],
    "properties": {
        "lists": _list(_ref("list")),
        "catalogs": _list(_ref("catalog")),
        "main": _ref("main"),
        "picks": _list(_ref("pick")),
    },
    "$defs": {
        "list": _object(id=_ID, label=_ID, columns=_list(_ref("column"))),
        "column": {
            "type": "object",
            "properties": {"type": {"enum": ["number", "enum"]}},
            "discriminator": {"propertyName": "type"},
            "oneOf": [_ref("numberColumn"), _ref("enumColumn")],
        },
        "numberColumn": _object(type={"const": "number"}, id=_ID),
        "enumColumn": _object(type={"const": "enum"}, id=_ID, values=_list(_ID)),
        "catalog": _object(id=_ID, entries=_list(_ref("entry"))),
        "entry": _object(
            id=_ID,
            rows=_list(_ref("row")),
            actions=_list(_ref("action")),
            next=_ID,
            link=_ID,
        ),
        "action": _object(id=_ID, then=_list(_ID)),
        "row": _object(
            list=_ID,
            total=_ID,
            values={"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "pick": _object(of=_ID, names=_list(_ID)),
        "main": _object(sum=_ref("sum")),
        "sum": _object(list=_ID, column=_ID),
    },
}

TABLE = SymbolTable(
    cast(
        "Mapping[str, JsonValue]",
        {
            "kinds": {
                "list": {"at": ["list.id"]},
                "column": {"at": ["column.id"], "within": "list", "trait": {"key": "type"}},
                "word": {"at": ["enumColumn.values[]"], "within": "column", "many": True},
                "catalog": {"at": ["catalog.id"]},
                "entry": {"at": ["entry.id"], "within": "catalog", "idle": True},
                "action": {"at": ["action.id"], "within": "entry"},
            },
            "uses": {
                "row.list": {"kind": "list"},
                "row.total": {"kind": "column", "need": ["number"]},
                "row.values{}": {"kind": "column"},
                "row.values{=}": {"kind": "word"},
                "sum.list": {"kind": "list"},
                "sum.column": {"kind": "column", "need": ["number"]},
                "entry.next": {"kind": "entry"},
                "entry.link": {"kind": "entry", "form": "path"},
                "action.then[]": {"kind": "action"},
                "pick.names[]": {"kind": ["list", "catalog"], "by": "of"},
            },
        },
    )
)

SHAPES = Shapes(SCHEMA, TABLE, "file")
