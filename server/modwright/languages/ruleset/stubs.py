"""The fix that creates what is missing, where a small entry is enough (specs/ruleset.md, Findings:
`unresolved-reference`)."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, cast

from modwright.findings.model import Finding, Fix, Insertion, Message, Severity
from modwright.grammars import JsonValue
from modwright.languages.ruleset import naming
from modwright.languages.ruleset.checks import heads, rules
from modwright.languages.ruleset.choices import Choices, is_value
from modwright.languages.ruleset.drafts import Drafter, columns_for
from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.parts import Part, members, root_part
from modwright.languages.ruleset.snippets import snippets
from modwright.languages.ruleset.spelling import label_from, problem_of, spellings
from modwright.languages.ruleset.typed import utf16_length
from modwright.languages.ruleset.views import View
from modwright.schema.plans import COUNTS
from modwright.symbols.environment import Environment
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder, Occurrence
from modwright.symbols.shapes import Shape
from modwright.symbols.summary import summary_of
from modwright.symbols.walk import Walk
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Kind, Node, Object
from modwright.syntax.places import way_to

_LABELS = ("label", "name", "id")
# The type of a column whose cell has such a value.
_CELLS = {Kind.STRING: ("text",), Kind.NUMBER: ("number",), Kind.BOOLEAN: ("boolean",)}
# A stub of these would be wrong without more than a name: what it holds is what it is for.
_NO_STUB = frozenset({"entry", "action", "creatureRider", "catalog", "mode", "poolGroup"})


class _Home(NamedTuple):
    """Where the things of a kind stand: `path` from the root, or from the thing they belong to,
    which is a `part`. `things` are what they may be; none for plain strings."""

    part: Part
    path: tuple[str, ...]
    things: tuple[Part, ...]

    @property
    def owner(self) -> Shape | None:
        """What holds the list of them."""
        shape = self.part.shape
        for step in self.path[:-1]:
            ways = (shape, *shape.branches.values()) if shape is not None else ()
            places = (way.places.get(step) for way in ways)
            shape = next((place.shape for place in places if place is not None), None)
        return shape


class Stubs:
    """Adds to findings about names that are not there the fix that creates them. The root of the
    ruleset stands at `offset`; `env` is what the rules may ask of it."""

    def __init__(self, root: Object, offset: int, env: Environment) -> None:
        self._root = root
        self._offset = offset
        self._walk = Walk(env, naming.told_of, rules(), heads())
        # A name may be missing in a hundred places.
        self._made: dict[tuple[Key, str, tuple[str, ...]], Fix | None] = {}

    def added(self, finding: Finding, missing: Key | None, finder: Finder) -> Finding:
        if missing is None or self._is_in_order(missing, finding.start):
            return finding
        place = finder.at(finding.start + 1)
        if place is None or missing not in place.keys:
            return finding
        asked = (missing, place.text, self._need(place))
        if asked not in self._made:
            self._made[asked] = stub(*asked, self._root, self._offset, self._is_right)
        fix = self._made[asked]
        return finding if fix is None else finding._replace(fixes=(*finding.fixes, fix))

    def _need(self, place: Occurrence) -> tuple[str, ...]:
        """The traits that will do at a place: what the table asks, or else what stands beside the
        name of a column."""
        if place.role.need or place.role.kinds != ("column",):
            return place.role.need
        steps = way_to(self._root, self._offset, place.start)
        entry = steps[-1].entry if steps else None
        if place.is_key:
            value = entry.value if entry is not None else None
            return _CELLS.get(value.kind, ()) if value is not None else ()
        keys: list[str] = []
        for step in reversed(steps):
            if step.entry is None:
                break
            keys.append(step.entry.name)
        return tuple(columns_for(keys[::-1]))

    def _is_right(self, entry: str, home: _Home) -> bool:
        """Whether the rules have nothing against a new entry: those that speak of it, and of what
        holds it."""
        opening = f'{{"{home.path[-1]}": ['
        node = JsonDocument.parse(f"{opening}{entry}]}}").root
        shape = home.owner
        if not isinstance(node, Object) or shape is None:
            return False
        start, end = len(opening), len(opening) + len(entry)
        return not any(
            start <= told.finding.start < end and told.finding.severity is Severity.ERROR
            for told in self._walk.found(shape, node)
        )

    def _is_in_order(self, missing: Key, at: int) -> bool:
        """R11: a derived value that another one reads would have to stand above it."""
        sheet = View(self._root, self._offset).child("sheet")
        if missing.kind != "derived" or sheet is None or not sheet.has("derived"):
            return False
        start, end = sheet.value_span("derived")
        return start <= at < end


def stub(
    key: Key,
    written: str,
    need: Sequence[str],
    root: Object,
    offset: int,
    is_right: Callable[[str, _Home], bool],
) -> Fix | None:
    """The fix that declares `key`, spelled like `written`, as something with one of the traits
    `need`; None where no small entry would do. `offset` is that of `root`; `is_right` says whether
    an entry will do."""
    home = homes().get(key.kind)
    if home is None or key.kind in _NO_STUB:
        return None
    if any(problem_of(schema, written) for schema in spellings(key.kind)):
        return None
    holder = _holder(key, root, offset)
    if holder is None:
        return None
    entries = _entries(key.kind, written, need, home, root)
    entry = next((each for each in entries if is_right(each, home)), None)
    if entry is None:
        return None
    message = Message.of("ruleset.create", kind=kind_title(key.kind), name=written)
    return _inserted(holder, home.part, home.path, entry, message)


@functools.cache
def homes() -> Mapping[str, _Home]:
    """The home of each kind that has but one, by a walk over the grammar."""
    return dict(_found_homes())


def _found_homes() -> Iterator[tuple[str, _Home]]:
    known: set[str] = set()
    seen: set[int] = set()
    # Where the walk is, the thing it is in, the way there from that thing.
    waiting: list[tuple[Part, Part, tuple[str, ...]]] = [(root_part(), root_part(), ())]
    while waiting:
        part, thing, path = waiting.pop(0)
        known_keys = {
            key: inner
            for member in members(part, None)
            for key in member.properties
            if (inner := member.key(key)) is not None
        }
        for key, inner in known_keys.items():
            if inner.shape is None or id(inner.schema) in seen:
                continue
            way = (*path, key)
            item = inner.item() if inner.type == "array" else None
            if item is None:
                seen.add(id(inner.schema))
                waiting.append((inner, thing, way))
                continue
            things = members(item, None) if item.shape is not None else []
            kinds = {role.kinds[0] for role in item.roles if role.is_definition}
            kinds |= {kind for each in things if each.shape for kind in each.shape.defines}
            for kind in sorted(kinds - known):
                if _belongs(kind, thing):
                    known.add(kind)
                    yield kind, _Home(thing, way, tuple(things))
            for each in things:
                if id(each.schema) not in seen:
                    seen.add(id(each.schema))
                    waiting.append((each, each, ()))


def _belongs(kind: str, thing: Part) -> bool:
    """Whether the things of a kind are told apart within `thing` (the root: everywhere)."""
    within = table().kinds[kind].within
    if thing.name == root_part().name:
        return not within
    return thing.shape is not None and within in thing.shape.defines


def _holder(key: Key, root: Object, offset: int) -> View | None:
    """The object from which the path of the kind goes."""
    within = table().kinds[key.kind].within
    if not within:
        return View(root, offset)
    outer, _, inner = str(key.scope).rpartition("/")
    found = summary_of(root, shapes().root, table()).declared.get(Key(within, outer, inner))
    if found is None or not isinstance(found.node, Object):
        return None
    at = _offset_of(found.node, root)
    return View(found.node, offset + at) if at is not None else None


def _offset_of(wanted: Object, root: Object) -> int | None:
    waiting: list[tuple[int, Object | Array]] = [(0, root)]
    while waiting:
        at, node = waiting.pop()
        if node is wanted:
            return at
        for offset, part in node.parts:
            if isinstance(part, Object | Array) and part.height >= wanted.height:
                waiting.append((at + offset, part))
    return None


# ---- what to write


def _entries(
    kind: str, written: str, need: Sequence[str], home: _Home, root: Object
) -> Iterator[str]:
    """Small entries as JSON on one line: an example without what it need not name, then all of
    it."""
    if not home.things:
        yield json.dumps(written, ensure_ascii=False)
        return
    drafter = Drafter(Choices(Things(root)))
    for snippet in snippets():
        part = next((each for each in home.things if each.name == snippet.shape), None)
        node = JsonDocument.parse(snippet.example).root
        if part is None or not isinstance(node, Object):
            continue
        if need and table().kinds[kind].trait.of(node) not in need:
            continue
        value = cast("dict[str, JsonValue]", json.loads(snippet.example))
        for keys in (tuple(_kept(node, part)), tuple(value)):
            example = json.dumps({key: value[key] for key in keys}, ensure_ascii=False)
            draft = drafter.draft(example, part, {}, snippet.stops)
            if draft.is_wanting:
                continue
            made = cast("dict[str, JsonValue]", json.loads(draft.json))
            for key in _LABELS:
                if key in made:
                    made[key] = written if key == "id" else _label(written, part.key(key))
            yield json.dumps(made, ensure_ascii=False)


def _kept(node: Object, part: Part) -> Iterator[str]:
    """The keys of an example without those that name other things and may be left out."""
    counted = {name for group in COUNTS for name in cast("list[str]", part.schema.get(group, []))}
    for entry in node.entries:
        inner = part.key(entry.name)
        is_free = entry.name not in part.required and entry.name not in counted
        if inner is None or entry.value is None or not (is_free and _names(entry.value, inner)):
            yield entry.name


def _names(node: Node, part: Part) -> bool:
    """Whether there is a name of another thing in it."""
    chosen = next(iter(members(part, node)), part)
    if isinstance(node, Object):
        return any(
            entry.value is not None and inner is not None and _names(entry.value, inner)
            for entry in node.entries
            for inner in (chosen.key(entry.name),)
        )
    if isinstance(node, Array):
        inner = chosen.item()
        return inner is not None and any(_names(item, inner) for item in node.items)
    return any(not role.is_definition and not is_value(role) for role in part.roles)


def _label(name: str, part: Part | None) -> str:
    text = label_from(name)
    most = part.schema.get("maxLength") if part is not None else None
    while isinstance(most, int) and utf16_length(text) > most:
        text = text[:-1]
    return text.rstrip() or name


# ---- where to write


def _inserted(
    holder: View, part: Part, path: Sequence[str], entry: str, message: Message
) -> Fix | None:
    """The fix that puts `entry` at the end of the array at `path`, which need not be there."""
    for depth, key in enumerate(path):
        found = holder.entry(key)
        if found is None:
            return _with_keys(holder, part, path[depth:], entry, message)
        value = found.value
        at = holder.offset + found.value_offset
        is_last = depth == len(path) - 1
        if isinstance(value, Array) and is_last:
            return Fix(message, (), insertions=(Insertion(at, "", entry),), is_guess=True)
        fitting = (member.key(key) for member in members(part, holder.node))
        inner = next((each for each in fitting if each is not None), None)
        if not isinstance(value, Object) or inner is None:
            return None
        holder, part = View(value, at), inner
    return None


def _with_keys(
    holder: View, part: Part, missing: Sequence[str], entry: str, message: Message
) -> Fix | None:
    """The keys that lead to the array, as far as they are not there. An object that has to have
    more than the array is not begun."""
    for key, following in pairwise(missing):
        inner = part.key(key)
        if inner is None or any(name != following for name in inner.required):
            return None
        part = inner
    value = f"[{entry}]"
    for key in reversed(missing[1:]):
        value = f'{{"{key}": {value}}}'
    insertions = (Insertion(holder.offset, missing[0], value),)
    return Fix(message, (), insertions=insertions, is_guess=True)
