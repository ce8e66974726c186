"""What may be written at a spot of a spec (specs/nimblock.md, Completion), from the catalogue."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from modwright.languages.nimblock import names as minecraft
from modwright.languages.nimblock.catalogue import (
    Action,
    Condition,
    Entry,
    Key,
    Kind,
    NameList,
    ObjectName,
    Param,
    Trigger,
    catalogue,
)
from modwright.languages.nimblock.drafts import (
    Draft,
    entry_draft,
    key_draft,
    param_draft,
    rule_draft,
    spec_draft,
)
from modwright.languages.nimblock.grammar_path import (
    ArrayAt,
    Here,
    ObjectAt,
    ParamAt,
    ParamsAt,
    ScalarAt,
    at_path,
    kind_named,
)
from modwright.languages.nimblock.template_candidates import in_template
from modwright.languages.nimblock.view import EntryView
from modwright.languages.results import Candidate, CompletionKind, Spot, SpotKind
from modwright.languages.structural import to_json
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_KINDS: dict[Kind, CompletionKind] = {
    "trigger": CompletionKind.EVENT,
    "condition": CompletionKind.CONDITION,
    "action": CompletionKind.ACTION,
}
# Groups of a list, in the order they are shown.
_REQUIRED, _OPTIONAL = 0, 1


def candidates(document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
    """What may be written at a spot of the document. Empty where the grammar has nothing."""
    here = at_path(spot.path, spot.ancestors)
    if here is None:
        return ()
    match spot.kind:
        case SpotKind.KEY:
            found = [*_keys(here, spot, locale)]
        case SpotKind.VALUE:
            found = [*_values(here, spot, locale)]
        case SpotKind.TEXT:
            found = [*_text(here, spot, locale)]
    # Within a group the order of the catalogue stays.
    found.sort(key=lambda candidate: candidate.sort)
    return found


# ---- keys


def _keys(here: Here, spot: Spot, locale: str) -> Iterator[Candidate]:
    """The keys that are not there yet."""
    offset, node = spot.ancestors[-1]
    if not isinstance(node, Object):
        return
    what = here.what
    if isinstance(what, ParamsAt) and what.entry is not None:
        for param in what.entry.params:
            if node.get(param.name) is None:
                yield _param_key(what.entry, param, locale)
    elif isinstance(what, ObjectAt):
        kind = kind_named(what.name)
        entry = EntryView(kind, node, offset).entry if kind is not None else None
        for key in catalogue().objects[what.name].keys:
            is_pointless = key.type == "params" and entry is not None and not entry.params
            if node.get(key.name) is None and not is_pointless:
                yield _key(what.name, key, entry, locale)


def _key(name: ObjectName, key: Key, entry: Entry | None, locale: str) -> Candidate:
    draft = key_draft(key, entry, locale)
    return Candidate(
        key.name,
        CompletionKind.KEY,
        draft.json,
        draft.snippet,
        key.label.in_locale(locale),
        _key_data(name, key),
        _REQUIRED if key.required else _OPTIONAL,
        retrigger=key.type in ("entry-id", "object", "array"),
    )


def _param_key(entry: Entry, param: Param, locale: str) -> Candidate:
    draft = param_draft(param)
    return Candidate(
        param.name,
        CompletionKind.PARAMETER,
        draft.json,
        draft.snippet,
        param.label.in_locale(locale),
        _param_data(entry, param),
        _REQUIRED if param.required else _OPTIONAL,
        retrigger=param.names is not None,
    )


def _key_data(name: ObjectName, key: Key) -> str:
    return f"key:{name}:{key.name}"


def _param_data(entry: Entry, param: Param) -> str:
    return f"param:{entry.kind}:{entry.id}:{param.name}"


# ---- values


def _values(here: Here, spot: Spot, locale: str) -> Iterator[Candidate]:
    match here.what:
        case ObjectAt(name="plugin"):
            label = catalogue().objects["plugin"].label.in_locale(locale)
            yield _snippet(label, "plugin", spec_draft(locale), "", "snippet:spec")
        case ObjectAt(name="rule"):
            yield from _rules(locale)
        case ObjectAt(name=name):
            kind = kind_named(name)
            if kind is not None:
                yield from _entries(kind, here.trigger, locale)
        case ArrayAt(object=name, key=key):
            yield _skeleton(name, key, None, locale)
        case ParamsAt(object=name, key=key, entry=entry):
            yield _skeleton(name, key, entry, locale)
        case ScalarAt(object=name, key=key):
            yield from _key_values(name, key, here.trigger, spot, locale)
        case ParamAt(entry=entry, param=param):
            yield from _arguments(entry, param, spot, locale)


def _snippet(label: str, name: str, draft: Draft, detail: str, data: str) -> Candidate:
    return Candidate(
        label,
        CompletionKind.SNIPPET,
        draft.json,
        draft.snippet,
        detail,
        data,
        filter=f"{name} {label}",
    )


def _rules(locale: str) -> Iterator[Candidate]:
    """A rule under any trigger, and one under each."""
    label = catalogue().objects["rule"].label.in_locale(locale)
    yield _snippet(label, "rule", rule_draft(None, locale), "", "snippet:rule")
    for trigger in catalogue().triggers:
        name = f"{label}: {trigger.label.in_locale(locale)}"
        draft = rule_draft(trigger, locale)
        yield _snippet(name, trigger.id, draft, trigger.id, "snippet:rule")


def _fitting(kind: Kind, trigger: Trigger | None) -> Iterator[Entry]:
    """The entries that may stand under a trigger; all of them under one that is not known."""
    for entry in catalogue().entries(kind):
        needs = entry.needs if isinstance(entry, Condition | Action) else ()
        if trigger is None or all(trigger.meets(need) for need in needs):
            yield entry


def _entries(kind: Kind, trigger: Trigger | None, locale: str) -> Iterator[Candidate]:
    """Whole entries."""
    for entry in _fitting(kind, trigger):
        draft = entry_draft(entry)
        yield _entry(entry, draft.json, draft.snippet, locale)


def _entry(entry: Entry, json: str, snippet: str, locale: str) -> Candidate:
    return Candidate(
        entry.id,
        _KINDS[entry.kind],
        json,
        snippet,
        entry.label.in_locale(locale),
        f"{entry.kind}:{entry.id}",
    )


def _skeleton(name: ObjectName, key: Key, entry: Entry | None, locale: str) -> Candidate:
    """The brackets of an array or of parameters."""
    draft = key_draft(key, entry, locale)
    return Candidate(
        draft.json,
        CompletionKind.VALUE,
        draft.json,
        draft.snippet,
        key.label.in_locale(locale),
        _key_data(name, key),
        retrigger=True,
    )


def _key_values(
    name: ObjectName, key: Key, trigger: Trigger | None, spot: Spot, locale: str
) -> Iterator[Candidate]:
    data = _key_data(name, key)
    kind = kind_named(key.of)
    match key.type:
        case "entry-id" if kind is not None:
            for entry in _fitting(kind, trigger):
                yield _entry(entry, to_json(entry.id), "", locale)
        case "version":
            written = str(catalogue().spec_version)
            detail = key.label.in_locale(locale)
            yield Candidate(written, CompletionKind.VALUE, written, "", detail, data)
        case "boolean":
            yield from _booleans(data)
        case "choice":
            for choice in key.choices:
                yield Candidate(
                    choice.value,
                    CompletionKind.ENUM_MEMBER,
                    to_json(choice.value),
                    detail=choice.label.in_locale(locale),
                    data=f"choice:{data}:{choice.value}",
                )
        case "label" | "slug32" | "slug64" | "text500" if not _is_begun(spot):
            yield _empty_string(key.label.in_locale(locale), data)
        case _:
            pass


def _arguments(entry: Entry, param: Param, spot: Spot, locale: str) -> Iterator[Candidate]:
    data = _param_data(entry, param)
    label = param.label.in_locale(locale)
    if param.names is not None:
        yield from _names(param.names, spot.text[: spot.cursor], label)
        return
    match param.type:
        case "choice":
            for choice in param.choices:
                yield Candidate(
                    choice.value,
                    CompletionKind.ENUM_MEMBER,
                    to_json(choice.value),
                    detail=choice.label.in_locale(locale),
                    data=f"choice:{entry.kind}:{entry.id}:{param.name}:{choice.value}",
                    sort=0 if choice.value == param.default else 1,
                )
        case "boolean":
            yield from _booleans(data)
        case "integer" | "number":
            draft = param_draft(param)
            yield Candidate(
                draft.json, CompletionKind.VALUE, draft.json, draft.snippet, label, data
            )
        case "text" | "identifier" if not _is_begun(spot):
            yield _empty_string(label, data)
        case _:
            pass


def _booleans(data: str) -> Iterator[Candidate]:
    for written in ("true", "false"):
        yield Candidate(written, CompletionKind.VALUE, written, data=data)


def _is_begun(spot: Spot) -> bool:
    return spot.value is not None or bool(spot.text)


def _empty_string(detail: str, data: str) -> Candidate:
    return Candidate('""', CompletionKind.VALUE, '""', '"$1"', detail, data, retrigger=True)


def _names(kind: NameList, typed: str, label: str) -> Sequence[Candidate]:
    """The names of Minecraft, in the way that the typed one is begun.

    The engine takes items in either case, sounds and effects only as keys.
    """
    namespace = minecraft.NAMESPACE if typed.startswith(minecraft.NAMESPACE) else ""
    is_upper = kind == "items" and not namespace and typed.isupper()
    return _all_names(kind, namespace, is_upper, label)


@functools.lru_cache(maxsize=16)
def _all_names(kind: NameList, namespace: str, is_upper: bool, label: str) -> Sequence[Candidate]:
    # Kept, because they are thousands and asked for with every letter.
    return [
        Candidate(
            name,
            CompletionKind.NAME,
            to_json(name),
            detail=minecraft.title(kind, key) or label,
            data=f"name:{kind}:{key}",
        )
        for key in minecraft.names(kind)
        for name in (key.upper() if is_upper else namespace + key,)
    ]


# ---- inside texts


def _text(here: Here, spot: Spot, locale: str) -> Iterator[Candidate]:
    """A trigger's own texts are read when the server starts: they are no templates."""
    what = here.what
    if isinstance(what, ParamAt) and what.param.type == "text" and what.entry.kind != "trigger":
        yield from in_template(spot.text, spot.cursor, here.trigger, locale)
