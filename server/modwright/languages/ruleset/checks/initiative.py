"""Who acts first (ruleset-format.md, 8.2; R92)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View, number_of
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Array

# Keys of the block with the key that each of them belongs to.
_BELONGS: Mapping[str, str] = {"modifier": "dice", "plus": "pool", "resource": "pool"}
# `crash.at` where it is left out (ruleset-format.md, 8.2).
_CRASH_AT = 0


def dice_or_pool(site: Site) -> Iterator[Told]:
    """R92: initiative is thrown with dice or with a pool, one of the two."""
    view = View(site.node, site.offset)
    count = view.has("dice") + view.has("pool")
    if count != 1:
        variant = "initiative-both" if count else "initiative-none"
        yield tell("exclusive-keys", view.span, variant)


def belongs(site: Site) -> Iterator[Told]:
    """R92: `modifier` goes with dice, `plus` and `resource` with a pool, `each` not with
    `resource`."""
    view = View(site.node, site.offset)
    for key, other in _BELONGS.items():
        if view.has(key) and not view.has(other):
            drop = fixes.drop_key(view, key)
            yield tell(
                "combat", view.key_span(key), "initiative-needs", key=key, other=other, fixes=drop
            )
    if view.has("resource") and view.has("each"):
        drop = fixes.drop_key(view, "each")
        yield tell("exclusive-keys", view.key_span("each"), "initiative-each", fixes=drop)


def resource(site: Site) -> Iterator[Told]:
    """R92: everyone starts above the crash, and some style takes."""
    view = View(site.node, site.offset)
    base, crash = view.number("base"), view.child("crash")
    at = crash.number("at") if crash and crash.has("at") else _CRASH_AT
    if base is not None and at is not None and crash is not None and base <= at:
        yield tell("combat", view.value_span("base"), "initiative-base", number=base, at=at)
    styles = view.views("styles")
    if styles and not any(style.has("takes") for style in styles):
        yield tell("combat", view.value_span("styles"), "initiative-takes")


def losses(site: Site) -> Iterator[Told]:
    """R92: what a miss costs is not below 0."""
    view = View(site.node, site.offset)
    for item in view.items("onMiss"):
        pair = item.node
        if not isinstance(pair, Array) or len(pair.items) < 2:
            continue
        cost = number_of(pair.items[1])
        if cost is not None and cost < 0:
            start = item.span[0] + pair.offsets[1]
            span = (start, start + pair.items[1].width)
            mend = (fixes.put(span, 0.0), fixes.put(span, -cost))
            yield tell("combat", span, "initiative-miss", number=cost, fixes=mend)


def hardness_needs_spending(site: Site) -> Iterator[Told]:
    """R92: hardness is what spent initiative has to get through: some style has to spend."""
    root = View(site.node, site.offset)
    pool = root.child("pool")
    if pool is not None and pool.has("hardness") and not _has_spending_style(root):
        drop = fixes.drop_key(pool, "hardness")
        yield tell("combat", pool.key_span("hardness"), "hardness", fixes=drop)


def _has_spending_style(combat: View) -> bool:
    """Whether a style of the initiative spends."""
    initiative = combat.child("initiative")
    resource = initiative.child("resource") if initiative else None
    return resource is not None and any(style.has("spends") for style in resource.views("styles"))


RULES: Mapping[str, tuple[Rule, ...]] = {
    "combat": (hardness_needs_spending,),
    "initiative": (dice_or_pool, belongs),
    "initiativeResource": (resource,),
    "spends": (losses,),
}
