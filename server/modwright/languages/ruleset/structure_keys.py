"""Refusals about the keys of an object: missing, unknown, misspelt, too many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import cast

from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.languages import structural
from modwright.languages.nearest import nearest
from modwright.languages.ruleset.structure_terms import FAMILY, Terms
from modwright.languages.ruleset.structure_values import CLEANED, mended, shape_of
from modwright.languages.structural import introduction, key_span, to_json
from modwright.schema.checker import Place, Schema, Violation
from modwright.schema.keywords import SAFE
from modwright.schema.plans import AT_LEAST_ONE, AT_MOST_ONE
from modwright.syntax.node import Object

# A message that lists more names is not read.
_MOST_LISTED = 12
_MOST_FIXES = 4

REFUSED = "x-refusedKeys"
"""The keyword of an effect block that lists what the others have and it has not (R73)."""


def missing(terms: Terms, violation: Violation) -> Finding:
    place, key = violation.place, violation.subject
    fixes = (*_misspelt_tags(terms, violation), *_additions(terms, violation, [key]))
    return terms.error("missing-key", introduction(place), fixes, key=key)


def _misspelt_tags(terms: Terms, violation: Violation) -> Iterator[Fix]:
    """Without its tag nobody knows which keys an object of a union may have, so it is here that a
    key is told which is the tag but for its spelling."""
    place, tag = violation.place, violation.subject
    node = place.node
    if "discriminator" not in violation.schema or not isinstance(node, Object):
        return
    members = terms.reader.members(violation.schema)
    known = {key for each in members for key in cast("Schema", each.get("properties", {}))}
    for name in node.by_name:
        if name not in known and nearest(name, [tag]):
            edit = TextEdit(*key_span(place, name), to_json(tag))
            yield Fix(Message.of(f"{FAMILY}.rename-key", name=tag), (edit,))


def _additions(terms: Terms, violation: Violation, keys: Iterable[str]) -> tuple[Fix, ...]:
    properties = cast("Mapping[str, Schema]", violation.schema.get("properties", {}))
    return tuple(
        structural.add_key(
            FAMILY, violation.place, key, terms.filler.value(properties[key])
        )._replace(is_guess=True)
        for key in islice(keys, _MOST_FIXES)
        if key in properties
    )


def unknown(terms: Terms, violation: Violation) -> Finding:
    place, key = violation.place, violation.subject
    known = structural.known_keys(violation)
    span = key_span(place, key)
    if key in cast("list[str]", violation.schema.get(REFUSED, [])):
        fixes = (structural.drop_key(place, key),)
        return terms.error("item.otherwise-abilities", span, fixes)
    other = _kind_with(terms, violation)
    if other is not None:
        tag, union, kind = other
        fixes = (structural.drop_key(place, key),)
        is_resolution = terms.reader.name_of(union) == "resolution"
        variant = "wrong-resolution.key" if is_resolution else "unknown-key.kind"
        return terms.error(variant, span, fixes, key=key, tag=tag, kind=kind)
    fixes = structural.spell_key(FAMILY, violation, known)
    node = place.node
    assert isinstance(node, Object)
    near = nearest(key, [name for name in known if name not in node.by_name])
    if near:
        return terms.error("unknown-key.nearest", span, fixes, key=key, near=near[0])
    if 0 < len(known) <= _MOST_LISTED:
        return terms.error("unknown-key.known", span, fixes, key=key, known=known)
    return terms.error("unknown-key", span, fixes, key=key)


def _kind_with(terms: Terms, violation: Violation) -> tuple[str, Schema, list[str]] | None:
    """The tag of the union whose member refuses a key that other members have, the union, and the
    tags of those members. None for a union by the key that is present: it has no tag."""
    union = terms.reader.union_of(violation.schema)
    if union is None or "discriminator" not in union:
        return None
    tag = cast("Mapping[str, str]", union["discriminator"])["propertyName"]
    kinds: list[str] = []
    for member in terms.reader.members(union):
        properties = cast("Mapping[str, Schema]", member.get("properties", {}))
        if violation.subject in properties:
            kinds.append(str(properties[tag].get("const")))
    return (tag, union, kinds) if kinds else None


def bad_name(terms: Terms, violation: Violation) -> Iterator[Finding]:
    """A key of a map that is not what the map's keys have to be: one finding a key."""
    place, key = violation.place, violation.subject
    span = key_span(place, key)
    cause = violation.causes[0][0]
    if cause.keyword == SAFE:
        yield _unsafe_name(terms, place, key, cause.subject, cause.spans)
    elif cause.keyword in ("minLength", "maxLength"):
        limit = cast("int", cause.limit)
        length = len(key.encode("utf-16-le", "surrogatepass")) // 2
        yield terms.error(f"bad-length.{cause.keyword}", span, length=length, limit=limit)
    elif cause.keyword == "enum":
        known = cast("list[str]", cause.limit)
        fixes = structural.spell_key(FAMILY, violation, known)
        yield terms.error("unknown-key.known", span, fixes, key=key, known=known)
    else:
        shape = shape_of(terms, cause.schema)
        better = mended(terms, cause.schema, key)
        fixes = ()
        if better and isinstance(place.node, Object) and better not in place.node.by_name:
            edit = TextEdit(*span, to_json(better))
            fixes = (Fix(Message.of(f"{FAMILY}.rename-key", name=better), (edit,)),)
        yield terms.error(f"bad-identifier.{shape}", span, fixes, written=key)


def _unsafe_name(
    terms: Terms, place: Place, key: str, group: str, spans: tuple[tuple[int, int], ...]
) -> Finding:
    assert isinstance(place.node, Object)
    entry = place.node.by_name[key]
    at = place.offset + entry.key_offset
    found = [entry.key.decoded.source_range(*span) for span in spans]
    edits = tuple(
        TextEdit(at + start, at + end, CLEANED[group](key[span[0] : span[1]]))
        for (start, end), span in zip(found, spans, strict=True)
    )
    fix = Fix(Message.of(f"{FAMILY}.clean.{group}"), edits, preferred=True)
    start, end = found[0]
    return terms.error(f"unsafe-text.{group}", (at + start, at + end), (fix,))


def miscounted(terms: Terms, violation: Violation) -> Finding:
    """None or several of some keys of which one is asked for."""
    place, keys = violation.place, cast("list[str]", violation.limit)
    node = place.node
    assert isinstance(node, Object)
    present = [entry.name for entry in node.by_name.values() if entry.name in keys]
    if not present:
        asked = "none.any" if violation.keyword == AT_LEAST_ONE else "none"
        fixes = _additions(terms, violation, keys)
        return terms.error(f"exclusive-keys.{asked}", introduction(place), fixes, keys=keys)
    first, *others = present
    fixes = tuple(
        structural.drop_key(place, key)._replace(
            title=Message.of(f"{FAMILY}.drop-key", key=key), is_guess=True
        )
        for key in present[:_MOST_FIXES]
    )
    related = tuple(
        Related(*key_span(place, key), Message.of(f"{FAMILY}.beside", key=key))
        for key in [first, *others[1:]]
    )
    span = key_span(place, others[0])
    asked = "several.at-most" if violation.keyword == AT_MOST_ONE else "several"
    return terms.error(f"exclusive-keys.{asked}", span, fixes, related, keys=present)
