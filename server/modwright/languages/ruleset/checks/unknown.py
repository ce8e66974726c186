"""Names that the table of names leaves to the rules, told in the same words as the others."""

from __future__ import annotations

from collections.abc import Iterable

from modwright.findings.model import Message
from modwright.languages.nearest import nearest
from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span
from modwright.symbols.keys import Key
from modwright.symbols.walk import Told


def unknown(key: Key, span: Span, known: Iterable[str]) -> Told:
    """`ruleset/unresolved-reference`: nothing of that kind is called so. `span` is the whole
    string that names it, quotes included."""
    names = tuple(known)
    near = nearest(key.id, names)
    return tell(
        "unresolved-reference",
        span,
        "nearest" if near else ("" if names else "none"),
        kind=[kind_title(key.kind)],
        name=key.id,
        near=near[0] if near else "",
        known=names,
        fixes=tuple(fixes.put(span, name) for name in near),
        missing=key,
    )


def declared(kind: str, name: str, scope: str = "") -> tuple[tuple[Key, Message], ...]:
    """A finding's pointer to where a thing is declared."""
    return ((Key(kind, scope, name), Message.of("ruleset.declared-here", name=name)),)
