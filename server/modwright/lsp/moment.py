"""Which text a request was sent about.

An edit that comes in right behind a request is applied before the request has its turn. Most
answers are better for it. A completion is not: VS Code keeps the list while one types on, and
stretches its ranges by what was typed since it asked. A range that is of the newer text already
would be stretched twice, and the characters behind it be lost.
"""

from __future__ import annotations

from contextvars import ContextVar

from modwright.workspace.documents import Snapshot

# Set in the context of the request, which its task inherits. None: the newest text is meant.
asked_about: ContextVar[Snapshot | None] = ContextVar("asked_about", default=None)
