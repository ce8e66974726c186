"""What there is to say about each thing in a manifest, as Markdown that reads as plain text, too.

Shown by hover, and by completion beside a proposal. Every word comes from the schema, from
`grammars/oamut/tags.json` or from `grammars/findings/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from modwright import grammars
from modwright.findings.messages import text as words
from modwright.grammars import JsonValue
from modwright.languages.oamut import grammar, ranges
from modwright.languages.oamut.identifiers import is_base_game
from modwright.languages.oamut.manifest import Literal, ManifestFacts, Option
from modwright.languages.oamut.schema_walk import part_at, types_of
from modwright.languages.wording import code, plain
from modwright.schema.checker import Schema
from modwright.schema.keywords import MAX_BYTES, MIN_BYTES

_JAPANESE = "ja"

_TYPE_WORDS = {
    frozenset({"string"}): "hover.type.text",
    frozenset({"integer"}): "hover.type.integer",
    frozenset({"number"}): "hover.type.number",
    frozenset({"object"}): "oamut.hover.type.object",
    frozenset({"array"}): "oamut.hover.type.array",
    frozenset({"array", "string"}): "oamut.hover.type.array-or-star",
    frozenset({"string", "number"}): "oamut.hover.type.choice",
}


def page(*blocks: str) -> str:
    """Paragraphs and lists, those that say nothing left out."""
    return "\n\n".join(block for block in blocks if block)


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def in_locale(part: Schema, key: str, locale: str) -> JsonValue:
    """The words of a part of the schema."""
    if locale == _JAPANESE:
        japanese = part.get("x-ja")
        if isinstance(japanese, dict) and key in japanese:
            return japanese[key]
    return part.get(key)


def title(part: Schema, locale: str) -> str:
    return str(in_locale(part, "title", locale) or "")


def description(part: Schema, locale: str) -> str:
    return str(in_locale(part, "description", locale) or "")


def is_confirmed(part: Schema) -> bool:
    return part.get("x-confirmed") is not False


# ---- keys


def key_page(name: str, part: Schema, locale: str, is_required: bool, *more: str) -> str:
    """A key, followed by `more` paragraphs."""
    heading = "oamut.hover.key" if is_confirmed(part) else "oamut.hover.key.unconfirmed"
    facts = _facts(part, locale)
    facts.append(_presence(part, is_required, locale))
    return page(
        words(heading, locale, title=title(part, locale), name=code(name)),
        description(part, locale),
        bullets(facts),
        _enumeration(part, locale),
        *more,
    )


def _facts(part: Schema, locale: str) -> list[str]:
    facts: list[str] = []
    if "const" in part:
        facts.append(words("hover.fact.version", locale, version=code(str(part["const"]))))
    elif "enum" in part:
        facts.append(words("hover.fact.type", locale, type=words("hover.type.choice", locale)))
    else:
        type_words = _TYPE_WORDS.get(types_of(part))
        if type_words is not None:
            facts.append(words("hover.fact.type", locale, type=words(type_words, locale)))
    facts.extend(_limits(part, locale))
    return facts


def _limits(part: Schema, locale: str) -> list[str]:
    pairs = (
        ("oamut.hover.characters", "minLength", "maxLength"),
        ("oamut.hover.bytes", MIN_BYTES, MAX_BYTES),
        ("oamut.hover.entries", "minItems", "maxItems"),
        ("oamut.hover.range", "minimum", "maximum"),
    )
    found: list[str] = []
    for key, low, high in pairs:
        if high in part:
            least, most = str(part.get(low, 0)), str(part[high])
            found.append(words(key, locale, minimum=least, maximum=most))
    return found


def _presence(part: Schema, is_required: bool, locale: str) -> str:
    if "default" in part:
        return words("hover.fact.default", locale, default=code(str(part["default"])))
    return words("hover.fact.required" if is_required else "hover.fact.optional", locale)


def _enumeration(part: Schema, locale: str) -> str:
    """The values of a closed list, or of a list of such, a line each."""
    items = part.get("items")
    if isinstance(items, dict):
        part = grammar.resolve(items)
    if "enum" not in part:
        return ""
    names = cast("list[str]", part["enum"])
    about = cast("list[str]", in_locale(part, "enumDescriptions", locale))
    return bullets(
        [
            words("oamut.hover.line", locale, name=code(name), about=meaning)
            for name, meaning in zip(names, about, strict=True)
        ]
    )


# ---- values


def enum_page(name: str, part: Schema, locale: str) -> str:
    """One value of a closed list; "" for what is none."""
    names = cast("list[str]", part.get("enum", []))
    if name not in names:
        return ""
    about = cast("list[str]", in_locale(part, "enumDescriptions", locale))[names.index(name)]
    heading = words("oamut.hover.value", locale, title=title(part, locale), name=code(name))
    return page(heading, about)


def tag_page(name: str, locale: str) -> str:
    """A tag, known or not; that the list is provisional is said by the list itself."""
    tag = grammar.tags().get(name)
    data = cast("dict[str, grammar.Words]", grammars.load("oamut/tags.json"))
    note = data["note"]["ja" if locale == _JAPANESE else "en"]
    if tag is None:
        return page(words("oamut.hover.tag.unknown", locale, name=code(name)), note)
    label = tag["label"]["ja" if locale == _JAPANESE else "en"]
    return page(
        words("oamut.hover.tag", locale, label=label, name=code(name)),
        words("oamut.hover.tag.known", locale),
        note,
    )


def mod_title(name: str, locale: str) -> str:
    """Which MOD an id of `works-with` stands for, where that is known."""
    if name == grammar.STAR:
        return words("oamut.mod.every", locale)
    return words("oamut.mod.base", locale) if is_base_game(name) else ""


def mod_page(name: str, locale: str) -> str:
    part = part_at(None, ("works-with", 0)) or {}
    known = mod_title(name, locale)
    heading = words("oamut.hover.value", locale, title=title(part, locale), name=code(name))
    return page(heading, known or description(part, locale))


def mutator_page(identifier: str, facts: ManifestFacts | None, locale: str) -> str:
    """A mutator that is named by its id. `facts` None: it is not among the packages here."""
    if facts is None:
        return words("oamut.hover.mutator.elsewhere", locale, id=code(identifier))
    lines: list[str] = []
    if facts.version is not None:
        version = code(facts.version.text)
        lines.append(words("oamut.hover.mutator.version", locale, version=version))
    if facts.layers:
        layers = [code(layer.text) for layer in facts.layers]
        lines.append(words("oamut.hover.mutator.layers", locale, layers=layers))
    if facts.options:
        options = [code(option.id.text) for option in facts.options]
        lines.append(words("oamut.hover.mutator.options", locale, options=options))
    if facts.name is None:
        heading = words("oamut.hover.mutator.unnamed", locale, id=code(identifier))
    else:
        name = plain(facts.name.text)
        heading = words("oamut.hover.mutator", locale, name=name, id=code(identifier))
    return page(heading, bullets(lines))


def range_page(written: str, locale: str) -> str:
    """A range of engine versions in words; "" for one that cannot be read."""
    said = ranges.explain(written, locale)
    if not said:
        return ""
    is_empty = ranges.read(written).is_empty
    return page(
        words("oamut.hover.range.words", locale, words=said),
        words("oamut.hover.range.empty", locale) if is_empty else "",
    )


# ---- options


def literal(value: Literal) -> str:
    """A value as a script or a manifest writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        value
        if isinstance(value, str)
        else f"{value:f}"
        if not isinstance(value, int)
        else str(value)
    )


def option_page(option: Option, locale: str) -> str:
    """An option: what it is, what it can be, and how scripts read it."""
    lines: list[str] = []
    if option.type is not None:
        lines.append(words("oamut.hover.option.type", locale, type=code(option.type)))
    labels = dict(option.labels)
    if option.values:
        values = [
            words(
                "oamut.hover.option.labelled", locale, value=code(shown), label=plain(labels[shown])
            )
            if shown in labels
            else code(shown)
            for shown in map(literal, option.values)
        ]
        lines.append(words("oamut.hover.option.values", locale, values=values))
    if option.minimum is not None and option.maximum is not None:
        least, most = literal(option.minimum), literal(option.maximum)
        lines.append(words("oamut.hover.range", locale, minimum=least, maximum=most))
    if option.step is not None:
        lines.append(words("oamut.hover.option.step", locale, step=literal(option.step)))
    if option.default is not None:
        default = code(literal(option.default))
        lines.append(words("hover.fact.default", locale, default=default))
    read = code(f"ctx.options.{option.id.text}")
    return page(
        words("oamut.hover.option", locale, id=code(option.id.text)),
        bullets(lines),
        words("oamut.hover.option.read", locale, read=read),
    )
