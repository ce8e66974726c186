"""What there is to say about each thing of the grammar, as Markdown that reads as plain text, too.

Shown by hover, and by completion beside a proposal. Every word comes from the catalogue or from
`grammars/findings/ui.json`.
"""

from __future__ import annotations

from collections.abc import Sequence

from modwright.findings.messages import text
from modwright.languages.nimblock import names
from modwright.languages.nimblock.catalogue import (
    Action,
    Choice,
    Condition,
    Entry,
    Key,
    Kind,
    NameList,
    Need,
    Param,
    Scalar,
    Trigger,
    Variable,
    catalogue,
)
from modwright.languages.nimblock.colour_table import ColourCode
from modwright.languages.structural import to_json
from modwright.languages.wording import code


def page(*blocks: str) -> str:
    """Paragraphs and lists, those that say nothing left out."""
    return "\n\n".join(block for block in blocks if block)


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def braced(name: str) -> str:
    return f"{{{name}}}"


def entry_page(entry: Entry, locale: str) -> str:
    """A trigger, condition or action: what it does, needs, takes and provides."""
    title = text(
        f"hover.title.{entry.kind}",
        locale,
        label=entry.label.in_locale(locale),
        id=code(entry.id),
    )
    needs = entry.needs if isinstance(entry, Condition | Action) else ()
    return page(
        title,
        entry.description.in_locale(locale),
        _abilities(entry, locale) if isinstance(entry, Trigger) else "",
        bullets([need_line(need, locale) for need in needs]),
        params_list(entry, locale),
        provides_list(entry, locale) if isinstance(entry, Trigger) else "",
    )


def _abilities(trigger: Trigger, locale: str) -> str:
    return bullets(
        [
            text("hover.player.yes" if trigger.player else "hover.player.no", locale),
            text(
                "hover.cancellable.yes" if trigger.cancellable else "hover.cancellable.no", locale
            ),
        ]
    )


def need_line(need: Need, locale: str) -> str:
    """What an entry asks of the trigger; the triggers by name where they are fewer than half."""
    able = [trigger.id for trigger in catalogue().triggers if trigger.meets(need)]
    is_short = len(able) * 2 < len(catalogue().triggers)
    variant = f"hover.needs.{need}.of" if is_short else f"hover.needs.{need}"
    return text(variant, locale, triggers=[code(trigger) for trigger in able])


def params_list(entry: Entry, locale: str) -> str:
    """The parameters of an entry, a line each, with their defaults."""
    if not entry.params:
        return ""
    lines = [_param_line(param, locale) for param in entry.params]
    return page(text("hover.params", locale), bullets(lines))


def _param_line(param: Param, locale: str) -> str:
    label = param.label.in_locale(locale)
    if param.default is not None:
        key, default = "hover.param-line.default", code(to_json(param.default))
    else:
        key, default = ("hover.param-line" if param.required else "hover.param-line.optional"), ""
    return text(key, locale, name=code(param.name), label=label, default=default)


def provides_list(trigger: Trigger, locale: str, heading: str = "hover.provides") -> str:
    """The variables of a trigger, a line each, under the text `heading`."""
    if not trigger.provides:
        return text("hover.provides.none", locale)
    lines = [
        text(
            "hover.variable-line",
            locale,
            name=code(braced(variable.name)),
            label=variable.label.in_locale(locale),
        )
        for variable in trigger.provides
    ]
    return page(text(heading, locale), bullets(lines))


def param_page(entry: Entry, param: Param, locale: str, *more: str) -> str:
    """A parameter, followed by `more` paragraphs."""
    is_template = param.type == "text" and entry.kind != "trigger"
    facts = [text("hover.fact.type", locale, type=text(_param_type(param, is_template), locale))]
    if param.minimum is not None and param.maximum is not None:
        facts.append(
            text(
                "hover.fact.range",
                locale,
                minimum=str(param.minimum),
                maximum=str(param.maximum),
            )
        )
    facts.extend(_length(param.type, locale))
    facts.append(_presence(param.required, param.default, locale))
    title = text(
        "hover.title.param",
        locale,
        label=param.label.in_locale(locale),
        name=code(param.name),
        id=code(entry.id),
    )
    return page(
        title,
        param.description.in_locale(locale),
        bullets(facts),
        choices_list(param.choices, locale),
        *more,
    )


def _param_type(param: Param, is_template: bool) -> str:
    if is_template:
        return "hover.type.template"
    return f"hover.type.{param.names or param.type}"


def key_page(key: Key, locale: str, *more: str) -> str:
    """A key of one of the grammar's objects, followed by `more` paragraphs."""
    facts: list[str] = []
    if key.type == "version":
        version = code(str(catalogue().spec_version))
        facts.append(text("hover.fact.version", locale, version=version))
    else:
        facts.append(text("hover.fact.type", locale, type=text(f"hover.type.{key.type}", locale)))
    if key.max_items is not None:
        facts.append(
            text(
                "hover.fact.items",
                locale,
                minimum=str(key.min_items or 0),
                maximum=str(key.max_items),
            )
        )
    facts.extend(_length(key.type, locale))
    facts.append(_presence(key.required, key.default, locale))
    title = text("hover.title.key", locale, label=key.label.in_locale(locale), name=code(key.name))
    return page(
        title,
        key.description.in_locale(locale),
        bullets(facts),
        choices_list(key.choices, locale),
        *more,
    )


def _length(type_name: str, locale: str) -> list[str]:
    """How long a string of the grammar may be, and how it is written."""
    shape = next((s for name, s in catalogue().strings.items() if name == type_name), None)
    if shape is None:
        return []
    if shape.pattern is not None:
        return [text("hover.fact.pattern", locale, pattern=code(shape.pattern))]
    key = "hover.fact.length.line" if shape.single_line else "hover.fact.length"
    return [text(key, locale, minimum=str(shape.min_length), maximum=str(shape.max_length))]


def _presence(required: bool, default: Scalar | None, locale: str) -> str:
    if default is not None:
        return text("hover.fact.default", locale, default=code(to_json(default)))
    return text("hover.fact.required" if required else "hover.fact.optional", locale)


def choices_list(choices: Sequence[Choice], locale: str) -> str:
    if not choices:
        return ""
    lines = [
        text(
            "hover.choice-line",
            locale,
            value=code(choice.value),
            label=choice.label.in_locale(locale),
        )
        for choice in choices
    ]
    return page(text("hover.choices", locale), bullets(lines))


def choice_page(owner: Param | Key, choice: Choice, locale: str) -> str:
    """One value of a closed list."""
    return page(
        text(
            "hover.title.choice",
            locale,
            label=choice.label.in_locale(locale),
            value=code(choice.value),
            name=code(owner.name),
        ),
        choice.description.in_locale(locale),
        text("hover.choice.default", locale) if owner.default == choice.value else "",
    )


def variable_page(trigger: Trigger, variable: Variable, locale: str) -> str:
    """A variable that the trigger provides."""
    return page(
        text(
            "hover.title.variable",
            locale,
            label=variable.label.in_locale(locale),
            name=code(braced(variable.name)),
        ),
        text(
            "hover.variable.from",
            locale,
            label=trigger.label.in_locale(locale),
            id=code(trigger.id),
        ),
        text("hover.variable.example", locale, example=code(variable.example)),
        text("hover.variable.typed", locale) if variable.typed else "",
    )


def unknown_variable_page(trigger: Trigger | None, name: str, locale: str) -> str:
    """A variable that the trigger does not provide: which one does, and what there is instead."""
    written = code(braced(name))
    lines: list[str] = []
    for other in catalogue().providers(name):
        variable = other.variable(name)
        assert variable is not None
        lines.append(
            text(
                "hover.variable-line",
                locale,
                name=code(other.id),
                label=variable.label.in_locale(locale),
            )
        )
    if trigger is not None:
        title = text("hover.variable.unknown", locale, name=written, id=code(trigger.id))
    else:
        title = text("hover.variable.no-trigger", locale, name=written)
    key = "hover.variable.elsewhere" if lines else "hover.variable.nowhere"
    return page(
        title,
        text(key, locale, name=written),
        bullets(lines),
        provides_list(trigger, locale) if trigger is not None else "",
    )


def colour_page(colour: ColourCode, locale: str) -> str:
    """A colour or style code."""
    written = code(f"&{colour.code}")
    name = colour.name.in_locale(locale)
    if colour.rgb is not None:
        return page(
            text("hover.title.colour", locale, name=name, code=written, rgb=code(colour.rgb)),
            text("hover.colour", locale),
        )
    return page(
        text("hover.title.style", locale, name=name, code=written),
        text("hover.style.reset" if colour.style == "reset" else "hover.style", locale),
    )


def escape_page(brace: str, locale: str) -> str:
    """A doubled brace."""
    return text("hover.escape", locale, written=code(brace * 2), shown=code(brace))


def name_page(kind: NameList, written: str, locale: str) -> str:
    """A name of Minecraft; for one that our list does not have, as much as can be said."""
    version = names.game_version()
    key = names.find(kind, written)
    if key is not None:
        title = names.title(kind, key)
        if title is None:
            heading = text(f"hover.title.{kind}.untitled", locale, name=code(key))
        else:
            heading = text(f"hover.title.{kind}", locale, label=title, name=code(key))
        return page(heading, text("hover.name.known", locale, version=version))
    constant = names.key_for_constant(kind, written)
    if constant is not None:
        return text("hover.name.constant", locale, name=code(written), key=code(constant))
    near = names.nearest(kind, written, 3)
    return page(
        text("hover.name.unknown", locale, name=code(written), version=version),
        text("hover.near", locale, near=[code(name) for name in near]) if near else "",
    )


def ids_list(kind: Kind, locale: str) -> str:
    """All ids of a kind, a line each."""
    lines = [
        text("hover.variable-line", locale, name=code(e.id), label=e.label.in_locale(locale))
        for e in catalogue().entries(kind)
    ]
    return page(text("hover.choices", locale), bullets(lines))
