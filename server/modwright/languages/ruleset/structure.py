"""What the schemas of the family refuse, in the codes of rulesets (specs/ruleset.md, Findings).

Ranges: the key for a finding about a key, the value for one about a value; for something that is
missing the key that introduces the object, or its opening brace.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import cast

from modwright import grammars
from modwright.findings.model import Finding
from modwright.languages.filling import Filler
from modwright.languages.ruleset import structure_keys as keys
from modwright.languages.ruleset import structure_values as values
from modwright.languages.ruleset.structure_terms import Terms, error
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.checker import Schema, SchemaChecker, Violation
from modwright.schema.keywords import SAFE
from modwright.schema.plans import ASCENDING, BY_KEY, COUNTS

_FOLDER = "ruleset/"
_RULESET = "ruleset-1.schema.json"
_LOCALE = "locale-1.schema.json"
_ASSET = "catalog-asset-1.schema.json"
_MANIFEST = "package-manifest-1.schema.json"

MAX_FILE_BYTES = "x-maxFileBytes"
"""The keyword at the root of a schema that says how many bytes of UTF-8 the file may have."""

_IN_LOCALES = {"unknown-key": "locale-unknown-key", "wrong-type": "locale-not-text"}


def checker() -> SchemaChecker:
    """The checker of the structure of a ruleset."""
    return _checker(_RULESET)


def locale_checker() -> SchemaChecker:
    """The checker of the structure of a locale pack."""
    return _checker(_LOCALE)


def asset_checker() -> SchemaChecker:
    """The checker of the structure of a catalog in a file of its own."""
    return _checker(_ASSET)


def manifest_checker() -> SchemaChecker:
    """The checker of the structure of a package manifest."""
    return _checker(_MANIFEST)


def too_large(text: str, at: int = 0) -> Iterator[Finding]:
    """`ruleset/too-large` for a ruleset (R5), `at` the beginning of what it holds."""
    return _too_large(text, at, _RULESET)


def asset_too_large(text: str, at: int = 0) -> Iterator[Finding]:
    """`ruleset/too-large` for a catalog in a file of its own (R5)."""
    return _too_large(text, at, _ASSET)


def checker_of(document: Schema, *, is_locale: bool = False) -> SchemaChecker:
    """A checker that words what a schema of this family refuses."""
    made = SchemaChecker(document, lambda violation: _findings(terms, violation))
    codes = _IN_LOCALES if is_locale else {}
    reader = SchemaReader(document)
    terms = Terms(reader, Filler(reader, made.accepts), codes)
    return made


@functools.cache
def load(file: str) -> Schema:
    """A schema of the family by its file name, with the definitions that it takes from another."""
    schema = cast("Schema", grammars.load(_FOLDER + file))
    source = schema.get("x-defsFrom")
    if isinstance(source, str):
        return {**schema, "$defs": load(f"{source}.schema.json")["$defs"]}
    return schema


@functools.cache
def _checker(file: str) -> SchemaChecker:
    return checker_of(load(file), is_locale=file == _LOCALE)


def _too_large(text: str, start: int, file: str) -> Iterator[Finding]:
    limit = cast("int", load(file)[MAX_FILE_BYTES])
    # Few texts are anywhere near: most need no counting.
    if len(text) * 4 > limit:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > limit:
            yield error(
                "too-large.file", (start, min(start + 1, len(text))), size=size, limit=limit
            )


def _findings(terms: Terms, violation: Violation) -> Iterable[Finding]:
    match violation.keyword:
        case "required":
            return [keys.missing(terms, violation)]
        case "additionalProperties":
            return [keys.unknown(terms, violation)]
        case "propertyNames":
            return keys.bad_name(terms, violation)
        case keyword if keyword in COUNTS or keyword == BY_KEY:
            return [keys.miscounted(terms, violation)]
        case "anyOf":
            return [_no_alternative(terms, violation)]
        case keyword:
            return [_WORDS[keyword](terms, violation)]


def _no_alternative(terms: Terms, violation: Violation) -> Finding:
    """Of a value that no alternative fits: what the one that was meant says of it, at the value as
    a whole (R9a); where none was meant, what would have fitted."""
    meant = values.meant_cause(violation)
    if meant is None:
        return values.no_alternative(terms, violation)
    cause = Violation.of(violation.root, meant, violation.offset)
    found = next(iter(_findings(terms, cause)))
    start, end = values.whole_span(violation.place)
    return found._replace(start=start, end=end)


_WORDS = {
    "type": values.wrong_type,
    "const": values.bad_choice,
    "enum": values.bad_choice,
    **dict.fromkeys(values.BOUNDS, values.out_of_range),
    **dict.fromkeys(values.LENGTHS, values.bad_length),
    "pattern": values.bad_pattern,
    SAFE: values.unsafe_text,
    "uniqueItems": values.repeated,
    ASCENDING: values.not_ascending,
}
