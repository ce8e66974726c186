"""The keys of the texts that the rules of rulesets ask for, read from their source.

A finding there is told by a code and a variant, `tell("rest-step", span, "state-by")`, or by both
in one, `terms.error("unknown-key.nearest", span)`: its text is called `ruleset/<code>[.<variant>]`.
Both are followed to the words that they can be: through conditions, local names, constants,
parameters and small functions. What is worked out of data is listed in `COMPUTED`.
"""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from tests.findings.parsed import Source, sources

FAMILY = "languages/ruleset/"

COMPUTED: Mapping[tuple[str, str], str] = {
    # The codes that are called otherwise in locale packs (`_IN_LOCALES` of structure.py).
    ("structure_terms.py", "f'{code}{dot}{rest}'"): "locale-unknown-key locale-not-text",
    # Keywords of the schema about lengths, of texts and of containers.
    ("structure_keys.py", "cause.keyword"): "minLength maxLength",
    ("structure_values.py", "keyword"): (
        "minLength maxLength minItems maxItems exact minProperties maxProperties"
    ),
    # Named patterns of the schema: of the keys of maps, of names, of other texts (`shape_of`).
    ("structure_keys.py", "shape"): "id pattern",
    ("structure_values.py", "f'{code}.{shape}'"): (
        "bad-identifier.id bad-identifier.slug bad-value.amountDice bad-value.pattern"
    ),
    # Groups of characters that a text may not hold (`CLEANED` of structure_values.py).
    ("structure_keys.py", "group"): "break control brackets braces quotes",
    ("structure_values.py", "group"): "break control brackets braces quotes",
    # Types of filters that a value may not fit (`_VALUES`).
    ("checks/catalogs.py", "kind"): "number text tags",
    # Why an action is no step of a chain; "" is none of the reasons.
    ("checks/creature_actions.py", "f'step-{key}'"): "step-sequence step-reaction step-signature",
    # Sorts of stats (`_WANTED`).
    ("checks/item_stats.py", "wanted"): "number dice text abilities skill",
}
"""What an expression of a module can be where the source alone does not say it."""

looked_up: set[tuple[str, str]] = set()
"""What of `COMPUTED` has been asked for."""

Words: TypeAlias = "frozenset[str]"
Function: TypeAlias = "ast.FunctionDef"


class UnclearError(Exception):
    """What an expression can be does not show in the source."""


class Module:
    """One module of the family, with what is needed to follow its names."""

    def __init__(self, source: Source) -> None:
        self.name = source.path.removeprefix(FAMILY)
        self.functions = {n.name: n for n in source.nodes if isinstance(n, ast.FunctionDef)}
        self.constants = dict(_constants(source.tree))
        self.calls = list(_calls(source.tree, None))


class Call(NamedTuple):
    """A call and the innermost function that it stands in."""

    node: ast.Call
    inside: Function | None

    @property
    def name(self) -> str:
        """The last name of what is called: `too_many` of `ladders.too_many(...)`."""
        called = self.node.func
        if isinstance(called, ast.Attribute):
            return called.attr
        return called.id if isinstance(called, ast.Name) else ""


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _calls(node: ast.AST, inside: Function | None) -> Iterator[Call]:
    if isinstance(node, ast.FunctionDef):
        inside = node
    if isinstance(node, ast.Call):
        yield Call(node, inside)
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, inside)


@functools.cache
def modules() -> tuple[Module, ...]:
    return tuple(Module(each) for each in sources() if each.path.startswith(FAMILY))


def _joined(parts: Iterable[Words]) -> Words:
    return frozenset(word for words in parts for word in words)


# ---- what an expression can be


def words_of(node: ast.expr, module: Module, inside: Function | None) -> Words:
    """Every word that `node` can be. Raises UnclearError."""
    listed = (module.name, ast.unparse(node))
    if listed in COMPUTED:
        looked_up.add(listed)
        return frozenset(COMPUTED[listed].split())
    match node:
        case ast.Constant(value=str(word)):
            return frozenset((word,))
        case ast.IfExp():
            return words_of(node.body, module, inside) | words_of(node.orelse, module, inside)
        case ast.JoinedStr():
            parts = [_part(part, module, inside) for part in node.values]
            return frozenset(map("".join, itertools.product(*parts)))
        case ast.Name():
            return _named(node.id, module, inside)
        case ast.Call(func=ast.Name(id=name)) if name in module.functions:
            return _returned(module.functions[name], module)
        case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp() as items, *rest]):
            found = [_of_target(items.generators, ast.unparse(items.elt), module, inside)]
            found += [words_of(each, module, inside) for each in rest]
            return _joined(found)
        case ast.Subscript(value=holder):
            return _values(holder, module)
        case ast.Call(func=ast.Attribute(attr="get", value=holder)):
            return _values(holder, module)
        case _:
            raise UnclearError(f"{module.name}: {ast.unparse(node)}")


def _part(part: ast.expr, module: Module, inside: Function | None) -> Words:
    return words_of(part.value if isinstance(part, ast.FormattedValue) else part, module, inside)


def _named(name: str, module: Module, inside: Function | None) -> Words:
    found: list[Words] = []
    if inside is not None:
        for node in ast.walk(inside):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                found.append(words_of(node.value, module, inside))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                names = [ast.unparse(each) for each in node.targets[0].elts]
                if name in names and isinstance(node.value, ast.Tuple):
                    found.append(words_of(node.value.elts[names.index(name)], module, inside))
            elif isinstance(node, ast.For) and name in _names_in(node.target):
                found.append(_of_loop(node.target, node.iter, name, module, inside))
        if not found and name in _parameters(inside):
            return _passed(inside, name)
    if not found and name in module.constants:
        return words_of(module.constants[name], module, None)
    if not found:
        raise UnclearError(f"{module.name}: {name} in {inside.name if inside else 'the module'}")
    return _joined(found)


def _names_in(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def _of_target(
    loops: list[ast.comprehension], name: str, module: Module, inside: Function | None
) -> Words:
    for loop in loops:
        if name in _names_in(loop.target):
            return _of_loop(loop.target, loop.iter, name, module, inside)
    raise UnclearError(f"{module.name}: {name}")


def _of_loop(
    target: ast.expr, over: ast.expr, name: str, module: Module, inside: Function | None
) -> Words:
    """What `name` is in `for target in over`: an item of a tuple, a key or value of a table."""
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute):
        at = _names_in(target).index(name)
        table = _held(over.func.value, module, inside)
        if isinstance(table, ast.Dict) and over.func.attr == "items":
            sides = (table.keys, table.values)[at]
            return _joined(words_of(e, module, inside) for e in sides if e)
    items = _held(over, module, inside)
    if isinstance(items, (ast.Tuple, ast.List)) and isinstance(target, ast.Name):
        return _joined(words_of(each, module, inside) for each in items.elts)
    raise UnclearError(f"{module.name}: {name} in {ast.unparse(over)}")


def _held(node: ast.expr, module: Module, inside: Function | None) -> ast.expr:
    """The table that a name stands for, in the function or in the module."""
    if not isinstance(node, ast.Name):
        return node
    for each in ast.walk(inside) if inside else ():
        targets: list[ast.expr] = []
        if isinstance(each, ast.Assign):
            targets = each.targets
        elif isinstance(each, ast.AnnAssign):
            targets = [each.target]
        if targets and ast.unparse(targets[0]) == node.id:
            value = each.value if isinstance(each, (ast.Assign, ast.AnnAssign)) else None
            return value or node
    return module.constants.get(node.id, node)


def _values(holder: ast.expr, module: Module) -> Words:
    """The values of a table of the module, or of the tables in it."""
    table = _held(holder, module, None)
    if not isinstance(table, ast.Dict):
        raise UnclearError(f"{module.name}: {ast.unparse(holder)}")
    return _joined(words_of(each, module, None) for each in table.values)


def _returned(function: Function, module: Module) -> Words:
    returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    return _joined(words_of(each, module, function) for each in returns)


def _parameters(function: Function) -> list[str]:
    arguments = function.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _passed(function: Function, name: str) -> Words:
    """What the callers of a function pass for its parameter, and what it is when left out."""
    at = _parameters(function).index(name)
    found: list[Words] = []
    for module in modules():
        for call in module.calls:
            if call.name != function.name:
                continue
            given = next((word.value for word in call.node.keywords if word.arg == name), None)
            if given is None and at < len(call.node.args):
                given = call.node.args[at]
            if given is not None:
                found.append(words_of(given, module, call.inside))
    defaults = function.args.defaults
    positional = [*function.args.posonlyargs, *function.args.args]
    default = at - (len(positional) - len(defaults))
    if 0 <= default < len(defaults):
        module = next(each for each in modules() if function in each.functions.values())
        found.append(words_of(defaults[default], module, None))
    if not found:
        raise UnclearError(f"{name} of {function.name}")
    return _joined(found)


# ---- the keys


class Told(NamedTuple):
    """`unclear` are the expressions that do not show what they can be and are not listed, `unused`
    those that are listed for nothing."""

    keys: frozenset[str]
    unclear: tuple[str, ...]
    unused: tuple[tuple[str, str], ...]


@functools.cache
def told() -> Told:
    """The keys of all findings that the family can make, the word `ruleset/` included."""
    keys: set[str] = set()
    unclear: set[str] = set()
    for module, call in ((each, call) for each in modules() for call in each.calls):
        found = _keys_or_reason(call, module)
        if isinstance(found, str):
            unclear.add(found)
        else:
            keys |= found
    unused = sorted(COMPUTED.keys() - looked_up)
    return Told(frozenset(keys), tuple(sorted(unclear)), tuple(unused))


def _keys_or_reason(call: Call, module: Module) -> frozenset[str] | str:
    try:
        return frozenset(_keys(call, module))
    except UnclearError as reason:
        return str(reason)


def _keys(call: Call, module: Module) -> Iterator[str]:
    arguments = call.node.args
    if call.name == "tell":
        variants = words_of(arguments[2], module, call.inside) if len(arguments) > 2 else ("",)
        for code, variant in itertools.product(
            words_of(arguments[0], module, call.inside), variants
        ):
            yield f"ruleset/{code}.{variant}" if variant else f"ruleset/{code}"
    elif call.name == "error":
        for key in words_of(arguments[0], module, call.inside):
            yield f"ruleset/{key}"
