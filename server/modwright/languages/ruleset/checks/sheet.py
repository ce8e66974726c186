"""The sheet: abilities, skills, saves, fields, lists (ruleset-format.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told


def minimum_above_maximum(site: Site) -> Iterator[Told]:
    """R30: `min` may not be above `max`, nor the default outside of them."""
    view = View(site.node, site.offset)
    low, high, default = (view.number(key) for key in ("min", "max", "default"))
    if low is not None and high is not None and low > high:
        yield tell("bad-default", view.value_span("min"), "min-above-max", low=low, high=high)
    elif default is not None and (
        (low is not None and default < low) or (high is not None and default > high)
    ):
        yield tell("bad-default", view.value_span("default"), "outside", low=low or 0, high=high or 0)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ability": (minimum_above_maximum,),
}
