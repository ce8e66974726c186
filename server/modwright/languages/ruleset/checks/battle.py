"""What a ruleset lends to Classic battles (ruleset-format.md, 8.1; R80)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Message
from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import misfit, typed
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told


def energy_is_another_pool(site: Site) -> Iterator[Told]:
    """R80: what skills cost is not what damage takes."""
    view = View(site.node, site.offset)
    energy = view.child("energy")
    health = facts.health_of(view).id
    if energy is not None and health and energy.text("pool") == health:
        yield tell("battle", energy.value_span("pool"), "energy-is-health", name=health)


def slots_are_other_pools(site: Site) -> Iterator[Told]:
    """R80: a slot's pool is neither health nor energy, and each pool and level stands once."""
    view = View(site.node, site.offset)
    energy = view.child("energy")
    taken = {
        "slot-is-health": facts.health_of(view).id,
        "slot-is-energy": (energy.text("pool") if energy else None) or "",
    }
    pools: set[str] = set()
    levels: set[float] = set()
    for slot in view.views("slots"):
        pool, level = slot.text("pool"), slot.number("level")
        if pool is not None:
            span = slot.value_span("pool")
            for variant, other in taken.items():
                if pool == other:
                    yield tell("battle", span, variant, name=pool)
                    break
            if pool in pools:
                yield tell("duplicate-value", span, "slot-pool", name=pool)
            pools.add(pool)
        if level is not None:
            if level in levels:
                yield tell("duplicate-value", slot.value_span("level"), "slot-level", level=level)
            levels.add(level)


def exception_needs_its_rule(site: Site) -> Iterator[Told]:
    """R80, R85: `alwaysWhen` is an exception to `onlyWhen` and means nothing alone."""
    view = View(site.node, site.offset)
    if view.has("alwaysWhen") and not view.has("onlyWhen"):
        drop = fixes.drop_key(view, "alwaysWhen")
        span = view.key_span("alwaysWhen")
        yield tell(_code(site), span, "always-without-only", fixes=drop)


def exception_fits_its_column(site: Site) -> Iterator[Told]:
    """R80, R85: `equals` is something that the column can hold; its range does not count."""
    view = View(site.node, site.offset)
    always, rows = view.child("alwaysWhen"), view.text("list")
    column = always.text("column") if always else None
    value = always.value("equals") if always else None
    if always is None or column is None or rows is None or value is None:
        return
    held = typed(site.env.node("column", column, rows))
    reason = misfit(value, held, is_loose=True) if held else None
    if reason is not None:
        mention = (Key("column", rows, column), Message.of("ruleset.declared-here", name=column))
        span = always.value_span("equals")
        yield tell(
            _code(site), span, "always-equals", name=column, reason=reason, mentions=(mention,)
        )


def claim_of_combat(site: Site) -> Iterator[Told]:
    """Section 14, 15: `coverage.combat` is a claim; what fights are is in `combat` and `battle`."""
    view = View(site.node, site.offset)
    if view.flag("combat") and not site.env.has("combat") and not site.env.has("battle"):
        yield tell("trap", view.value_span("combat"), "coverage-combat")


def _code(site: Site) -> str:
    return "combat" if "combatAbility" in site.shape.names else "battle"


EXCEPTIONS: tuple[Rule, ...] = (exception_needs_its_rule, exception_fits_its_column)

RULES: Mapping[str, tuple[Rule, ...]] = {
    "coverage": (claim_of_combat,),
    "battle": (energy_is_another_pool, slots_are_other_pools),
    "battleSkill": EXCEPTIONS,
    "combatAbility": EXCEPTIONS,
}
