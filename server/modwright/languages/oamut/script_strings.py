"""What a string of a script names: a module, a rule file, a folder, an option, a value."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.oamut.lua_reading import ITEM, PLAN, Chain, Reading, Value
from modwright.languages.oamut.plan_words import plan_words


class StringUse(NamedTuple):
    """`kind`: `module`, `rules` (an `sm` path), `add`, `mask`, `member` (of the value `of`, in
    brackets), `value` (held against the option that `of` leads to)."""

    kind: str
    of: Value = Value("local")
    chain: Chain | None = None


def use_of_string(reading: Reading, index: int) -> StringUse | None:
    """What the string at a token stands for; None for an ordinary one. A string that is still
    open counts as if it were closed."""
    words = plan_words()
    before = index - 1
    if reading.is_symbol(before, "["):
        chain = reading.chain_to(before - 1)
        return StringUse("member", reading.value_of(chain), chain) if chain else None
    callee = before - 1 if reading.is_symbol(before, "(") else before
    if reading.is_name(callee) and not reading.is_symbol(callee - 1, ".", ":"):
        name = reading.tokens[callee].text
        if name in (words.require, words.source.name) and not reading.is_declared(callee):
            return StringUse("module" if name == words.require else "rules")
    if reading.is_symbol(before, "==", "~="):
        chain = reading.chain_to(before - 1)
        value = reading.value_of(chain) if chain else None
        is_option = value is not None and value.kind == "context" and len(value.path) == 2
        if value is not None and is_option and value.path[0] == words.options:
            return StringUse("value", value, chain)
    frame = reading.frame_of[index]
    if frame.kind == "{" and reading.starts_item(before, frame):
        return _use_in_list(reading.roles.get(frame.open, ()))
    role = reading.key_role(index)
    if role == (PLAN, words.key_of("rules"), ITEM, words.source.name):
        return StringUse("rules")
    return None


def _use_in_list(role: tuple[str, ...]) -> StringUse | None:
    words = plan_words()
    files = words.key_of("files")
    if role == (PLAN, files, words.files_add):
        return StringUse("add")
    if role == (PLAN, files, words.files_mask):
        return StringUse("mask")
    return None
