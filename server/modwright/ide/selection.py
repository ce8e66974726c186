"""Selection ranges: from a word outwards."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.languages.language import Analysis
from modwright.syntax.node import Container, Kind, Object
from modwright.syntax.places import Step, steps_at

# How far a word is looked for on each side.
_LONGEST_WORD = 200


def selection_ranges(analysis: Analysis, offset: int) -> list[tuple[int, int]]:
    """Ever larger ranges around `offset`, innermost first, the whole text last.

    A piece of a template or a word, the string's characters, the string, the entry with its key,
    the object's content, the object, and so on.
    """
    whole = (0, len(analysis.source))
    if analysis.document is None:
        return [whole]
    chain: list[tuple[int, int]] = []
    for span in (*_ranges(analysis, steps_at(analysis.document, offset), offset), whole):
        start, end = span
        if not start <= offset <= end or start >= end:
            continue
        if not chain or (start <= chain[-1][0] and chain[-1][1] <= end and span != chain[-1]):
            chain.append(span)
    return chain or [whole]


def _ranges(analysis: Analysis, steps: list[Step], offset: int) -> Iterator[tuple[int, int]]:
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        node = step.node
        if isinstance(node, Container):
            parts = list(node.parts)
            if parts:
                last_offset, last = parts[-1]
                yield step.offset + parts[0][0], step.offset + last_offset + last.width
        elif node.kind is Kind.STRING:
            yield from _inside_string(analysis, step, offset)
        yield step.offset, step.end
        above = steps[index - 1] if index else None
        if step.entry is not None and above is not None and isinstance(above.node, Object):
            key, value = step.entry.key, step.entry.value
            end = step.entry.key_offset + key.width
            if value is not None:
                end = max(end, step.entry.value_offset + value.width)
            yield above.offset + step.entry.key_offset, above.offset + end


def _inside_string(analysis: Analysis, step: Step, offset: int) -> Iterator[tuple[int, int]]:
    assert analysis.document is not None
    decoded = step.node.decoded
    written = decoded.text
    at = decoded.offset(offset - step.offset)
    start = end = at
    while start > max(0, at - _LONGEST_WORD) and _is_of_word(written[start - 1]):
        start -= 1
    while end < min(len(written), at + _LONGEST_WORD) and _is_of_word(written[end]):
        end += 1
    word = decoded.source_range(start, end)
    yield step.offset + word[0], step.offset + word[1]
    for token in analysis.language.tokens(analysis.document, step.offset, step.end):
        if token.start <= offset <= token.end:
            yield token.start, token.end
    content = decoded.source_range(0, len(written))
    yield step.offset + content[0], step.offset + content[1]


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"
