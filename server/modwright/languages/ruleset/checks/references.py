"""Value references: what they may read, and from where (ruleset-format.md, section 1).

Whether a reference names anything at all is said by the table of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Message
from modwright.languages.ruleset import fixes, reach
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.reach import Chain, Reading
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

_MEASURES = ("sum", "max", "min")
"""The picks of an `itemStat` that look at a stat; any other word is a fault of the pick."""


def read_of_track(site: Site) -> Iterator[Told]:
    """R10: `read` stands beside `liveTrack` only, and only a wound track has a penalty."""
    ref = View(site.node, site.offset)
    if not ref.has("read"):
        return
    drop = fixes.drop_key(ref, "read")
    if not ref.has("liveTrack"):
        yield tell("exclusive-keys", ref.key_span("read"), "read", fixes=drop)
    elif ref.text("read") == "penalty":
        track = ref.text("liveTrack") or ""
        key = Key("track", "", track)
        if site.env.trait(key) == "plain":
            here = ((key, Message.of("ruleset.declared-here", name=track)),)
            span = ref.value_span("read")
            yield tell("wrong-reference", span, "penalty", name=track, fixes=drop, mentions=here)


def item_stat(site: Site) -> Iterator[Told]:
    """R10: `itemStat` needs the `items` block, and a number stat unless it counts items."""
    ref = View(site.node, site.offset)
    if not ref.has("itemStat"):
        return
    if not site.env.has("items"):
        yield tell("needs-block", ref.key_span("itemStat"), "item-stat")
    inner = ref.child("itemStat")
    pick = inner.text("pick") if inner else None
    if inner is None or pick not in _MEASURES:
        return
    if not inner.has("stat"):
        yield tell("missing-key", ref.key_span("itemStat"), "stat", pick=pick)
        return
    stat = inner.text("stat") or ""
    key = Key("stat", "", stat)
    kind = site.env.trait(key)
    if kind is not None and kind not in ("number", ""):
        here = ((key, Message.of("ruleset.declared-here", name=stat)),)
        span = inner.value_span("stat")
        found = Message.of(f"ruleset.trait.stat.{kind}")
        yield tell("wrong-reference", span, "stat", name=stat, found=found, mentions=here)


def only_earlier(site: Site) -> Iterator[Told]:
    """R11: a derived value reads only those above it."""
    derived = View(site.node, site.offset)
    own = derived.text("id")
    if own is None:
        return
    for ref in reach.references(derived):
        named = ref.text("derived")
        if named is None or not site.env.is_declared("derived", named):
            continue
        order = site.env.ids("derived")
        if own not in order or order.index(named) < order.index(own):
            continue
        key = Key("derived", "", named)
        here = ((key, Message.of("ruleset.declared-here", name=named)),)
        variant = "self" if named == own else ""
        span = ref.value_span("derived")
        yield tell("forward-reference", span, variant, name=named, own=own, mentions=here)


def _never_live(shape: str, key: str) -> Rule:
    """R12 for the reference at `key` of a `shape`: it is worked out before there is live state."""
    reader = Message.of(f"ruleset.reader.{shape}.{key}")

    def rule(site: Site) -> Iterator[Told]:
        ref = View(site.node, site.offset).child(key)
        for reading in reach.readings(ref):
            if ref is None or (reading.key in reach.LIVE and not _is_known(site, reading)):
                continue
            chain = site.env.fact(reach.live_chain(reading))
            if chain is not None:
                span = ref.value_span(reading.key)
                yield _reached("live-reference", span, chain, reader)

    return rule


def _is_known(site: Site, reading: Reading) -> bool:
    """Whether there is such a thing: if not, that alone is told."""
    if reading.key == "itemStat":
        return site.env.has("items")
    return site.env.is_declared(reading.kind, reading.id)


def no_list_sum(site: Site) -> Iterator[Told]:
    """R12a: a scaled cell may not follow the sum of a list, which its own row may be part of."""
    ref = View(site.node, site.offset).child("from")
    for reading in reach.readings(ref):
        chain = site.env.fact(reach.sum_chain(reading))
        if ref is not None and chain is not None:
            reader = Message.of("ruleset.reader.scaledValue.from")
            yield _reached("live-reference", ref.value_span(reading.key), chain, reader, "sum-")


def _reached(
    code: str, span: tuple[int, int], chain: Chain, reader: Message, prefix: str = ""
) -> Told:
    variant = f"{prefix}chain" if len(chain) > 1 else f"{prefix}direct"
    mentions = tuple(
        (each.symbol, Message.of("ruleset.declared-here", name=each.id))
        for each in chain
        if each.symbol
    )
    return tell(code, span, variant, reader=reader, chain=_shown(chain), mentions=mentions)


def _shown(chain: Chain) -> Message:
    """The chain in words, an arrow between its links."""
    shown = _link(chain[-1])
    for reading in reversed(chain[:-1]):
        shown = Message.of("ruleset.chain", first=_link(reading), rest=shown)
    return shown


def _link(reading: Reading) -> Message:
    if not reading.id:
        return Message.of("ruleset.chain.items")
    return Message.of("ruleset.chain.link", kind=kind_title(reading.kind), name=reading.id)


def untrained_bonus(site: Site) -> Iterator[Told]:
    """R13: the proficiency bonus may not be read from a skill or save, which contain it."""
    ref = View(site.node, site.offset).child("bonus")
    for reading in reach.readings(ref):
        if ref is not None and reading.key in reach.TRAINED:
            yield tell("proficiency-cycle", ref.value_span(reading.key), "bonus", name=reading.id)


def untrained_cap(site: Site) -> Iterator[Told]:
    """R13: nor may the cap of a skill or save."""
    ref = View(site.node, site.offset).child("cap")
    for reading in reach.readings(ref):
        if ref is not None and reading.key in reach.TRAINED:
            yield tell("proficiency-cycle", ref.value_span(reading.key), "cap", name=reading.id)


def untrained_derived(site: Site) -> Iterator[Told]:
    """R13: nor may any derived value from the first down to the one that a bonus or cap reads: all
    of them are worked out before skills and saves are."""
    derived = View(site.node, site.offset)
    own = derived.text("id")
    for ref in reach.references(derived):
        trained = next((key for key in ref.keys if key in reach.TRAINED), None)
        if trained is None or own is None:
            continue
        reader = site.env.fact(reach.reader_below(own))
        if reader is None:
            return
        key = Key("derived", "", reader.derived)
        here = ((key, Message.of("ruleset.declared-here", name=reader.derived)),)
        yield tell(
            "proficiency-cycle",
            ref.value_span(trained),
            "read" if reader.derived == own else "above",
            name=ref.text(trained) or "",
            own=own,
            read=reader.derived,
            reader=_reader(reader),
            mentions=here,
        )


def _reader(reader: reach.Trainee) -> Message:
    if not reader.kind:
        return Message.of("ruleset.reader.proficiency.bonus")
    return Message.of("ruleset.reader.cap", kind=kind_title(reader.kind), name=reader.id)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ref": (read_of_track, item_stat),
    "derived": (only_earlier, untrained_derived),
    "pool": (_never_live("pool", "max"),),
    "track": (_never_live("track", "max"),),
    "proficiency": (_never_live("proficiency", "bonus"), untrained_bonus),
    "skill": (untrained_cap,),
    "save": (untrained_cap,),
    "binding": (_never_live("binding", "max"),),
    "carry": (_never_live("carry", "encumberedAbove"), _never_live("carry", "limit")),
    "scaledValue": (_never_live("scaledValue", "from"), no_list_sum),
    "scales": (_never_live("scales", "from"),),
}
