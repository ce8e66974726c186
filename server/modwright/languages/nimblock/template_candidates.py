"""What may be written inside a template: variables and colour codes (specs/nimblock.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from modwright.languages.nimblock.catalogue import Trigger, Variable, catalogue
from modwright.languages.nimblock.colour_table import colours
from modwright.languages.results import Candidate, CompletionKind

# Braces in pairs are literal braces: only an odd one begins a name.
_BEGUN_NAME = re.compile(r"(?<!\{)(?:\{\{)*(\{[A-Za-z0-9_]*)\Z")
_REST_OF_NAME = re.compile(r"[A-Za-z0-9_]*\}")
_LONGEST_NAME = 100


def in_template(
    text: str, cursor: int, trigger: Trigger | None, locale: str
) -> Iterator[Candidate]:
    """What may be written at `cursor` of a template in a rule under a trigger.

    Variables behind a brace, and where no word is being typed: nobody wants them proposed at every
    letter of a message. Codes behind an `&`.
    """
    before = text[max(0, cursor - _LONGEST_NAME) : cursor]
    if before.endswith("&"):
        yield from _codes(cursor, locale)
        return
    begun = _BEGUN_NAME.search(before)
    if begun is not None:
        # What stands behind the cursor belongs to the name only if the name is closed there: a
        # brace typed before a word does not swallow the word.
        rest = _REST_OF_NAME.match(text, cursor)
        start = cursor - len(begun[1])
        yield from _variables(trigger, (start, rest.end() if rest else cursor), locale)
    elif not before or not (before[-1].isalnum() or before[-1] in "_{"):
        yield from _variables(trigger, (cursor, cursor), locale)


def _codes(cursor: int, locale: str) -> Iterator[Candidate]:
    for colour in colours():
        name = colour.name.in_locale(locale)
        yield Candidate(
            f"&{colour.code}",
            CompletionKind.COLOUR,
            detail=name,
            data=f"colour:{colour.code}",
            replace=(cursor - 1, cursor),
            insert=f"&{colour.code}",
            filter=f"&{colour.code} {name}",
        )


def _variables(
    trigger: Trigger | None, replaced: tuple[int, int], locale: str
) -> Iterator[Candidate]:
    for provider, variable in _provided(trigger):
        written = f"{{{variable.name}}}"
        yield Candidate(
            written,
            CompletionKind.VARIABLE,
            detail=variable.label.in_locale(locale),
            data=f"variable:{provider.id}:{variable.name}",
            replace=replaced,
            insert=written,
        )


def _provided(trigger: Trigger | None) -> Iterator[tuple[Trigger, Variable]]:
    """What the trigger provides; under an unknown one what any provides, each name once."""
    seen: set[str] = set()
    for provider in (trigger,) if trigger is not None else catalogue().triggers:
        for variable in provider.provides:
            if variable.name not in seen:
                seen.add(variable.name)
                yield provider, variable
