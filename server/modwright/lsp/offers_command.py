"""The command `modwright.offers`: what a client can ask about a document before it asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from modwright.languages.tracing import TraceableRule
    from modwright.lsp.session import Session

_Data: TypeAlias = "dict[str, object]"


async def offers(session: Session, arguments: Sequence[object]) -> object:
    """`[uri]` of an open document.

    The answer is `{"rules", "layers"}`, empty lists where there is nothing of the kind. A rule is
    `{"rule", "name", "startLine", "endLine", "inputs"}`: `rule` is its number for
    `modwright.trace`, an input is `{"group", "name", "label", "value"}`, where `group` is the key
    of that command's third argument and `value` what counts without it. A layer is
    `{"id", "name"}`.
    """
    from modwright.ide.layers import offered
    from modwright.ide.trace import traceable_rules
    from modwright.lsp.errors import invalid_params

    uri = arguments[0] if arguments else None
    document = session.workspace.document(uri) if isinstance(uri, str) else None
    analysis = await session.analysis(document) if document else None
    if document is None or analysis is None:
        raise invalid_params("The first argument is the URI of an open package file")
    source = analysis.source
    return {
        "rules": [
            {
                "rule": rule.rule,
                "name": rule.name,
                "startLine": source.line_at(rule.start)[0],
                "endLine": source.line_at(rule.end)[0],
                "inputs": list(_inputs(rule)),
            }
            for rule in traceable_rules(analysis, session.locale_for(document.uri))
        ],
        "layers": [{"id": layer.id, "name": layer.label} for layer in offered(analysis)],
    }


def _inputs(rule: TraceableRule) -> Iterator[_Data]:
    for each in rule.variables:
        label = f"{each.label} {{{each.name}}}"
        yield {"group": "variables", "name": each.name, "label": label, "value": each.example}
    for each in rule.questions:
        label = f"{each.label} ({each.id})"
        yield {"group": "has", "name": str(each.number), "label": label, "value": True}
