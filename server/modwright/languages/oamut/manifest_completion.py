"""Completion in a manifest (specs/oamut.md, Completion, hover, navigation)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from modwright.findings.messages import text as words
from modwright.languages.around import Proposal
from modwright.languages.oamut import grammar, manifest_pages
from modwright.languages.oamut.identifiers import is_mutator_id
from modwright.languages.oamut.library import members, others
from modwright.languages.oamut.manifest import ManifestFacts, facts_of, string_of
from modwright.languages.oamut.manifest_pages import in_locale
from modwright.languages.oamut.schema_walk import (
    TYPE_KEY,
    item_of,
    keys_of,
    option_keys,
    part_at,
    required_of,
    types_of,
)
from modwright.languages.oamut.snippets import Stops, escaped, expanded, has_stops, with_breaks
from modwright.languages.oamut.spelling import spelled, spelled_key
from modwright.languages.oamut.spots import Spot, items_in, names_in, spot_at
from modwright.languages.package import Package
from modwright.languages.results import CompletionKind
from modwright.schema.checker import Schema
from modwright.syntax.node import Kind, Node, Object
from modwright.syntax.tree import SyntaxTree

_STARTER = ("name", "works-with", "layers")
"""What a new manifest has besides the required keys."""

_BOOLEANS = ("false", "true")


class _Asked(NamedTuple):
    """What the proposals are made for."""

    document: SyntaxTree
    spot: Spot
    locale: str
    package: Package | None

    @property
    def facts(self) -> ManifestFacts:
        return facts_of(self.document)


class _Choice(NamedTuple):
    """A value to propose. `raw`: how it is written, for what is no text."""

    text: str
    kind: CompletionKind = CompletionKind.VALUE
    detail: str = ""
    documentation: str = ""
    raw: str = ""


def complete(
    document: SyntaxTree, offset: int, locale: str, package: Package | None
) -> list[Proposal]:
    """What may be written at `offset`, the most likely first."""
    spot = spot_at(document, offset)
    if spot is None:
        return []
    asked = _Asked(document, spot, locale, package)
    found = _keys(asked) if spot.is_key else _values(asked)
    return [replace(proposal, sort=index) for index, proposal in enumerate(found)]


# ---- keys


def _keys(asked: _Asked) -> Iterator[Proposal]:
    spot, locale = asked.spot, asked.locale
    mapping = spot.container if isinstance(spot.container, Object) else None
    present = names_in(spot)
    if not present and not spot.has_value and not spot.is_flow and not spot.quote:
        if not spot.path:
            yield _new_manifest(asked)
        elif "discriminator" in spot.part:
            yield from _new_options(asked)
    required = required_of(spot.part, mapping)
    known = {name: part for name, part in _known_keys(asked).items() if name not in present}
    for name in sorted(known, key=lambda name: name not in required):
        part = known[name]
        written = escaped(spelled_key(name, spot.quote))
        stops = Stops()
        opens = False
        if not spot.has_value:
            value, opens = _value_of_key(asked, name, part, stops)
            written = f"{written}:{value}"
        title = manifest_pages.title(part, locale)
        is_required = name in required
        detail = words("oamut.detail.required", locale, title=title) if is_required else title
        page = manifest_pages.key_page(name, part, locale, is_required)
        kind = CompletionKind.KEY
        yield _proposal(asked, name, kind, written, detail, page, retrigger=opens)


def _known_keys(asked: _Asked) -> Mapping[str, Schema]:
    spot = asked.spot
    mapping = spot.container if isinstance(spot.container, Object) else None
    found = keys_of(spot.part, mapping)
    if found or not isinstance(spot.part.get("additionalProperties"), Mapping):
        return found
    # The labels of a choice: a key for each of its values.
    label = grammar.resolve(cast("Schema", spot.part["additionalProperties"]))
    return {node.text: label for node in _values_of_choice(_option_of(spot))}


def _value_of_key(asked: _Asked, name: str, part: Schema, stops: Stops) -> tuple[str, bool]:
    """What is written behind the colon of a new key, and whether there is more to propose."""
    spot = asked.spot
    types = types_of(part)
    if "object" in types:
        inner = keys_of(part, None)
        names = [key for key in inner if key in required_of(part, None)]
        lines = [f"{key}:{_value_of_key(asked, key, inner[key], stops)[0]}" for key in names]
        body = lines or [stops.stop()]
        if spot.is_flow:
            return f" {{{', '.join(body)}}}", not lines
        below = "\n" + " " * spot.unit
        return below + below.join(body), not lines
    if "array" in types and "string" not in types:
        if "properties" in (item_of(part) or {}) and not spot.is_flow:
            return "\n" + " " * spot.unit + "- " + stops.stop(), True
        insert = part.get("x-insert")
        if isinstance(insert, str):
            return " " + _list_of_stops(insert, stops), False
        return f" [{stops.stop()}]", True
    return _scalar_of_key(asked, name, part, stops)


def _list_of_stops(insert: str, stops: Stops) -> str:
    """A list of placeholders, written as `[first, second]` in the schema."""
    return f"[{', '.join(stops.stop(each) for each in insert[1:-1].split(', '))}]"


def _scalar_of_key(asked: _Asked, name: str, part: Schema, stops: Stops) -> tuple[str, bool]:
    if "const" in part:
        return f" {escaped(str(part['const']))}", False
    if name == "default":
        raws = [choice.raw for choice in _defaults(asked)]
        if len(raws) > 1:
            return f" {stops.choice(raws)}", False
    insert = part.get("x-insert")
    if not isinstance(insert, str) and "x-quoted" in part:
        insert = '"' + str(cast("list[str]", part.get("examples", [""]))[0]) + '"'
    if name == "id" and len(asked.spot.path) == 0:
        insert = _own_id(asked.package) or insert
    if isinstance(insert, str):
        choices = part.get("enum")
        if isinstance(choices, list):
            return f" {stops.choice([str(choice) for choice in choices])}", False
        if insert.startswith('"'):
            return f' "{stops.stop(insert[1:-1])}"', False
        return f" {stops.stop(insert)}", False
    if _is_free_text(part):
        return f' "{stops.stop()}"', False
    return f" {stops.stop()}", True


def _is_free_text(part: Schema) -> bool:
    """Whether this is a text for people, which may well hold a `: ` or a `#`."""
    return types_of(part) == frozenset({"string"}) and part.get("x-shape") in (None, "line")


def _new_manifest(asked: _Asked) -> Proposal:
    stops = Stops()
    known = keys_of(grammar.schema(), None)
    required = required_of(grammar.schema(), None)
    lines: list[str] = []
    for name, part in known.items():
        if name in required:
            lines.append(f"{name}:{_value_of_key(asked, name, part, stops)[0]}")
        elif name in _STARTER:
            lines.append(f"{name}: {_starter(asked, name, part, stops)}")
    label = words("oamut.snippet.manifest", asked.locale)
    return _snippet(
        asked, label, next(iter(known)), lines, words("oamut.snippet.manifest.about", asked.locale)
    )


def _starter(asked: _Asked, name: str, part: Schema, stops: Stops) -> str:
    if "array" not in types_of(part):
        return f'"{stops.stop(words("oamut.snippet.name", asked.locale))}"'
    return spelled(grammar.STAR) if "string" in types_of(part) else f"[{stops.stop()}]"


def _new_options(asked: _Asked) -> Iterator[Proposal]:
    """A whole option of each type."""
    taken = {option.id.text for option in asked.facts.options}
    for name, about in _enumerated(keys_of(asked.spot.part, None)[TYPE_KEY], asked.locale):
        stops = Stops()
        lines: list[str] = []
        for key, part in option_keys(asked.spot.part, name).items():
            insert = part.get("x-insert")
            if "const" in part:
                lines.append(f"{key}: {name}")
            elif isinstance(insert, str):
                lines.append(f"{key}: {_placeholder(key, insert, taken, stops)}")
        label = words("oamut.snippet.option", asked.locale, type=name)
        yield _snippet(asked, label, name, lines, about)


def _placeholder(key: str, insert: str, taken: set[str], stops: Stops) -> str:
    if insert.startswith("["):
        return _list_of_stops(insert, stops)
    if insert in _BOOLEANS:
        return stops.choice(_BOOLEANS)
    if key == "id":
        number = 2
        free = insert
        while free in taken:
            free, number = f"{insert}_{number}", number + 1
        return stops.stop(free)
    return stops.stop(insert)


def _snippet(
    asked: _Asked, label: str, filter_text: str, lines: Sequence[str], about: str
) -> Proposal:
    body = "\n".join(lines)
    documentation = f"{about}\n\n```yaml\n{expanded(body)}\n```"
    kind = CompletionKind.SNIPPET
    return _proposal(asked, label, kind, body, "", documentation, filter_text=filter_text)


# ---- values


def _values(asked: _Asked) -> Iterator[Proposal]:
    spot = asked.spot
    written = {node.text for node in items_in(spot)}
    for choice in _choices(asked):
        if choice.text not in written:
            yield _value(asked, choice)


def _value(asked: _Asked, choice: _Choice) -> Proposal:
    spot = asked.spot
    raw = choice.raw or spelled(choice.text, spot.quote)
    if spot.is_whole_value and choice.text == grammar.STAR and spot.closing:
        # The star stands for the whole list.
        opening = spot.opening.removesuffix("[")
        asked = asked._replace(spot=replace(spot, opening=opening, closing=""))
    stops = Stops()
    body = escaped(raw)
    if asked.spot.closing and spot.is_whole_value:
        body += stops.stop()  # to go on inside the list
    label = raw if choice.text == grammar.STAR else choice.text
    return _proposal(
        asked,
        label,
        choice.kind,
        body,
        choice.detail,
        choice.documentation,
        filter_text=choice.text,
    )


def _choices(asked: _Asked) -> Iterator[_Choice]:
    spot = asked.spot
    path = tuple("*" if isinstance(step, int) else step for step in spot.path)
    source = _SOURCES.get(path)
    if source is not None:
        yield from source(asked)
        return
    part = spot.part
    if "enum" in part:
        for name, about in _enumerated(part, asked.locale):
            yield _Choice(name, CompletionKind.ENUM_MEMBER, about, "", "" if spot.quote else name)
    elif "const" in part:
        raw = str(part["const"])
        yield _Choice(raw, raw=raw)
    elif "x-quoted" in part:
        examples = cast("list[str]", part.get("examples", []))
        insert = part.get("x-insert")
        texts = examples or ([insert.strip('"')] if isinstance(insert, str) else [])
        for text in texts:
            yield _Choice(text, raw=spelled(text, spot.quote or '"'))


def _enumerated(part: Schema, locale: str) -> Iterator[tuple[str, str]]:
    """The values of a closed list, each with what it means."""
    names = cast("list[str]", part["enum"])
    about = cast("list[str]", in_locale(part, "enumDescriptions", locale) or [""] * len(names))
    yield from zip(names, about, strict=True)


def _tags(asked: _Asked) -> Iterator[_Choice]:
    for name, tag in grammar.tags().items():
        label = tag["label"]["ja" if asked.locale == "ja" else "en"]
        page = manifest_pages.tag_page(name, asked.locale)
        yield _Choice(name, CompletionKind.ENUM_MEMBER, label, page)


def _layers(asked: _Asked) -> Iterator[_Choice]:
    for name, about in _enumerated(asked.spot.part, asked.locale):
        page = manifest_pages.enum_page(name, asked.spot.part, asked.locale)
        yield _Choice(name, CompletionKind.ENUM_MEMBER, about, page)


def _files(ending: str, is_beside: bool) -> Callable[[_Asked], Iterator[_Choice]]:
    def choices(asked: _Asked) -> Iterator[_Choice]:
        for file in asked.package.files() if asked.package else ():
            if file.path.lower().endswith(ending) and not (is_beside and "/" in file.path):
                yield _Choice(file.path, CompletionKind.NAME)

    return choices


def _mods(asked: _Asked) -> Iterator[_Choice]:
    """Every MOD, the base game, and what the other packages of the workspace fit."""
    part = part_at(asked.spot.root, asked.spot.path) or {}
    found = dict.fromkeys(cast("list[str]", part.get("examples", [])))
    for member in members(asked.package):
        found.update(dict.fromkeys(named.text for named in member.facts.works_with))
    for name in found:
        page = manifest_pages.mod_page(name, asked.locale)
        yield _Choice(name, CompletionKind.NAME, manifest_pages.mod_title(name, asked.locale), page)


def _mutators(asked: _Asked) -> Iterator[_Choice]:
    facts = asked.facts
    taken = {named.text for named in (*facts.requires_mutators, *facts.conflicts)}
    if facts.id is not None:
        taken.add(facts.id.text)
    token = asked.document.text[asked.spot.start : asked.spot.end].strip("'\"")
    for member in others(asked.package):
        identifier = member.facts.id
        if identifier is None or (identifier.text in taken and identifier.text != token):
            continue
        name = member.facts.name.text if member.facts.name else ""
        page = manifest_pages.mutator_page(identifier.text, member.facts, asked.locale)
        yield _Choice(identifier.text, CompletionKind.NAME, name, page)


def _ids(asked: _Asked) -> Iterator[_Choice]:
    own = _own_id(asked.package)
    if own:
        yield _Choice(own, CompletionKind.NAME, words("oamut.detail.folder", asked.locale))


def _own_id(package: Package | None) -> str:
    """The name of the folder, where it would do as the id; "" otherwise."""
    if package is None:
        return ""
    return package.folder if is_mutator_id(package.folder) else ""


def _option_of(spot: Spot) -> Node | None:
    """The option around a place in one."""
    node: Node | None = spot.root
    for step in spot.path[:2]:
        if isinstance(node, Object) and isinstance(step, str):
            entry = node.get(step)
            node = entry.value if entry else None
        elif node is not None and isinstance(step, int):
            parts = [item for _, item in node.parts]
            node = parts[step] if step < len(parts) else None
    return node


def _values_of_choice(option: Node | None) -> list[Node]:
    entry = option.get("values") if isinstance(option, Object) else None
    if entry is None or entry.value is None:
        return []
    return [item for _, item in entry.value.parts if item.kind in (Kind.STRING, Kind.NUMBER)]


def _defaults(asked: _Asked) -> Iterator[_Choice]:
    option = _option_of(asked.spot)
    entry = option.get(TYPE_KEY) if isinstance(option, Object) else None
    type_ = string_of(entry.value) if entry else None
    if type_ == "toggle":
        for raw in _BOOLEANS:
            yield _Choice(raw, CompletionKind.VALUE, raw=raw)
    elif type_ == "choice":
        for node in _values_of_choice(option):
            is_text = node.kind is Kind.STRING
            yield _Choice(node.text, raw=spelled(node.text) if is_text else node.raw)
    elif type_ == "number":
        assert isinstance(option, Object)
        for name in ("min", "max"):
            limit = option.get(name)
            if limit is not None and limit.value is not None and limit.value.kind is Kind.NUMBER:
                yield _Choice(limit.value.raw, detail=name, raw=limit.value.raw)


_SOURCES: Mapping[tuple[str, ...], Callable[[_Asked], Iterator[_Choice]]] = {
    ("id",): _ids,
    ("tags", "*"): _tags,
    ("layers", "*"): _layers,
    ("entry",): _files(".lua", is_beside=True),
    ("icon",): _files(".png", is_beside=False),
    ("works-with", "*"): _mods,
    ("requires", "mutators", "*"): _mutators,
    ("conflicts", "*"): _mutators,
    ("options", "*", "default"): _defaults,
}


# ---- what is sent


def _proposal(
    asked: _Asked,
    label: str,
    kind: CompletionKind,
    body: str,
    detail: str,
    documentation: str,
    *,
    retrigger: bool = False,
    filter_text: str = "",
) -> Proposal:
    """`body`: a snippet whose lines begin at the column of the spot."""
    spot, text = asked.spot, asked.document.text
    inner = body.replace("\n", "\n" + " " * spot.column)
    whole = f"{spot.opening}{inner}{spot.closing}"
    plain = with_breaks(expanded(whole), text)
    is_snippet = has_stops(whole)
    # Editors indent the lines of a snippet like the line it goes into.
    relative = whole.replace("\n" + " " * spot.leading, "\n")
    matched = filter_text or label
    return Proposal(
        label=label,
        kind=kind,
        start=spot.start,
        end=spot.end,
        new_text=with_breaks(relative, text) if is_snippet else plain,
        plain_text=plain,
        filter_text=f"{spot.quote}{matched}{spot.quote}",
        is_snippet=is_snippet,
        detail=detail,
        documentation=documentation,
        retrigger=retrigger,
    )
