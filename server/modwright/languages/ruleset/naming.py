"""What is wrong with the names of a ruleset, in words (specs/ruleset.md, Findings)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from modwright.findings.model import Finding, Fix, Message, Related, Tag, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.ruleset.grammar import table
from modwright.languages.ruleset.telling import tell
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder, Occurrence
from modwright.symbols.summary import Summary
from modwright.symbols.walk import Problem, Told

_MOST_RELATED = 20


def kind_title(kind: str) -> Message:
    """The name of a kind of thing, in the reader's language."""
    return Message.of(f"ruleset.kind.{kind}")


def told_of(problem: Problem) -> Told:
    """`ruleset/unresolved-reference` or `ruleset/wrong-reference` over the string, quotes
    included."""
    mention = problem.mention
    span = (mention.start - mention.quotes, mention.end + mention.quotes)
    names = problem.known
    near = nearest(mention.text, names)
    fixes = tuple(_rename(mention.start, mention.end, name) for name in near)
    key = problem.key
    kinds = [kind_title(kind) for kind in mention.role.kinds]
    if problem.found is None:
        variant = "nearest" if near else ("" if names else "none")
        return tell(
            "unresolved-reference",
            span,
            variant,
            kind=kinds,
            name=mention.text,
            near=near[0] if near else "",
            known=names,
            fixes=fixes,
            missing=key,
        )
    return tell(
        "wrong-reference",
        span,
        kind=kinds,
        name=mention.text,
        found=_trait(key.kind, problem.found),
        wanted=[_trait(key.kind, trait) for trait in mention.role.need],
        fixes=fixes,
        mentions=((key, Message.of("ruleset.declared-here", name=key.id)),),
    )


def _trait(kind: str, trait: str) -> Message:
    return Message.of(f"ruleset.trait.{kind}.{trait}")


def _rename(start: int, end: int, name: str) -> Fix:
    """What is declared under a name that is none itself is no better to be named."""
    title = Message.of("ruleset.replace-by", name=name)
    return Fix(title, (TextEdit(start, end, name),), is_guess=not name.isidentifier())


def repeated(root: Summary, finder: Finder) -> Iterator[Told]:
    """`ruleset/duplicate-id` (R7, R7a): at each later one, with the first beside it."""
    for key in sorted(root.clashes):
        for first, *others in _together(key, root, finder):
            for place in others:
                yield _repeated(place, key.kind, first)
    rivals = table().rivals
    for key in root.declared:
        other = rivals.get(key.kind)
        if other is None:
            continue
        rival = Key(other, "", key.id)
        if rival in root.declared:
            first = next((each for each in finder.of(rival) if each.role.is_definition), None)
            for place in finder.of(key):
                if place.role.is_definition and first is not None:
                    yield _repeated(place, other, first)


def _together(key: Key, root: Summary, finder: Finder) -> list[list[Occurrence]]:
    """The places that declare a name, in text order; those in two things of one id (two lists
    called `gear`) apart: that there are two is told of those."""
    places = _declaring(key, finder)
    within = table().within[key.kind]
    outer, _, inner = key.scope.rpartition("/") if isinstance(key.scope, str) else ("", "", "")
    around = Key(within, outer, inner)
    if not within or around not in root.clashes:
        return [places]
    holders = [place.holder for place in _declaring(around, finder)]
    groups: dict[int, list[Occurrence]] = {}
    for place in places:
        groups.setdefault(bisect_right(holders, place.start), []).append(place)
    return list(groups.values())


def _declaring(key: Key, finder: Finder) -> list[Occurrence]:
    places = [place for place in finder.of(key) if place.role.is_definition]
    return sorted(places, key=lambda place: place.start)


def _repeated(place: Occurrence, kind: str, first: Occurrence) -> Told:
    span = (place.start - 1, place.end + 1)
    message = Message.of("ruleset.declared-here", name=place.text)
    if table().kinds[kind].is_folded:
        # A text by itself, and no id: it may be spelled otherwise (R82).
        told = tell("duplicate-value", span, "folded", kind=kind_title(kind), name=place.text)
    else:
        told = tell("duplicate-id", span, kind=kind_title(kind), name=place.text)
    related = (Related(first.start - 1, first.end + 1, message),)
    return told._replace(finding=told.finding._replace(related=related))


def idle(root: Summary, finder: Finder) -> Iterator[Told]:
    """`ruleset/unused`: what nothing refers to, where nothing but a reference could make use of
    it."""
    kinds = table().idle
    for key in root.declared:
        if key.kind not in kinds or key.is_open or key in root.used:
            continue
        for place in finder.of(key):
            if place.role.is_definition:
                span = (place.start - 1, place.end + 1)
                tags = (Tag.UNNECESSARY,)
                yield tell("unused", span, kind=kind_title(key.kind), name=key.id, tags=tags)


def placed(told: Told, finder: Finder) -> Finding:
    """The finding with the places it mentions. Offsets are absolute."""
    related: list[Related] = []
    for key, message in told.mentions[:_MOST_RELATED]:
        for place in finder.of(key):
            if place.role.is_definition:
                related.append(Related(place.start - 1, place.end + 1, message))
                break
    if not related:
        return told.finding
    return told.finding._replace(related=(*told.finding.related, *related))
