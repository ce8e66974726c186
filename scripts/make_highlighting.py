"""Write the TextMate grammars and the tree-sitter queries, from what the server knows.

Which keys hold templates stands in the NimBlock catalogue, which keys hold ids in the table of
names of rulesets: a key that comes there is coloured in every editor. Run by hand, with modwright
installed from this checkout, when one of the two has changed:

    python scripts/make_highlighting.py            # writes
    python scripts/make_highlighting.py --check    # exits 1 when a file is not up to date

The grammars are the JSON and YAML of the editor with something put into them ("injections"), so
they look like other JSON and YAML there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from highlighted_keys import Contents, ruleset_keys, template_keys

from modwright.grammars import JsonValue
from modwright.languages.nimblock.template import COLOUR_CODES

TOP = Path(__file__).resolve().parent.parent
MADE_BY = "Made by scripts/make_highlighting.py: change the catalogue or the table, not this file."

Rule: TypeAlias = "dict[str, JsonValue]"

# One to three digits of dice, then sides, then what is added (ruleset-format.md, amount-dice).
DICE = ("[1-9][0-9]{0,2}", "[1-9][0-9]{0,3}", "[0-9]{1,4}")
_NUMBER = "(?:0|[1-9][0-9]{0,4})"
_VERSION = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}"
_TERM = rf"(?:>=|<=|>|<|=) *{_VERSION}"

REST_OF_JSON: Rule = {"include": "source.json#value"}
ESCAPES: Rule = {"include": "source.json#stringcontent"}


def captures(**names: str) -> JsonValue:
    """`_1="x"` names the first group `x`."""
    return {number[1:]: {"name": name} for number, name in names.items()}


def any_of(words: Sequence[str]) -> str:
    return "|".join(sorted(words))


def entry(
    keys: Sequence[str], follows: str, patterns: Sequence[JsonValue], extra: str = ""
) -> Rule:
    """The rule for `"key": value` of these keys, where the text after the colon fits `follows`."""
    return {
        "name": f"meta.structure.dictionary.value.json{extra}",
        "begin": rf'((")(?:{any_of(keys)})("))\s*(:)\s*(?={follows})',
        "beginCaptures": captures(
            _1="string.json support.type.property-name.json",
            _2="punctuation.support.type.property-name.begin.json",
            _3="punctuation.support.type.property-name.end.json",
            _4="punctuation.separator.dictionary.key-value.json",
        ),
        "end": r"(,)|(?=\})",
        "endCaptures": captures(_1="punctuation.separator.dictionary.pair.json"),
        "patterns": [*patterns, REST_OF_JSON],
    }


def string(content: str, extra: str = "", patterns: Sequence[JsonValue] = ()) -> Rule:
    """A string in quotes whose inside is `content`."""
    inside: dict[str, JsonValue] = {"contentName": content} if content else {}
    return {
        "name": f"string.quoted.double.json{extra}",
        "begin": '"',
        "beginCaptures": captures(_0="punctuation.definition.string.begin.json"),
        "end": '"|$',
        "endCaptures": captures(_0="punctuation.definition.string.end.json"),
        **inside,
        "patterns": [*patterns, ESCAPES],
    }


def array(patterns: Sequence[JsonValue]) -> Rule:
    return {
        "name": "meta.structure.array.json",
        "begin": r"\[",
        "beginCaptures": captures(_0="punctuation.definition.array.begin.json"),
        "end": r"\]",
        "endCaptures": captures(_0="punctuation.definition.array.end.json"),
        "patterns": [
            *patterns,
            REST_OF_JSON,
            {"match": ",", "name": "punctuation.separator.array.json"},
        ],
    }


def mapping(key: str, values: Sequence[JsonValue]) -> Rule:
    """An object all of whose keys are `key`."""
    return {
        "name": "meta.structure.dictionary.json",
        "begin": r"\{",
        "beginCaptures": captures(_0="punctuation.definition.dictionary.begin.json"),
        "end": r"\}",
        "endCaptures": captures(_0="punctuation.definition.dictionary.end.json"),
        "patterns": [
            {
                "name": "string.json support.type.property-name.json",
                "begin": '"',
                "end": '"|$',
                "contentName": key,
                "patterns": [ESCAPES],
            },
            {
                "name": "meta.structure.dictionary.value.json",
                "begin": ":",
                "beginCaptures": captures(_0="punctuation.separator.dictionary.key-value.json"),
                "end": r"(,)|(?=\})",
                "endCaptures": captures(_1="punctuation.separator.dictionary.pair.json"),
                "patterns": [*values, REST_OF_JSON],
            },
            {"include": "source.json#comments"},
        ],
    }


def nimblock() -> Rule:
    """Templates: variables, doubled braces, colour codes; what is no variable is marked, too."""
    pieces: list[JsonValue] = [
        {"name": "constant.character.escape.brace.nimblock", "match": r"\{\{|\}\}"},
        {
            "name": "variable.other.readwrite.template.nimblock",
            "match": r"(\{)[A-Za-z][A-Za-z0-9_]*(\})",
            "captures": captures(
                _1="punctuation.definition.variable.begin.nimblock",
                _2="punctuation.definition.variable.end.nimblock",
            ),
        },
        {"name": "invalid.illegal.variable.nimblock", "match": r'\{(?:[^{}"\\]|\\.)*\}'},
        {"name": "invalid.illegal.brace.nimblock", "match": r"\{[A-Za-z0-9_]*|\}"},
        {
            "name": "constant.character.format.placeholder.colour.nimblock",
            "match": f"&[{COLOUR_CODES}]",
        },
    ]
    not_here = "- string - comment - meta.trigger"
    return grammar(
        "NimBlock",
        "source.json.nimblock",
        "source.json",
        ["nimblock.json"],
        {
            # The texts of a trigger are no templates.
            f"L:source.json.nimblock {not_here} - meta.params": [
                entry(["trigger"], r"\{", (), " meta.trigger.nimblock"),
                entry(["params"], r"\{", (), " meta.params.nimblock"),
            ],
            f"L:meta.params.nimblock {not_here} - meta.template": [
                entry(template_keys(), '"', [string("meta.template.nimblock", "", pieces)]),
            ],
        },
    )


ID = "entity.name.type.id.ruleset"
REFERENCE = "variable.other.constant.reference.ruleset"


def ruleset() -> Rule:
    """Ids where they are defined and where they are used, and dice."""
    keys = ruleset_keys()
    count, sides, more = DICE
    dice: Rule = {
        "name": "constant.numeric.dice.ruleset",
        "match": rf'(?<="){count}(d){sides}(?:([+-]){more})?(?=")',
        "captures": captures(
            _1="keyword.other.unit.dice.ruleset", _2="keyword.operator.arithmetic.ruleset"
        ),
    }
    rules: list[JsonValue] = []
    for contents, names in grouped(keys.definitions):
        rules.append(rule_for(contents, names, ID))
    for contents, names in grouped(keys.references):
        rules.append(rule_for(contents, names, REFERENCE))
    for name, words in sorted(keys.unless.items()):
        follows = f'"(?!(?:{any_of(words)})")'
        rules.append(entry([name], follows, [string(REFERENCE)]))
    return grammar(
        "Ruleset",
        "source.json.ruleset",
        "source.json",
        ["ruleset.json"],
        {
            "L:source.json.ruleset - string - comment": rules,
            f"L:source.json.ruleset string.quoted.double - {ID} - {REFERENCE}": [dice],
        },
    )


def grouped(keys: Mapping[str, Sequence[Contents]]) -> Iterator[tuple[Contents, list[str]]]:
    """The keys by what they hold."""
    found: dict[Contents, list[str]] = {}
    for name, each in keys.items():
        for contents in each:
            found.setdefault(contents, []).append(name)
    for contents in sorted(found):
        yield contents, sorted(found[contents])


def rule_for(contents: Contents, names: Sequence[str], scope: str) -> Rule:
    follows, patterns = {
        Contents.NAME: ('"', string(scope)),
        Contents.NAMES: (r"\[", array([string(scope)])),
        Contents.KEYS: (r"\{", mapping(scope, [])),
        Contents.VALUES: (r"\{", mapping("", [string(scope)])),
        Contents.KEYS_AND_VALUES: (r"\{", mapping(scope, [string(scope)])),
    }[contents]
    return entry(names, follows, [patterns])


def ruleset_locale() -> Rule:
    return grammar("Ruleset locale", "source.json.ruleset-locale", "source.json", [], {})


def oamut() -> Rule:
    """Version ranges, and the star that stands for everything."""
    parts: list[JsonValue] = [
        {"name": "constant.numeric.version.oamut", "match": _VERSION},
        {"name": "keyword.operator.comparison.oamut", "match": "[<>]=?|="},
        {"name": "punctuation.separator.oamut", "match": ","},
    ]
    rules: list[JsonValue] = [
        {
            "match": rf"""(?<=["']){_TERM}(?: *, *{_TERM}){{0,3}}(?=["'])""",
            "captures": {"0": {"name": "meta.range.oamut", "patterns": parts}},
        },
        {
            "name": "constant.language.wildcard.oamut",
            "match": r"""(?<=["'])\*(?=["'])""",
        },
    ]
    return grammar(
        "oamut manifest",
        "source.yaml.oamut",
        "source.yaml",
        ["oamut.yaml"],
        {"L:source.yaml.oamut string.quoted - meta.range": rules},
    )


def grammar(
    name: str,
    scope: str,
    base: str,
    file_types: Sequence[str],
    injections: Mapping[str, Sequence[JsonValue]],
) -> Rule:
    put_in: dict[str, JsonValue] = {
        selector: {"patterns": list(rules)} for selector, rules in injections.items()
    }
    return {
        "comment": MADE_BY,
        "name": name,
        "scopeName": scope,
        "fileTypes": list(file_types),
        "patterns": [{"include": base}],
        **({"injections": put_in} if put_in else {}),
    }


class Captures(NamedTuple):
    """What an editor calls the colours of tree-sitter queries."""

    definition: str
    reference: str
    number: str
    text: str
    key: str
    """How names of keys begin: Neovim does not colour `@_…`, Helix takes the colour away."""


NEOVIM = Captures("@type", "@constant", "@number", "@string.special", "@_")
HELIX = Captures(
    "@type", "@constant", "@constant.numeric", "@string.special", "@variable.other.member."
)

# Read by Vim's and by Rust's regular expressions alike.
_DICE_TEXT = r"^\"[1-9][0-9]{0,2}d[1-9][0-9]{0,3}([+-][0-9]{1,4})?\"$"
_RANGE_TEXT = r"^.[<>=][=]? *[0-9]+[.][0-9]+[.][0-9]+([, <>=]+[0-9]+[.][0-9]+[.][0-9]+)*.$"


def quoted(words: Sequence[str]) -> str:
    """The words as the arguments of a predicate: keys with their quotes."""
    return " ".join(rf'"\"{word}\""' for word in sorted(words))


def pair(captures: Captures, value: str, words: Sequence[str]) -> str:
    key = f"{captures.key}key"
    return (
        f"((pair\n  key: (string) {key}\n  value: {value})\n  (#any-of? {key} {quoted(words)}))\n"
    )


def nimblock_queries(captures: Captures) -> str:
    """A text with a variable or a colour in it: a query cannot colour a part of a string."""
    entries = quoted(["conditions", "actions"])
    return f"""\
((pair
  key: (string) {captures.key}entries
  value: (array
    (object
      (pair
        key: (string) {captures.key}params
        value: (object
          (pair
            key: (string) {captures.key}key
            value: (string) {captures.text}))))))
  (#any-of? {captures.key}entries {entries})
  (#any-of? {captures.key}params {quoted(["params"])})
  (#any-of? {captures.key}key {quoted(template_keys())})
  (#match? {captures.text} "[{{}}&]"))
"""


def ruleset_queries(captures: Captures) -> str:
    keys = ruleset_keys()
    dice = captures.number
    found = [f'((string) {dice}\n  (#match? {dice} "{_DICE_TEXT}"))\n']
    for table, name in (
        (keys.references, captures.reference),
        (keys.definitions, captures.definition),
    ):
        values = {
            Contents.NAME: f"(string) {name}",
            Contents.NAMES: f"(array (string) {name})",
            Contents.KEYS: f"(object (pair key: (string) {name}))",
            Contents.VALUES: f"(object (pair value: (string) {name}))",
            Contents.KEYS_AND_VALUES: f"(object (pair key: (string) {name} value: (_) {name}))",
        }
        found += [pair(captures, values[contents], names) for contents, names in grouped(table)]
    for key, words in sorted(keys.unless.items()):
        value = f"(string) {captures.reference}"
        others = f'(#not-match? {captures.reference} "^.({any_of(words)}).$"))'
        found.append(f"{pair(captures, value, [key]).rstrip()[:-1]}\n  {others}\n")
    return "\n".join(found)


def oamut_queries(captures: Captures) -> str:
    return "\n".join(
        f"((flow_node\n  [(double_quote_scalar) (single_quote_scalar)] {captures.number})\n"
        f'  (#match? {captures.number} "{text}"))\n'
        for text in (_RANGE_TEXT, "^.[*].$")
    )


def queries() -> Iterator[tuple[Path, str]]:
    for editor, captures in (("nvim", NEOVIM), ("helix", HELIX)):
        for name, base, text in (
            ("nimblock", "json", nimblock_queries(captures)),
            ("ruleset", "json", ruleset_queries(captures)),
            ("oamut", "yaml", oamut_queries(captures)),
        ):
            path = TOP / "editors" / editor / "queries" / name / "highlights.scm"
            # The last pattern that fits counts in Neovim, the first one in Helix.
            if captures is NEOVIM:
                yield path, f"; inherits: {base}\n\n; {MADE_BY}\n\n{text}"
            else:
                yield path, f"; {MADE_BY}\n\n{text}\n; inherits: {base}\n"


def made() -> Iterator[tuple[Path, str]]:
    """Every file with its text."""
    yield from queries()
    grammars = {
        "nimblock": nimblock(),
        "ruleset": ruleset(),
        "ruleset-locale": ruleset_locale(),
        "oamut": oamut(),
    }
    for name, each in grammars.items():
        text = json.dumps(each, ensure_ascii=False, indent=2)
        yield TOP / "grammars" / "textmate" / f"{name}.tmLanguage.json", f"{text}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; tell what is old")
    is_check: bool = parser.parse_args().check
    old = [
        (path, text)
        for path, text in made()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in old:
        print(path.relative_to(TOP))
        if not is_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if is_check and old else 0


if __name__ == "__main__":
    sys.exit(main())
