"""Migration steps written into a ruleset, laid out like the sheet around them."""

from __future__ import annotations

import re
from typing import NamedTuple

from modwright.findings.model import TextEdit
from modwright.languages.ruleset.fixes import written
from modwright.languages.ruleset.migration_facts import RENAMED
from modwright.languages.ruleset.past_sheet import MIGRATIONS, VERSION
from modwright.languages.ruleset.views import View
from modwright.syntax.node import Array

_FROM = "from"
_STEPS = "steps"
_BLANK = re.compile(r"[ \t]*")
_SPACED = '{ "'
_UNIT = "  "


def version_edit(sheet: View, version: int) -> tuple[TextEdit, ...]:
    """Make `version` that of the sheet, which has one; nothing where it is so already."""
    if sheet.number(VERSION) == version:
        return ()
    return (TextEdit(*sheet.value_span(VERSION), str(version)),)


def step_edit(text: str, sheet: View, start: int, kind: str, old: str, new: str) -> TextEdit | None:
    """Write the step that moves what is stored under one id of a kind to another. None where
    `migrations` is something else than the format has it."""
    layout = _layout(text, sheet)
    step = layout.object(_step(kind, old, new))
    if not sheet.has(MIGRATIONS):
        return layout.add_key(sheet, MIGRATIONS, layout.array(layout.entry(start, step)))
    if not isinstance(sheet.value(MIGRATIONS), Array):
        return None
    entry = next(
        (each for each in sheet.views(MIGRATIONS) if each.number(_FROM) == start),
        None,
    )
    if entry is None:
        return layout.append(sheet, MIGRATIONS, layout.entry(start, step))
    if not entry.has(_STEPS):
        return layout.add_key(entry, _STEPS, [f"[{step}]"])
    return layout.append(entry, _STEPS, [step]) if _is_array(entry, _STEPS) else None


def _is_array(view: View, key: str) -> bool:
    return isinstance(view.value(key), Array)


def _step(kind: str, old: str, new: str) -> dict[str, str]:
    """The members of a step, as JSON by key."""
    if kind in RENAMED:
        return {"rename": written(kind), _FROM: written(old), "to": written(new)}
    cases = f"[{written(new)}]"
    return {"routeLive": written(kind), _FROM: written(old), "cases": cases, "else": written(new)}


def _layout(text: str, sheet: View) -> _Layout:
    first = sheet.offset + sheet.node.entries[0].key_offset
    gap = text[sheet.offset + 1 : first]
    inner = gap.rpartition("\n")[2]
    line_start = text.rfind("\n", 0, sheet.offset) + 1
    match = _BLANK.match(text, line_start, sheet.offset)
    outer = match[0] if match else ""
    unit = inner[len(outer) :] if "\n" in gap and inner.startswith(outer) else ""
    line = "\r\n" if "\r\n" in gap else "\n"
    return _Layout(text, line if "\n" in gap else "", unit or _UNIT)


class _Layout(NamedTuple):
    """How a sheet is written. `line` is its line break, "" where all of it is on one line; `unit`
    one step of its indentation. Pieces are lists of lines, indented from their own first line."""

    text: str
    line: str
    unit: str

    def object(self, members: dict[str, str]) -> str:
        pad = " " if _SPACED in self.text else ""
        inside = ", ".join(f'"{key}": {value}' for key, value in members.items())
        return f"{{{pad}{inside}{pad}}}"

    def entry(self, start: int, step: str) -> list[str]:
        unit = self.unit
        if not self.line:
            return [self.object({_FROM: str(start), _STEPS: f"[{step}]"})]
        steps = [f'{unit}"{_STEPS}": [', f"{unit * 2}{step}", f"{unit}]"]
        return ["{", f'{unit}"{_FROM}": {start},', *steps, "}"]

    def array(self, piece: list[str]) -> list[str]:
        if not self.line:
            return [f"[{piece[0]}]"]
        return ["[", *(f"{self.unit}{line}" for line in piece), "]"]

    def add_key(self, view: View, key: str, value: list[str]) -> TextEdit:
        """Put a key behind the last one of an object that has one."""
        first, last = view.node.entries[0], view.node.entries[-1]
        end = last.value_offset + last.value.width if last.value else last.key_offset
        gap = self.text[view.offset + 1 : view.offset + first.key_offset]
        return self._behind(view.offset + end, gap, [f'"{key}": {value[0]}', *value[1:]])

    def append(self, view: View, key: str, piece: list[str]) -> TextEdit:
        """Put an item behind the last one of the array at `key`."""
        start, end = view.value_span(key)
        items = view.items(key)
        if items:
            gap = self.text[start + 1 : items[0].span[0]]
            return self._behind(items[-1].span[1], gap, piece)
        if not self.line:
            return TextEdit(start, end, f"[{piece[0]}]")
        key_line = self.text.rfind("\n", 0, start) + 1
        match = _BLANK.match(self.text, key_line, start)
        lines = self.array(piece)
        return TextEdit(start, end, f"{self.line}{match[0] if match else ''}".join(lines))

    def _behind(self, at: int, gap: str, piece: list[str]) -> TextEdit:
        """A piece behind what ends at `at`; `gap` is what stands before the first of its like."""
        if "\n" not in gap or gap.strip(" \t\r\n"):
            return TextEdit(at, at, f", {' '.join(line.strip() for line in piece)}")
        line = f"{self.line or chr(10)}{gap.rpartition(chr(10))[2]}"
        return TextEdit(at, at, f",{line}{line.join(piece)}")
