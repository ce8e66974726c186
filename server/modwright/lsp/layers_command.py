"""The command `modwright.layers`: a ruleset as it plays with layers on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from modwright.lsp.session import Session


async def layers(session: Session, arguments: Sequence[object]) -> object:
    """`[uri, [id, …]]`, or one id in place of the list.

    The answer is `{"text": the diff for people, "base", "layered": the two texts, "on",
    "dropped": [{"layer", "becauseOf"}], "remarks": [{"kind", "layer", "name"}], "files": catalogs
    in files of their own that change [{"path", "base", "layered"}]}`.
    """
    from modwright.ide.layers import preview, render_text
    from modwright.ide.types import Refused
    from modwright.lsp.errors import invalid_params, refused

    uri = arguments[0] if arguments else None
    given = arguments[1] if len(arguments) > 1 else None
    names = [given] if isinstance(given, str) else given
    document = session.workspace.document(uri) if isinstance(uri, str) else None
    analysis = await session.analysis(document) if document else None
    if document is None or analysis is None:
        raise invalid_params("The first argument is the URI of an open ruleset")
    if not isinstance(names, Sequence):
        raise invalid_params("The second argument names layers")
    ids = [name for name in cast("Sequence[object]", names) if isinstance(name, str)]
    locale = session.locale_for(document.uri)
    shown = preview(analysis, ids, locale)
    if isinstance(shown, Refused):
        raise refused(shown.reason)
    name = document.uri.rpartition("/")[2]
    return {"text": render_text(shown, name, locale), **shown.as_data()}
