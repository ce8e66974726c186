"""What there is to say about each thing of a ruleset, as Markdown that reads as plain text, too.

Shown by hover, and by completion beside a proposal. The words come from the schema and from
`grammars/findings/ruleset-ui.json`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from modwright.findings.messages import text as words
from modwright.findings.model import Message
from modwright.grammars import JsonValue
from modwright.languages.nearest import nearest
from modwright.languages.ruleset import asset
from modwright.languages.ruleset.grammar import ROOT, Schema, is_choice, schema, table
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.parts import (
    Part,
    definition,
    merged,
    words_of,
)
from modwright.languages.ruleset.spelling import spelling_name
from modwright.languages.wording import code
from modwright.symbols.table import Role

_MOST_ALTERNATIVES = 4
_BY_VALUE = "x-apiByValue"


def page(*blocks: str) -> str:
    """Paragraphs and lists, those that say nothing left out."""
    return "\n\n".join(block for block in blocks if block)


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def in_locale(part: Schema, key: str, locale: str) -> JsonValue:
    """The words of a part of the schema."""
    japanese = words_of(part).get(key) if locale == "ja" else None
    return part.get(key) if japanese is None else japanese


def title(part: Schema, locale: str) -> str:
    return str(in_locale(part, "title", locale) or "")


def description(part: Schema, locale: str) -> str:
    return str(in_locale(part, "description", locale) or "")


# ---- keys


def key_page(name: str, part: Part, locale: str, is_required: bool, *more: str) -> str:
    """A key, followed by `more` paragraphs."""
    about = part.schema
    return page(
        words("hover.title.key", locale, label=title(about, locale), name=code(name)),
        description(about, locale),
        bullets(list(_facts(part, locale, is_required))),
        _enumeration(part, locale),
        *more,
    )


def _facts(part: Part, locale: str, is_required: bool) -> Iterator[str]:
    about = part.schema
    kind = type_words(part, locale)
    if kind:
        yield words("hover.fact.type", locale, type=kind)
    if about.get("x-safe") == "prompt":
        yield words("ruleset.hover.prompt-safe", locale)
    elif about.get("x-safe") == "line":
        yield words("ruleset.hover.one-line", locale)
    if "default" in about:
        yield words("hover.fact.default", locale, default=code(to_json(about["default"])))
    else:
        presence = "hover.fact.required" if is_required else "hover.fact.optional"
        yield words(presence, locale)
    least = about.get("x-api")
    if isinstance(least, str):
        yield words("ruleset.hover.api", locale, api=least)


def to_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def type_words(part: Part, locale: str) -> str:
    """What may stand there, in plain words with its limits."""
    about = part.schema
    if "anyOf" in about:
        return _alternatives(part, locale)
    kinds = [kind for role in part.roles if not role.is_definition for kind in role.kinds]
    if kinds and part.type in ("string", ""):
        named = [kind_title(kind) for kind in dict.fromkeys(kinds)]
        variant = "value-of" if all(map(is_choice, kinds)) else "id-of"
        return words(f"ruleset.type.{variant}", locale, kind=_or(named, locale))
    if "enum" in about:
        return words("hover.type.choice", locale)
    if "const" in about:
        return words("ruleset.type.const", locale, value=code(to_json(about["const"])))
    match part.type:
        case "string":
            return _string(about, locale)
        case "integer" | "number":
            return _number(about, locale)
        case "boolean":
            return words("ruleset.type.boolean", locale)
        case "array":
            return _array(part, locale)
        case "object":
            return _object(part, locale)
        case _:
            return ""


def _or(names: Sequence[Message | str], locale: str) -> str:
    from modwright.findings.messages import render

    shown = [name if isinstance(name, str) else render(name, locale) for name in names]
    return words("ruleset.or", locale).join(shown)


def _alternatives(part: Part, locale: str) -> str:
    written = cast("list[Schema]", part.schema["anyOf"])
    known = part.shape.alternatives if part.shape is not None else ()
    shown: list[str] = []
    for index, each in enumerate(written):
        shape = known[index] if index < len(known) else None
        inner = merged(each)
        phrase = code(to_json(inner["const"])) if "const" in inner else ""
        phrase = phrase or type_words(Part(inner, shape, part.roles), locale)
        if phrase and phrase not in shown:
            shown.append(phrase)
    return _or(shown[:_MOST_ALTERNATIVES], locale)


def _string(about: Schema, locale: str) -> str:
    most = about.get("maxLength")
    if "pattern" in about:
        name = spelling_name(about)
        if name in ("id", "slug"):
            return words(f"ruleset.type.{name}", locale, most=cast("int", most or 0))
        if merged(definition("amountDice")).get("pattern") == about["pattern"]:
            return words("ruleset.type.dice", locale)
    least = about.get("minLength")
    if isinstance(most, int):
        return words("ruleset.type.text.most", locale, most=most)
    return words("ruleset.type.text.any" if least else "ruleset.type.text", locale)


def _number(about: Schema, locale: str) -> str:
    kind = "integer" if about.get("type") == "integer" else "number"
    bounds = {key: about.get(key) for key in ("minimum", "maximum", "exclusiveMinimum")}
    low, high, above = bounds["minimum"], bounds["maximum"], bounds["exclusiveMinimum"]
    shown = {"low": _shown(low), "high": _shown(high), "above": _shown(above)}
    variant = ""
    if above is not None:
        variant = ".above-to" if high is not None else ".above"
    elif low is not None:
        variant = ".range" if high is not None else ".from"
    elif high is not None:
        variant = ".to"
    return words(f"ruleset.type.{kind}{variant}", locale, **shown)


def _shown(bound: JsonValue) -> str:
    return str(bound).replace("-", "−") if isinstance(bound, int | float) else ""


def _array(part: Part, locale: str) -> str:
    about = part.schema
    item = part.item()
    inner = type_words(item, locale) if item is not None else ""
    low, high = about.get("minItems"), about.get("maxItems")
    variant = ""
    if isinstance(high, int):
        variant = ".exactly" if low == high else (".range" if low else ".most")
    elif low:
        variant = ".from"
    kind = words(
        f"ruleset.type.list{variant}", locale, low=_shown(low or 0), high=_shown(high or 0)
    )
    return words("ruleset.type.list-of", locale, list=kind, item=inner) if inner else kind


def _object(part: Part, locale: str) -> str:
    if part.is_map and not part.properties:
        inner = part.key("")
        value = type_words(inner, locale) if inner is not None else ""
        kinds = [kind for role in part.key_roles for kind in role.kinds]
        if kinds and value:
            named = _or([kind_title(kind) for kind in dict.fromkeys(kinds)], locale)
            return words("ruleset.type.map-of", locale, kind=named, value=value)
        return words("ruleset.type.map", locale)
    if part.name:
        named = title(merged(_shape_schema(part.name)), locale)
        if named:
            return words("ruleset.type.object-of", locale, title=named)
    return words("ruleset.type.object", locale)


def _shape_schema(name: str) -> Schema:
    if name == asset.ROOT:
        return asset.schema()
    return schema() if name == ROOT else definition(name)


def _enumeration(part: Part, locale: str) -> str:
    """The words of a closed list, or of a list of such, a line each with what they mean."""
    about = _word_schema(part).schema
    if "enum" not in about:
        return ""
    choices = [each for each in cast("list[JsonValue]", about["enum"]) if isinstance(each, str)]
    meanings = cast("list[str]", in_locale(about, "enumDescriptions", locale) or [])
    if len(meanings) != len(choices):
        return bullets([code(each) for each in choices])
    lines = [
        words("ruleset.hover.word", locale, word=code(word), meaning=meaning)
        for word, meaning in zip(choices, meanings, strict=True)
    ]
    return page(words("hover.choices", locale), bullets(lines))


def _word_schema(part: Part) -> Part:
    """Where the words of a part stand: in itself, in its items, in one of its alternatives."""
    if part.type == "array":
        item = part.item()
        return _word_schema(item) if item is not None else part
    for each in cast("list[Schema]", part.schema.get("anyOf", [])):
        inner = Part(merged(each))
        if "enum" in inner.schema:
            return inner
        if inner.type == "array":
            return _word_schema(inner)
    return part


def word_page(word: str, part: Part, locale: str) -> str:
    """One word of a closed list; "" for what is none."""
    about = _word_schema(part).schema
    choices = list(cast("list[JsonValue]", about.get("enum", [])))
    meanings = cast("list[str]", in_locale(about, "enumDescriptions", locale) or [])
    if word not in choices:
        return ""
    owner = title(part.schema, locale) or title(about, locale)
    meaning = meanings[choices.index(word)] if len(meanings) == len(choices) else ""
    least = cast("Mapping[str, str]", about.get(_BY_VALUE, {})).get(word)
    return page(
        words("ruleset.hover.word-title", locale, word=code(word), title=owner),
        meaning,
        bullets([words("ruleset.hover.api", locale, api=least)]) if least else "",
    )


def word_meaning(word: str, part: Part, locale: str) -> str:
    """What a word of a closed list means, in a sentence; "" where that is not said."""
    about = _word_schema(part).schema
    choices = list(cast("list[JsonValue]", about.get("enum", [])))
    meanings = cast("list[str]", in_locale(about, "enumDescriptions", locale) or [])
    if word in choices and len(choices) == len(meanings):
        return meanings[choices.index(word)]
    return ""


def unknown_key_page(name: str, known: Sequence[str], locale: str) -> str:
    near = nearest(name, known)
    return page(
        words("ruleset.hover.unknown-key", locale, name=code(name)),
        words("hover.near", locale, near=[code(each) for each in near]) if near else "",
    )


# ---- by name, for completion


@functools.cache
def _unions() -> Mapping[str, tuple[str, ...]]:
    """The unions that each shape is a member of."""
    found: dict[str, tuple[str, ...]] = {}
    for name, each in cast("Mapping[str, Schema]", schema()["$defs"]).items():
        for member in cast("list[Mapping[str, str]]", each.get("oneOf", [])):
            inner = member["$ref"].removeprefix("#/$defs/")
            found[inner] = (*found.get(inner, ()), name)
    return found


def part_of(shape: str, key: str) -> tuple[Part, bool] | None:
    """What stands in a key of a shape, and whether it is required; None for what there is not."""
    try:
        about = merged(_shape_schema(shape))
    except KeyError:
        return None
    properties = cast("Mapping[str, Schema]", about.get("properties", {}))
    if key not in properties:
        return None
    roles: tuple[Role, ...] = ()
    for name in (shape, *_unions().get(shape, ())):
        roles += table().roles.get(f"{name}.{key}", ())
    is_required = key in cast("list[str]", about.get("required", []))
    return Part(merged(properties[key]), None, roles), is_required
