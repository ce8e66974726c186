"""The jsonschema library, steered to say what an author needs to hear.

Its verdicts stay its own. What differs is their form: one refusal a missing or unknown key instead
of one a list of them, and for a union whose members name themselves (`discriminator`) the refusals
of the member that was meant instead of "not valid under any of the given schemas". A repeated item
is refused at its own place. `x-minBytes` and `x-maxBytes` bound the UTF-8 bytes of a string, as
`minLength` and `maxLength` bound its characters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast

from modwright.grammars import JsonValue
from modwright.schema.values import JsonList, Value

_Schema: TypeAlias = "Mapping[str, JsonValue]"

if TYPE_CHECKING:

    class _Validator(Protocol):
        """What is used of the library's validators, which carry no types of their own."""

        def evolve(self, *, schema: _Schema) -> _Validator: ...
        def iter_errors(self, instance: Value) -> Iterator[_Error]: ...

    class _Error(Protocol):
        message: str
        validator: str
        validator_value: JsonValue
        path: deque[str | int]
        schema: _Schema

    class _Made(Protocol):
        def __call__(self, schema: _Schema, *, format_checker: object) -> _Validator: ...

    class _Extend(Protocol):
        def __call__(
            self, validator: object, validators: Mapping[str, object], *, type_checker: object
        ) -> _Made: ...

    class _TypeChecker(Protocol):
        def redefine(self, name: str, check: Callable[[object, object], bool]) -> object: ...

    _Keyword: TypeAlias = Callable[[_Validator, JsonValue, Value, _Schema], Iterator[_Error]]

ITEMS_APART = "modwright:items"
"""The "keyword" of the note that the items of an array are to be checked one by one."""


MIN_BYTES = "x-minBytes"
MAX_BYTES = "x-maxBytes"


class Refusal(NamedTuple):
    """One verdict: where (from the value checked), which keyword, its value, the key it is about,
    and the schema that holds the keyword."""

    path: tuple[str | int, ...]
    keyword: str
    limit: JsonValue
    subject: str
    schema: _Schema


class Steering:
    """A validator for one schema document whose references are all `#/…` of its own."""

    def __init__(self, document: _Schema) -> None:
        # Imported here: the library costs 100 ms, and much can be done before the first check.
        from jsonschema import Draft202012Validator, FormatChecker, validators
        from jsonschema.exceptions import ValidationError

        defaults = cast("Mapping[str, _Keyword]", Draft202012Validator.VALIDATORS)
        branches: dict[int, dict[str, _Schema]] = {}
        prepared: dict[int, _Validator] = {}

        def within(
            validator: _Validator, instance: Value, schema: _Schema, step: str | None = None
        ) -> Iterator[_Error]:
            """As the library's `descend`, with one validator a schema instead of one a call."""
            ready = prepared.get(id(schema))
            if ready is None:
                ready = prepared[id(schema)] = validator.evolve(schema=schema)
            for error in ready.iter_errors(instance):
                if step is not None:
                    error.path.appendleft(step)
                yield error

        def refusal(
            keyword: str, schema: _Schema, limit: JsonValue = None, subject: str = ""
        ) -> _Error:
            made = ValidationError(subject, validator=keyword, validator_value=limit, schema=schema)
            return cast("_Error", made)

        def resolve(reference: str) -> _Schema:
            found: JsonValue = cast("JsonValue", document)
            for step in reference.removeprefix("#/").split("/"):
                found = cast("dict[str, JsonValue]", found)[step]
            return cast("_Schema", found)

        def ref(
            validator: _Validator, reference: str, instance: Value, _: _Schema
        ) -> Iterator[_Error]:
            return within(validator, instance, resolve(reference))

        def properties(
            validator: _Validator,
            members: Mapping[str, _Schema],
            instance: Value,
            _: _Schema,
        ) -> Iterator[_Error]:
            if isinstance(instance, dict):
                for name, schema in members.items():
                    if name in instance:
                        yield from within(validator, instance[name], schema, name)

        def required(
            _v: _Validator, names: list[str], instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if isinstance(instance, dict):
                for name in names:
                    if name not in instance:
                        yield refusal("required", schema, subject=name)

        def additional_properties(
            validator: _Validator, allowed: JsonValue, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if allowed is not False:
                yield from defaults["additionalProperties"](validator, allowed, instance, schema)
            elif isinstance(instance, dict):
                known = cast("Mapping[str, JsonValue]", schema.get("properties", {}))
                for name in instance:
                    if name not in known:
                        yield refusal("additionalProperties", schema, subject=name)

        def items(
            validator: _Validator, inner: JsonValue, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if isinstance(instance, JsonList) and isinstance(inner, dict) and "$ref" in inner:
                if instance:
                    yield refusal(ITEMS_APART, schema, limit=inner)
            else:
                yield from defaults["items"](validator, inner, instance, schema)

        def one_of(
            validator: _Validator, members: JsonValue, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            discriminator = schema.get("discriminator")
            if not isinstance(discriminator, dict):
                yield from defaults["oneOf"](validator, members, instance, schema)
                return
            name = cast("str", discriminator["propertyName"])
            named = branches.get(id(schema))
            if named is None:
                named = branches[id(schema)] = _by_const(members, name, resolve)
            value = instance.get(name) if isinstance(instance, dict) else None
            member = named.get(value) if isinstance(value, str) else None
            if member is not None:
                # No member: the property's own `enum` refuses the value, and knows what is allowed.
                yield from within(validator, instance, member)

        def unique_items(
            _v: _Validator, is_unique: bool, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if not is_unique or not isinstance(instance, JsonList):
                return
            first: dict[tuple[bool, object], int] = {}
            for index, item in enumerate(instance):
                if not isinstance(item, (bool, int, float, Decimal, str)):
                    continue
                earlier = first.setdefault((isinstance(item, bool), item), index)
                if earlier != index:
                    error = refusal("uniqueItems", schema, limit=earlier)
                    error.path.appendleft(index)
                    yield error

        def min_bytes(
            _v: _Validator, limit: int, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if isinstance(instance, str) and _bytes(instance) < limit:
                yield refusal(MIN_BYTES, schema, limit=limit)

        def max_bytes(
            _v: _Validator, limit: int, instance: Value, schema: _Schema
        ) -> Iterator[_Error]:
            if isinstance(instance, str) and _bytes(instance) > limit:
                yield refusal(MAX_BYTES, schema, limit=limit)

        types = cast("_TypeChecker", Draft202012Validator.TYPE_CHECKER)
        extend = cast("_Extend", validators.extend)  # pyright: ignore[reportUnknownMemberType]
        self._validator = extend(
            Draft202012Validator,
            {
                "$ref": ref,
                "properties": properties,
                "required": required,
                "additionalProperties": additional_properties,
                "items": items,
                "oneOf": one_of,
                "uniqueItems": unique_items,
                MIN_BYTES: min_bytes,
                MAX_BYTES: max_bytes,
            },
            type_checker=types.redefine("number", _is_number),
        )(document, format_checker=FormatChecker(["date"]))

    def refusals(self, value: Value, schema: _Schema) -> Iterator[Refusal]:
        """What the library refuses of `value` under `schema`, a part of the document."""
        validator = self._validator.evolve(schema=schema)
        for error in validator.iter_errors(value):
            keyword = error.validator
            yield Refusal(
                tuple(error.path),
                keyword,
                error.validator_value,
                error.message if keyword in {"required", "additionalProperties"} else "",
                error.schema,
            )


def _by_const(
    members: JsonValue, name: str, resolve: Callable[[str], _Schema]
) -> dict[str, _Schema]:
    """The members of a union by the constant that `name` has in each."""
    named: dict[str, _Schema] = {}
    for member in cast("list[dict[str, JsonValue]]", members):
        reference = member.get("$ref")
        schema = cast("_Schema", member)
        if isinstance(reference, str):
            schema = resolve(reference)
        properties = cast("dict[str, dict[str, JsonValue]]", schema["properties"])
        named[cast("str", properties[name]["const"])] = schema
    return named


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _is_number(_: object, instance: object) -> bool:
    return isinstance(instance, (int, float, Decimal)) and not isinstance(instance, bool)
