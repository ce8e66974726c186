"""From the protocol's shapes to ours. The only way in for positions and ranges."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.lsp.ruler import Ruler
from modwright.text.positions import Position, offset_at
from modwright.workspace.documents import Change


def offset(ruler: Ruler, position: types.Position) -> int:
    """The offset (code points) of a position; one past the end of its line means its end."""
    return offset_at(ruler.source, Position(position.line, position.character), ruler.encoding)


def span(ruler: Ruler, value: types.Range) -> tuple[int, int]:
    """The offsets of a range, in order even where the client gave them backwards."""
    start, end = offset(ruler, value.start), offset(ruler, value.end)
    return min(start, end), max(start, end)


def changes(ruler: Ruler, events: Sequence[types.TextDocumentContentChangeEvent]) -> list[Change]:
    """The edits of one didChange; the range of each is against the text after those before it."""
    converted: list[Change] = []
    for index, event in enumerate(events):
        if isinstance(event, types.TextDocumentContentChangeWholeDocument):
            converted.append(Change(None, event.text))
            start, end = 0, len(ruler.source)
        else:
            start, end = span(ruler, event.range)
            converted.append(Change((start, end), event.text))
        # Only a following change needs the edited text; a keystroke has none.
        if index + 1 < len(events):
            ruler = Ruler(ruler.source.replace(start, end, event.text), ruler.encoding)
    return converted
