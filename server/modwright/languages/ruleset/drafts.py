"""Pieces of a ruleset that completion writes, with tab stops: examples fitted to the document.

An example is JSON. Each scalar in it becomes a place to fill in, except what is fixed by the
grammar; names are those that the document has, values those that their holder can hold.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from modwright.grammars import JsonValue
from modwright.languages.filling import Filler
from modwright.languages.pen import Draft, Pen
from modwright.languages.ruleset.checks.attacks import COLUMNS
from modwright.languages.ruleset.choices import Choices, Given, given_by, is_typed, is_value
from modwright.languages.ruleset.grammar import schema
from modwright.languages.ruleset.parts import Part, members, words_allowed
from modwright.languages.ruleset.structure import checker
from modwright.languages.ruleset.views import View, number_of
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.plans import COUNTS
from modwright.symbols.keys import Key
from modwright.symbols.table import Role
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Kind, Node, Object

# What fits on a line is written on one.
_LINE = 80
_MOST_LEVELS = 3
_MOST_CHOICES = 30
_NEW = "\0"
"""The name, in scopes, of what an example defines: nothing of the document has it."""


def to_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


@functools.lru_cache(maxsize=512)
def parsed(example: str) -> Node | None:
    """An example as a tree. Kept: the same few are written again with every letter."""
    return JsonDocument.parse(example).root


@functools.cache
def _filler() -> Filler:
    return Filler(SchemaReader(schema()), checker().accepts)


def smallest(part: Part) -> str:
    """The smallest value that the grammar lets one write, as JSON."""
    if part.type == "string" and not words_allowed(part.schema):
        return '""'
    return to_json(_filler().value(part.schema))


class Drafter:
    """Fits examples to one document."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices

    def draft(
        self,
        example: str,
        part: Part,
        given: Given,
        stops: Collection[str] | None = None,
        owner: tuple[str, ...] = (),
    ) -> Draft:
        """`stops` are the keys whose values are to be filled in, dots between those of one in
        another; None: all, wherever they are. `owner` are the keys that lead to the place from the
        nearest item of an array."""
        pen = Pen()
        node = parsed(example)
        if node is not None:
            _Writing(pen, self._choices, stops, len(owner)).value(node, part, dict(given), owner, 0)
        return pen.draft()

    def typed(self, holder: View) -> Draft:
        """A value that a field, column, stat or state can hold."""
        pen = Pen()
        write_typed(pen, holder)
        return pen.draft()


def write_typed(pen: Pen, holder: View, wanted: str = "") -> None:
    """`wanted` stands first where it is one of the choices."""
    choices = values_of(holder)
    default = holder.value("default")
    if choices:
        first = wanted if wanted in choices else default.text if default is not None else ""
        first = first if first in choices else choices[0]
        _choose(pen, [first, *(each for each in choices if each != first)], is_string=True)
        return
    match holder.text("type"):
        case "number":
            pen.stop(default.raw if default is not None else least(holder))
        case "boolean":
            is_on = default is not None and default.raw == "true"
            pen.choice(["true", "false"] if is_on else ["false", "true"])
        case "dice":
            example = holder.text("default") or holder.text("example") or "1d6"
            pen.string_stop(example)
        case _:
            pen.string_stop()


def values_of(holder: View) -> list[str]:
    return [each.text for each in holder.texts("values")]


def least(holder: View) -> str:
    """The number nearest to 0 that lies between `min` and `max`, as it is written."""
    low, high = number_of(holder.value("min")), number_of(holder.value("max"))
    node = holder.value("min") if low is not None and low > 0 else None
    if node is None and high is not None and high < 0:
        node = holder.value("max")
    return node.raw if node is not None else "0"


def _choose(pen: Pen, texts: Sequence[str], *, is_string: bool) -> None:
    shown = list(texts[:_MOST_CHOICES])
    if len(shown) == 1:
        pen.string_stop(shown[0]) if is_string else pen.stop(shown[0])
    elif is_string:
        pen.string_choice(shown)
    else:
        pen.choice(shown)


class _Writing:
    """Writes one example."""

    def __init__(
        self, pen: Pen, choices: Choices, stops: Collection[str] | None, outside: int
    ) -> None:
        """`outside` is how many of the keys on the way lead to the example."""
        self._pen = pen
        self._outside = outside
        self._choices = choices
        self._stops = stops
        self._arrays = 0
        self._chosen: dict[tuple[str, ...], str] = {}
        """The names that were written first, by the keys that lead to them."""

    def value(
        self, node: Node, part: Part, given: dict[str, str], keys: tuple[str, ...], level: int
    ) -> str:
        """Write `node`; the text that was written first, for a string. `keys` lead to it from the
        nearest item of an array."""
        fitting = members(part, node)
        chosen = fitting[0] if fitting else part
        if isinstance(node, Object):
            self._object(node, chosen, given, keys, level)
        elif isinstance(node, Array):
            self._array(node, chosen, given, level)
        else:
            return self._scalar(node, part, chosen, given, keys)
        return ""

    # ---- containers

    def _object(
        self, node: Object, part: Part, given: dict[str, str], keys: tuple[str, ...], level: int
    ) -> None:
        inner = dict(given)
        if part.shape is not None:
            # What the example names counts only until the document's own names take its place;
            # what it defines is new, whatever it is called.
            inner.update(given_by(part.shape, node))
            inner.update(dict.fromkeys(part.shape.defines, _NEW))
        names = self._names(node, part, inner)
        if not names:
            self._pen.plain("{")
            if self._stops is None:
                self._pen.stop()
            self._pen.plain("}")
            return
        is_long = _is_long(node) or (part.is_map and len(names) > 2)
        margin = "\n" + "\t" * (level + 1) if is_long else ""
        gives = {key: kind for kind, key in part.shape.gives.items()} if part.shape else {}
        defines = part.shape.defines if part.shape else ()
        for index, (name, value) in enumerate(names):
            separator = ("," if is_long else ", ") if index else ""
            self._pen.plain(f"{separator}{margin}" if index else "{" + margin)
            self._pen.plain(f"{to_json(name)}: ")
            inside = inner
            if part.is_map and part.key_roles and name not in part.properties:
                inside = {**inner, part.key_roles[0].kinds[0]: name}
            known = part.key(name)
            if known is not None and value is not None:
                written = self.value(value, known, inside, (*keys, name), level + 1)
                if name in gives and written and gives[name] not in defines:
                    inner[gives[name]] = written
                for path, steps in part.shape.paths if part.shape else ():
                    if steps[0] == name and (*keys, *steps) in self._chosen:
                        inner[path] = self._chosen[(*keys, *steps)]
            else:
                self._typed_or_empty(part, name, inside)
        self._pen.plain(("\n" + "\t" * level if is_long else "") + "}")

    def _names(self, node: Object, part: Part, given: Given) -> list[tuple[str, Node | None]]:
        """The keys to write with their examples; for a map of names those that the document has.
        Without an example the value is one that the named thing holds."""
        written = [
            (entry.name, entry.value)
            for entry in node.entries
            if not self._is_idle(part, entry.name, given)
        ]
        if not part.is_map or not part.key_roles or self._stops is not None:
            return written
        role = part.key_roles[0]
        known = self._choices.keys(role, given)
        if not known or (not written and not is_typed(role)):
            return written
        if is_typed(role) and not written:
            return [(key.id, None) for key in _needed(self._choices, known)]
        values = [value for _, value in written]
        return [(key.id, value) for key, value in zip(known, values, strict=False)]

    def _is_idle(self, part: Part, name: str, given: Given) -> bool:
        """Whether a key may be left out that would name what there is none of."""
        inner = part.key(name) if self._stops is None and part.required else None
        if inner is None or name in part.required or inner.type != "string":
            return False
        roles = [each for each in inner.roles if not each.is_definition and not is_value(each)]
        counted = (part.schema.get(keyword, ()) for keyword in COUNTS)
        if not roles or any(name in cast("list[str]", group) for group in counted):
            return False
        return not any(self._choices.keys(role, given) for role in roles)

    def _typed_or_empty(self, part: Part, name: str, given: Given) -> None:
        role = part.key_roles[0] if part.key_roles else None
        keys = self._choices.keys(role, given) if role is not None else []
        key = next((each for each in keys if each.id == name), None)
        node = self._choices.things.node(key) if key is not None else None
        inner = part.key(name)
        is_list = inner is not None and inner.type == "array"
        self._pen.plain("[" if is_list else "")
        if isinstance(node, Object):
            write_typed(self._pen, View(node, 0))
        else:
            self._pen.string_stop()
        self._pen.plain("]" if is_list else "")

    def _array(self, node: Array, part: Part, given: dict[str, str], level: int) -> None:
        if not node.items:
            self._pen.plain("[")
            if self._stops is None:
                self._pen.stop()
            self._pen.plain("]")
            return
        is_long = _is_long(node)
        margin = "\n" + "\t" * (level + 1) if is_long else ""
        self._pen.plain("[")
        self._arrays += 1
        for index, item in enumerate(node.items):
            if index:
                self._pen.plain("," if is_long else ", ")
            self._pen.plain(margin)
            known = part.item(index) or Part({})
            self.value(item, known, dict(given), (), level + 1)
        self._arrays -= 1
        self._pen.plain(("\n" + "\t" * level if is_long else "") + "]")

    # ---- scalars

    def _scalar(
        self, node: Node, part: Part, chosen: Part, given: Given, keys: tuple[str, ...]
    ) -> str:
        if "const" in chosen.schema or self._is_fixed(keys):
            self._pen.plain(node.raw)
            return node.text
        role = next((each for each in part.roles if not each.is_definition), None)
        if role is not None and node.kind is Kind.STRING:
            return self._named(node, role, given, keys)
        allowed = words_allowed(chosen.schema)
        if allowed and node.kind is Kind.STRING:
            first = node.text if node.text in allowed else allowed[0]
            _choose(self._pen, [first, *(w for w in allowed if w != first)], is_string=True)
            return first
        if node.kind is Kind.BOOLEAN:
            self._pen.choice(["true", "false"] if node.raw == "true" else ["false", "true"])
        elif node.kind is Kind.STRING:
            self._pen.string_stop(node.text)
        else:
            self._pen.stop(node.raw)
        return node.text

    def _is_fixed(self, keys: Sequence[str]) -> bool:
        if self._stops is None:
            return False
        return self._arrays > 0 or ".".join(keys[self._outside :]) not in self._stops

    def _named(self, node: Node, role: Role, given: Given, keys: tuple[str, ...]) -> str:
        """A name: one that the document has. A value: one that its holder can hold."""
        if is_value(role):
            holder = self._choices.holder(role, given)
            if holder is not None:
                write_typed(self._pen, holder, node.text)
                return ""
        need = columns_for(keys) if keys and keys[-1] == "column" else ()
        known = [each.id for each in self._choices.keys(role, given, need)]
        if known:
            first = node.text if node.text in known else known[0]
            _choose(self._pen, [first, *(i for i in known if i != first)], is_string=True)
            self._chosen[keys] = first
            return first
        if role.is_judged:
            self._pen.is_wanting = True
        self._pen.string_stop(node.text)
        return node.text


def columns_for(keys: Sequence[str]) -> Sequence[str]:
    """The types that a column may have which the last of `keys` names; empty: any."""
    if not keys or keys[-1] != "column":
        return ()
    outer = tuple(keys[:-1])
    return COLUMNS.get(outer[-2:]) or COLUMNS.get(outer[-1:]) or ()


def _needed(choices: Choices, known: Sequence[Key]) -> list[Key]:
    """The columns that a row has to have, or the first where it has to have none."""
    nodes: Mapping[Key, View] = {
        key: View(node, 0) for key in known if isinstance(node := choices.things.node(key), Object)
    }
    required = [key for key, view in nodes.items() if view.flag("required")]
    return required or list(known[:1])


def _is_long(node: Node) -> bool:
    return node.width > _LINE or node.height > _MOST_LEVELS
