"""The texts of all findings, in every locale, and what each code means.

The words live in `grammars/findings/*.json`, one file a family:
`codes` maps a finding code to its severity, title, explanation and an example before and after;
`texts` maps a message key to its words, with holes in the way of `str.format`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, cast

from modwright import grammars
from modwright.findings.model import Argument, Message, Severity

DOCS_URL = "https://github.com/modwright/modwright/blob/main/docs"
DEFAULT_LOCALE = "en"
# What an author wrote may be of any length; a message has to stay one that can be read.
_LONGEST = 80
_FAMILIES = (
    "json",
    "lua",
    "lua-ui",
    "nimblock",
    "oamut",
    "oamut-scripts",
    "oamut-ui",
    "plan-ui",
    "ruleset",
    "ruleset-catalogs",
    "ruleset-combat",
    "ruleset-layers",
    "ruleset-names",
    "ruleset-package",
    "ruleset-sheet",
    "ruleset-ui",
    "ui",
    "yaml",
)

_Words = dict[str, str]


class _CodeData(TypedDict):
    severity: str
    title: _Words
    explanation: _Words
    before: str
    after: str


class _FamilyData(TypedDict):
    codes: dict[str, _CodeData]
    texts: dict[str, _Words]


@dataclass(frozen=True)
class FindingSpec:
    """What a code stands for. `severity` None: not reported unless the settings ask for it."""

    code: str
    severity: Severity | None
    titles: Mapping[str, str]
    explanations: Mapping[str, str]
    before: str
    after: str

    def title(self, locale: str) -> str:
        return _in_locale(self.titles, locale)

    def explanation(self, locale: str) -> str:
        return _in_locale(self.explanations, locale)

    @property
    def url(self) -> str:
        """The page of docs/findings/ that explains the code."""
        return f"{DOCS_URL}/findings/{self.code}.md"


def _in_locale(words: Mapping[str, str], locale: str) -> str:
    return words.get(locale) or words[DEFAULT_LOCALE]


@functools.cache
def _family(name: str) -> _FamilyData:
    return cast("_FamilyData", grammars.load(f"findings/{name}.json"))


@functools.cache
def _texts() -> dict[str, _Words]:
    texts: dict[str, _Words] = {}
    for name in _FAMILIES:
        texts.update(_family(name)["texts"])
    return texts


@functools.cache
def _specs() -> dict[str, FindingSpec]:
    specs: dict[str, FindingSpec] = {}
    for name in _FAMILIES:
        for code, data in _family(name)["codes"].items():
            severity = data["severity"]
            specs[code] = FindingSpec(
                code,
                Severity(severity) if severity != "off" else None,
                data["title"],
                data["explanation"],
                data["before"],
                data["after"],
            )
    return specs


def spec(code: str) -> FindingSpec | None:
    """What `code` stands for; None for a code that does not exist."""
    return _specs().get(code)


def all_specs() -> list[FindingSpec]:
    """Every code, in the order of the catalogue."""
    return list(_specs().values())


def render(message: Message, locale: str) -> str:
    """The message in words. Raises KeyError for a key that is not in the catalogue."""
    words = _in_locale(_texts()[message.key], locale)
    if not message.args:
        return words
    return words.format_map({name: _worded(arg, locale) for name, arg in message.args.items()})


def text(key: str, locale: str, /, **args: Argument) -> str:
    """Shorthand for the words of a key that is no finding's (hovers, outlines, the terminal)."""
    return render(Message(key, args), locale)


def _worded(argument: Argument, locale: str) -> str:
    if isinstance(argument, str):
        return argument if len(argument) <= _LONGEST else f"{argument[:_LONGEST]}…"
    if isinstance(argument, Message):
        return render(argument, locale)
    if isinstance(argument, (int, float)):
        return f"{argument:,}" if abs(argument) >= 10_000 else f"{argument}"
    separator = "、" if locale == "ja" else ", "
    return separator.join(_worded(item, locale) for item in argument)
