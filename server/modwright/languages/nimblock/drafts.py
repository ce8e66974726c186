"""Pieces of a spec that completion writes, as JSON and as snippets with tab stops."""

from __future__ import annotations

from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import (
    Entry,
    Key,
    ObjectName,
    Param,
    Trigger,
    catalogue,
)
from modwright.languages.nimblock.entries import placeholder
from modwright.languages.pen import Draft, Pen
from modwright.languages.structural import to_json


def entry_draft(entry: Entry) -> Draft:
    """A whole trigger, condition or action with its required parameters."""
    pen = Pen()
    _entry(pen, entry)
    return pen.draft()


def param_draft(param: Param) -> Draft:
    """The value of one parameter."""
    pen = Pen()
    _argument(pen, param)
    return pen.draft()


def key_draft(key: Key, entry: Entry | None, locale: str) -> Draft:
    """The value of a key; `entry` is what the object it stands in is, when that is known."""
    pen = Pen()
    match key.type:
        case "params" if entry is not None:
            _params(pen, entry)
        case "params":
            pen.plain("{")
            pen.stop()
            pen.plain("}")
        case "array":
            pen.plain("[")
            pen.stop()
            pen.plain("]")
        case "object" if key.of is not None:
            _required_keys(pen, key.of, locale)
        case _:
            _scalar(pen, key, locale)
    return pen.draft()


def rule_draft(trigger: Trigger | None, locale: str) -> Draft:
    """A whole rule, under one trigger or any that needs no parameters."""
    pen = Pen()
    _rule(pen, trigger, 0, locale)
    return pen.draft()


def spec_draft(locale: str) -> Draft:
    """A whole spec with one rule."""
    pen = Pen()
    _lines(pen, "plugin", None, 0, locale)
    return pen.draft()


def _rule(pen: Pen, trigger: Trigger | None, level: int, locale: str) -> None:
    _lines(pen, "rule", trigger, level, locale)


def _lines(pen: Pen, name: ObjectName, trigger: Trigger | None, level: int, locale: str) -> None:
    """The required keys of a spec or a rule, each on its line, one item in each array."""
    margin = "\n" + "\t" * (level + 1)
    pen.plain("{")
    for index, key in enumerate(_required(name)):
        pen.plain(f"{',' if index else ''}{margin}{to_json(key.name)}: ")
        if key.type == "array":
            pen.plain(f"[{margin}\t")
            if key.of == "rule":
                _rule(pen, trigger, level + 2, locale)
            else:
                _entry(pen, _first_action(trigger))
            pen.plain(f"{margin}]")
        elif key.of == "trigger":
            if trigger is not None:
                _entry(pen, trigger)
            else:
                _any_trigger(pen)
        else:
            _scalar(pen, key, locale)
    pen.plain("\n" + "\t" * level + "}")


def _required(name: ObjectName) -> list[Key]:
    return [key for key in catalogue().objects[name].keys if key.required]


def _simple_triggers() -> list[Trigger]:
    return [trigger for trigger in catalogue().triggers if not trigger.required_params]


def _any_trigger(pen: Pen) -> None:
    pen.plain('{"type": ')
    pen.string_choice(trigger.id for trigger in _simple_triggers())
    pen.plain("}")


def _first_action(trigger: Trigger | None) -> Entry:
    """The first action of the catalogue that makes sense under a trigger: nothing is done for a
    player who leaves."""
    under = trigger or _simple_triggers()[0]
    return next(
        action
        for action in catalogue().actions
        if all(under.meets(need) for need in action.needs) and not (under.leaving and action.needs)
    )


def _required_keys(pen: Pen, name: ObjectName, locale: str) -> None:
    pen.plain("{")
    for index, key in enumerate(_required(name)):
        pen.plain(f"{', ' if index else ''}{to_json(key.name)}: ")
        _scalar(pen, key, locale)
    pen.plain("}")


def _scalar(pen: Pen, key: Key, locale: str) -> None:
    match key.type:
        case "version":
            pen.plain(str(catalogue().spec_version))
        case "boolean":
            # Who writes the key wants what it is not by default.
            pen.choice(["false", "true"] if key.default is True else ["true", "false"])
        case "choice":
            pen.string_choice(_default_first([c.value for c in key.choices], key.default))
        case "label":
            pen.string_stop(key.label.in_locale(locale))
        case _:
            pen.string_stop()


def _entry(pen: Pen, entry: Entry) -> None:
    pen.plain(f'{{"type": {to_json(entry.id)}')
    if entry.required_params:
        pen.plain(', "params": ')
        _params(pen, entry)
    pen.plain("}")


def _params(pen: Pen, entry: Entry) -> None:
    pen.plain("{")
    for index, param in enumerate(entry.required_params):
        pen.plain(f"{', ' if index else ''}{to_json(param.name)}: ")
        _argument(pen, param)
    if not entry.required_params:
        pen.stop()
    pen.plain("}")


def _argument(pen: Pen, param: Param) -> None:
    match param.type:
        case "boolean":
            written = ["true", "false"]
            pen.choice(_default_first(written, to_json(placeholder(param))))
        case "choice":
            pen.string_choice(_default_first([c.value for c in param.choices], param.default))
        case "integer" | "number":
            pen.stop(to_json(placeholder(param)))
        case _:
            pen.string_stop(param.default if isinstance(param.default, str) else "")


def _default_first(values: list[str], default: JsonValue) -> list[str]:
    return sorted(values, key=lambda value: value != default)
