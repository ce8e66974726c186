"""What a locale pack says (ruleset-format.md, section 11)."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.ruleset.views import Span, View
from modwright.syntax.node import Entry, Kind, Object

META = "_meta"
LOCALE = "locale"
SECTION = "ruleset"


class Translation(NamedTuple):
    """An entry of the `ruleset` section. `text` None: the value is no text. Spans are those of the
    key and the value, quotes included, relative to the root."""

    english: str
    text: str | None
    key: Span
    value: Span


class PackFacts(NamedTuple):
    """Offsets are relative to the root. `locale` is the text of `_meta.locale` and its place;
    `section` the place of the key `ruleset`."""

    locale: tuple[str, Span] | None
    section: Span | None
    entries: tuple[Translation, ...]

    @property
    def by_text(self) -> dict[str, Translation]:
        """The translations that count, by their English text."""
        return {entry.english: entry for entry in self.entries}


def facts_of(root: Object) -> PackFacts:
    """What a pack says, remembered on its root."""
    return root.remember("ruleset.pack", lambda: _read(root))


def is_pack(root: Object) -> bool:
    """Whether a JSON document is a locale pack by what is in it."""
    return root.get(META) is not None and root.get(SECTION) is not None


def _read(root: Object) -> PackFacts:
    view = View(root, 0)
    meta = view.child(META)
    language = meta.text(LOCALE) if meta is not None else None
    locale = (language, meta.value_span(LOCALE)) if meta and language is not None else None
    section = view.child(SECTION)
    return PackFacts(
        locale,
        view.key_span(SECTION) if view.has(SECTION) else None,
        # The last one counts where a key stands twice, which is a finding of its own.
        tuple(_translation(each, section.offset) for each in section.node.by_name.values())
        if section
        else (),
    )


def _translation(entry: Entry, offset: int) -> Translation:
    value = entry.value
    start = offset + entry.key_offset
    at = offset + entry.value_offset
    width = value.width if value is not None else 0
    text = value.text if value is not None and value.kind is Kind.STRING else None
    return Translation(entry.name, text, (start, start + entry.key.width), (at, at + width))
