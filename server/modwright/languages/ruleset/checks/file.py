"""The file as a whole: its size, and the ids no ruleset may have (ruleset-format.md, R5, R6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Finding
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

MAX_BYTES = 262_144
_RESERVED = frozenset({"engine-legacy", "traditional"})


def reserved_id(site: Site) -> Iterator[Told]:
    """R6: two ids belong to the Engine itself."""
    view = View(site.node, site.offset)
    name = view.text("id")
    if name in _RESERVED:
        yield tell("bad-identifier", view.value_span("id"), "reserved", name=name)


def too_large(text: str, root_offset: int, most: int = MAX_BYTES) -> Iterator[Finding]:
    """R5: what the whole file may have in bytes of UTF-8. Told at the brace it begins with: a
    squiggle under everything says nothing."""
    # No character takes more than four bytes.
    if len(text) * 4 <= most:
        return
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > most:
        span = (root_offset, root_offset + 1)
        yield tell("too-large", span, size=size, most=most, over=size - most).finding


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ruleset": (reserved_id,),
}
