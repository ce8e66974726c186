"""What the schema refuses, in oamut's codes (specs/oamut.md, Manifest keys, Findings, Borders)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.grammars import JsonValue
from modwright.languages.nearest import nearest
from modwright.languages.oamut import grammar, quoting
from modwright.languages.oamut.edits import (
    add_entry,
    behind_colon,
    quoted,
    remove_entry,
    remove_item,
)
from modwright.languages.oamut.manifest import item_span
from modwright.languages.oamut.report import error, replace
from modwright.schema.checker import Place, Violation, place_at
from modwright.schema.keywords import MAX_BYTES, MIN_BYTES
from modwright.syntax.node import Array, Kind, Object
from modwright.syntax.tree import SyntaxTree
from modwright.syntax.yaml_nodes import plain_kind

_LENGTHS = frozenset({"minLength", "maxLength", MIN_BYTES, MAX_BYTES})


def structure_findings(document: SyntaxTree) -> Iterator[Finding]:
    """All findings of the schema. Nothing is said of a top level that is no mapping."""
    root = document.root
    if not isinstance(root, Object):
        return
    for violation in grammar.checker().violations(root, document.root_offset):
        finding = _finding(violation, document.text)
        if finding is not None:
            yield finding


def _finding(violation: Violation, text: str) -> Finding | None:
    match violation.keyword:
        case "required":
            return _missing(violation, text)
        case "additionalProperties":
            return _unknown_key(violation, text)
        case "type":
            return _wrong_type(violation, text)
        case "const":
            return _unsupported_version(violation, text)
        case "enum":
            return _bad_choice(violation)
        case "minItems" | "maxItems":
            return _bad_count(violation)
        case "uniqueItems":
            return _repeated(violation, text)
        case "minimum" | "maximum":
            return _out_of_range(violation)
        case keyword if keyword in _LENGTHS:
            return _bad_length(violation)
        case "pattern" | "format" | "not":
            return _bad_text(violation)
        case keyword:
            raise NotImplementedError(f"{grammar.SCHEMA} uses {keyword}, which has no code")


def _span(place: Place) -> tuple[int, int]:
    """The value; an empty one is marked at its key, or at its dash."""
    if place.node is None:
        return _introduction(place)
    return item_span(place.node, place.offset)


def _introduction(place: Place) -> tuple[int, int]:
    """The key that introduces the value; where there is none, the value's first character."""
    if place.entry is not None:
        return place.key_offset, place.key_offset + place.entry.key.width
    return place.offset, place.offset + 1


# ---- keys


def _missing(violation: Violation, text: str) -> Finding:
    place, key = violation.place, violation.subject
    node = place.node
    assert isinstance(node, Object)
    if node.entries:
        first = node.entries[0]
        start = place.offset + first.key_offset
        span = start, start + first.key.width
    else:
        span = _introduction(place)
    fixes: tuple[Fix, ...] = ()
    value = _placeholder(violation, node)
    if value is not None:
        order = list(grammar.properties(violation.schema))
        edit = add_entry(text, node, place.offset, key, value, order)
        fixes = (Fix(Message.of("oamut.add-key", key=key), (edit,), is_guess=True),)
    return error("oamut/missing-key", span, fixes, key=key)


def _placeholder(violation: Violation, node: Object) -> str | None:
    """What the fix writes as the value of a missing key: the schema says it."""
    part, key = violation.schema, violation.subject
    parts = [grammar.resolve(grammar.properties(part)[key])]
    if "discriminator" in part:
        # What the type of an option says of its key counts more.
        written = node.get("type")
        text = written.value.text if written and written.value else ""
        member = grammar.option_types().get(text)
        if member is not None:
            parts.insert(0, grammar.resolve(grammar.properties(member)[key]))
    found = (part.get("x-insert") for part in parts)
    return next((value for value in found if isinstance(value, str)), None)


def _unknown_key(violation: Violation, text: str) -> Finding:
    place, written = violation.place, violation.subject
    node = place.node
    assert isinstance(node, Object)
    entry = node.by_name[written]
    start = place.offset + entry.key_offset
    span = (start, start + entry.key.width)
    known = list(grammar.properties(violation.schema))
    free = [name for name in known if name not in node.by_name]
    fixes = [
        Fix(Message.of("oamut.rename-key", name=name), (TextEdit(*span, name),))
        for name in nearest(written, free)
    ]
    edit = remove_entry(text, node, place.offset, node.entries.index(entry))
    fixes.append(Fix(Message.of("oamut.remove-entry"), (edit,)))
    return error("oamut/unknown-key", span, tuple(fixes), key=written, known=known)


# ---- types


def _wrong_type(violation: Violation, text: str) -> Finding | None:
    place = violation.place
    node, schema = place.node, violation.schema
    if "const" in schema:
        return _unsupported_version(violation, text)
    if node is not None and quoting.is_trapped(cast("str | None", schema.get("x-quoted")), node):
        return None
    wanted = violation.limit
    wanted = [wanted] if isinstance(wanted, str) else cast("list[str]", wanted)
    found = "null" if node is None else node.kind.value
    return error(
        "oamut/wrong-type",
        _span(place),
        # The other clothes may not fit the rest of the schema.
        tuple(fix._replace(is_guess=True) for fix in _conversions(place, wanted)),
        wanted=Message.of(f"oamut.type.{schema.get('x-type', violation.limit)}"),
        found=Message.of(f"oamut.type.{found}"),
    )


def _conversions(place: Place, wanted: list[str]) -> tuple[Fix, ...]:
    """Fixes for a value that only stands in the wrong clothes: 2 for "2", `a` for `[a]`."""
    node = place.node
    if node is None or node.width == 0:
        return ()
    if "string" in wanted and node.kind in (Kind.NUMBER, Kind.BOOLEAN, Kind.NULL):
        return (quoting.quote_fix(node, place.offset),)
    if node.kind is Kind.STRING:
        if "array" in wanted:
            return (replace(_span(place), f"[{node.raw}]", preferred=True),)
        is_number = plain_kind(node.text) is Kind.NUMBER
        if is_number and not {"number", "integer"}.isdisjoint(wanted):
            return (replace(_span(place), node.text, preferred=True),)
    return ()


def _unsupported_version(violation: Violation, text: str) -> Finding:
    place = violation.place
    version = str(violation.schema["const"])
    if place.node is None:
        at = behind_colon(text, _introduction(place)[1])
        fix = Fix(
            Message.of("oamut.replace-by", name=version),
            (TextEdit(at, at, f" {version}"),),
            preferred=True,
        )
    else:
        fix = replace(_span(place), version, preferred=True)
    return error("oamut/unsupported-version", _span(place), (fix,), version=version)


# ---- texts and numbers


def _bad_text(violation: Violation) -> Finding:
    place = violation.place
    node, schema = place.node, violation.schema
    assert node is not None
    codes = cast("Mapping[str, str]", schema.get("x-codes", {}))
    shape = cast("str", schema["x-shape"])
    if violation.keyword == "not":
        variant = f"oamut/{codes['not']}"
    elif violation.keyword == "format":
        variant = f"oamut/bad-value.{shape}"
    else:
        variant = f"oamut/{codes.get('pattern', 'bad-identifier')}.{shape}"
    fixes = quoting.straighten(node, place.offset) or _reshaped(violation, place, shape)
    return error(variant, _span(place), fixes, written=_shown(node.text))


def _reshaped(violation: Violation, place: Place, shape: str) -> tuple[Fix, ...]:
    """Fixes that write an identifier as its shape asks for."""
    node = place.node
    assert node is not None
    if shape == "star":
        return (replace(_span(place), f"[{node.raw}]", preferred=True),)
    if violation.keyword != "pattern":
        return ()
    better = ""
    if shape in ("kebab", "mod"):
        parts = "".join(c if c.isascii() and c.isalnum() else " " for c in node.text).split()
        better = "-".join(parts).lower()
    elif shape == "lua-name":
        better = "_".join(
            "".join(c if c.isascii() and c.isalnum() else " " for c in node.text).split()
        )
        better = f"_{better}" if better[:1].isdigit() else better
    if not better or better == node.text or plain_kind(better) is not Kind.STRING:
        return ()
    new_text = quoted(better) if place.node is not None and node.raw[:1] in "'\"" else better
    return (replace(_span(place), new_text),)


def _bad_length(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    text = place.node.text
    in_bytes = violation.keyword in (MIN_BYTES, MAX_BYTES)
    length = len(text.encode("utf-8", "surrogatepass")) if in_bytes else len(text)
    limit = cast("int", violation.limit)
    variant = f"oamut/bad-length.{violation.keyword}"
    return error(variant, _span(place), length=length, limit=limit)


def _bad_count(violation: Violation) -> Finding:
    place = violation.place
    assert isinstance(place.node, Array)
    return error(
        f"oamut/bad-length.{violation.keyword}",
        _introduction(place),
        key=place.entry.name if place.entry else "",
        length=len(place.node.items),
        limit=cast("int", violation.limit),
    )


def _repeated(violation: Violation, text: str) -> Finding:
    place, parent = violation.place, violation.parent
    assert place.node is not None
    assert isinstance(parent.node, Array)
    earlier = place_at(violation.root, (*violation.path[:-1], cast("int", violation.limit)))
    assert earlier.node is not None
    start = violation.offset + earlier.offset
    first = Related(
        start, start + earlier.node.width, Message.of("oamut.first-entry", written=place.node.text)
    )
    edit = remove_item(text, parent.node, parent.offset, cast("int", violation.path[-1]))
    fix = Fix(Message.of("oamut.remove-entry"), (edit,))
    return error(
        "oamut/repeated-entry", _span(place), (fix,), (first,), written=_shown(place.node.text)
    )


def _out_of_range(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    return error(
        "oamut/bad-value.out-of-range",
        _span(place),
        (replace(_span(place), _plain(violation.limit)),),
        written=place.node.raw,
        minimum=_plain(violation.schema.get("minimum")),
        maximum=_plain(violation.schema.get("maximum")),
    )


def _plain(number: JsonValue) -> str:
    """A number of the schema as an author would write it."""
    return str(number)


def _bad_choice(violation: Violation) -> Finding:
    place = violation.place
    assert place.node is not None
    known = cast("list[str]", violation.limit)
    written = place.node.text
    fixes = quoting.straighten(place.node, place.offset) or tuple(
        replace(_span(place), name) for name in nearest(written, known)
    )
    return error("oamut/bad-choice", _span(place), fixes, written=_shown(written), known=known)


def _shown(text: str) -> str:
    """A text as it goes into a message."""
    return text if len(text) <= 60 else text[:59] + "…"
