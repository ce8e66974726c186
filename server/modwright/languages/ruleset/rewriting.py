"""Edits of a JSON text that keep the layout an author gave it."""

from __future__ import annotations

import re
from collections.abc import Collection

from modwright.findings.model import TextEdit
from modwright.languages.ruleset.fixes import written
from modwright.languages.ruleset.views import Span, View
from modwright.syntax.node import Array

_INDENT = re.compile(r"[ \t]*")


class Rewriting:
    """Gathers edits of one text; `text` of the end is made at once. The edits must not overlap."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._edits: list[TextEdit] = []

    def result(self) -> str:
        pieces: list[str] = []
        at = 0
        for edit in sorted(self._edits):
            pieces.extend((self._text[at : edit.start], edit.new_text))
            at = edit.end
        return "".join([*pieces, self._text[at:]])

    def put(self, span: Span, new_text: str) -> None:
        self._edits.append(TextEdit(*span, new_text))

    def copy(self, span: Span, source: Span) -> None:
        """Put what stands at `source` in place of what stands at `span`."""
        self.put(span, self._moved(source, self._indentation(span[0])))

    def append_text(self, span: Span, sources: Collection[Span]) -> None:
        """Write strings behind the string at `span`, with a blank between them."""
        inside = [self._text[start + 1 : end - 1] for start, end in sources]
        at = span[1] - 1
        self._edits.append(TextEdit(at, at, "".join(f" {each}" for each in inside)))

    def join(self, sources: Collection[Span]) -> str:
        """A string that holds several, with a blank between them."""
        return f'"{" ".join(self._text[start + 1 : end - 1] for start, end in sources)}"'

    def add_key(self, view: View, key: str, value: str) -> None:
        """Put a key behind the last one of an object."""
        entries = view.node.entries
        new = f"{written(key)}: {value}"
        if not entries:
            self.put((view.offset + 1, view.offset + view.node.width - 1), new)
            return
        gap = self._text[view.offset + 1 : view.offset + entries[0].key_offset]
        last = entries[-1]
        end = last.value_offset + last.value.width if last.value else last.key_offset
        at = view.offset + end
        self._edits.append(TextEdit(at, at, _separator(gap) + new))

    def drop_keys(self, view: View, keys: Collection[str]) -> None:
        """Take keys and their values out of an object."""
        entries = view.node.entries
        spans = [
            (
                view.offset + each.key_offset,
                view.offset + each.value_offset + (each.value.width if each.value else 0),
            )
            for each in entries
        ]
        self._drop(spans, {at for at, each in enumerate(entries) if each.name in keys})

    def drop_items(self, view: View, key: str, indexes: Collection[int]) -> None:
        """Take items out of the array at `key`."""
        self._drop([item.span for item in view.items(key)], indexes)

    def append_items(self, view: View, key: str, sources: Collection[Span]) -> None:
        """Copy what stands at `sources` behind the last item of the array at `key`, which is made
        where there is none."""
        entry = view.entry(key)
        if entry is None or not isinstance(entry.value, Array):
            if entry is None and sources:
                items = ", ".join(self._moved(source, "") for source in sources)
                self.add_key(view, key, f"[{items}]")
            return
        array, at = entry.value, view.offset + entry.value_offset
        if not array.items:
            items = ", ".join(self._moved(source, "") for source in sources)
            self.put((at + 1, at + array.width - 1), items)
            return
        gap = self._text[at + 1 : at + array.offsets[0]]
        separator = _separator(gap)
        indentation = separator.rpartition("\n")[2] if "\n" in separator else ""
        end = at + array.offsets[-1] + array.items[-1].width
        new = "".join(separator + self._moved(source, indentation) for source in sources)
        self._edits.append(TextEdit(end, end, new))

    def _drop(self, spans: list[Span], indexes: Collection[int]) -> None:
        index = 0
        while index < len(spans):
            if index not in indexes:
                index += 1
                continue
            last = index
            while last + 1 in indexes and last + 1 < len(spans):
                last += 1
            if last + 1 < len(spans):
                span = spans[index][0], spans[last + 1][0]
            else:
                span = (spans[index - 1][1] if index else spans[0][0]), spans[last][1]
            self.put(span, "")
            index = last + 1

    def _moved(self, source: Span, indentation: str) -> str:
        """What stands at `source`, its further lines indented as those at the new place are."""
        first, *others = self._text[source[0] : source[1]].split("\n")
        old = self._indentation(source[0])
        moved = [
            indentation + line[len(old) :] if line.startswith(old) else line for line in others
        ]
        return "\n".join([first, *moved])

    def _indentation(self, offset: int) -> str:
        start = self._text.rfind("\n", 0, offset) + 1
        match = _INDENT.match(self._text, start, offset)
        return match[0] if match else ""


def _separator(gap: str) -> str:
    """What keeps parts apart, from what stands before the first one."""
    return f",{gap}" if "\n" in gap and not gap.strip(" \t\r\n") else ", "
