"""Specs with a cursor in them, and ranges shown as marks in the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from modwright.ide.service import analyse_text
from modwright.languages.language import Analysis

CURSOR = "▮"


@dataclass(frozen=True)
class Opened:
    """A spec as an editor has it open; `cursor` is where the ▮ stood (0 without one)."""

    analysis: Analysis
    text: str
    cursor: int

    def at(self, words: str, inside: int = 0) -> int:
        """The offset of the first `words`, and so many characters further on."""
        return self.text.index(words) + inside

    def cut(self, start: int, end: int) -> str:
        return self.text[start:end]

    def marked(self, spans: Iterable[tuple[int, int]]) -> str:
        """The text with ⟦ and ⟧ around the spans, which must not overlap."""
        pieces: list[str] = []
        at = 0
        for start, end in sorted(spans):
            assert at <= start <= end <= len(self.text)
            pieces += [self.text[at:start], "⟦", self.text[start:end], "⟧"]
            at = end
        return "".join([*pieces, self.text[at:]])


def open_spec(text: str) -> Opened:
    """Open a text as a NimBlock spec, whatever it holds."""
    cursor = max(text.find(CURSOR), 0)
    plain = text.replace(CURSOR, "", 1)
    analysis = analyse_text("plugin.nimblock.json", plain)
    assert analysis is not None
    return Opened(analysis, plain, cursor)


def open_rule(
    trigger: str = '{"type": "player.join"}',
    conditions: str = "[]",
    actions: str = '[{"type": "player.heal"}]',
    more: str = "",
) -> Opened:
    """Open a spec with one rule made of these pieces of JSON."""
    return open_spec(
        '{"specVersion": 1, "name": "p", "rules": [{"name": "r", '
        f'{more}"trigger": {trigger}, "conditions": {conditions}, "actions": {actions}}}]}}'
    )


def open_message(template: str, trigger: str = "player.chat") -> Opened:
    """Open a spec whose one message is `template`, as it stands between the quotes."""
    return open_rule(
        trigger=f'{{"type": "{trigger}"}}',
        actions=f'[{{"type": "broadcast", "params": {{"message": "{template}"}}}}]',
    )
