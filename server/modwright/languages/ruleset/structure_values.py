"""Refusals about a value: its type, its range, its length, its characters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from modwright.findings.model import Argument, Finding, Fix, Message, Related, TextEdit
from modwright.grammars import JsonValue
from modwright.languages import structural
from modwright.languages.filling import nearest_number
from modwright.languages.nearest import nearest
from modwright.languages.ruleset.structure_terms import FAMILY, Span, Terms
from modwright.languages.structural import introduction, to_json, value_span
from modwright.schema.checker import Place, Schema, Violation, place_at
from modwright.schema.keywords import Refusal
from modwright.syntax.node import Array, Container, Kind, Node, Object

BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
LENGTHS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_KINDS = ("type", "const", "enum")
_JSON_TYPES: Mapping[type, str] = {bool: "boolean", int: "number", float: "number", str: "string"}


def whole_span(place: Place) -> Span:
    """A scalar; for a container, what introduces it: nobody reads a page of red."""
    return introduction(place) if isinstance(place.node, Container) else value_span(place)


# ---- types


def wrong_type(terms: Terms, violation: Violation) -> Finding:
    place, node = violation.place, _node(violation)
    wanted = cast("str", violation.limit)
    if node.kind is Kind.NUMBER and wanted in ("integer", "number"):
        if not math.isfinite(node.number) or wanted == "number":
            return terms.error("out-of-range.infinite", value_span(place), written=node.raw)
        number = nearest_number(node.number, {**violation.schema, "type": "integer"})
        fix = structural.use_number(FAMILY, place, _plain(number))
        return terms.error("out-of-range.fraction", value_span(place), (fix,), written=node.raw)
    return _of_other_type(terms, violation, wanted, Message.of(f"type.{wanted}"))


def _of_other_type(terms: Terms, violation: Violation, wanted: str, worded: Argument) -> Finding:
    place, node = violation.place, _node(violation)
    fixes = (*structural.convert(FAMILY, place, wanted), *_other_clothes(terms, violation, wanted))
    found = Message.of(f"type.{node.kind.value}")
    return terms.error("wrong-type", value_span(place), fixes, wanted=worded, found=found)


def _other_clothes(terms: Terms, violation: Violation, wanted: str) -> tuple[Fix, ...]:
    """A list around what may be its one item; away with a null, which is never a value."""
    place, node = violation.place, _node(violation)
    if wanted == "array" and _may_be_item(terms, violation, node):
        start, end = value_span(place)
        edits = (TextEdit(start, start, "["), TextEdit(end, end, "]"))
        return (Fix(Message.of(f"{FAMILY}.make-list"), edits, is_guess=True),)
    parent = violation.parent
    if node.kind is Kind.NULL and place.entry is not None and isinstance(parent.node, Object):
        # Some keys have to be there.
        return (structural.drop_key(parent, place.entry.name)._replace(is_guess=True),)
    return ()


def _may_be_item(terms: Terms, violation: Violation, node: Node) -> bool:
    """Whether a value is of the type that the items of the list have."""
    items = cast("Schema", violation.schema.get("items", {}))
    read = terms.reader.merged(items)
    wanted = read.get("type", "object" if "oneOf" in read else "")
    kinds = {Kind.STRING: "string", Kind.NUMBER: "number", Kind.OBJECT: "object"}
    return kinds.get(node.kind) == ("number" if wanted == "integer" else wanted)


def bad_choice(terms: Terms, violation: Violation) -> Finding:
    """A word that is none of those allowed, or a value that is no word at all."""
    place, node = violation.place, _node(violation)
    limit = violation.limit
    known = [limit] if violation.keyword == "const" else cast("list[JsonValue]", limit)
    types = {_json_type(each) for each in known}
    if node.kind.value not in types:
        wanted = types.pop() if len(types) == 1 else ""
        is_one = len(known) == 1
        worded = _written(known[0]) if is_one else [_written(each) for each in known]
        found = _of_other_type(terms, violation, "" if is_one else wanted, worded)
        if not is_one:
            return found
        fix = structural.replace(FAMILY, value_span(place), to_json(known[0]), preferred=True)
        return found._replace(fixes=(fix, *found.fixes))
    return _unknown_word(terms, violation, known)


def _unknown_word(terms: Terms, violation: Violation, known: list[JsonValue]) -> Finding:
    place, node = violation.place, _node(violation)
    words = [each for each in known if isinstance(each, str)]
    span = value_span(place)
    if words:
        near = structural.choose(FAMILY, place, nearest(node.text, words))
        every = structural.choose(FAMILY, place, words if len(words) <= 3 else ())
        fixes = tuple(structural.after_first(near)) or _guesses(every)
    else:
        fixes = _guesses(structural.replace(FAMILY, span, to_json(each)) for each in known[:3])
    shown = [_written(each) for each in known]
    return terms.error("bad-choice", span, fixes, written=node.text or node.raw, known=shown)


def _guesses(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    return tuple(fix._replace(is_guess=True) for fix in fixes)


def _json_type(value: JsonValue) -> str:
    return _JSON_TYPES.get(type(value), "null")


def _written(value: JsonValue) -> str:
    return value if isinstance(value, str) else to_json(value)


# ---- alternatives


def meant_cause(violation: Violation) -> Refusal | None:
    """What the alternative that was meant refuses: the one that takes values of this type; of
    several the one that refuses least."""
    fitting = [
        causes
        for causes in violation.causes
        if not any(each.path == violation.path and each.keyword in _KINDS for each in causes)
    ]
    fewest = min((len(causes) for causes in fitting), default=0)
    best = [causes for causes in fitting if len(causes) == fewest]
    return best[0][0] if len(best) == 1 and best[0] else None


def no_alternative(terms: Terms, violation: Violation) -> Finding:
    place, node = violation.place, _node(violation)
    alternatives = cast("list[Schema]", violation.limit)
    choices: list[JsonValue] = []
    types: list[str] = []
    keys: list[str] = []
    for alternative in alternatives:
        read = terms.reader.merged(alternative)
        if "const" in read or "enum" in read:
            const = [read["const"]] if "const" in read else []
            choices += [*const, *cast("list[JsonValue]", read.get("enum", []))]
        else:
            types.append(cast("str", read.get("type", "object")))
        keys += [key for key in cast("list[str]", read.get("required", [])) if key not in keys]
    if node.kind is Kind.OBJECT and "object" in types:
        fixes = ()
        return terms.error("exclusive-keys.none", introduction(place), fixes, keys=keys)
    if node.kind is Kind.STRING and any(isinstance(each, str) for each in choices):
        return _unknown_word(terms, violation, choices)
    wanted = [
        *map(_quoted, choices),
        *(Message.of(f"type.{each}") for each in dict.fromkeys(types)),
    ]
    fixes = tuple(fix for each in types for fix in structural.convert(FAMILY, place, each))
    found = Message.of(f"type.{node.kind.value}")
    span = whole_span(place)
    return terms.error("wrong-type.either", span, fixes, wanted=wanted, found=found)


def _quoted(value: JsonValue) -> Message:
    return Message.of(f"{FAMILY}.quoted", written=_written(value))


# ---- numbers


def out_of_range(terms: Terms, violation: Violation) -> Finding:
    place, node, schema = violation.place, _node(violation), violation.schema
    lowest, highest = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if lowest is not None and highest is not None:
        variant, limits = "out-of-range", {"minimum": lowest, "maximum": highest}
    elif above is not None and highest is not None:
        variant, limits = "out-of-range.above-up-to", {"minimum": above, "maximum": highest}
    elif lowest is not None:
        variant, limits = "out-of-range.minimum", {"minimum": lowest}
    elif above is not None:
        variant, limits = "out-of-range.exclusiveMinimum", {"minimum": above}
    elif highest is not None:
        variant, limits = "out-of-range.maximum", {"maximum": highest}
    else:
        variant, limits = "out-of-range.exclusiveMaximum", {"maximum": below}
    args = {name: _plain(cast("float", limit)) for name, limit in limits.items()}
    number = nearest_number(node.number, schema)
    fix = structural.use_number(FAMILY, place, _plain(number))
    return terms.error(variant, value_span(place), (fix,), written=node.raw, **args)


def _plain(number: float) -> str:
    """A number as an author would write it."""
    return str(int(number)) if float(number).is_integer() else repr(number)


def not_ascending(terms: Terms, violation: Violation) -> Finding:
    place, node = violation.place, _node(violation)
    before = _plain(cast("float", violation.limit))
    return terms.error("bad-value.ascending", value_span(place), written=node.raw, before=before)


# ---- lengths


def bad_length(terms: Terms, violation: Violation) -> Finding:
    """Lengths of texts are counted in UTF-16 units, as the Engine does."""
    place, node, keyword = violation.place, _node(violation), violation.keyword
    limit = cast("int", violation.limit)
    if keyword in ("minLength", "maxLength"):
        length = len(node.text.encode("utf-16-le", "surrogatepass")) // 2
        variant = "empty" if length == 0 and limit == 1 else keyword
        return terms.error(f"bad-length.{variant}", value_span(place), length=length, limit=limit)
    if isinstance(node, Array):
        length = len(node.items)
        if violation.schema.get("minItems") == violation.schema.get("maxItems"):
            keyword = "exact"
    else:
        assert isinstance(node, Object)
        length = len(node.by_name)
    return terms.error(f"bad-length.{keyword}", introduction(place), length=length, limit=limit)


# ---- texts


def bad_pattern(terms: Terms, violation: Violation) -> Finding:
    place, node = violation.place, _node(violation)
    shape = shape_of(terms, violation.schema)
    better = mended(terms, violation.schema, node.text)
    span = value_span(place)
    # The name of another thing may be none that there is.
    fixes = _guesses([structural.replace(FAMILY, span, to_json(better))] if better else [])
    code = "bad-identifier" if shape in _JOINTS else "bad-value"
    return terms.error(f"{code}.{shape}", span, fixes, written=node.text)


_JOINTS = {"id": "_", "slug": "-"}
_SHAPES = (*_JOINTS, "amountDice")


def shape_of(terms: Terms, schema: Schema) -> str:
    """The name of the text shape whose pattern the schema has."""
    name = terms.reader.name_of(schema)
    return name if name in _SHAPES else "pattern"


def mended(terms: Terms, schema: Schema, written: str) -> str:
    """An id as its alphabet has it; "" where nothing would be left of it."""
    joint = _JOINTS.get(shape_of(terms, schema))
    if joint is None:
        return ""
    parts = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", written).lower())
    better = joint.join(parts)
    if joint == "_":
        better = better.lstrip("0123456789_")
    return better if better != written and terms.filler.fits(better, schema) else ""


CLEANED: Mapping[str, Callable[[str], str]] = {
    "break": lambda _: " ",
    "control": lambda written: " " if any(each in "\t\n\r\u2028\u2029" for each in written) else "",
    "brackets": lambda written: "(" if written == "[" else ")",
    "braces": lambda written: written[0],
    "quotes": lambda _: "'",
}
"""What is written instead of characters that a text may not hold."""


def unsafe_text(terms: Terms, violation: Violation) -> Finding:
    """The range is the first of the characters; the others of its group are beside it."""
    group, text = violation.subject, _node(violation).text
    spans = violation.source_spans
    edits = tuple(
        TextEdit(start, end, CLEANED[group](text[slice(*inner)]))
        for (start, end), inner in zip(spans, violation.spans, strict=True)
    )
    fix = Fix(Message.of(f"{FAMILY}.clean.{group}"), edits, preferred=True)
    also = Message.of(f"{FAMILY}.also-here")
    related = tuple(Related(start, end, also) for start, end in spans[1:_MOST_RELATED])
    return terms.error(f"unsafe-text.{group}", spans[0], (fix,), related)


_MOST_RELATED = 20


# ---- lists


def repeated(terms: Terms, violation: Violation) -> Finding:
    place, parent, node = violation.place, violation.parent, _node(violation)
    index, first = cast("int", violation.path[-1]), cast("int", violation.limit)
    earlier = place_at(violation.root, (*violation.path[:-1], first)).shifted(violation.offset)
    written = node.text or node.raw
    beside = Related(*value_span(earlier), Message.of(f"{FAMILY}.first-here", written=written))
    fix = structural.drop_item(parent, index)
    return terms.error("duplicate-value", value_span(place), (fix,), (beside,), written=written)


def _node(violation: Violation) -> Node:
    node = violation.place.node
    assert node is not None
    return node
