"""The fix that moves an action before the first pause of its rule.

A node does not know how it is written, so the texts change places as a whole: the actions between
pause and canceller move one place down, the canceller takes the pause's place. The layout between
them stays what it was.
"""

from __future__ import annotations

from modwright.findings.model import Fix, Message, Swap
from modwright.languages.nimblock.view import EntryView, RuleView, value_at


def move_before_pause(rule: RuleView, pause: EntryView, action: EntryView) -> tuple[Fix, ...]:
    written = value_at(rule.node, rule.offset, "actions")
    if written is None:
        return ()
    starts = ((written.offset + inner, item.width) for inner, item in written.node.parts)
    places = tuple(
        (start, start + width) for start, width in starts if pause.offset <= start <= action.offset
    )
    # The last one comes first, all others follow in their order.
    order = (len(places) - 1, *range(len(places) - 1))
    return (Fix(Message.of("nimblock.move-before"), (), True, swaps=(Swap(places, order),)),)
