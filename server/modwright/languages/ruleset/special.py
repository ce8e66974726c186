"""What fits where neither the schema nor the table of names can tell: it hangs on a neighbour."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator
from typing import cast

from modwright.findings.messages import render
from modwright.findings.messages import text as words
from modwright.grammars import JsonValue
from modwright.languages.pen import Draft, Pen
from modwright.languages.results import Candidate, CompletionKind, Spot
from modwright.languages.ruleset import asset, family
from modwright.languages.ruleset.choices import Choices, Given, is_value
from modwright.languages.ruleset.drafts import least, to_json, values_of
from modwright.languages.ruleset.facts import DEFAULT_SIDES
from modwright.languages.ruleset.fitting import Neighbours
from modwright.languages.ruleset.holdings import ITEMS, ROWS
from modwright.languages.ruleset.labels import unused_ids
from modwright.languages.ruleset.names import problem_of_id
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.parts import Here, Part
from modwright.languages.ruleset.setting import Setting
from modwright.languages.ruleset.snippets import snippets_of
from modwright.languages.ruleset.spelling import label_from, spelling_name, spellings
from modwright.languages.ruleset.views import View, number_of, text_of
from modwright.languages.wording import plain
from modwright.symbols.keys import Key
from modwright.symbols.table import Role
from modwright.syntax.node import Array, Kind, Object

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_MOST_IDS = 40
_RANGE = ("min", "max", "default")


class Special:
    """The neighbours of one spot."""

    def __init__(
        self, spot: Spot, at: Here, choices: Choices, given: Given, setting: Setting
    ) -> None:
        self._setting = setting
        self._ruleset = ruleset = View(setting.ruleset, 0)
        self._spot = spot
        self._at = at
        self._choices = choices
        self._things = choices.things
        self._given = given
        shapes = [part for ways in at.containers for part in ways[:1] if part.type != "array"]
        self._shape = shapes[-1].name if shapes else ""
        objects = [View(node, 0) for _, node in at.objects]
        self._object = objects[-1] if objects else None
        self.neighbours = Neighbours(choices.things, ruleset, tuple(objects), self._shape)

    # ---- values

    def values(self, locale: str) -> list[Candidate] | None:
        """The only values that fit; None where nothing special holds."""
        owner = self._at.owner
        if any(role.is_path for part in self._at.parts for role in part.roles):
            return list(self._entries(locale))
        found: Iterable[str] | None = None
        match self._shape, owner:
            case "restore", "to":
                found = self._state_values()
            case "restore", "recharge":
                found = self._recharge_values()
            case "layerField", "default":
                found = self._surviving_values()
            case "entryFilters", _:
                found = self._filter_values(owner)
            case "layerHide", "equals" | "notIn":
                found = self._filter_values(self._text("filter"))
            case asset.ROOT, family.CATALOG:
                found = self._filled()
            case "catalog", "asset":
                found = [f"catalogs/{self._text('id')}.json"]
            case "rowValues" | "creatureRow", _:
                found = self._damage_types(owner)
            case _:
                return None
        if found is None:
            return None
        present = self._present()
        known = {
            key.id: key
            for part in self._at.parts
            for role in part.roles
            for key in self._choices.keys(role, self._given)
        }
        return [
            self._candidate(each, self._detail(known[each], locale) if each in known else "")
            for each in found
            if each not in present
        ]

    def _candidate(self, text: str, detail: str, filter_: str = "") -> Candidate:
        return Candidate(
            text, CompletionKind.NAME, to_json(text), detail=detail, filter=filter_ or text
        )

    def _present(self) -> set[str]:
        container = self._spot.ancestors[-1][1] if self._spot.ancestors else None
        if not isinstance(container, Array):
            return set()
        return {item.text for item in container.items if item.kind is Kind.STRING and item.text}

    def _text(self, key: str) -> str:
        return (self._object.text(key) if self._object else None) or ""

    def _detail(self, key: Key, locale: str) -> str:
        kind = render(kind_title(key.kind), locale)
        label = plain(self._things.label(key))
        return words("ruleset.detail", locale, label=label, kind=kind) if label else kind

    def _filled(self) -> Iterable[str] | None:
        """R50: the catalog that a file is read for is the one its name says."""
        name = family.catalog_of(self._setting.path or "")
        return [name] if name is not None else None

    def _state_values(self) -> Iterable[str] | None:
        state = self._text("state")
        holder = self._things.object("state", state) if state else None
        return ["default", *values_of(holder)] if holder is not None else None

    def _recharge_values(self) -> Iterable[str] | None:
        rows = self._text("listPools")
        holder = self._things.object("list", rows)
        pools = holder.child("pools") if holder else None
        column = pools.text("rechargeColumn") if pools else None
        found = self._things.object("column", column, rows) if column else None
        return values_of(found) if found is not None else None

    def _surviving_values(self) -> Iterable[str] | None:
        holder = self._things.object("field", self._text("id"))
        if holder is None or self._object is None:
            return None
        removed = {each.text for each in self._object.texts("removeValues")}
        return [each for each in values_of(holder) if each not in removed]

    def _filter_values(self, name: str) -> Iterable[str] | None:
        """What other entries of the catalog have for the same filter."""
        scope = self._given.get("catalog", "")
        holder = self._things.object("filter", name, scope)
        if holder is None or holder.text("type") == "number":
            return None
        found: dict[str, None] = {}
        for entry in self._things.of("entry", scope):
            view = self._things.object("entry", entry.id, scope)
            filters = view.child("filters") if view else None
            node = filters.value(name) if filters else None
            for each in node.items if isinstance(node, Array) else (node,):
                text = text_of(each)
                if text:
                    found[text] = None
        return found if found else None

    def _damage_types(self, column: str) -> Iterable[str] | None:
        """The damage types, for a text that attacks of this list read theirs from."""
        combat = self._ruleset.child("combat")
        holder = self._things.object("column", column, self._given.get("list", ""))
        if combat is None or holder is None or values_of(holder):
            return None
        for attack in combat.views("attacks"):
            damage = attack.child("damage")
            source = damage.child("type") if damage else None
            if (
                attack.text("list") == self._given.get("list")
                and source is not None
                and source.text("column") == column
            ):
                types = [each.text for each in combat.texts("damageTypes")]
                return types or None
        return None

    def _entries(self, locale: str) -> Iterator[Candidate]:
        """Entries of catalogs by path: items for loot, rows of its own list for a creature."""
        is_row = self._shape == "creatureRow"
        rows = self._given.get("list", "")
        for catalog in self._things.of("catalog", "", (ROWS if is_row else ITEMS,)):
            node = self._things.node(catalog)
            view = View(node, 0) if isinstance(node, Object) else None
            feeds = [each.text for each in view.texts("feeds")] if view else []
            if is_row and rows not in feeds:
                continue
            for key in self._things.of("entry", catalog.id):
                path = f"{catalog.id}/{key.id}"
                label = plain(self._things.label(key))
                yield self._candidate(path, self._detail(key, locale), f"{path} {label}")

    # ---- values of maps

    def map_value(self, part: Part, key: Key) -> Draft | None:
        """The value for a key of a map whose kind says more than the schema."""
        node = self._things.node(key)
        view = View(node, 0) if isinstance(node, Object) else None
        pen = Pen()
        if key.kind == "filter" and view is not None:
            match view.text("type"):
                case "tags":
                    pen.plain("[")
                    pen.string_stop()
                    pen.plain("]")
                case "text":
                    pen.string_stop()
                case _:
                    pen.stop("0")
            return pen.draft()
        if key.kind == "ability" and view is not None:
            default = view.value("default")
            inner = part.key(key.id)
            if inner is not None and inner.type in ("integer", "number") and default is not None:
                pen.stop(default.raw or "0")
                return pen.draft()
        if part.name == "valueLabels":
            pen.string_stop(label_from(key.id))
            return pen.draft()
        return None

    # ---- keys

    def key_value(self, shape: str, key: str, part: Part) -> Draft | None:
        """The value for a key that its neighbours tell; None where they do not."""
        pen = Pen()
        match shape, key:
            case "dicePoolStep", "target" if self._target():
                pen.stop(self._target())
            case _, "min" | "max" if part.type in ("integer", "number") and self._bounds():
                pen.stop((min if key == "min" else max)(self._bounds())[1])
            case "die", "sides":
                pen.stop(str(DEFAULT_SIDES))
            case "sheet", "version":
                pen.stop(str(self._version()))
            case "catalog", "asset" if self._text("id"):
                pen.string_stop(f"catalogs/{self._text('id')}.json")
            case _, "label" | "name" if self._text("id"):
                pen.string_stop(label_from(self._text("id")))
            case _, "id" if self._new_id(part):
                pen.string_stop(self._new_id(part))
            case _, "maxLength" if self._usual(shape, key):
                pen.stop(self._usual(shape, key))
            case _, "values" if part.type == "array" and self._text("default"):
                pen.plain("[")
                pen.string_stop(self._text("default"))
                pen.plain("]")
            case _, "default" if part.type in ("integer", "number") and self._object is not None:
                pen.stop(least(self._object))
            case _:
                return None
        return pen.draft()

    def _bounds(self) -> list[tuple[float, str]]:
        """The numbers that a range has to take in, with how they are written."""
        nodes = (self._object.value(key) if self._object else None for key in _RANGE)
        found = ((number_of(node), node) for node in nodes)
        return [(number, node.raw) for number, node in found if number is not None and node]

    def _usual(self, shape: str, key: str) -> str:
        """The number that the example of a shape has; the least there may be is hardly meant."""
        for snippet in snippets_of(shape):
            value = cast("dict[str, JsonValue]", json.loads(snippet.example)).get(key)
            if isinstance(value, int):
                return str(value)
        return ""

    def _version(self) -> int:
        """The version that the last of the migrations leads to (R40)."""
        steps = self._object.views("migrations") if self._object else []
        return max((int(each.number("from") or 0) for each in steps), default=0) + 1

    def _target(self) -> str:
        """What a die has to show where a difficulty does not say (R25)."""
        resolution = self._ruleset.child("resolution")
        target = resolution.child("target") if resolution else None
        default = target.value("default") if target else None
        return default.raw if default is not None else ""

    def wanted(self, shape: str) -> set[str]:
        """Keys that have to be there though the schema cannot say so."""
        return {"to", "by"} if shape == "restore" else set()

    def is_senseless(self, shape: str, key: str, present: Container[str]) -> bool:
        """Whether a key says nothing beside those that are there (R10, R33, R37)."""
        match shape, key:
            case "restore", "to" | "by":
                return "to" in present or "by" in present or (key == "by" and "state" in present)
            case "restore", "recharge":
                return "listPools" not in present
            case "restore", "kind":
                return "track" not in present
            case "ref", "read":
                return "liveTrack" not in present
            case "track", "kinds" | "fill" | "onFull":
                return "levels" not in present and "boxes" not in present
            case "track", "extra":
                return "levels" not in present
            case "track", "levels":
                return "boxes" in present
            case "track", "boxes":
                return "levels" in present
            case "track", "hideWhen":
                return "levels" in present or "boxes" in present
            case _:
                return False

    # ---- names

    def ids(self, whole: Part) -> Iterator[str]:
        """What a new thing may be called: as its label says, or as it is used already."""
        role = next((each for each in whole.roles if each.is_definition), None)
        if role is None or is_value(role):
            return
        kind = role.kinds[0]
        scope = self._scope(role)
        if self._at.owner == "id":
            named = self._new_id(whole)
            if named:
                yield named
        yield from list(unused_ids(self._things, kind, scope))[:_MOST_IDS]

    def _new_id(self, whole: Part) -> str:
        """An id out of the label, if it is free."""
        role = next((each for each in whole.roles if each.is_definition), None)
        if role is None:
            return ""
        kind = role.kinds[0]
        label = self._text("label") or self._text("name")
        named = id_from(label, kind)
        if not named or problem_of_id(Key(kind, self._scope(role), named), self._things.declared):
            return ""
        return named

    def _scope(self, role: Role) -> str:
        return self._given.get(role.scopes[0].waiting, "") if role.scopes[0] else ""


def id_from(label: str, kind: str) -> str:
    """An id that says what a label says; "" where it has no letters for one."""
    schema = spellings(kind)[0]
    is_slug = spelling_name(schema) == "slug"
    written = _NOT_IN_IDS.sub("-" if is_slug else "_", label.casefold()).strip("-_")
    if not is_slug:
        written = written.lstrip("0123456789_")
    most = schema.get("maxLength")
    return written[: most if isinstance(most, int) else None].rstrip("-_")
