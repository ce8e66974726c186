"""What the schema refuses, in NimBlock's codes (specs/nimblock.md, Findings and Borders)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import cast

from modwright import grammars
from modwright.findings.model import Finding, Fix, Message, Severity
from modwright.grammars import JsonValue
from modwright.languages import structural
from modwright.languages.nearest import nearest
from modwright.languages.nimblock import entries
from modwright.languages.nimblock.catalogue import Kind, catalogue
from modwright.languages.structural import introduction, value_span
from modwright.schema.checker import Place, Schema, SchemaChecker, Violation
from modwright.syntax.node import Kind as NodeKind
from modwright.syntax.node import Object

SCHEMA = "nimblock/plugin-1.schema.json"
_PARAMS = "params"
_FAMILY = "nimblock"


@functools.cache
def checker() -> SchemaChecker:
    """The checker of the structure of a spec."""
    return SchemaChecker(cast("Mapping[str, JsonValue]", grammars.load(SCHEMA)), _findings)


def _findings(violation: Violation) -> Iterable[Finding]:
    match violation.keyword:
        case "required":
            return _missing(violation)
        case "additionalProperties":
            return [_unknown_key(violation)]
        case "type":
            return [_wrong_type(violation)]
        case "minimum" | "maximum":
            return [_out_of_range(violation)]
        case "minLength" | "maxLength" | "minItems" | "maxItems":
            return [_bad_length(violation)]
        case "pattern":
            return [_bad_identifier(violation)]
        case "enum":
            return [_bad_choice(violation)]
        case "const":
            return [_unsupported_version(violation)]
        case keyword:
            raise NotImplementedError(f"{SCHEMA} uses {keyword}, which has no finding code")


def _error(
    code: str, span: tuple[int, int], message: Message, fixes: tuple[Fix, ...] = ()
) -> Finding:
    return Finding(code, Severity.ERROR, span[0], span[1], message, fixes=fixes)


def _missing(violation: Violation) -> Iterable[Finding]:
    is_in_params = violation.path[-1:] == (_PARAMS,)
    place = violation.parent if is_in_params else violation.place
    if is_in_params:
        return [_missing_param(place, violation.subject)]
    if violation.subject == _PARAMS:
        # `params` itself is only missing because it would have to hold something.
        properties = cast("Mapping[str, Mapping[str, JsonValue]]", violation.schema["properties"])
        names = cast("list[str]", properties[_PARAMS]["required"])
        return [_missing_param(place, name) for name in names]
    message = Message.of("nimblock/missing-key", key=violation.subject)
    properties = cast("Mapping[str, Schema]", violation.schema["properties"])
    value = entries.emptiest(properties[violation.subject])
    fix = structural.add_key(_FAMILY, place, violation.subject, value)
    return [_error("nimblock/missing-key", introduction(place), message, (fix,))]


def _missing_param(place: Place, name: str) -> Finding:
    """`place` is the trigger, condition or action whose parameter is missing."""
    assert isinstance(place.node, Object)
    written = place.node.get("type")
    assert written is not None
    assert written.value is not None
    start = place.offset + written.value_offset
    entry = catalogue().by_id[written.value.text]
    message = Message.of("nimblock/missing-param", id=entry.id, param=name)
    fixes = entries.add_missing_params(place.node, place.offset, entry)
    return _error("nimblock/missing-param", (start, start + written.value.width), message, fixes)


def _unknown_key(violation: Violation) -> Finding:
    place = violation.place
    span = structural.key_span(place, violation.subject)
    known = structural.known_keys(violation)
    fixes = structural.spell_key(_FAMILY, violation, known)
    if violation.path[-1:] == (_PARAMS,):
        written = value_text(violation.parent, "type")
        variant = "nimblock/unknown-param" if known else "nimblock/unknown-param.none"
        message = Message.of(variant, param=violation.subject, id=written, known=known)
        return _error("nimblock/unknown-param", span, message, fixes)
    message = Message.of("nimblock/unknown-key", key=violation.subject, known=known)
    return _error("nimblock/unknown-key", span, message, fixes)


def value_text(place: Place, key: str) -> str:
    """How the value of `key` in the object at `place` reads."""
    entry = place.node.get(key) if isinstance(place.node, Object) else None
    return entry.value.text if entry and entry.value else ""


def _wrong_type(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    if violation.limit == "integer" and place.node.kind is NodeKind.NUMBER:
        message = Message.of("nimblock/out-of-range.fraction", written=place.node.raw)
        return _error("nimblock/out-of-range", value_span(place), message)
    message = Message.of(
        "nimblock/wrong-type",
        wanted=Message.of(f"type.{violation.limit}"),
        found=Message.of(f"type.{place.node.kind.value}"),
    )
    fixes = structural.convert(_FAMILY, place, cast("str", violation.limit))
    return _error("nimblock/wrong-type", value_span(place), message, fixes)


def _out_of_range(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    minimum, maximum = violation.schema.get("minimum"), violation.schema.get("maximum")
    message = Message.of(
        "nimblock/out-of-range",
        written=place.node.raw,
        minimum=_plain(minimum),
        maximum=_plain(maximum),
    )
    fix = structural.use_number(_FAMILY, place, _plain(violation.limit))
    return _error("nimblock/out-of-range", value_span(place), message, (fix,))


def _plain(number: JsonValue) -> str:
    """A number of the catalogue as an author would write it."""
    return str(number)


def _bad_length(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    limit = cast("int", violation.limit)
    if violation.keyword in {"minItems", "maxItems"}:
        length = len(list(place.node.parts))
        key = place.entry.name if place.entry else ""
        message = Message.of(
            f"nimblock/bad-length.{violation.keyword}", key=key, length=length, limit=limit
        )
        return _error("nimblock/bad-length", introduction(place), message)
    length = len(place.node.text)
    message = Message.of(f"nimblock/bad-length.{violation.keyword}", length=length, limit=limit)
    return _error("nimblock/bad-length", value_span(place), message)


def _bad_identifier(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    if "maxLength" in violation.schema:
        message = Message.of("nimblock/bad-identifier.line-break")
    else:
        wanted = entries.string_shape_of(violation.schema)
        message = Message.of(f"nimblock/bad-identifier.{wanted}", written=place.node.text)
    return _error("nimblock/bad-identifier", value_span(place), message)


def _bad_choice(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    known = cast("list[str]", violation.limit)
    written = place.node.text
    span = value_span(place)
    kind = catalogue().kind_of(known[0])
    if kind is not None and violation.path[-1:] == ("type",):
        return _unknown_entry(kind, written, place)
    fixes = structural.choose(_FAMILY, place, nearest(written, known) or known)
    message = Message.of("nimblock/bad-choice", written=written, known=known)
    return _error("nimblock/bad-choice", span, message, fixes)


def _unknown_entry(kind: Kind, written: str, place: Place) -> Finding:
    """`nimblock/unknown-trigger`, `nimblock/unknown-condition` or `nimblock/unknown-action`."""
    span = value_span(place)
    other = catalogue().kind_of(written)
    if other is not None:
        message = Message.of(
            f"nimblock/unknown-{kind}.other-kind", id=written, other=Message.of(f"kind.{other}")
        )
        return _error(f"nimblock/unknown-{kind}", span, message)
    near = nearest(written, [entry.id for entry in catalogue().entries(kind)])
    fixes = structural.choose(_FAMILY, place, near)
    if near:
        message = Message.of(f"nimblock/unknown-{kind}.nearest", id=written, near=near[0])
    else:
        message = Message.of(f"nimblock/unknown-{kind}", id=written)
    return _error(f"nimblock/unknown-{kind}", span, message, fixes)


def _unsupported_version(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    span = value_span(place)
    version = str(violation.limit)
    message = Message.of("nimblock/unsupported-version", version=version)
    fix = structural.replace(_FAMILY, span, version, preferred=True)
    return _error("nimblock/unsupported-version", span, message, (fix,))
