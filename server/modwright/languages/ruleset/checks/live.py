"""Live state: tracks and their wounds, pools (ruleset-format.md, 3.5 and 3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_WOUNDS_ONLY = ("kinds", "fill", "onFull", "extra")
# The most boxes a wound track may have (R33).
_MOST_BOXES = 64


def track(site: Site) -> Iterator[Told]:
    """R33, R34: a wound track is a track with `levels` or `boxes`."""
    view = View(site.node, site.offset)
    if view.has("levels") or view.has("boxes"):
        yield from _wounds(view)
    else:
        yield from _plain(view)


def _plain(view: View) -> Iterator[Told]:
    for key in _WOUNDS_ONLY:
        if view.has(key):
            drop = fixes.drop_key(view, key)
            yield tell("track-shape", view.key_span(key), "wounds-only", key=key, fixes=drop)
    low, high, start = (view.number(key) for key in ("min", "max", "default"))
    if low is None:
        return
    if high is not None and low > high:
        swap = fixes.exchange(view, "min", "max")
        yield tell("track-shape", view.value_span("min"), "order", low=low, high=high, fixes=swap)
        return
    if start is None:
        return
    span = view.value_span("default")
    if high is None and start < low:
        mend = (fixes.put(span, float(low)),)
        yield tell("track-shape", span, "start-below", number=start, low=low, fixes=mend)
    elif high is not None and not low <= start <= high:
        mend = (fixes.put(span, float(min(max(start, low), high))),)
        yield tell("track-shape", span, "start", number=start, low=low, high=high, fixes=mend)


def _wounds(view: View) -> Iterator[Told]:
    shape = "levels" if view.has("levels") else "boxes"
    if view.has("levels") and view.has("boxes"):
        drop = (*fixes.drop_key(view, "boxes"), *fixes.drop_key(view, "levels"))
        yield tell("track-shape", view.key_span("boxes"), "levels-and-boxes", fixes=drop)
    if not view.has("kinds"):
        yield tell("track-shape", view.key_span(shape), "no-kinds", key=shape)
    if view.text("fill") == "indexed" and view.text("onFull") != "refuse":
        yield from _indexed(view)
    if view.number("min") not in (None, 0):
        span = view.value_span("min")
        yield tell("track-shape", span, "min", fixes=(fixes.put(span, 0),))
    if view.number("default") not in (None, 0):
        drop = fixes.drop_key(view, "default")
        yield tell("track-shape", view.value_span("default"), "default", fixes=drop)
    if view.has("hideWhen"):
        drop = fixes.drop_key(view, "hideWhen")
        yield tell("track-shape", view.key_span("hideWhen"), "hidden", fixes=drop)
    if view.has("levels"):
        yield from _levels(view)
    if view.has("boxes"):
        yield from _boxes(view)


def _indexed(view: View) -> Iterator[Told]:
    if view.has("onFull"):
        span = view.value_span("onFull")
        mend = (fixes.put(span, "refuse"),)
    else:
        span = view.value_span("fill")
        mend = (fixes.add_key(view, "onFull", '"refuse"'),)
    yield tell("track-shape", span, "indexed", fixes=mend)


def _levels(view: View) -> Iterator[Told]:
    count = len(view.items("levels"))
    is_told = view.number("max") is not None or view.child("max") is not None
    if is_told and count and view.number("max") != count:
        span = view.value_span("max")
        yield tell("track-shape", span, "max", count=count, fixes=(fixes.put(span, count),))
    before: float | None = None
    for level in view.views("levels"):
        penalty = level.number("penalty")
        if penalty is not None and before is not None and penalty > before:
            span = level.value_span("penalty")
            mend = (fixes.put(span, float(before)),)
            yield tell("track-shape", span, "penalty", number=penalty, before=before, fixes=mend)
        before = penalty if penalty is not None else before


def _boxes(view: View) -> Iterator[Told]:
    most = view.number("max")
    if most is not None and not 0 <= most <= _MOST_BOXES:
        span = view.value_span("max")
        mend = (fixes.put(span, float(min(max(most, 0), _MOST_BOXES))),)
        yield tell("track-shape", span, "boxes", number=most, most=_MOST_BOXES, fixes=mend)
    if view.has("extra"):
        drop = fixes.drop_key(view, "extra")
        yield tell("track-shape", view.key_span("extra"), "extra", fixes=drop)


def severities(site: Site) -> Iterator[Told]:
    """R8: no two kinds of wounds are equally bad."""
    seen: set[float] = set()
    for kind in View(site.node, site.offset).views("kinds"):
        severity = kind.number("severity")
        if severity is None:
            continue
        if severity in seen:
            span = kind.value_span("severity")
            yield tell("duplicate-value", span, "severity", number=severity)
        seen.add(severity)


def empty_pool(site: Site) -> Iterator[Told]:
    """R39: the reader takes a pool that can never hold anything."""
    most = View(site.node, site.offset).child("max")
    number = most.number("const") if most else None
    if most is not None and number is not None and number <= 0:
        yield tell("trap", most.value_span("const"), "empty-pool", number=number)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "track": (track, severities),
    "pool": (empty_pool,),
}
