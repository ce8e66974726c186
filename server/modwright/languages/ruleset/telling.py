"""Findings of rulesets, made in one way. Severities come from the catalogue of codes."""

from __future__ import annotations

from modwright.findings.messages import spec
from modwright.findings.model import Argument, Finding, Fix, Message, Severity, Tag
from modwright.languages.ruleset.views import Span
from modwright.symbols.keys import Key
from modwright.symbols.walk import Told


def tell(
    code: str,
    span: Span,
    variant: str = "",
    /,
    *,
    fixes: tuple[Fix, ...] = (),
    tags: tuple[Tag, ...] = (),
    mentions: tuple[tuple[Key, Message], ...] = (),
    missing: Key | None = None,
    **args: Argument,
) -> Told:
    """The finding `ruleset/<code>` over `span`, worded by the text `ruleset/<code>[.<variant>]`
    filled with `args`."""
    full = f"ruleset/{code}"
    found = spec(full)
    severity = found.severity if found and found.severity else Severity.ERROR
    key = f"{full}.{variant}" if variant else full
    finding = Finding(full, severity, span[0], span[1], Message(key, args), tags=tags, fixes=fixes)
    return Told(finding, mentions, missing)
