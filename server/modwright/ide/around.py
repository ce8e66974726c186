"""Features that only languages of packages have: links, signatures, lenses, reaching actions."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.findings.messages import text
from modwright.languages.around import Fold, Lens, Link, PackageAction, Signature
from modwright.languages.language import Analysis

TRACE_COMMAND = "modwright.trace"


def links(analysis: Analysis) -> Sequence[Link]:
    """The files that the document names."""
    around, document = analysis.language.around, analysis.document
    return around.links(document, analysis.package) if around and document else ()


def signature(analysis: Analysis, offset: int, locale: str) -> Signature | None:
    """The call that is being written at `offset`."""
    around, document = analysis.language.around, analysis.document
    return around.signature(document, offset, locale) if around and document else None


def lenses(analysis: Analysis, path: str | None, locale: str) -> Sequence[Lens]:
    """The commands offered above places of the document."""
    around, document = analysis.language.around, analysis.document
    if around is not None and document is not None:
        return around.lenses(document, path, locale, analysis.package)
    return _trace_lenses(analysis, locale)


def _trace_lenses(analysis: Analysis, locale: str) -> list[Lens]:
    """ "Trace" above every rule that can be played through."""
    from modwright.ide.trace import traceable_rules

    title = text("trace.lens", locale)
    return [
        Lens(rule.start, rule.end, title, TRACE_COMMAND, (rule.rule,))
        for rule in traceable_rules(analysis, locale)
    ]


def package_actions(
    analysis: Analysis, start: int, end: int, locale: str, path: str | None
) -> Sequence[PackageAction]:
    """The quick fixes for [start, end) that may reach other files."""
    around, document = analysis.language.around, analysis.document
    if around is None or document is None:
        return ()
    return around.actions(document, start, end, locale, path, analysis.package)


def folds(analysis: Analysis) -> Sequence[Fold] | None:
    """What folds in a document whose tree does not tell; None where it does."""
    around, document = analysis.language.around, analysis.document
    return around.folds(document) if around and document else None
