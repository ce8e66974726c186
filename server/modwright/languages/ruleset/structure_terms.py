"""What the wording of a schema's refusals needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from modwright.findings.model import Argument, Finding, Fix, Message, Related, Severity
from modwright.languages.filling import Filler
from modwright.languages.schema_reading import SchemaReader

FAMILY = "ruleset"

Span = tuple[int, int]


class Terms(NamedTuple):
    """The schema a file is held to: `filler` makes values for it, `codes` are the codes that are
    called otherwise in files of this kind."""

    reader: SchemaReader
    filler: Filler
    codes: Mapping[str, str]

    def error(
        self,
        variant: str,
        span: Span,
        fixes: tuple[Fix, ...] = (),
        related: tuple[Related, ...] = (),
        /,
        **args: Argument,
    ) -> Finding:
        """As `error`, under the name that the code has here."""
        code, dot, rest = variant.partition(".")
        renamed = self.codes.get(code)
        if renamed is not None:
            code, dot, rest = renamed, "", ""
        return error(f"{code}{dot}{rest}", span, fixes, related, **args)


def error(
    variant: str,
    span: Span,
    fixes: tuple[Fix, ...] = (),
    related: tuple[Related, ...] = (),
    /,
    **args: Argument,
) -> Finding:
    """A finding of `ruleset/<code>`, worded by the text `ruleset/<code>[.<variant>]`."""
    key = f"ruleset/{variant}"
    code = key.partition(".")[0]
    message = Message(key, args)
    return Finding(code, Severity.ERROR, *span, message, related=related, fixes=fixes)
