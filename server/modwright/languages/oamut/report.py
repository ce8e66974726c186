"""Shorthands for making findings."""

from __future__ import annotations

from modwright.findings.model import Argument, Finding, Fix, Message, Related, Severity, TextEdit

QUOTE = "oamut.quote"
"""The title of a fix that puts quotes around a value and changes nothing else."""


def error(
    variant: str,
    span: tuple[int, int],
    fixes: tuple[Fix, ...] = (),
    related: tuple[Related, ...] = (),
    /,
    **args: Argument,
) -> Finding:
    """A finding of a code, or of one of its variants (`oamut/code.variant`)."""
    return _finding(Severity.ERROR, variant, span, fixes, related, args)


def warning(
    variant: str, span: tuple[int, int], fixes: tuple[Fix, ...] = (), /, **args: Argument
) -> Finding:
    return _finding(Severity.WARNING, variant, span, fixes, (), args)


def hint(
    variant: str, span: tuple[int, int], fixes: tuple[Fix, ...] = (), /, **args: Argument
) -> Finding:
    return _finding(Severity.HINT, variant, span, fixes, (), args)


def _finding(
    severity: Severity,
    variant: str,
    span: tuple[int, int],
    fixes: tuple[Fix, ...],
    related: tuple[Related, ...],
    args: dict[str, Argument],
) -> Finding:
    code = variant.partition(".")[0]
    message = Message(variant, args)
    return Finding(code, severity, span[0], span[1], message, related=related, fixes=fixes)


def replace(span: tuple[int, int], new_text: str, preferred: bool = False) -> Fix:
    title = Message.of("oamut.replace-by", name=new_text)
    return Fix(title, (TextEdit(span[0], span[1], new_text),), preferred=preferred)
