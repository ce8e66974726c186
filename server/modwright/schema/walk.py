"""A node tree against the plans of a schema: what is refused, remembered on the nodes.

A container whose schema stands elsewhere (`$ref` or a union, as the value of a key, in a map or in
an array) is judged apart from what holds it and its judgement is remembered on its node, so that
an edit costs the containers around it and no more. What is refused of such a value as a whole is
said by the container that holds it: it may be marked at the key in front of it, which the value
does not know. Judgements are about values only; `checker.py` decides what is said of them.

The form of what is refused is made for authors: one refusal a missing, unknown or bad key; of a
union the refusals of the member that was meant. Alternatives (`anyOf`) are judged as R9a of
specs/ruleset-format.md has it: the first that only has soft faults speaks; where none fits in
kind, the value is refused as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain, islice, pairwise, repeat
from typing import NamedTuple, TypeGuard, cast

from modwright.grammars import JsonValue
from modwright.schema.keywords import MIN_BYTES, Path, Refusal, Schema
from modwright.schema.plans import (
    ASCENDING,
    AT_LEAST_ONE,
    AT_MOST_ONE,
    BY_KEY,
    ByKey,
    ByTag,
    Either,
    ItemsPlan,
    Plan,
    Planner,
    Series,
    Shape,
)
from modwright.schema.values import JsonList, JsonObject, Value, value_of
from modwright.syntax.node import Array, Container, Node, Object

# Items beyond this are many more than any list of ours may have, and are not looked at.
MAX_ITEMS = 5_000


class At(NamedTuple):
    """A node, and where it is in the container that is being judged."""

    path: Path
    offset: int
    node: Node | None


class _Step(NamedTuple):
    """The way from a container to something in it. Hardly ever is its path asked for."""

    path: Path
    step: str | int
    offset: int

    def at(self, node: Node | None) -> At:
        return At((*self.path, self.step), self.offset, node)


class Part(NamedTuple):
    """A container that was judged apart, with faults. `is_held`: it is the value of a key, and what
    is refused of it as a whole is told by what holds it. With an `ItemsPlan` it stands for the
    items of an array."""

    at: At
    plan: Plan | ItemsPlan
    judgement: Judgement
    is_held: bool

    def node_in(self, holder: Node) -> Container:
        """Its node, in the container that it is a part of; what is remembered on a node does not
        hold that node itself, or it would outlive the edit that replaced it."""
        return cast("Container", self.at.node or holder)


class Judgement(NamedTuple):
    """What is refused of a container: as a whole (`own`), of what is in it (`inner`), and of the
    containers judged apart."""

    own: tuple[Refusal, ...]
    inner: tuple[Refusal, ...]
    parts: tuple[Part, ...]
    is_hard: bool
    """Something in it, at any depth, is of another kind than the schema asks for."""


CLEAN = Judgement((), (), (), False)


class _Trial:
    """What was refused so far."""

    __slots__ = ("parts", "refusals")

    def __init__(self) -> None:
        self.refusals: list[Refusal] = []
        self.parts: list[Part] = []

    @property
    def is_clean(self) -> bool:
        return not self.refusals and not self.parts

    def is_hard(self, first_refusal: int = 0, first_part: int = 0) -> bool:
        return any(
            refusal.is_hard for refusal in islice(self.refusals, first_refusal, None)
        ) or any(part.judgement.is_hard for part in islice(self.parts, first_part, None))

    def add(self, other: _Trial) -> None:
        self.refusals += other.refusals
        self.parts += other.parts


class Walker:
    """Judges node trees by the schema `document`."""

    def __init__(self, document: Schema) -> None:
        self._planner = Planner(document)
        self._ignored = self._planner.ignored
        self.root = self._planner.plan(document)

    def warm_up(self) -> None:
        """Read the plans that documents need."""
        self._planner.read_all(self.root)

    def has(self, key: object) -> bool:
        """Whether this is the key to a judgement of this walker's on a node."""
        return self._planner.has(key)

    def accepts(self, scalar: Value, schema: Schema) -> bool:
        """Whether a scalar is fine under a part of the schema document."""
        trial = _Trial()
        self._value(self._planner.plan(schema), scalar, At((), 0, None), trial)
        return trial.is_clean

    def of_node(self, node: Node, plan: Plan) -> Judgement:
        """The judgement of a node that nothing holds."""
        if isinstance(node, Container):
            return self.of_container(node, plan)
        trial = _Trial()
        self._value(plan, value_of(node), At((), 0, node), trial)
        return _judged(trial)

    def of_container(self, node: Container, plan: Plan | ItemsPlan) -> Judgement:
        """The judgement of a container, or of the items of an array, remembered on the node."""
        memo = node.memo
        if memo is None:
            memo = node.memo = {}
        known = memo.get(plan)
        if known is None:
            trial, at = _Trial(), At((), 0, node)
            if isinstance(plan, Plan):
                self._value(plan, value_of(node), at, trial)
            else:
                self._items(repeat(plan.plan), at, trial)
            known = memo[plan] = _judged(trial)
        return cast("Judgement", known)

    # ---- one value

    def _value(self, plan: Plan, value: Value, at: At, trial: _Trial) -> None:
        if not plan.is_read:
            self._planner.read(plan)
        before = len(trial.refusals), len(trial.parts)
        if isinstance(value, JsonObject) and not self._ignored.isdisjoint(value):
            value = JsonObject((k, v) for k, v in value.items() if k not in self._ignored)
        for check in plan.checks:
            # Hardly anything is refused: the call that finds nothing has to be cheap.
            for _ in check.function(value) or ():
                trial.refusals += check.refusals(value, at.path)
                break
        if not plan.has_structure:
            return
        if isinstance(value, JsonObject):
            for shape in plan.shapes:
                self._members(shape, value, at, trial)
            for union in plan.unions:
                self._member(union, value, at, trial)
        elif isinstance(value, JsonList):
            for series in plan.series:
                self._series(series, value, at, trial)
        for either in plan.eithers:
            self._either(either, value, at, trial)
        if not plan.is_compared:
            return
        found = [*_miscounted(plan, value, at.path), *_not_ascending(plan, value, at.path)]
        # What is said across a value supposes that what is in it is in order.
        if found and not trial.is_hard(*before):
            trial.refusals += found

    def _inner(self, plan: Plan, value: Value, node: Node | None, to: _Step, trial: _Trial) -> None:
        """Judge `node`, reached by the step `to`. A container whose schema stands elsewhere
        is judged apart."""
        if isinstance(node, Container):
            if not plan.refers:
                self._value(plan, value, to.at(node), trial)
                return
            judgement = self.of_container(node, plan)
            if judgement is not CLEAN:
                is_held = isinstance(to.step, str)
                trial.parts.append(Part(to.at(node), plan, judgement, is_held))
            return
        # The same words and numbers stand in many places.
        key = (value.__class__, value)
        if key in plan.accepted:
            return
        before = len(trial.refusals)
        self._value(plan, value, to.at(node), trial)
        if len(trial.refusals) == before:
            plan.accept(key)

    # ---- objects

    def _members(self, shape: Shape, value: JsonObject, at: At, trial: _Trial) -> None:
        node, schema, properties = at.node, shape.schema, shape.properties
        assert isinstance(node, Object)
        for name in shape.required:
            if name not in value:
                trial.refusals.append(
                    Refusal(at.path, "required", None, name, schema, is_hard=True)
                )
        by_name, path, offset = node.by_name, at.path, at.offset
        for name, inner in value.items():
            plan = properties.get(name) or shape.others
            if plan is not None:
                entry = by_name[name]
                there = _Step(path, name, offset + entry.value_offset)
                self._inner(plan, inner, entry.value, there, trial)
            elif shape.is_closed:
                trial.refusals.append(Refusal(at.path, "additionalProperties", None, name, schema))
        if shape.names is not None:
            for name in value:
                trial.refusals += self._bad_name(shape, shape.names, name, at.path)

    def _bad_name(self, shape: Shape, plan: Plan, name: str, path: Path) -> Iterator[Refusal]:
        judged = _Trial()
        self._inner(plan, name, None, _Step((), name, 0), judged)
        if judged.refusals:
            causes = (tuple(refusal._replace(path=path) for refusal in judged.refusals),)
            limit = shape.schema["propertyNames"]
            yield Refusal(path, "propertyNames", limit, name, shape.schema, causes=causes)

    def _member(self, union: ByTag | ByKey, value: JsonObject, at: At, trial: _Trial) -> None:
        if isinstance(union, ByTag):
            tag = value.get(union.tag)
            # Without a member the property's own `enum` refuses the tag, and knows what is allowed.
            member = union.members.get(tag) if isinstance(tag, str) else None
        else:
            present = [key for key in union.members if key in value]
            member = union.members[present[0]] if len(present) == 1 else None
            if member is None:
                schema = union.schema
                trial.refusals.append(
                    Refusal(at.path, BY_KEY, schema[BY_KEY], "", schema, is_hard=True)
                )
        if member is not None:
            self._value(member, value, at, trial)

    # ---- arrays

    def _series(self, series: Series, value: JsonList, at: At, trial: _Trial) -> None:
        plan, node = series.items, at.node
        if plan is not None and plan.refers and not series.first and isinstance(node, Array):
            judgement = self.of_container(node, plan.of_items)
            if judgement is not CLEAN:
                where = at if at.path else at._replace(node=None)
                trial.parts.append(Part(where, plan.of_items, judgement, is_held=False))
        else:
            self._items(chain(series.first, repeat(plan)), at, trial)
        if series.is_unique:
            trial.refusals += _repeated(series.schema, value, at.path)

    def _items(self, plans: Iterable[Plan | None], at: At, trial: _Trial) -> None:
        node = at.node
        assert isinstance(node, Array)
        values = cast("JsonList", value_of(node))
        items = zip(plans, node.items, values, node.offsets, strict=False)
        for index, (plan, item, value, offset) in enumerate(islice(items, MAX_ITEMS)):
            if plan is not None:
                there = _Step(at.path, index, at.offset + offset)
                self._inner(plan, value, item, there, trial)

    # ---- alternatives

    def _either(self, either: Either, value: Value, at: At, trial: _Trial) -> None:
        tried: list[_Trial] = []
        for plan in either.members:
            attempt = _Trial()
            self._value(plan, value, at, attempt)
            if attempt.is_clean:
                return
            tried.append(attempt)
        for attempt in tried:
            if not attempt.is_hard():
                trial.refusals += attempt.refusals
                trial.parts += attempt.parts
                return
        causes = tuple(tuple(_hard(attempt)) for attempt in tried)
        schema = either.schema
        trial.refusals.append(
            Refusal(at.path, "anyOf", schema["anyOf"], "", schema, is_hard=True, causes=causes)
        )


def _judged(trial: _Trial) -> Judgement:
    """The judgement of a container; what is refused of the parts it holds as wholes becomes its
    own to tell."""
    if trial.is_clean:
        return CLEAN
    refusals = list(trial.refusals)
    for part in trial.parts:
        if part.is_held:
            refusals += (own.below(part.at.path) for own in part.judgement.own)
    kept = without_echoes(refusals)
    return Judgement(
        tuple(refusal for refusal in kept if not refusal.path),
        tuple(refusal for refusal in kept if refusal.path),
        tuple(trial.parts),
        trial.is_hard(),
    )


def _hard(trial: _Trial) -> Iterator[Refusal]:
    """The hard refusals of a trial, those of the parts included."""
    yield from (refusal for refusal in trial.refusals if refusal.is_hard)
    for part in trial.parts:
        own = part.judgement.own if part.is_held else ()
        yield from (refusal.below(part.at.path) for refusal in own if refusal.is_hard)
        yield from _hard_within(part, ())


def _hard_within(part: Part, above: Path) -> Iterator[Refusal]:
    """The hard refusals that a part tells itself, from what stands at `above` on."""
    judgement, here = part.judgement, (*above, *part.at.path)
    if not judgement.is_hard:
        return
    told = judgement.inner if part.is_held else (*judgement.own, *judgement.inner)
    for refusal in told:
        if refusal.is_hard:
            yield refusal.below(here)
    for inner in judgement.parts:
        yield from _hard_within(inner, here)


_SHAPES = frozenset({"pattern", "format", "not"})


def without_echoes(refusals: list[Refusal]) -> list[Refusal]:
    """One fault, one refusal.

    Of a value of the wrong type nothing else is worth saying, and a union and its member may both
    say it, as they may of an unknown key; an empty text has no shape either.
    """
    if len(refusals) < 2:
        return refusals
    mistyped: dict[Path, Refusal] = {}
    unknown: dict[tuple[Path, str], Refusal] = {}
    empty: set[Path] = set()
    for refusal in refusals:
        if refusal.keyword == "type":
            mistyped[refusal.path] = refusal
        elif refusal.keyword == "additionalProperties":
            unknown[refusal.path, refusal.subject] = refusal
        elif refusal.keyword in ("minLength", MIN_BYTES) and refusal.limit == 1:
            empty.add(refusal.path)
    return [
        refusal
        for refusal in refusals
        if mistyped.get(refusal.path, refusal) is refusal
        and unknown.get((refusal.path, refusal.subject), refusal) is refusal
        and not (refusal.keyword in _SHAPES and refusal.path in empty)
    ]


def _miscounted(plan: Plan, value: Value, path: Path) -> Iterator[Refusal]:
    """One refusal for each set of keys of which too many or too few are there."""
    if isinstance(value, JsonObject):
        for shape in plan.shapes:
            for keyword, keys in shape.counts:
                present = sum(key in value for key in keys)
                too_few = present == 0 and keyword != AT_MOST_ONE
                too_many = present > 1 and keyword != AT_LEAST_ONE
                if too_few or too_many:
                    limit = cast("JsonValue", list(keys))
                    yield Refusal(path, keyword, limit, "", shape.schema)


def _repeated(schema: Schema, value: JsonList, path: Path) -> Iterator[Refusal]:
    """One refusal for each item that stands in the list before; its limit is where."""
    first: dict[tuple[bool, object], int] = {}
    for index, item in enumerate(value):
        if not isinstance(item, (bool, int, float, Decimal, str)):
            continue
        earlier = first.setdefault((isinstance(item, bool), item), index)
        if earlier != index:
            yield Refusal((*path, index), "uniqueItems", earlier, "", schema)


def _not_ascending(plan: Plan, value: Value, path: Path) -> Iterator[Refusal]:
    """One refusal for each step that begins no higher than the one before it, at its beginning;
    the limit is where that one begins."""
    schema = next((series.schema for series in plan.series if series.is_ascending), None)
    if schema is None or not isinstance(value, JsonList):
        return
    starts = [step[0] if isinstance(step, JsonList) and step else None for step in value]
    for index, (before, start) in enumerate(pairwise(starts), 1):
        if _is_plain_number(before) and _is_plain_number(start) and start <= before:
            yield Refusal((*path, index, 0), ASCENDING, before, "", schema)


def _is_plain_number(value: Value) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
