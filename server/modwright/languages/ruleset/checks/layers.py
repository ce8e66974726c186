"""Layers: what a variant takes away must leave something, and must be there (R100-R107).

That a loot table which a layer replaces exists (R106) is a matter of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from modwright.findings.model import Message
from modwright.languages.ruleset import facts, fixes, layer_facts
from modwright.languages.ruleset.checks.unknown import unknown
from modwright.languages.ruleset.layer_facts import SellerRemoval
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import listed, utf16_length
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

# Both texts of a layer together, in UTF-16 units (ruleset-format.md, R107).
_MOST_GUIDANCE = 4000
# Of the layers that empty a market together so many are looked at, besides the one that is told.
_MOST_TOGETHER = 3
# Comparisons of a catalog's filter, by the type they are for.
_COMPARISONS: Mapping[str, tuple[str, ...]] = {
    "number": ("above", "below"),
    "text": ("equals", "notIn"),
    "tags": ("equals", "notIn"),
}


def removed_values(site: Site) -> Iterator[Told]:
    """R100: the field has the values that are removed, and nothing on the sheet waits for them."""
    view = View(site.node, site.offset)
    field = view.text("id")
    values = _values(site, field)
    if field is None or not values:
        return
    compared = site.env.fact(facts.compared_values)
    for each in view.texts("removeValues"):
        if each.text not in values:
            yield unknown(Key("fieldValue", field, each.text), each.span, values)
        elif (field, each.text) in compared:
            drop = fixes.drop_item(view, "removeValues", each.span)
            yield tell("layer-hidden-value", each.span, name=each.text, field=field, fixes=drop)


def remaining_values(site: Site) -> Iterator[Told]:
    """R100: something is left to choose, and the field begins with something that is left."""
    view = View(site.node, site.offset)
    field = view.text("id")
    values = _values(site, field)
    if field is None or not values or not view.has("removeValues"):
        return
    removed = {each.text for each in view.texts("removeValues")}
    left = tuple(value for value in values if value not in removed)
    span = view.value_span("removeValues")
    mention = (Key("field", "", field), Message.of("ruleset.declared-here", name=field))
    if not left:
        # No default could be right then.
        yield tell("layer-removes-all", span, field=field, mentions=(mention,))
        return
    own = view.text("default")
    if view.has("default"):
        if own is not None and own not in left:
            at = view.value_span("default")
            mend = tuple(fixes.put(at, value) for value in left[:3])
            variant = "removed" if own in removed else "unknown"
            shown = listed(left)
            yield tell("layer-default", at, variant, name=own, field=field, left=shown, fixes=mend)
        return
    default = facts.field_default(site.env, field)
    if default in removed and default in values:
        mend = tuple(fixes.add_key(view, "default", fixes.written(value)) for value in left[:1])
        yield tell(
            "layer-default", span, name=default, field=field, mentions=(mention,), fixes=mend
        )


def _values(site: Site, field: str | None) -> tuple[str, ...]:
    """The values of an enum field, empty for anything else."""
    if field is None or site.env.trait(Key("field", "", field)) != "enum":
        return ()
    return site.env.ids("fieldValue", field)


def fields_once(site: Site) -> Iterator[Told]:
    """R7, R100: a layer speaks of a field once."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for each in view.views("fields"):
        name = each.text("id")
        if name is not None:
            if name in seen:
                yield tell("duplicate-id", each.value_span("id"), "layer-field", name=name)
            seen.add(name)


def guidance_fits(site: Site) -> Iterator[Told]:
    """R107: both texts share one limit."""
    view = View(site.node, site.offset)
    gm = view.child("gm")
    if gm is None:
        return
    length = sum(utf16_length(gm.text(key) or "") for key in ("guidance", "worldGuidance"))
    if length > _MOST_GUIDANCE:
        yield tell("layer-guidance", view.value_span("gm"), length=length, most=_MOST_GUIDANCE)


def conflicts_with_others(site: Site) -> Iterator[Told]:
    """R103: a layer conflicts with others, each named once."""
    view = View(site.node, site.offset)
    own = view.text("id")
    seen: set[str] = set()
    for each in view.texts("conflicts"):
        drop = fixes.drop_item(view, "conflicts", each.span)
        if each.text == own:
            yield tell("layer-conflict", each.span, name=each.text, fixes=drop)
        elif each.text in seen:
            yield tell("no-effect", each.span, "conflict-twice", name=each.text, fixes=drop)
        seen.add(each.text)


def hidden_entries(site: Site) -> Iterator[Told]:
    """R102: a filter is compared in the way of its type."""
    view = View(site.node, site.offset)
    hide, catalog = view.child("hide"), view.text("id")
    name = hide.text("filter") if hide else None
    if hide is None or catalog is None or name is None:
        return
    key = Key("filter", catalog, name)
    wanted = _COMPARISONS.get(site.env.trait(key) or "")
    if wanted is None:
        return
    every = {each for names in _COMPARISONS.values() for each in names}
    wrong = [each for each in hide.keys if each in every and each not in wanted]
    if wrong:
        yield tell(
            "bad-comparison",
            view.value_span("hide"),
            "layer-hide",
            key=wrong[0],
            name=name,
            type=Message.of(f"ruleset.trait.filter.{site.env.trait(key)}"),
            wanted=wanted,
            mentions=((key, Message.of("ruleset.declared-here", name=name)),),
        )


def smallest_coins(site: Site) -> Iterator[Told]:
    """R104: the smallest coin of a family goes only with the family: what stays has to be able to
    give change."""
    view = View(site.node, site.offset)
    families = {each.text for each in view.texts("removeFamilies")}
    smallest = {
        coin: family
        for family, coin in site.env.fact(layer_facts.smallest_coins)
        if family not in families
    }
    for each in view.texts("removeUnits"):
        family = smallest.get(each.text)
        if family is not None:
            drop = fixes.drop_item(view, "removeUnits", each.span)
            yield tell("layer-currency", each.span, name=each.text, family=family, fixes=drop)


def a_seller_stays(site: Site) -> Iterator[Told]:
    """R105: where nobody sells, everybody would be sold everything: someone has to stay."""
    view = View(site.node, site.offset)
    items = view.child("items")
    market = items.child("market") if items else None
    if market is None:
        return
    sellers = frozenset(site.env.ids("seller"))
    removed = sellers.intersection(each.text for each in market.texts("removeSellers"))
    span = market.value_span("removeSellers")
    if not removed:
        return
    if removed == sellers:
        yield tell("layer-seller", span)
        return
    conflicts = frozenset(each.text for each in view.texts("conflicts"))
    own = SellerRemoval(view.text("id") or "", removed, conflicts)
    others = [
        other._replace(removed=other.removed & sellers)
        for other in site.env.fact(layer_facts.seller_removals)
        if other.id != own.id and other.goes_with(own)
    ]
    rivals = _emptying(removed, others, sellers)
    if rivals:
        mentions = tuple(
            (Key("layer", "", name), Message.of("ruleset.declared-here", name=name))
            for name in rivals
        )
        yield tell("no-effect", span, "sellers-together", names=listed(rivals), mentions=mentions)


def _emptying(
    removed: frozenset[str], others: Sequence[SellerRemoval], sellers: frozenset[str]
) -> tuple[str, ...]:
    """The fewest layers that leave a seller themselves, and none together with what is `removed`;
    nothing where there are none."""
    for count in range(1, _MOST_TOGETHER + 1):
        for some in combinations(others, count):
            gone = frozenset[str]().union(*(each.removed for each in some))
            are_together = all(one.goes_with(other) for one, other in combinations(some, 2))
            if are_together and gone < sellers and gone | removed == sellers:
                return tuple(each.id for each in some)
    return ()


RULES: Mapping[str, tuple[Rule, ...]] = {
    "layer": (fields_once, guidance_fits, conflicts_with_others, a_seller_stays),
    "layerField": (removed_values, remaining_values),
    "layerCatalog": (hidden_entries,),
    "layerCurrencies": (smallest_coins,),
}
