"""The keywords that look at one value: the jsonschema library's own functions decide.

Called one by one instead of through the library's validators: a schema is read once into a list
of `Check`s, and a value that passes costs the calls and nothing else. What the library does not
have, or says in another form than an author needs: `x-minBytes` and `x-maxBytes` bound the UTF-8
bytes of a string as `minLength` and `maxLength` bound its characters; `x-safe` refuses characters
(`safe_text.py`). `walk.py` has the keywords that lead to other values.

The root of a schema may say how its texts and numbers are read: `"x-lengths": "utf-16"` counts
lengths in UTF-16 units, `"x-numbers": "finite"` refuses what is too large for a double.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast

from modwright.grammars import JsonValue
from modwright.schema.ecmascript import python_pattern
from modwright.schema.safe_text import KINDS, unsafe_in
from modwright.schema.values import Value

Schema: TypeAlias = "Mapping[str, JsonValue]"
Path: TypeAlias = "tuple[str | int, ...]"
Span: TypeAlias = "tuple[int, int]"

if TYPE_CHECKING:

    class _TypeChecker(Protocol):
        """What is used of the library, which carries no types of its own."""

        def redefine(self, name: str, check: Callable[[object, object], bool]) -> _TypeChecker: ...
        def is_type(self, instance: object, type: str) -> bool: ...  # noqa: A002

    class _Validator(Protocol):
        def evolve(self, *, schema: Schema) -> _Validator: ...
        def is_valid(self, instance: Value) -> bool: ...

    class _Extend(Protocol):
        def __call__(
            self, validator: object, validators: Mapping[str, object], *, type_checker: object
        ) -> Callable[[Schema], _Validator]: ...

    _Function: TypeAlias = Callable[["_Asked", JsonValue, Value, Schema], Iterable[object] | None]

MIN_BYTES = "x-minBytes"
MAX_BYTES = "x-maxBytes"
SAFE = "x-safe"

_PLAIN = frozenset(
    [
        *("type", "const", "enum", "not", "format", "pattern", "minLength", "maxLength"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minItems", "maxItems", "minProperties", "maxProperties"),
    ]
)
_LENGTHS = ("minLength", "maxLength")


class Refusal(NamedTuple):
    """One verdict: where (from the value checked), which keyword, its value, the key it is about,
    and the schema that holds the keyword.

    `is_hard`: the value is of another kind than the one asked for, not only out of its limits
    (specs/ruleset-format.md, R9). `spans`: the characters of the string it is about, as offsets of
    the decoded text. `causes`: what each alternative of `anyOf`, or the schema of a key, refuses.
    """

    path: Path
    keyword: str
    limit: JsonValue
    subject: str
    schema: Schema
    is_hard: bool = False
    spans: tuple[Span, ...] = ()
    causes: tuple[tuple[Refusal, ...], ...] = ()

    def below(self, path: Path) -> Refusal:
        """The same as seen from further up, where the value checked is at `path`."""
        if not path:
            return self
        causes = tuple(tuple(each.below(path) for each in one) for one in self.causes)
        return self._replace(path=(*path, *self.path), causes=causes)


class Check(NamedTuple):
    """A keyword of a schema, ready to be asked about a value."""

    function: Callable[[Value], Iterable[object] | None]
    keyword: str
    limit: JsonValue
    schema: Schema

    def refusals(self, value: Value, path: Path) -> Iterator[Refusal]:
        for found in self.function(value) or ():
            if isinstance(found, Refusal):
                yield found._replace(path=path)
            else:
                is_hard = self._is_hard(value)
                yield Refusal(path, self.keyword, self.limit, "", self.schema, is_hard)

    def _is_hard(self, value: Value) -> bool:
        match self.keyword:
            case "const" | "enum":
                return True
            case "type":
                # A fraction where a whole number is due is no more than out of its limits.
                return not (self.limit == "integer" and _is_number(None, value))
            case "minItems":
                # A pair that is not whole.
                return self.limit == self.schema.get("maxItems")
            case _:
                return False


class _Asked:
    """The validator that the library's functions are called with."""

    def __init__(self, document: Schema) -> None:
        from jsonschema import Draft202012Validator, FormatChecker, validators

        types = cast("_TypeChecker", Draft202012Validator.TYPE_CHECKER)
        types = types.redefine("number", _is_number)
        if document.get("x-numbers") == "finite":
            types = _with_finite_numbers(types)
        extend = cast("_Extend", validators.extend)  # pyright: ignore[reportUnknownMemberType]
        self.is_type = types.is_type
        self.format_checker = FormatChecker(["date"])
        self._validator = extend(Draft202012Validator, {}, type_checker=types)(document)

    def evolve(self, *, schema: Schema) -> _Validator:
        """For the schemas inside `not`."""
        return self._validator.evolve(schema=schema)


class Library:
    """The library's keywords, for the schemas of one document."""

    def __init__(self, document: Schema) -> None:
        # Imported late: the library costs 100 ms, and much can be done before the first check.
        from jsonschema import Draft202012Validator

        self._asked = _Asked(document)
        self._functions = cast("Mapping[str, _Function]", Draft202012Validator.VALIDATORS)
        self._in_utf16 = document.get("x-lengths") == "utf-16"

    def knows(self, keyword: str) -> bool:
        """Whether the keyword restricts values, as far as the library knows."""
        return keyword in self._functions

    def checks(self, schema: Schema) -> list[Check]:
        """The checks of `schema` that look at one value only, the type first."""
        made = [self._check(keyword, limit, schema) for keyword, limit in schema.items()]
        return sorted(filter(None, made), key=lambda check: check.keyword != "type")

    def _check(self, keyword: str, limit: JsonValue, schema: Schema) -> Check | None:
        if keyword in _PLAIN:
            return Check(self._plain(keyword, limit, schema), keyword, limit, schema)
        if keyword in (MIN_BYTES, MAX_BYTES):
            return Check(_bytes_check(keyword, cast("int", limit)), keyword, limit, schema)
        if keyword == SAFE:
            return Check(_safe_check(cast("str", limit), schema), keyword, limit, schema)
        return None

    def _plain(
        self, keyword: str, limit: JsonValue, schema: Schema
    ) -> Callable[[Value], Iterable[object] | None]:
        function, asked = self._functions[keyword], self._asked
        if keyword == "pattern":
            limit = python_pattern(cast("str", limit))
        elif keyword == "type":
            return self._type(limit, schema)
        if keyword in _LENGTHS and self._in_utf16:
            return lambda value: function(asked, limit, _measured(value), schema)
        return lambda value: function(asked, limit, value, schema)

    def _type(self, limit: JsonValue, schema: Schema) -> Callable[[Value], Iterable[object] | None]:
        function, asked = self._functions["type"], self._asked
        if not isinstance(limit, str):
            return lambda value: function(asked, limit, value, schema)
        is_type, types = asked.is_type, cast("JsonValue", [limit])
        # Asked of every container and nearly always in vain.
        return lambda value: (
            None if is_type(value, limit) else function(asked, types, value, schema)
        )


class _Utf16(str):
    """A string as long as ECMAScript finds it."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.encode("utf-16-le", "surrogatepass")) // 2


def _measured(value: Value) -> Value:
    return _Utf16(value) if isinstance(value, str) and not value.isascii() else value


def _bytes_check(keyword: str, limit: int) -> Callable[[Value], Iterable[object]]:
    def check(value: Value) -> Iterable[object]:
        if not isinstance(value, str):
            return ()
        length = len(value.encode("utf-8", "surrogatepass"))
        is_fine = length >= limit if keyword == MIN_BYTES else length <= limit
        return () if is_fine else (value,)

    return check


def _safe_check(kind: str, schema: Schema) -> Callable[[Value], Iterable[Refusal]]:
    if kind not in KINDS:
        raise ValueError(f"{SAFE} is one of {KINDS}, not {kind!r}")

    def check(value: Value) -> Iterable[Refusal]:
        if not isinstance(value, str):
            return ()
        return [
            Refusal((), SAFE, kind, unsafe.group, schema, spans=unsafe.spans)
            for unsafe in unsafe_in(value, kind)
        ]

    return check


def _with_finite_numbers(types: _TypeChecker) -> _TypeChecker:
    def is_integer(_: object, instance: object) -> bool:
        return _is_finite(_, instance) and types.is_type(instance, "integer")

    return types.redefine("number", _is_finite).redefine("integer", is_integer)


def _is_number(_: object, instance: object) -> bool:
    return isinstance(instance, (int, float, Decimal)) and not isinstance(instance, bool)


def _is_finite(_: object, instance: object) -> bool:
    if not _is_number(_, instance):
        return False
    try:
        return math.isfinite(cast("float", instance))
    except OverflowError:  # more digits than a double can have
        return False
