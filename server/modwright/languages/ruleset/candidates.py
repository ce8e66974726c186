"""What may be written at a spot of a ruleset: keys, names, words, values, whole entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import cast

from modwright.findings.messages import render
from modwright.findings.messages import text as words
from modwright.findings.model import Insertion
from modwright.languages.package import Package
from modwright.languages.pen import Draft, Pen
from modwright.languages.results import Candidate, CompletionKind, Spot, SpotKind
from modwright.languages.ruleset import pages
from modwright.languages.ruleset.choices import (
    Choices,
    Given,
    given_at,
    given_by,
    is_typed,
    is_value,
)
from modwright.languages.ruleset.descriptions import key_data, snippet_data, word_data
from modwright.languages.ruleset.drafts import (
    Drafter,
    columns_for,
    smallest,
    to_json,
    values_of,
)
from modwright.languages.ruleset.fitting import fits, fitted, suits
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.parts import (
    Here,
    Part,
    here,
    members,
    tag_of,
    words_allowed,
)
from modwright.languages.ruleset.reach import TOO_LATE
from modwright.languages.ruleset.setting import Setting, setting_of
from modwright.languages.ruleset.snippets import Snippet, snippets_of
from modwright.languages.ruleset.special import Special
from modwright.languages.ruleset.trial import Trial
from modwright.languages.ruleset.views import COMMENT, View
from modwright.languages.wording import plain
from modwright.schema.plans import AT_LEAST_ONE, AT_MOST_ONE, EXACTLY_ONE
from modwright.symbols.keys import Key
from modwright.symbols.table import Role
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Kind, Object
from modwright.syntax.places import path_to, steps_at
from modwright.syntax.tree import SyntaxTree

# Groups of a list, in the order they are shown.
_FIRST, _NEXT, _LATER = 0, 1, 2
_MOST_FORMS = 16
_NEVER_READ = ("ruleset/live-reference", "ruleset/proficiency-cycle")
# A string that is still to be written.
_BLANK = '""'
# What is still to be filled.
_EMPTY = ("[]", "{}")
# What is put in its place and judged before it is offered.
_TRIED = (CompletionKind.NAME, CompletionKind.ENUM_MEMBER)
# What no other edit would make right, short of another ruleset.
_NEVER = ("ruleset/wrong-resolution", "ruleset/exclusive-keys", "ruleset/unknown-key")


def candidates(
    document: SyntaxTree,
    spot: Spot,
    locale: str,
    path: str | None = None,
    package: Package | None = None,
) -> Sequence[Candidate]:
    """What may be written at a spot of a ruleset, or of a catalog in a file of its own, together
    with the other files of its package. Empty where the grammar has nothing to say."""
    if spot.kind is SpotKind.TEXT:
        return ()
    setting = setting_of(document, path, package)
    at = here(spot.path, spot.ancestors, setting.part)
    if at is None:
        return ()
    offers = _Offers(spot, at, setting, locale)
    found = list(offers.keys() if spot.kind is SpotKind.KEY else offers.values())
    if not any(role.is_path for part in at.parts for role in part.roles):
        # Paths are many, and made of what fits already.
        found = list(_tried(found, Trial(spot, setting)))
    found.sort(key=lambda candidate: candidate.sort)
    return found


def begun(
    document: SyntaxTree, insertion: Insertion, path: str | None, package: Package | None
) -> str | None:
    """What to begin a missing key with: as completion would, where that leaves nothing to fill in.
    None where the key would be refused, or would name what there is none of."""
    steps = steps_at(document, insertion.object_offset)
    while steps and steps[-1].offset != insertion.object_offset:
        steps.pop()
    way = path_to(steps)
    ancestors = tuple((step.offset, step.node) for step in steps)
    spot = Spot(SpotKind.KEY, way, ancestors)
    setting = setting_of(document, path, package)
    at = here(way, ancestors, setting.part)
    if at is None:
        return None
    # There may be hundreds of such keys: no other is drafted or tried than the one that is missing.
    offers = _Offers(spot, at, setting, "en")
    found = next((each for each in offers.keys(insertion.key) if each.label == insertion.key), None)
    if found is None or Trial(spot, setting).refused(found, with_value=True):
        return None
    if _BLANK not in found.json and found.json not in _EMPTY:
        return found.json
    inner = next((each for part in at.parts if (each := part.key(found.label))), None)
    if inner is None:
        return None
    if inner.type == "string":
        is_reference = any(not role.is_definition for role in inner.roles)
        return None if is_reference else insertion.value
    listed = offers.listed(inner) if insertion.value not in _EMPTY else None
    return listed or offers.filled(insertion.value, inner)


def _tried(found: Iterable[Candidate], trial: Trial) -> Iterator[Candidate]:
    """What would be no error where it is written; keys that lack something elsewhere, last."""
    for each in found:
        if each.kind is CompletionKind.KEY:
            code = trial.refused(each)
            reading = trial.refused(each, with_value=True) if each.label in TOO_LATE else ""
            if code not in _NEVER and reading not in _NEVER_READ:
                yield replace(each, sort=_LATER) if code else each
        elif each.kind not in _TRIED or not trial.refused(each):
            yield each


class _Offers:
    """What may be written at one spot."""

    def __init__(self, spot: Spot, at: Here, setting: Setting, locale: str) -> None:
        self._spot = spot
        self._at = at
        self._root = setting.part
        self._things = things = setting.things
        self._choices = Choices(things)
        self._drafter = Drafter(self._choices)
        self._locale = locale
        nodes = [node for _, node in spot.ancestors]
        self._given: Given = given_at(at, spot.path, nodes)
        self._container = nodes[-1] if nodes else None
        self._special = Special(spot, at, self._choices, self._given, setting)
        self._neighbours = self._special.neighbours

    @property
    def _owner(self) -> tuple[str, ...]:
        """The keys that lead to the place from the nearest item of an array."""
        keys: list[str] = []
        for step in reversed(self._spot.path):
            if not isinstance(step, str):
                break
            keys.append(step)
        return tuple(reversed(keys))

    # ---- keys

    def keys(self, only: str | None = None) -> Iterator[Candidate]:
        """The keys that may be added; `only`: of the object's own this one alone."""
        node = self._container
        if not isinstance(node, Object):
            return
        present = {name for name in node.by_name if name}
        offered: set[str] = set()
        parts = self._members(present)
        common = self._common_keys(parts)
        for part in parts:
            if part.is_map and part.key_roles:
                yield from self._map_keys(part, present)
            names = [each for each in part.properties if common is None or each in common]
            if only is not None:
                names = [each for each in names if each == only]
            for candidate in self._own_keys(part, node, present, names):
                if candidate.label not in offered:
                    offered.add(candidate.label)
                    yield candidate

    def _members(self, present: set[str]) -> Sequence[Part]:
        """What the object may still become: of several, those that have the keys it has."""
        every = self._at.parts
        parts = [part for part in every if suits(part.name, self._neighbours)] or every
        # What no kind of them has tells nothing of which it is.
        every_key = {name for part in parts for name in part.properties}
        known = (present - {COMMENT}) & every_key
        return [part for part in parts if known <= set(part.properties) or part.is_map] or parts

    def _own_keys(
        self, part: Part, node: Object, present: set[str], names: Sequence[str]
    ) -> Iterator[Candidate]:
        groups = {name: set(_group(part, name)) for name in (EXACTLY_ONE, AT_MOST_ONE)}
        wanted = set(part.required)
        for keyword in (EXACTLY_ONE, AT_LEAST_ONE):
            group = set(_group(part, keyword))
            if not group & present:
                wanted |= group
        given = {**self._given, **(given_by(part.shape, node) if part.shape else {})}
        for name in names:
            is_taken = any(name in group and group & present for group in groups.values())
            if name in present or is_taken:
                continue
            if self._special.is_senseless(part.name, name, present):
                continue
            inner = part.key(name)
            if inner is None or name == "$schema":
                continue
            draft = self._special.key_value(part.name, name, inner)
            draft = draft or self._draft_of(inner, given, (*self._owner, name))
            yield Candidate(
                name,
                CompletionKind.KEY,
                draft.json,
                draft.snippet,
                pages.title(inner.schema, self._locale),
                key_data(part.name, name),
                self._sort(draft, name in wanted | self._special.wanted(part.name)),
                retrigger=_is_open_ended(draft),
            )

    def _sort(self, draft: Draft, is_wanted: bool) -> int:
        if is_wanted:
            return _FIRST
        # What names things that there are none of is no good yet.
        return _LATER if draft.is_wanting else _NEXT

    def _common_keys(self, parts: Sequence[Part]) -> set[str] | None:
        """The keys that all the members have which the object may still become, where a tag will
        tell which; None where every key may be written."""
        if len(parts) < 2 or any(not part.shape for part in parts):
            return None
        union = self._union()
        if union is None or not tag_of(union):
            return None
        return {
            name
            for name in parts[0].properties
            if len({_sort_of(part.key(name)) for part in parts}) == 1
        }

    def _union(self) -> Part | None:
        """The union that the container is one of, as its place says."""
        path = self._spot.path
        above = here(path, self._spot.ancestors[:-1], self._root) if path else None
        found = above.parts if above is not None else [self._root]
        return next((part for part in found if "oneOf" in part.schema), None)

    def _map_keys(self, part: Part, present: set[str]) -> Iterator[Candidate]:
        """The names that a map has no value for yet."""
        role = part.key_roles[0]
        for key in self._choices.keys(role, self._given):
            if key.id in present:
                continue
            draft = self._map_value(part, key)
            is_needed = self._is_required(key)
            yield Candidate(
                key.id,
                CompletionKind.NAME,
                draft.json,
                draft.snippet,
                self._detail(key),
                "",
                _FIRST if is_needed else _NEXT,
                filter=self._filter(key),
                retrigger=_is_open_ended(draft),
            )

    def _is_required(self, key: Key) -> bool:
        node = self._things.node(key)
        return isinstance(node, Object) and View(node, 0).flag("required") is True

    def _map_value(self, part: Part, key: Key) -> Draft:
        """The value of a map's key: what the named thing can hold, or what every key has."""
        node = self._things.node(key)
        inner = part.key(key.id)
        role = part.key_roles[0]
        is_cell = inner is not None and inner.name == "" and "anyOf" in inner.schema
        if is_typed(role) and isinstance(node, Object) and is_cell:
            return self._drafter.typed(View(node, 0))
        special = self._special.map_value(part, key)
        if special is not None:
            return special
        if inner is None:
            return Draft('""', '"$1"')
        return self._draft_of(inner, {**self._given, key.kind: key.id}, (*self._owner, key.id))

    # ---- drafts of values

    def filled(self, example: str, part: Part) -> str | None:
        """An example with the names of the document; None where there are none to name."""
        draft = self._drafter.draft(example, part, self._given, None, self._owner)
        return None if draft.is_wanting else draft.json

    def listed(self, part: Part) -> str | None:
        """A list of the one example of its items, if that is a list and that is enough."""
        item = part.item() if part.type == "array" else None
        if item is None or cast("int", part.schema.get("minItems", 0)) > 1:
            return None
        for each in self._fitting(_examples(item)):
            return self.filled(f"[{fitted(each, self._neighbours)}]", part)
        return None

    def _draft_of(self, part: Part, given: Given, owner: tuple[str, ...]) -> Draft:
        """What to write for a key: an array to be filled, an object with what it needs."""
        if part.type == "array":
            role = next((each for each in _item_roles(part)), None)
            if role is None or role.is_definition or not self._choices.keys(role, given):
                return _brackets()
        if part.type == "boolean" and "const" not in part.schema:
            # Who writes the key wants what it is not by default.
            pen = Pen()
            pen.choice(
                ["false", "true"] if part.schema.get("default") is True else ["true", "false"]
            )
            return pen.draft()
        example, stops = self._example(part)
        return self._drafter.draft(example, part, given, stops, owner)

    def _example(self, part: Part) -> tuple[str, Collection[str] | None]:
        """The example to write, and what of it is to be filled in: the one of its shape that fits
        here, or the smallest value."""
        if part.name == "ref":
            return self._value_example(), None
        for member in (part, *members(part, None)[:1]):
            for own in self._fitting(_examples(member)):
                return fitted(own, self._neighbours), own.stops
        return smallest(part), None

    def _value_example(self) -> str:
        """A value reference to what there is: a derived value, a number field, else a number."""
        if "derived" not in self._spot.path and self._things.of("derived"):
            return '{"derived": ""}'
        if self._things.of("field", "", ("number",)):
            return '{"field": ""}'
        return '{"const": 0}'

    # ---- values

    def values(self) -> Iterator[Candidate]:
        if not self._at.containers and not self._spot.path:
            found = snippets_of(self._root.name)
            yield from (self._snippet(each, self._root, _FIRST) for each in found)
            return
        special = self._special.values(self._locale)
        if special is not None:
            yield from special
            return
        held = self._held()
        if held is not None:
            yield from self._typed(held)
            return
        seen: set[str] = set()
        for part in self._at.parts:
            for member in members(part, None):
                for candidate in self._of(member, part):
                    if candidate.json not in seen:
                        seen.add(candidate.json)
                        yield candidate

    def _of(self, part: Part, whole: Part) -> Iterator[Candidate]:
        """What a value may be that is one of `whole`."""
        roles = [role for role in whole.roles if not role.is_definition]
        allowed = words_allowed(part.schema)
        if part.type == "array":
            yield self._skeleton(part)
        elif part.type == "object":
            yield from self._objects(part)
        elif allowed:
            yield from self._words(part, allowed)
        elif roles and part.type in ("string", ""):
            for role in roles:
                yield from self._named(role)
        elif part.type == "boolean":
            yield from self._booleans(part)
        elif part.type in ("integer", "number"):
            yield from self._numbers(part)
        elif part.type == "string":
            yield from self._strings(part, whole)

    # ---- names

    def _held(self) -> View | None:
        """The field, column, stat or state whose value it is: nothing else fits."""
        for part in self._at.parts:
            for role in part.roles:
                if not role.is_definition and is_value(role):
                    return self._choices.holder(role, self._given)
        return None

    def _named(self, role: Role) -> Iterator[Candidate]:
        need = columns_for(self._owner)
        present = self._siblings()
        for index, key in enumerate(self._choices.keys(role, self._given, need)):
            if key.id not in present:
                yield self._name(key, index)
        for word in role.words:
            yield self._text(word, "", _NEXT)

    def _siblings(self) -> set[str]:
        """The names that the array has already."""
        node = self._container
        if not isinstance(node, Array):
            return set()
        return {item.text for item in node.items if item.kind is Kind.STRING and item.text}

    def _name(self, key: Key, index: int) -> Candidate:
        return Candidate(
            key.id,
            CompletionKind.NAME,
            to_json(key.id),
            detail=self._detail(key),
            sort=_FIRST,
            filter=self._filter(key),
        )

    def _detail(self, key: Key) -> str:
        """Label and kind."""
        kind = render(kind_title(key.kind), self._locale)
        label = plain(self._things.label(key))
        return words("ruleset.detail", self._locale, label=label, kind=kind) if label else kind

    def _filter(self, key: Key) -> str:
        """Ids are found by the label, too, where that says something else."""
        label = plain(self._things.label(key))
        return f"{key.id} {label}" if label and label.casefold() != key.id else key.id

    # ---- other values

    def _typed(self, holder: View) -> Iterator[Candidate]:
        """What a field, column, stat or state can hold."""
        label = plain(holder.text("label") or "")
        if values_of(holder):
            for part in self._at.parts:
                for role in part.roles:
                    yield from self._named(role)
            return
        if holder.text("type") == "boolean":
            yield from (self._value(each, Draft(each, ""), label) for each in ("true", "false"))
            return
        draft = self._drafter.typed(holder)
        if not _is_begun(self._spot) or draft.json != '""':
            yield self._value(draft.json, draft, label)

    def _value(self, label: str, draft: Draft, detail: str = "", sort: int = _FIRST) -> Candidate:
        owner = self._owner[-1] if self._owner else self._at.owner
        return Candidate(
            label,
            CompletionKind.VALUE,
            draft.json,
            draft.snippet,
            detail or self._title(),
            key_data(self._holder_name(), owner),
            sort,
            retrigger=_is_open_ended(draft),
        )

    def _text(self, text: str, detail: str, sort: int) -> Candidate:
        return Candidate(text, CompletionKind.VALUE, to_json(text), detail=detail, sort=sort)

    def _title(self) -> str:
        """What the value is called."""
        for part in self._at.parts:
            found = pages.title(part.schema, self._locale)
            if found:
                return found
        return ""

    def _holder_name(self) -> str:
        """The shape of the object whose key it is."""
        for ways in reversed(self._at.containers):
            for part in ways:
                if part.name and self._at.owner in part.properties:
                    return part.name
        return ""

    def _words(self, part: Part, allowed: Sequence[str]) -> Iterator[Candidate]:
        present = self._siblings()
        default = part.schema.get("default")
        shape = self._holder_name()
        for word in allowed:
            if word in present:
                continue
            yield Candidate(
                word,
                CompletionKind.ENUM_MEMBER,
                to_json(word),
                detail=pages.word_meaning(word, part, self._locale),
                data=word_data(shape, self._at.owner, word),
                # Who writes the key wants what it is not by default.
                sort=_NEXT if word == default else _FIRST,
            )

    def _booleans(self, part: Part) -> Iterator[Candidate]:
        const = part.schema.get("const")
        for written, value in (("true", True), ("false", False)):
            if const is None or const is value:
                is_default = part.schema.get("default") is value
                yield self._value(written, Draft(written, ""), sort=_NEXT if is_default else _FIRST)

    def _numbers(self, part: Part) -> Iterator[Candidate]:
        if _is_begun(self._spot):
            return
        written = smallest(part)
        pen = Pen()
        pen.stop(written)
        yield self._value(written, pen.draft(), sort=_NEXT)

    def _strings(self, part: Part, whole: Part) -> Iterator[Candidate]:
        offered = list(self._special.ids(whole))
        for text in offered:
            yield self._text(text, self._title(), _FIRST)
        if not _is_begun(self._spot):
            yield self._value('""', Draft('""', '"$1"'), sort=_NEXT)

    def _skeleton(self, part: Part) -> Candidate:
        draft = self._draft_of(part, self._given, self._owner)
        return self._value(_shortened(draft.json), draft, sort=_FIRST)

    # ---- objects

    def _objects(self, part: Part) -> Iterator[Candidate]:
        """Whole entries: the examples of the shape, or the forms that it takes."""
        own = self._fitting(_examples(part))
        if own:
            yield from (self._snippet(each, part, _FIRST) for each in own)
            return
        for label, example, detail in islice(self._forms(part), _MOST_FORMS):
            draft = self._drafter.draft(example, part, self._given, None, self._owner)
            yield Candidate(
                label,
                CompletionKind.VALUE,
                draft.json,
                draft.snippet,
                detail or self._title(),
                key_data(self._holder_name(), self._at.owner),
                _LATER if example.startswith('{"const"') else _NEXT,
                retrigger=_is_open_ended(draft),
            )

    def _forms(self, part: Part) -> Iterator[tuple[str, str, str]]:
        """The forms that an object takes: in short, as an example, and what it is. One for each
        key of which it has exactly one, else the smallest that there is."""
        group = _group(part, EXACTLY_ONE) or _group(part, AT_LEAST_ONE)
        needed = {name: smallest(inner) for name in part.required if (inner := part.key(name))}
        for name in group:
            inner = part.key(name)
            if inner is None or not self._has_names(inner):
                continue
            written = {**needed, name: smallest(inner)}
            shown = ", ".join(f"{to_json(key)}: {value}" for key, value in written.items())
            # The key that makes the difference is what the form is known by.
            yield _key_label(name), "{" + shown + "}", pages.title(inner.schema, self._locale)
        if not group:
            example = smallest(part)
            yield _shortened(example), example, pages.title(part.schema, self._locale)

    def _has_names(self, part: Part) -> bool:
        """Whether there is a name to write where one has to be."""
        roles = [role for role in part.roles if not role.is_definition and not role.is_path]
        if part.type != "string" or not roles:
            return True
        return any(self._choices.keys(role, self._given) for role in roles)

    def _fitting(self, found: Sequence[Snippet]) -> Sequence[Snippet]:
        """Those that hold what the container holds."""
        return [each for each in found if fits(each, self._neighbours)]

    def _snippet(self, snippet: Snippet, part: Part, sort: int) -> Candidate:
        example = fitted(snippet, self._neighbours)
        draft = self._drafter.draft(example, part, self._given, snippet.stops, self._owner)
        label = snippet.label(self._locale)
        return Candidate(
            label,
            CompletionKind.SNIPPET,
            draft.json,
            draft.snippet,
            data=snippet_data(snippet.name),
            # What names things that there are none of is no good yet.
            sort=_LATER if draft.is_wanting else sort,
            filter=f"{snippet.name} {label}",
        )


# ---- helpers


def _group(part: Part, keyword: str) -> Sequence[str]:
    return cast("list[str]", part.schema.get(keyword, []))


def _item_roles(part: Part) -> Sequence[Role]:
    item = part.item()
    return item.roles if item is not None else ()


def _brackets() -> Draft:
    return Draft("[]", "[$1]")


def _is_open_ended(draft: Draft) -> bool:
    """Whether the first thing to fill in is empty: there is a list of proposals for it."""
    return "$1" in draft.snippet


def _is_begun(spot: Spot) -> bool:
    return spot.value is not None or bool(spot.text)


def _examples(part: Part) -> list[Snippet]:
    return list(snippets_of(part.name)) if part.name else []


def _sort_of(part: Part | None) -> tuple[str, str] | None:
    """What tells keys of one name apart that hold different things."""
    return None if part is None else (part.type, pages.title(part.schema, ""))


def _key_label(name: str) -> str:
    return "{" + f"{to_json(name)}: …" + "}"


def _shortened(example: str) -> str:
    """An object as a label: with its first key, and a sign for the rest."""
    node = JsonDocument.parse(example).root
    if isinstance(node, Object) and node.entries:
        first = node.entries[0]
        return _key_label(first.name)
    return "[…]" if isinstance(node, Array) and node.items else example
