"""What there is to say about each thing that a script names, as Markdown that reads as plain text.

Shown by hover, and by completion beside a proposal. The words about the API come from
`grammars/oamut/plan-api.json`, all others from `grammars/findings/lua-ui.json`.
"""

from __future__ import annotations

from collections.abc import Sequence

from modwright.findings.messages import text
from modwright.languages.oamut import manifest_pages
from modwright.languages.oamut.manifest import Option
from modwright.languages.oamut.manifest_pages import bullets, literal, page
from modwright.languages.oamut.plan_words import Word, plan_words
from modwright.languages.oamut.script_package import Around
from modwright.languages.wording import code
from modwright.syntax.lua_names import lua_names

_TEXT = "text"


def word_page(word: Word, locale: str, title: str = "") -> str:
    """A function, a verb or a key: how it is written, and what it does."""
    return page(
        code(title or word.signature or word.name),
        word.description(locale),
        "" if word.is_confirmed else text("script.unconfirmed", locale),
    )


def plan_key_page(word: Word, around: Around, locale: str) -> str:
    layers = around.layers
    layer = ""
    if layers is not None:
        key = "script.layer.declared" if word.layer in layers else "script.layer.undeclared"
        layer = text(key, locale, layer=code(word.layer))
    return page(word_page(word, locale), layer)


def bounds_page(verb: Word, name: str, locale: str) -> str:
    return page(code(f"{name} = …"), word_page(verb, locale))


def context_page(locale: str) -> str:
    words = plan_words()
    members = list(dict.fromkeys(path[0] for path in words.members))
    return page(
        text("script.context", locale, name=code(lua_names().context)),
        text("script.context.members", locale, names=[code(name) for name in members]),
        text("script.context.hooks", locale, names=[code(name) for name in words.collections]),
    )


def member_page(
    path: Sequence[str], phase: str | None, around: Around, locale: str, call: str = ""
) -> str:
    """A member of ctx by its path; "" for one that nobody knows. `call` is how ctx is called."""
    words = plan_words()
    title = ".".join((call or lua_names().context, *path))
    if len(path) == 2 and path[0] == words.options:
        return option_page(path[1], around, locale)
    word = words.members.get(tuple(path))
    if word is not None:
        body = word_page(word, locale, word.signature or title)
        return page(body, options_list(around, locale) if path[0] == words.options else "")
    if len(path) == 1 and path[0] in words.collections:
        early = phase == words.entry.name
        note = text("script.not-loaded", locale, name=code(title)) if early else ""
        return page(word_page(words.collections[path[0]], locale, title), note)
    below = words.below(tuple(path))
    if below:
        return page(
            code(title), text("script.holds", locale, names=[code(f"{title}.{n}") for n in below])
        )
    return ""


# ---- options


def option_page(name: str, around: Around, locale: str) -> str:
    option = around.option(name)
    if option is None:
        if around.facts is None:
            return ""
        return page(
            text("script.option.unknown", locale, name=code(name)), options_list(around, locale)
        )
    held = _held(option)
    return page(
        manifest_pages.option_page(option, locale),
        text(f"script.option.holds.{held}", locale) if held else "",
    )


def options_list(around: Around, locale: str) -> str:
    return bullets(
        [f"{code(option.id.text)}: {option_detail(option, locale)}" for option in around.options]
    )


def option_detail(option: Option, locale: str) -> str:
    """The type and the default on one line; the range of a number."""
    parts: list[str] = [text(f"script.option.{_type(option)}", locale)]
    if option.minimum is not None and option.maximum is not None:
        bounds = {"minimum": literal(option.minimum), "maximum": literal(option.maximum)}
        if option.step is None:
            parts.append(text("script.option.range", locale, **bounds))
        else:
            step = literal(option.step)
            parts.append(text("script.option.range-step", locale, step=step, **bounds))
    if option.default is not None:
        parts.append(text("script.option.default", locale, value=literal(option.default)))
    return text("script.join", locale).join(parts)


def _type(option: Option) -> str:
    return option.type if option.type in ("toggle", "choice", "number") else "untyped"


def holds_text(option: Option) -> bool:
    return _held(option) == _TEXT


def _held(option: Option) -> str:
    """What a script reads: a boolean, a number or a text; "" where the manifest does not tell."""
    if option.type == "toggle":
        return "boolean"
    if option.type == "number":
        return "number"
    if option.type != "choice" or not option.values:
        return ""
    return _TEXT if isinstance(option.values[0], str) else "number"


# ---- libraries and files


def closed_page(name: str, locale: str) -> str:
    return page(code(name), text("script.closed", locale, name=code(name)))


def module_page(name: str, path: str | None, wanted: str, locale: str) -> str:
    key = "script.module" if path else "script.module.missing"
    return text(key, locale, name=code(name), path=code(path or wanted))


def folder_page(folder: str, files: int, locale: str) -> str:
    if not files:
        return text("script.folder.missing", locale, path=code(folder))
    return text("script.folder", locale, path=code(folder), count=files)


def rule_file_page(name: str, path: str | None, locale: str) -> str:
    key = "script.rule-file" if path else "script.rule-file.missing"
    return text(key, locale, path=code(path or name))


def value_page(option: Option, value: str, locale: str) -> str:
    """A value of a choice."""
    label = dict(option.labels).get(value)
    known = value in map(literal, option.values)
    key = "script.option.value" if label else "script.option.value.plain"
    if not known:
        key = "script.option.value.unknown"
    return page(
        text(key, locale, value=code(value), label=label or "", name=code(option.id.text)),
        option_detail(option, locale),
    )
