"""Commands for `workspace/executeCommand`, by name.

Import what a command needs inside it: the names are read before `initialize` is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from modwright.lsp.layers_command import layers
from modwright.lsp.offers_command import offers

if TYPE_CHECKING:
    from modwright.lsp.session import Session

# Arguments and result are plain JSON. Raise `errors.invalid_params` or `errors.refused`.
Command: TypeAlias = "Callable[[Session, Sequence[object]], Awaitable[object]]"


async def trace(session: Session, arguments: Sequence[object]) -> object:
    """What a rule would do: `[uri, rule, {"variables": {…}, "has": {…}}]`.

    `rule` is a number from 0, a rule's id, name or `/command`, or a position of the document
    (`{"line", "character"}`). The answer is `{"text": for people, "trace": the same as data}`.
    """
    from dataclasses import asdict

    from modwright.ide.trace import rule_at
    from modwright.ide.trace import trace as trace_rule
    from modwright.ide.trace_text import render_text
    from modwright.ide.types import Refused
    from modwright.lsp.errors import invalid_params, refused
    from modwright.text.positions import Position, offset_at

    uri = arguments[0] if arguments else None
    rule = arguments[1] if len(arguments) > 1 else 0
    given = _mapping(arguments[2] if len(arguments) > 2 else None)
    document = session.workspace.document(uri) if isinstance(uri, str) else None
    analysis = await session.analysis(document) if document else None
    if document is None or analysis is None:
        raise invalid_params("The first argument is the URI of an open package file")
    locale = session.locale_for(document.uri)
    if isinstance(rule, Mapping):
        place = _mapping(cast("object", rule))
        line, column = place.get("line"), place.get("character")
        if not isinstance(line, int) or not isinstance(column, int):
            raise invalid_params("A position has a line and a character")
        offset = offset_at(analysis.source, Position(line, column), session.features.encoding)
        found = rule_at(analysis, offset, locale)
        rule = found.rule if found else -1
    if not isinstance(rule, int | str) or isinstance(rule, bool):
        raise invalid_params("The second argument names a rule")
    variables = {name: str(value) for name, value in _mapping(given.get("variables")).items()}
    has = {name: value is True for name, value in _mapping(given.get("has")).items()}
    result = trace_rule(analysis, rule, variables, locale, has=has)
    if isinstance(result, Refused):
        raise refused(result.reason)
    return {"text": render_text(result, locale), "trace": asdict(result)}


# A plan may keep a processor busy for its whole time: further ones wait.
_plans = asyncio.Semaphore(2)


async def plan(session: Session, arguments: Sequence[object]) -> object:
    """What a mutator's plan would do: `[uri, {"options": {id: value}, "mod": id}]`.

    `uri` is any open document of the package; unsaved changes count. The answer is
    `{"text": for people, "links": [{"range" of the text, "target": a URI}], "plan": the same as
    data}`, also when the script fails. The script runs in a process of its own, which ends with the
    request when that is cancelled.
    """
    from modwright.findings.messages import text
    from modwright.ide.plan import prepare
    from modwright.ide.plan_run import run_async
    from modwright.ide.plan_text import render_text
    from modwright.ide.types import Refused
    from modwright.lsp.errors import invalid_params, refused
    from modwright.lsp.plan_links import plan_links
    from modwright.workspace.packages import FolderPackage

    uri = arguments[0] if arguments else None
    given = _mapping(arguments[1] if len(arguments) > 1 else None)
    document = session.workspace.document(uri) if isinstance(uri, str) else None
    if document is None:
        raise invalid_params("The first argument is the URI of an open document")
    options: dict[str, bool | int | float | str] = {}
    for name, value in _mapping(given.get("options")).items():
        if not isinstance(value, bool | int | float | str):
            raise invalid_params("An option is a boolean, a number or a text")
        options[name] = value
    mod = given.get("mod")
    if mod is not None and not isinstance(mod, str):
        raise invalid_params("A MOD is named by its id")
    locale = session.locale_for(document.uri)
    # Not every client tells when a file is changed elsewhere.
    session.workspace.files_changed()
    package = document.package
    if not isinstance(package, FolderPackage):
        raise refused(text("plan.no-package", locale))
    request = prepare(package, options, locale, mod)
    if isinstance(request, Refused):
        raise refused(request.reason)
    async with _plans:
        report = await run_async(request)
    words = render_text(report, locale)
    links = plan_links(report, words, package, session.features.encoding)
    return {"text": words, "links": links, "plan": report.as_data()}


async def show_capability(session: Session, arguments: Sequence[object]) -> object:
    """What asks for the highest Capability API: `[uri]` of a ruleset.

    The answer is `{"uri", "range"}`, or None where nothing in it asks for more than any ruleset
    does. A client that can show documents is asked to show it.
    """
    from lsprotocol import types

    from modwright.ide.capability import asking_most
    from modwright.lsp import to_lsp
    from modwright.lsp.errors import invalid_params
    from modwright.lsp.files import Files
    from modwright.lsp.view import View

    uri = arguments[0] if arguments else None
    document = session.workspace.document(uri) if isinstance(uri, str) else None
    analysis = await session.analysis(document) if document else None
    if document is None or analysis is None or analysis.document is None:
        raise invalid_params("The first argument is the URI of an open ruleset")
    place = asking_most(analysis)
    file = Files(View(session, document, analysis)).file(place.path) if place else None
    if place is None or file is None:
        return None
    span = to_lsp.range_(file.ruler, place.start, place.end)
    if session.features.shows_documents:
        params = types.ShowDocumentParams(file.uri, take_focus=True, selection=span)
        session.client.in_background(_show(session, params), "showing a document")
    start, end = span.start, span.end
    return {
        "uri": file.uri,
        "range": {
            "start": {"line": start.line, "character": start.character},
            "end": {"line": end.line, "character": end.character},
        },
    }


async def _show(session: Session, params: object) -> None:
    await session.client.ask("window/showDocument", params)


def _mapping(value: object) -> Mapping[str, object]:
    """A JSON object, or an empty one for anything else."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


COMMANDS: Mapping[str, Command] = {
    "modwright.layers": layers,
    "modwright.offers": offers,
    "modwright.plan": plan,
    "modwright.showCapability": show_capability,
    "modwright.trace": trace,
}
