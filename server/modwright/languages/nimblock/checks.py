"""What the schema cannot say of a rule (specs/nimblock.md, Findings): one function a finding.

A rule's findings depend on the rule alone, so they are remembered on its node; what rules have to
do with each other is in `across.py`. All offsets are those of the view that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.model import Finding, Fix, Message, Severity, Tag, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.nimblock import names
from modwright.languages.nimblock.catalogue import Action, Condition, Trigger, catalogue
from modwright.languages.nimblock.moves import move_before_pause
from modwright.languages.nimblock.numbers import number_of
from modwright.languages.nimblock.template import VARIABLE, Piece, PieceKind, pieces_of
from modwright.languages.nimblock.view import EntryView, RuleView, Value
from modwright.syntax.node import Kind as NodeKind

_SLASH = "/"


def rule_findings(rule: RuleView) -> tuple[Finding, ...]:
    """All findings of one rule by itself, at offsets relative to the rule."""
    return rule.node.remember(rule_findings, lambda: tuple(_findings(RuleView(rule.node, 0))))


def _findings(rule: RuleView) -> Iterator[Finding]:
    trigger = rule.trigger_entry
    entries = [*rule.conditions, *rule.actions]
    yield from disabled_rule(rule)
    if rule.trigger is not None:
        yield from variable_in_trigger(rule.trigger)
        yield from leading_slash(rule.trigger)
    for entry in entries:
        yield from unbalanced_brace(entry)
        yield from leading_slash(entry)
        yield from not_a_number(entry)
        yield from bukkit_constant(entry)
        yield from unknown_name(entry)
        if trigger is not None:
            yield from unknown_variable(entry, trigger)
            yield from needs_of_entry(entry, trigger)
            yield from lost_message(entry, trigger)
            yield from console_injection(entry, trigger)
    yield from cancel_after_delay(rule)


def _at(code: str, severity: Severity, span: tuple[int, int], message: Message) -> Finding:
    return Finding(code, severity, span[0], span[1], message)


def _type_span(entry: EntryView) -> tuple[int, int]:
    written = entry.type
    assert written is not None
    return written.offset, written.end


def disabled_rule(rule: RuleView) -> Iterator[Finding]:
    if rule.is_disabled:
        yield Finding(
            "nimblock/disabled-rule",
            Severity.HINT,
            rule.offset,
            rule.offset + rule.node.width,
            Message.of("nimblock/disabled-rule"),
            tags=(Tag.UNNECESSARY,),
        )


def unbalanced_brace(entry: EntryView) -> Iterator[Finding]:
    for _, value in entry.templates:
        for piece in pieces_of(value.node):
            if piece.kind is PieceKind.LONE_BRACE or piece.kind is PieceKind.BAD_PAIR:
                yield _unbalanced_brace(value, piece)


def _unbalanced_brace(value: Value, piece: Piece) -> Finding:
    start, end = value.span(piece.start, piece.end)
    opening = value.span(piece.start, piece.start + 1)
    brace = value.node.text[piece.start]
    # The brace is doubled in its own spelling's place, before it: "{x" becomes "{{x".
    edits = [TextEdit(opening[0], opening[0], brace)]
    variant = "nimblock/unbalanced-brace.close" if brace == "}" else "nimblock/unbalanced-brace"
    if piece.kind is PieceKind.BAD_PAIR:
        closing = value.span(piece.end - 1, piece.end)
        edits.append(TextEdit(closing[0], closing[0], "}"))
        variant = "nimblock/unbalanced-brace.pair"
    fix = Fix(Message.of("nimblock.escape-brace"), tuple(edits))
    message = Message.of(variant, written=value.node.text[piece.start : piece.end])
    return Finding("nimblock/unbalanced-brace", Severity.ERROR, start, end, message, fixes=(fix,))


def unknown_variable(entry: EntryView, trigger: Trigger) -> Iterator[Finding]:
    provided = [variable.name for variable in trigger.provides]
    for _, value in entry.templates:
        for piece in pieces_of(value.node):
            if piece.kind is not PieceKind.VARIABLE or piece.name in provided:
                continue
            start, end = value.span(piece.start, piece.end)
            near = nearest(piece.name, provided)
            fixes = tuple(
                Fix(
                    Message.of("nimblock.replace-by", name=f"{{{name}}}"),
                    (TextEdit(start, end, f"{{{name}}}"),),
                )
                for name in near
            )
            providers = [other.id for other in catalogue().providers(piece.name)]
            if not provided:
                variant = (
                    "nimblock/unknown-variable.elsewhere.none"
                    if providers
                    else "nimblock/unknown-variable.none"
                )
            elif providers:
                variant = "nimblock/unknown-variable.elsewhere"
            else:
                variant = "nimblock/unknown-variable"
            message = Message.of(
                variant,
                name=piece.name,
                trigger=trigger.id,
                provided=[f"{{{name}}}" for name in provided],
                providers=providers,
            )
            yield Finding(
                "nimblock/unknown-variable", Severity.ERROR, start, end, message, fixes=fixes
            )


def needs_of_entry(entry: EntryView, trigger: Trigger) -> Iterator[Finding]:
    known = entry.entry
    if not isinstance(known, Condition | Action):
        return
    for need in known.needs:
        if trigger.meets(need):
            continue
        if need == "player":
            code = "nimblock/needs-player"
        else:
            code = "nimblock/needs-cancellable"
        able = [other.id for other in catalogue().triggers if other.meets(need)]
        message = Message.of(code, id=known.id, trigger=trigger.id, able=able)
        yield _at(code, Severity.ERROR, _type_span(entry), message)


def cancel_after_delay(rule: RuleView) -> Iterator[Finding]:
    pause: EntryView | None = None
    for action in rule.actions:
        known = action.entry
        if not isinstance(known, Action):
            continue
        if known.pauses and pause is None:
            pause = action
        if known.cancels and pause is not None:
            start, end = _type_span(action)
            message = Message.of("nimblock/cancel-after-delay", id=known.id)
            fixes = move_before_pause(rule, pause, action)
            yield Finding(
                "nimblock/cancel-after-delay", Severity.WARNING, start, end, message, fixes=fixes
            )


def variable_in_trigger(trigger: EntryView) -> Iterator[Finding]:
    for param, value in trigger.arguments:
        text = value.string
        if param.type != "text" or text is None:
            continue
        for match in VARIABLE.finditer(text):
            message = Message.of("nimblock/variable-in-trigger", name=match[1])
            span = value.span(*match.span())
            yield _at("nimblock/variable-in-trigger", Severity.WARNING, span, message)


def leading_slash(entry: EntryView) -> Iterator[Finding]:
    for param, value in entry.arguments:
        if param.role not in ("command-name", "console-command"):
            continue
        text = value.string
        if text is None or not text.startswith(_SLASH):
            continue
        start, end = value.span(0, 1)
        fix = Fix(Message.of("nimblock.drop-slash"), (TextEdit(start, end, ""),), preferred=True)
        message = Message.of(f"nimblock/leading-slash.{param.role}")
        yield Finding("nimblock/leading-slash", Severity.WARNING, start, end, message, fixes=(fix,))


def lost_message(entry: EntryView, trigger: Trigger) -> Iterator[Finding]:
    known = entry.entry
    if isinstance(known, Action) and known.audience == "player" and trigger.leaving:
        message = Message.of("nimblock/lost-message", id=known.id, trigger=trigger.id)
        yield _at("nimblock/lost-message", Severity.WARNING, _type_span(entry), message)


def console_injection(entry: EntryView, trigger: Trigger) -> Iterator[Finding]:
    for param, value in entry.templates:
        if param.role != "console-command":
            continue
        for piece in pieces_of(value.node):
            if piece.kind is not PieceKind.VARIABLE:
                continue
            variable = trigger.variable(piece.name)
            if variable is not None and variable.typed:
                message = Message.of("nimblock/console-injection", name=piece.name)
                span = value.span(piece.start, piece.end)
                yield _at("nimblock/console-injection", Severity.WARNING, span, message)


def bukkit_constant(entry: EntryView) -> Iterator[Finding]:
    for param, value in entry.arguments:
        text = value.string
        # Items may be written either way (seed: the two spellings of Minecraft names).
        if param.names not in ("sounds", "effects") or text is None:
            continue
        if not names.is_constant(text):
            continue
        key = names.key_for_constant(param.names, text)
        fixes: tuple[Fix, ...] = ()
        variant = "nimblock/bukkit-constant"
        if key is not None:
            edit = TextEdit(value.offset, value.end, f'"{key}"')
            fixes = (Fix(Message.of("nimblock.replace-by", name=key), (edit,), preferred=True),)
            variant = "nimblock/bukkit-constant.known"
        message = Message.of(variant, written=text, key=key or "")
        yield Finding(
            "nimblock/bukkit-constant",
            Severity.WARNING,
            value.offset,
            value.end,
            message,
            fixes=fixes,
        )


def unknown_name(entry: EntryView) -> Iterator[Finding]:
    """Off unless the settings ask for it: the game may know names that our list does not."""
    for param, value in entry.arguments:
        text = value.string
        if param.names is None or not text or names.is_known(param.names, text):
            continue
        if param.names != "items" and names.is_constant(text):
            continue
        message = Message.of("nimblock/unknown-name", name=text, version=names.game_version())
        span = value.offset, value.end
        yield _at("nimblock/unknown-name", Severity.HINT, span, message)


def not_a_number(entry: EntryView) -> Iterator[Finding]:
    for param, value in entry.templates:
        if param.role != "number" or value.node.kind is not NodeKind.STRING:
            continue
        kinds = {piece.kind for piece in pieces_of(value.node)}
        if kinds & {PieceKind.VARIABLE, PieceKind.LONE_BRACE, PieceKind.BAD_PAIR}:
            continue
        text = value.node.text
        if number_of(text) is None:
            message = Message.of("nimblock/not-a-number", written=text)
            span = value.offset, value.end
            yield _at("nimblock/not-a-number", Severity.WARNING, span, message)
