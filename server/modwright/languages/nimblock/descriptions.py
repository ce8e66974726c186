"""Hover: what stands at a place. And the same words by name, for completion."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from modwright.findings.messages import text
from modwright.languages.nearest import nearest
from modwright.languages.nimblock import pages
from modwright.languages.nimblock.catalogue import (
    KINDS,
    Choice,
    Entry,
    Key,
    Kind,
    NameList,
    ObjectShape,
    Param,
    Trigger,
    catalogue,
)
from modwright.languages.nimblock.colour_table import by_code
from modwright.languages.nimblock.context import Context, context_at, kind_of, piece_at
from modwright.languages.nimblock.template import Piece, PieceKind
from modwright.languages.results import Description
from modwright.languages.wording import code
from modwright.syntax.node import Container
from modwright.syntax.tree import SyntaxTree

_SNIPPETS = ("spec", "rule")
_NAME_LISTS: Mapping[str, NameList] = {"items": "items", "sounds": "sounds", "effects": "effects"}


def describe(document: SyntaxTree, offset: int, locale: str) -> Description | None:
    """What stands at `offset`: a key, a parameter, an id, a value, a piece of a template."""
    context = context_at(document, offset)
    if context is None or isinstance(context.leaf.node, Container):
        return None
    if context.is_template:
        found = piece_at(context.value, offset)
        if found is not None:
            piece, span = found
            markdown = _piece(context, piece, locale)
            if markdown:
                return Description(*span, markdown)
    markdown = _leaf(context, locale)
    return Description(context.leaf.offset, context.leaf.end, markdown) if markdown else None


def _piece(context: Context, piece: Piece, locale: str) -> str:
    if piece.kind is PieceKind.VARIABLE:
        trigger = context.rule.trigger_entry if context.rule else None
        variable = trigger.variable(piece.name) if trigger else None
        if trigger is not None and variable is not None:
            return pages.variable_page(trigger, variable, locale)
        return pages.unknown_variable_page(trigger, piece.name, locale)
    if piece.kind is PieceKind.COLOUR:
        return pages.colour_page(by_code()[piece.name], locale)
    if piece.kind is PieceKind.ESCAPE:
        return pages.escape_page(piece.name, locale)
    return ""


def _leaf(context: Context, locale: str) -> str:
    if context.is_param:
        return _argument(context, locale)
    key = context.key
    if key is None:
        return _unknown_key(context, locale) if context.leaf.is_key else ""
    if context.leaf.is_key:
        return pages.key_page(key, locale, _holds(context, key, locale))
    written = context.value.string
    if key.type == "entry-id" and written:
        kind = kind_of(context.shape.name)
        return _id(kind, written, locale) if kind else ""
    choice = key.choice(written) if written is not None else None
    if choice is not None:
        return pages.choice_page(key, choice, locale)
    return pages.key_page(key, locale, _holds(context, key, locale))


def _holds(context: Context, key: Key, locale: str) -> str:
    """What may stand in a key whose values depend on the entry around it."""
    kind = kind_of(context.shape.name)
    if key.type == "entry-id" and kind is not None:
        return pages.ids_list(kind, locale)
    entry = context.entry.entry if context.entry else None
    if key.type == "params" and entry is not None:
        return pages.params_list(entry, locale) or text("hover.params.none", locale)
    return ""


def _unknown_key(context: Context, locale: str) -> str:
    assert context.leaf.entry is not None
    known = [key.name for key in context.shape.keys]
    return _unknown_name(context.leaf.entry.name, "hover.unknown-key", known, locale)


def _unknown_name(written: str, key: str, known: list[str], locale: str) -> str:
    near = nearest(written, known)
    return pages.page(
        text(key, locale, name=code(written), known=[code(name) for name in known]),
        text("hover.near", locale, near=[code(name) for name in near]) if near else "",
    )


def _argument(context: Context, locale: str) -> str:
    entry = context.entry.entry if context.entry else None
    param = context.param
    if entry is None:
        return ""
    if param is None:
        if not context.leaf.is_key:
            return ""
        assert context.leaf.entry is not None
        written = context.leaf.entry.name
        if not entry.params:
            return text("hover.params.none", locale)
        return _unknown_name(written, "hover.unknown-param", [p.name for p in entry.params], locale)
    if context.leaf.is_key:
        return pages.param_page(entry, param, locale)
    written = context.value.string
    choice = param.choice(written) if written is not None else None
    if choice is not None:
        return pages.choice_page(param, choice, locale)
    if param.names is not None and written:
        name = pages.name_page(param.names, written, locale)
        return pages.page(name, pages.param_page(entry, param, locale))
    return pages.param_page(entry, param, locale, _provided(context, locale))


def _provided(context: Context, locale: str) -> str:
    """The variables that a template may use."""
    trigger = context.rule.trigger_entry if context.rule else None
    if trigger is None or not context.is_template:
        return ""
    return pages.provides_list(trigger, locale, "hover.variables-here") if trigger.provides else ""


def _id(kind: Kind, written: str, locale: str) -> str:
    entry = catalogue().entry(kind, written)
    if entry is not None:
        return pages.entry_page(entry, locale)
    other = catalogue().kind_of(written)
    if other is not None:
        words = text(
            f"nimblock/unknown-{kind}.other-kind",
            locale,
            id=written,
            other=text(f"kind.{other}", locale),
        )
        return pages.page(words, pages.entry_page(catalogue().by_id[written], locale))
    title = text(f"hover.unknown.{kind}", locale, id=code(written))
    near = nearest(written, [known.id for known in catalogue().entries(kind)])
    if not near:
        return title
    return pages.page(
        title,
        text("hover.near", locale, near=[code(name) for name in near]),
        pages.entry_page(catalogue().by_id[near[0]], locale),
    )


def document_of(data: str, locale: str) -> str:
    """The page of a completion item by its `data`; "" for what there is not.

    `trigger:<id>`, `condition:<id>`, `action:<id>`, `param:<kind>:<id>:<param>`,
    `key:<object>:<key>`, `choice:<kind>:<id>:<param>:<value>`, `choice:key:<object>:<key>:<value>`,
    `variable:<trigger id>:<name>`, `colour:<code>`, `name:<items|sounds|effects>:<name>`,
    `snippet:spec`, `snippet:rule`.
    """
    what, _, rest = data.partition(":")
    make = _DOCUMENTS.get(what)
    return make(rest, locale) if make else ""


def _entry(kind: str, entry_id: str) -> Entry | None:
    found = catalogue().by_id.get(entry_id)
    return found if found is not None and found.kind == kind else None


def _param(kind: str, entry_id: str, name: str) -> tuple[Entry, Param] | None:
    entry = _entry(kind, entry_id)
    param = entry.param(name) if entry else None
    return (entry, param) if entry and param else None


def _key(shape_name: str, name: str) -> Key | None:
    shape: ObjectShape | None = next(
        (shape for shape in catalogue().objects.values() if shape.name == shape_name), None
    )
    return shape.key(name) if shape else None


def _entry_document(kind: str) -> Callable[[str, str], str]:
    def document(entry_id: str, locale: str) -> str:
        entry = _entry(kind, entry_id)
        return pages.entry_page(entry, locale) if entry else ""

    return document


def _param_document(rest: str, locale: str) -> str:
    found = _param(*_split(rest, 3))
    return pages.param_page(*found, locale) if found else ""


def _key_document(rest: str, locale: str) -> str:
    key = _key(*_split(rest, 2))
    return pages.key_page(key, locale) if key else ""


def _choice_document(rest: str, locale: str) -> str:
    kind, owner_name, name, value = _split(rest, 4)
    owner: Key | Param | None
    if kind == "key":
        owner = _key(owner_name, name)
    else:
        found = _param(kind, owner_name, name)
        owner = found[1] if found else None
    choice: Choice | None = owner.choice(value) if owner else None
    return pages.choice_page(owner, choice, locale) if owner and choice else ""


def _variable_document(rest: str, locale: str) -> str:
    trigger_id, name = _split(rest, 2)
    trigger = catalogue().trigger(trigger_id)
    variable = trigger.variable(name) if isinstance(trigger, Trigger) else None
    return pages.variable_page(trigger, variable, locale) if trigger and variable else ""


def _colour_document(code_letter: str, locale: str) -> str:
    colour = by_code().get(code_letter.removeprefix("&"))
    return pages.colour_page(colour, locale) if colour else ""


def _name_document(rest: str, locale: str) -> str:
    kind, name = _split(rest, 2)
    known = _NAME_LISTS.get(kind)
    return pages.name_page(known, name, locale) if known and name else ""


def _snippet_document(name: str, locale: str) -> str:
    return text(f"hover.snippet.{name}", locale) if name in _SNIPPETS else ""


def _split(rest: str, parts: int) -> tuple[str, ...]:
    """Exactly so many parts; the last one may hold colons."""
    found = rest.split(":", parts - 1)
    return (*found, *[""] * (parts - len(found)))


_DOCUMENTS: Mapping[str, Callable[[str, str], str]] = {
    **{kind: _entry_document(kind) for kind in KINDS},
    "param": _param_document,
    "key": _key_document,
    "choice": _choice_document,
    "variable": _variable_document,
    "colour": _colour_document,
    "name": _name_document,
    "snippet": _snippet_document,
}
