"""From the table that the script returned to a plan: what the game accepts, in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from modwright.sandbox import layering
from modwright.sandbox.api import PlanApi, PlanKey, Verb
from modwright.sandbox.model import (
    Arguments,
    Block,
    BlockValue,
    Change,
    FilesPlan,
    Fixed,
    FunctionValue,
    Hack,
    Hook,
    Opaque,
    Place,
    Plan,
    PlanError,
    PlanProblem,
    RuleFile,
    SourceValue,
    Table,
    Value,
)


class RefusedError(Exception):
    """The plan is one that the game refuses; `error` says why."""

    def __init__(self, kind: str, detail: str = "", arguments: Arguments = ()) -> None:
        super().__init__(kind)
        self.error = PlanError(kind, detail, arguments=arguments)


def interpret(
    table: Table,
    api: PlanApi,
    layers: Collection[str] | None,
    package_paths: Collection[str],
) -> tuple[Plan, tuple[PlanProblem, ...]]:
    """The plan that `table` describes, and what is odd about it.

    `layers`: those that the manifest declares, None to accept all. Raises RefusedError where the
    game refuses the plan (specs/oamut.md, The plan script): an unknown key, a key without its
    layer, a value of the wrong kind.
    """
    return _Reader(api, layers, package_paths).read(table)


class _Reader:
    def __init__(
        self, api: PlanApi, layers: Collection[str] | None, package_paths: Collection[str]
    ) -> None:
        self._api = api
        self._layers = layers
        self._paths = package_paths
        self._folded = {layering.folded(path) for path in package_paths}
        self._problems: list[PlanProblem] = []

    def read(self, table: Table) -> tuple[Plan, tuple[PlanProblem, ...]]:
        known = {key.name: key for key in self._api.keys}
        for name, _value in table.entries:
            if not isinstance(name, str) or name not in known:
                raise RefusedError("unknown-plan-key", arguments=(("name", show(name)),))
        files, rules, hooks, hacks = FilesPlan(), (), list[Hook](), ()
        for key in self._api.keys:
            value = table.get(key.name)
            if value is None:
                continue
            self._check_layer(key)
            if key.kind == "files":
                files = self._files(value, key.name)
            elif key.kind == "rules":
                rules = tuple(self._rules(value, key.name))
            elif key.kind == "hook":
                hooks.append(_hook(value, key.name))
            else:
                hacks = _hacks(value, key.name)
        return Plan(files, rules, tuple(hooks), hacks), tuple(self._problems)

    def _check_layer(self, key: PlanKey) -> None:
        if self._layers is not None and key.layer not in self._layers:
            raise RefusedError(
                "undeclared-layer", arguments=(("name", key.name), ("layer", key.layer))
            )

    def _files(self, value: Value, where: str) -> FilesPlan:
        table = _table(value, where)
        add, mask = self._api.files_add, self._api.files_mask
        for name, _value in table.entries:
            if name not in (add, mask):
                raise RefusedError(
                    "unknown-plan-key", arguments=(("name", f"{where}.{show(name)}"),)
                )
        folders = _texts(table.get(add), f"{where}.{add}")
        for folder in folders:
            # Without the package's files there is nothing to hold the folder against.
            if self._paths and not layering.winners([folder], self._paths):
                self._problems.append(PlanProblem("missing-folder", folder))
        masked = _texts(table.get(mask), f"{where}.{mask}")
        return FilesPlan(folders, masked, layering.winners(folders, self._paths))

    def _rules(self, value: Value, where: str) -> Iterator[Block | RuleFile]:
        items = _table(value, where).sequence()
        if items is None:
            raise _unexpected(where, "list", value)
        for number, item in enumerate(items, 1):
            name = f"{where}[{number}]"
            if isinstance(item, BlockValue):
                yield self._block(item, name)
                continue
            source = _rule_file(item, self._api.source)
            if source is None:
                raise _unexpected(name, "rule", item)
            if self._paths and layering.folded(source.path) not in self._folded:
                self._problems.append(PlanProblem("missing-rule-file", source.path, source.place))
            yield source

    def _block(self, block: BlockValue, name: str) -> Block:
        if not block.changes:
            self._problems.append(PlanProblem("unfinished-block", name, block.place))
        changes: list[Change] = []
        for table in block.changes:
            if isinstance(table, Table):
                changes += self._changes(table, block.place)
        return Block(block.place, block.steps, tuple(changes))

    def _changes(self, table: Table, place: Place | None) -> list[Change]:
        """The changes of one `:change{…}`, in the order in which they apply.

        That order is the field name's in ASCII lower case; where one field has several, which
        comes first is not documented, and they follow the order of the data file.
        """
        verbs = {verb.name: verb for verb in self._api.verbs}
        found: list[tuple[bytes, int, Change]] = []
        for key, value in table.entries:
            verb = verbs.get(key) if isinstance(key, str) else None
            if verb is None:
                self._problems.append(PlanProblem("unknown-verb", show(key), place))
                continue
            rank = self._api.verbs.index(verb)
            changes = self._verb(verb, value, place)
            found += [(_order(change.field), rank, change) for change in changes]
        return [change for _name, _rank, change in sorted(found, key=lambda item: item[:2])]

    def _verb(self, verb: Verb, value: Value, place: Place | None) -> Iterator[Change]:
        def odd(name: str) -> None:
            self._problems.append(PlanProblem("odd-change", name, place))

        if verb.shape == "names" and isinstance(value, str):
            yield Change(verb.name, value)
            return
        if not isinstance(value, Table):
            odd(verb.name)
            return
        for key, item in value.entries:
            if verb.shape == "names" and isinstance(key, int) and isinstance(item, str):
                yield Change(verb.name, item)
            elif not isinstance(key, str):
                odd(f"{verb.name}[{show(key)}]")
            elif verb.shape == "names":
                yield Change(verb.name, key)
            elif verb.shape == "factors" and isinstance(item, Table):
                known = item.get(verb.lower), item.get(verb.upper)
                factor = next((part for name, part in item.entries if name == 1), None)
                if not _is_number(factor):
                    odd(f"{verb.name}.{key}")
                yield Change(verb.name, key, factor, *known)
            else:
                if verb.shape == "factors" and not _is_number(item):
                    odd(f"{verb.name}.{key}")
                yield Change(verb.name, key, item)


def _order(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass").lower()


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float | Fixed) and not isinstance(value, bool)


def _hook(value: Value, name: str) -> Hook:
    if not isinstance(value, FunctionValue):
        raise _unexpected(name, "function", value)
    return Hook(name, value.place)


def _hacks(value: Value, name: str) -> tuple[Hack, ...]:
    return tuple(Hack(key, item) for key, item in _table(value, name).entries)


def _rule_file(value: Value, name: str) -> RuleFile | None:
    """`sm "path"`, or `{ sm = "path" }`."""
    if isinstance(value, SourceValue):
        return RuleFile(value.place, value.path)
    if isinstance(value, Table) and len(value.entries) == 1:
        path = value.get(name)
        if isinstance(path, str):
            return RuleFile(None, path)
        if isinstance(path, SourceValue):
            return RuleFile(path.place, path.path)
    return None


def _table(value: Value, where: str) -> Table:
    if not isinstance(value, Table):
        raise _unexpected(where, "table", value)
    return value


def _texts(value: Value, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    items = _table(value, where).sequence()
    if items is None:
        raise _unexpected(where, "list", value)
    texts: list[str] = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, str):
            raise _unexpected(f"{where}[{number}]", "text", item)
        texts.append(item)
    return tuple(texts)


def _unexpected(where: str, expected: str, value: Value) -> RefusedError:
    return RefusedError("bad-plan", kind_of(value), (("name", where), ("expected", expected)))


def kind_of(value: Value) -> str:
    """The kind of a value, by a name that `texts` translates."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Table):
        return "table"
    if isinstance(value, FunctionValue):
        return "function"
    if isinstance(value, Opaque):
        return value.type_name
    if isinstance(value, BlockValue | SourceValue):
        return "rule"
    return "number"


_MOST_SHOWN = 12


def show(value: Value) -> str:
    """A value in a line, for messages: long tables are cut."""
    if isinstance(value, str):
        return value
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fixed):
        return value.text
    if isinstance(value, Table):
        parts = [f"{show(key)} = {show(item)}" for key, item in value.entries[:_MOST_SHOWN]]
        more = ", …" if len(value.entries) > _MOST_SHOWN else ""
        return "{" + ", ".join(parts) + more + "}"
    if isinstance(value, int | float):
        return repr(value)
    return kind_of(value)
