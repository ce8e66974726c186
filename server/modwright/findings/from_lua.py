"""The finding about a script that does not compile."""

from __future__ import annotations

from modwright.findings.model import Finding, Message, Related, Severity
from modwright.syntax.lua_compiler import LuaFault

SYNTAX = "lua/syntax"
_MOST_SHOWN = 40


def lua_syntax_finding(fault: LuaFault) -> Finding:
    """Lua stops at the first fault, so there is one of them at most."""
    near: str | Message = Message.of("lua.end-of-file")
    if fault.near is not None:
        near = Message.of("lua.token", token=_shown(fault.near))
    related: tuple[Related, ...] = ()
    if fault.opening is not None:
        related = (Related(*fault.opening, Message.of("lua/syntax.opened-here")),)
    message = Message.of(f"lua/syntax.{fault.variant}", subject=_shown(fault.subject), near=near)
    return Finding(SYNTAX, Severity.ERROR, fault.start, fault.end, message, related=related)


def _shown(text: str) -> str:
    line = " ".join(text.split()) if "\n" in text or "\r" in text else text
    return line if len(line) <= _MOST_SHOWN else f"{line[: _MOST_SHOWN - 1]}…"
