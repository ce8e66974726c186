"""The file as a whole (ruleset-format.md, R6). What it may weigh is a matter of its structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_RESERVED = frozenset({"engine-legacy", "traditional"})


def reserved_id(site: Site) -> Iterator[Told]:
    """R6: two ids belong to the Engine itself."""
    view = View(site.node, site.offset)
    name = view.text("id")
    if name in _RESERVED:
        yield tell("bad-identifier", view.value_span("id"), "reserved", name=name)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ruleset": (reserved_id,),
}
