"""The names an author may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_CUTOFF = 0.6
_MOST = 3


def nearest(written: str, known: Iterable[str]) -> Sequence[str]:
    """Up to three of `known` that are spelled like `written`, the likeliest first.

    Case does not matter, and neither does a missing or another prefix before the last dot.
    """
    # Imported here: nothing needs it as long as nothing is misspelled.
    from difflib import SequenceMatcher

    wanted = written.casefold()[:100]
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    scored: list[tuple[float, str]] = []
    for name in known:
        folded = name.casefold()
        matcher.set_seq1(folded)
        # The two quick ratios are upper bounds: few names need the slow one.
        may_be = matcher.real_quick_ratio() >= _CUTOFF and matcher.quick_ratio() >= _CUTOFF
        score = matcher.ratio() if may_be else 0.0
        if wanted and folded.rpartition(".")[2] == wanted.rpartition(".")[2]:
            score = max(score, 0.9)
        if score >= _CUTOFF:
            scored.append((-score, name))
    return [name for _, name in sorted(scored)[:_MOST]]
