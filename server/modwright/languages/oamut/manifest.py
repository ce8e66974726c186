"""What a manifest says, as far as it can be read.

Anything may be missing or broken: then the field is None, or the entry is left out of its list.
All offsets are absolute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import NamedTuple, TypeAlias

from modwright.languages.oamut import grammar
from modwright.schema.values import UNREADABLE, value_of
from modwright.syntax.node import Array, Entry, Kind, Node, Object
from modwright.syntax.tree import SyntaxTree
from modwright.syntax.yaml_nodes import YamlScalar

Literal: TypeAlias = "bool | int | Decimal | str"


class Value(NamedTuple):
    """The value of a key. `node` None: nothing stands behind the key, which means null."""

    node: Node | None
    offset: int
    key_start: int
    key_end: int

    @property
    def end(self) -> int:
        return self.offset + (self.node.width if self.node else 0)

    @property
    def span(self) -> tuple[int, int]:
        """What a finding about the value covers; an empty value is marked at its key."""
        if self.node is None:
            return self.key_start, self.key_end
        return item_span(self.node, self.offset)

    @property
    def key_span(self) -> tuple[int, int]:
        return self.key_start, self.key_end

    @property
    def is_readable(self) -> bool:
        """False for a value that the reader refuses: it is not judged again."""
        return self.node is None or value_of(self.node) is not UNREADABLE


class Named(NamedTuple):
    """A text of the manifest; [start, end) holds its quotes, too."""

    text: str
    start: int
    end: int
    is_quoted: bool = False

    @property
    def inner(self) -> tuple[int, int]:
        """The place of the text between the quotes."""
        quote = 1 if self.is_quoted else 0
        return self.start + quote, self.end - quote

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    def shifted(self, by: int) -> Named:
        return Named(self.text, self.start + by, self.end + by, self.is_quoted)


class Option(NamedTuple):
    """An option with a readable id; [start, end) is all of it."""

    id: Named
    type: str | None
    default: Literal | None
    values: Sequence[Literal]
    labels: Sequence[tuple[str, str]]
    minimum: int | Decimal | None
    maximum: int | Decimal | None
    step: int | Decimal | None
    start: int
    end: int

    def shifted(self, by: int) -> Option:
        # There may be hundreds, and each keystroke moves them.
        return Option(
            self.id.shifted(by),
            self.type,
            self.default,
            self.values,
            self.labels,
            self.minimum,
            self.maximum,
            self.step,
            self.start + by,
            self.end + by,
        )


@dataclass(frozen=True)
class ManifestFacts:
    """What the keys of a manifest say.

    `entry` is the script that the manifest names, `entry_name` the one that counts (None where the
    name cannot be read). `has_icon`: the key is there. `first_line` is where findings about the
    whole package are shown.
    """

    id: Named | None
    name: Named | None
    version: Named | None
    works_with: Sequence[Named]
    requires_mutators: Sequence[Named]
    conflicts: Sequence[Named]
    entry: Named | None
    entry_name: str | None
    icon: Named | None
    has_icon: bool
    tags: Sequence[Named]
    layers: Sequence[Named]
    options: Sequence[Option]
    first_line: tuple[int, int]
    first_key: tuple[int, int] | None


def facts_of(document: SyntaxTree) -> ManifestFacts:
    """The facts of a manifest, remembered as long as its tree lives."""
    root, offset = document.root, document.root_offset
    line = first_line(document.text)
    if root is None:
        return _facts(None, offset, line)
    return root.remember((facts_of, offset, line), lambda: _facts(root, offset, line))


def first_line(text: str) -> tuple[int, int]:
    """The place of the first line, without its line break and a byte order mark."""
    start = 1 if text.startswith("\ufeff") else 0
    ends = [at for at in (text.find("\n", start), text.find("\r", start)) if at >= 0]
    return start, min(ends, default=len(text))


def item_span(node: Node, offset: int) -> tuple[int, int]:
    """The place of an item of a list; one that is not there is marked at its dash."""
    if node.width == 0:
        return offset - 1, offset
    return offset, offset + node.width


def entry_of(node: Node | None, key: str) -> Entry | None:
    """The entry of a mapping that counts for `key`."""
    entry = node.get(key) if isinstance(node, Object) else None
    return entry if entry is not None and entry.key.kind is not Kind.ERROR else None


def value_at(node: Node | None, offset: int, key: str) -> Value | None:
    """The value of `key` in the mapping at `offset`; None where the key is not there."""
    entry = entry_of(node, key)
    if entry is None:
        return None
    start = offset + entry.key_offset
    return Value(entry.value, offset + entry.value_offset, start, start + entry.key.width)


def items_of(value: Value | None) -> Iterator[tuple[Node, int]]:
    """The items of a list with their offsets; none of anything else."""
    if value is not None and isinstance(value.node, Array):
        for inner, item in value.node.parts:
            yield item, value.offset + inner


def number_of(node: Node | None) -> Decimal | None:
    """The exact value of a number within the limits."""
    return node.decimal if isinstance(node, YamlScalar) else None


def string_of(node: Node | None) -> str | None:
    """The text of a readable string."""
    if node is None or node.kind is not Kind.STRING or value_of(node) is UNREADABLE:
        return None
    return node.text


def _named(node: Node | None, offset: int) -> Named | None:
    text = string_of(node)
    if text is None or node is None:
        return None
    is_quoted = isinstance(node, YamlScalar) and node.is_quoted
    return Named(text, offset, offset + node.width, is_quoted)


def _literal(node: Node | None) -> Literal | None:
    value = value_of(node)
    if isinstance(value, (bool, int, str, Decimal)):
        return value
    return None


def _facts(root: Node | None, offset: int, line: tuple[int, int]) -> ManifestFacts:
    def named(key: str) -> Named | None:
        value = value_at(root, offset, key)
        return _named(value.node, value.offset) if value else None

    def list_of(value: Value | None) -> list[Named]:
        found = (_named(item, at) for item, at in items_of(value))
        return [item for item in found if item is not None]

    works_with = named("works-with")
    requires = value_at(root, offset, "requires")
    mutators = value_at(requires.node, requires.offset, "mutators") if requires else None
    entry = named("entry")
    names_entry = entry_of(root, "entry") is not None
    if entry is not None:
        entry_name = entry.text
    else:
        entry_name = None if names_entry else grammar.default_entry()
    first = root.entries[0] if isinstance(root, Object) and root.entries else None
    return ManifestFacts(
        id=named("id"),
        name=named("name"),
        version=named("version"),
        works_with=[works_with] if works_with else list_of(value_at(root, offset, "works-with")),
        requires_mutators=list_of(mutators),
        conflicts=list_of(value_at(root, offset, "conflicts")),
        entry=entry,
        entry_name=entry_name,
        icon=named("icon"),
        has_icon=entry_of(root, "icon") is not None,
        tags=list_of(value_at(root, offset, "tags")),
        layers=list_of(value_at(root, offset, "layers")),
        options=_options(root, offset),
        first_line=line,
        first_key=(
            (offset + first.key_offset, offset + first.key_offset + first.key.width)
            if first
            else None
        ),
    )


def _options(root: Node | None, offset: int) -> list[Option]:
    found: list[Option] = []
    for item, at in items_of(value_at(root, offset, "options")):
        if isinstance(item, Object):
            option = item.remember(_option, partial(_option, item))
            if option is not None:
                found.append(option.shifted(at))
    return found


def _option(item: Node) -> Option | None:
    """The option at offset 0; None without a readable id."""
    identifier = value_at(item, 0, "id")
    named = _named(identifier.node, identifier.offset) if identifier else None
    if named is None:
        return None

    def literal(key: str) -> Literal | None:
        value = value_at(item, 0, key)
        return _literal(value.node) if value else None

    def number(key: str) -> int | Decimal | None:
        value = literal(key)
        return value if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else None

    type_ = literal("type")
    values = (_literal(node) for node, _ in items_of(value_at(item, 0, "values")))
    labels = value_at(item, 0, "labels")
    words: list[tuple[str, str]] = []
    if labels is not None and isinstance(labels.node, Object):
        for entry in labels.node.entries:
            text = string_of(entry.value)
            if entry.key.kind is not Kind.ERROR and text is not None:
                words.append((entry.name, text))
    return Option(
        named,
        type_ if isinstance(type_, str) else None,
        literal("default"),
        [value for value in values if value is not None],
        words,
        number("min"),
        number("max"),
        number("step"),
        0,
        item.width,
    )
