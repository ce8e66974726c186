"""Which entries of a catalog a layer leaves out of the picker (ruleset-format.md, section 9)."""

from __future__ import annotations

from modwright.languages.ruleset.views import View, number_of, text_of
from modwright.syntax.node import Array, Node


def hidden_by(entry: View, hide: View) -> bool:
    """Whether `hide` takes the entry away. One without the filter is never hidden."""
    filters, name = entry.child("filters"), hide.text("filter")
    value = filters.value(name) if filters is not None and name is not None else None
    if value is None:
        return False
    number = number_of(value)
    above, below = hide.number("above"), hide.number("below")
    if number is not None:
        return (above is not None and number > above) or (below is not None and number < below)
    words = _words(value)
    equals = hide.text("equals")
    if equals is not None:
        return equals in words
    if hide.has("notIn"):
        return not words & {each.text for each in hide.texts("notIn")}
    return False


def _words(value: Node) -> set[str]:
    """A text, or the tags of a list of them."""
    nodes = value.items if isinstance(value, Array) else (value,)
    return {text for node in nodes if (text := text_of(node)) is not None}
