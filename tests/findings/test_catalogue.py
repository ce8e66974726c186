"""The catalogue of findings: complete, in both languages, and true of the files it shows."""

from __future__ import annotations

import ast
import functools
import re
import string
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar, cast

import pytest

from modwright import grammars
from modwright.findings.examples import files_of
from modwright.findings.messages import FindingSpec, all_specs, render, spec
from modwright.findings.model import Finding, Message
from modwright.ide.service import analyse_text
from modwright.languages.analysing import MAX_CHARACTERS
from modwright.languages.package import RULESET, DictPackage
from tests.findings.parsed import sources
from tests.findings.told_keys import told

LOCALES = ("en", "ja")

# specs/nimblock.md, Findings. `json/encoding`, `json/too-large` and `nimblock/unknown-name` are
# modwright's own: what cannot be read, and names that only a setting brings up.
ERRORS = """
    json/syntax json/duplicate-key json/encoding
    nimblock/unsupported-version nimblock/missing-key nimblock/unknown-key nimblock/wrong-type
    nimblock/bad-length nimblock/bad-identifier nimblock/out-of-range nimblock/bad-choice
    nimblock/unknown-trigger nimblock/unknown-condition nimblock/unknown-action
    nimblock/unknown-param nimblock/missing-param nimblock/unbalanced-brace
    nimblock/unknown-variable nimblock/needs-player nimblock/needs-cancellable
"""
WARNINGS = """
    nimblock/cancel-after-delay nimblock/variable-in-trigger nimblock/duplicate-rule-id
    nimblock/duplicate-command nimblock/leading-slash nimblock/lost-message
    nimblock/console-injection nimblock/bukkit-constant nimblock/not-a-number
"""
# specs/ruleset.md, Findings.
RULESET_ERRORS = """
    unknown-key missing-key wrong-type out-of-range bad-length bad-choice bad-identifier too-large
    unsafe-text exclusive-keys duplicate-id duplicate-value unresolved-reference wrong-reference
    forward-reference live-reference proficiency-cycle wrong-resolution needs-block impossible-face
    never-fires ladder bad-default bad-value bad-comparison track-shape rest-step migration
    catalog-entry creature item loot market battle combat
    layer-removes-all layer-default layer-hidden-value layer-currency layer-seller layer-guidance
    layer-conflict locale-mismatch locale-unknown-key locale-not-text locale-english api-too-low
"""
RULESET_SEVERITIES: dict[str, str] = {
    **dict.fromkeys(RULESET_ERRORS.split(), "error"),
    "locale-unused": "warning",
    "duplicate-label": "warning",
    "no-effect": "warning",
    "locale-untranslated": "information",
    "locale-ambiguous": "information",
    "trap": "information",
    "unused": "hint",
}
SEVERITIES: dict[str, str | None] = {
    **dict.fromkeys(ERRORS.split(), "error"),
    **dict.fromkeys(WARNINGS.split(), "warning"),
    "json/too-large": "information",
    "nimblock/disabled-rule": "hint",
    "nimblock/unknown-name": None,
    **{f"ruleset/{name}": severity for name, severity in RULESET_SEVERITIES.items()},
}

DESCRIBED_ONLY = ("json/encoding", "json/too-large", "ruleset/too-large", "ruleset/layer-guidance")
"""What no text on a page can show: the page describes such a file in parentheses."""


OTHERS = ("lua", "oamut", "yaml")
"""The families whose pages are held to what is found by tests beside those of their language."""

EXAMPLES = {
    "json": "welcome.nimblock.json",
    "nimblock": "welcome.nimblock.json",
    "ruleset": "harbour-nights.ruleset.json",
}
"""The families whose pages are held to what is found here, and how the file of an example that is
one alone is called."""

T = TypeVar("T")


def failing(
    items: Sequence[T], holds: Callable[[T], object], name: Callable[[T], str]
) -> list[str]:
    """The names of those that do not hold: one test looks at thousands."""
    assert items
    return [name(item) for item in items if not holds(item)]


def family_of(code: str) -> str:
    return code.partition("/")[0]


def code_of(page: FindingSpec) -> str:
    return page.code


def pages() -> list[FindingSpec]:
    return [page for page in all_specs() if family_of(page.code) not in OTHERS]


def examples(family: str) -> list[FindingSpec]:
    return [
        page
        for page in pages()
        if family_of(page.code) == family and page.code not in DESCRIBED_ONLY
    ]


@functools.cache
def findings_of(example: str, family: str = "nimblock") -> tuple[Finding, ...]:
    """Everything that is found in the files of an example."""
    files = files_of(example, EXAMPLES[family])
    package: DictPackage | None = None
    if len(files) > 1:
        package = DictPackage("harbour-nights", files, manifest_path="ruleset.json", kind=RULESET)
    found: list[Finding] = []
    for path, text in files.items():
        analysis = analyse_text(path, text, package=package)
        assert analysis is not None, path
        found += analysis.findings
        found += [other for _, other in analysis.elsewhere]
    return tuple(found)


def test_every_code_has_the_severity_of_the_specification() -> None:
    known = {page.code: page.severity.value if page.severity else None for page in pages()}

    assert known == SEVERITIES


def test_every_page_is_looked_at_somewhere() -> None:
    assert {family_of(page.code) for page in all_specs()} == {*OTHERS, *EXAMPLES}


@pytest.mark.parametrize("family", EXAMPLES)
def test_the_files_before_have_the_finding_and_nothing_else(family: str) -> None:
    def holds(page: FindingSpec) -> bool:
        return {finding.code for finding in findings_of(page.before, family)} == {page.code}

    assert failing(examples(family), holds, code_of) == []


@pytest.mark.parametrize("family", EXAMPLES)
def test_the_files_after_are_entirely_clean(family: str) -> None:
    def holds(page: FindingSpec) -> bool:
        return findings_of(page.after, family) == ()

    assert failing(examples(family), holds, code_of) == []


@pytest.mark.parametrize("family", EXAMPLES)
def test_a_finding_comes_as_severe_as_its_page_says(family: str) -> None:
    def holds(page: FindingSpec) -> bool:
        found = {finding.severity for finding in findings_of(page.before, family)}
        # A finding that is off by default has a severity for those who ask for it.
        return len(found) == 1 and (page.severity is None or found == {page.severity})

    assert failing(examples(family), holds, code_of) == []


@pytest.mark.parametrize("code", DESCRIBED_ONLY)
def test_what_cannot_be_shown_is_described(code: str) -> None:
    page = spec(code)
    assert page is not None

    assert re.fullmatch(r"\(.+\)", page.before)
    assert re.fullmatch(r"\(.+\)", page.after)


def test_the_page_names_the_limit_that_holds() -> None:
    page = spec("json/too-large")
    assert page is not None

    assert f"{MAX_CHARACTERS:,} characters" in page.before


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_is_written_in_both_languages(locale: str) -> None:
    def holds(page: FindingSpec) -> bool:
        parts = (page.titles[locale], page.explanations[locale])
        return all(words and words.strip() == words and is_in(locale, words) for words in parts)

    assert failing(all_specs(), holds, code_of) == []


# ---- the messages


class Text(NamedTuple):
    key: str
    words: dict[str, str]


@functools.cache
def texts() -> tuple[Text, ...]:
    found: list[Text] = []
    for path in sorted((grammars.root() / "findings").glob("*.json")):
        family = cast(
            "dict[str, dict[str, dict[str, str]]]", grammars.load(f"findings/{path.name}")
        )
        found += [Text(key, words) for key, words in family["texts"].items()]
    return tuple(found)


def holes(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def is_in(locale: str, words: str) -> bool:
    """Whether words for people are written in the script of the locale."""
    has_kana_or_kanji = re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", words) is not None
    return has_kana_or_kanji == (locale == "ja")


def test_no_key_stands_in_two_files() -> None:
    keys = [text.key for text in texts()]

    assert len(keys) == len(set(keys))


SHOWN_DOUBLED = ("ruleset.hover.prompt-safe",)
"""What speaks of `{{` and `}}` themselves."""


def key_of(text: Text) -> str:
    return text.key


def test_a_message_has_both_languages_and_the_same_holes() -> None:
    def holds(text: Text) -> bool:
        if set(text.words) != set(LOCALES):
            return False
        same = holes(text.words["en"]) == holes(text.words["ja"])
        return same and all(words.strip() for words in text.words.values())

    assert failing(texts(), holds, key_of) == []


def test_a_message_without_holes_has_no_braces_that_would_show_doubled() -> None:
    # Words without arguments are shown as they stand. Four braces are two on the screen, in words
    # that are always given arguments (see the next test).
    def holds(text: Text) -> bool:
        return text.key in SHOWN_DOUBLED or not any(
            re.search(r"[{}]", words.replace("{" * 4, "").replace("}" * 4, ""))
            for words in text.words.values()
            if not holes(words)
        )

    assert failing(texts(), holds, key_of) == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("message", "shown"),
    [("さあ {player", "{{"), ("さあ player}", "}}"), ("{1st}", "{1st}")],
)
def test_braces_are_shown_as_an_author_writes_them(message: str, shown: str, locale: str) -> None:
    page = spec("nimblock/unbalanced-brace")
    assert page is not None
    text = page.after.replace("&6ようこそ、{player}さん！", message)

    (finding,) = findings_of(text)
    words = render(finding.message, locale)

    assert shown in words
    assert "{{{" not in words
    assert "}}}" not in words


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("family", EXAMPLES)
def test_every_finding_of_the_pages_can_be_worded(family: str, locale: str) -> None:
    for page in examples(family):
        for finding in findings_of(page.before, family):
            messages: list[Message] = [finding.message]
            messages += [related.message for related in finding.related]
            messages += [fix.title for fix in finding.fixes]
            for message in messages:
                assert render(message, locale).strip()


# ---- the messages that the code asks for


class Pattern(NamedTuple):
    """A string with holes (None), and what it looks like whatever is in them."""

    regex: re.Pattern[str]
    parts: tuple[str | None, ...]


class Written(NamedTuple):
    """The strings in the source: as they stand, with holes, and appended by `+=`."""

    whole: frozenset[str]
    patterns: tuple[Pattern, ...]
    suffixes: frozenset[str]


def pattern_of(node: ast.JoinedStr) -> tuple[str | None, ...]:
    return tuple(
        str(part.value) if isinstance(part, ast.Constant) else None for part in node.values
    )


def regex_of(pattern: Sequence[str | None]) -> re.Pattern[str]:
    return re.compile("".join(".*" if part is None else re.escape(part) for part in pattern))


@functools.cache
def written() -> Written:
    whole: set[str] = set()
    patterns: set[tuple[str | None, ...]] = set()
    suffixes: set[str] = set()
    for node in (node for source in sources() for node in source.nodes):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            pattern = pattern_of(node)
            fixed = "".join(filter(None, pattern))
            if re.search(r"[./]", fixed) and re.search(r"[a-z]", fixed):
                patterns.add(pattern)
        elif isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Constant):
            suffixes.add(str(node.value.value))
    compiled = (Pattern(regex_of(pattern), pattern) for pattern in patterns)
    return Written(frozenset(whole), tuple(compiled), frozenset(suffixes))


@functools.cache
def words_of_the_grammars() -> frozenset[str]:
    """Every word in the data: what a hole in a key may be filled with besides the code's own."""
    found: set[str] = set()

    def collect(value: grammars.JsonValue) -> None:
        if isinstance(value, dict):
            found.update(value)
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)
        elif isinstance(value, str):
            found.add(value)

    for name in (
        "nimblock/catalogue-1.json",
        "nimblock/plugin-1.schema.json",
        "oamut/manifest-1.schema.json",
        "ruleset/ruleset-1.schema.json",
        "ruleset/symbols.json",
    ):
        collect(grammars.load(name))
    return frozenset(found)


@functools.cache
def fillers() -> frozenset[str]:
    return written().whole | words_of_the_grammars()


def can_be(pattern: Sequence[str | None], key: str) -> bool:
    """Whether `key` is the pattern with words of the code or the data in its holes."""
    if not pattern:
        return not key
    first, *rest = pattern
    if first is not None:
        return key.startswith(first) and can_be(rest, key[len(first) :])
    if not rest:
        return key in fillers()
    return any(key[:end] in fillers() and can_be(rest, key[end:]) for end in range(len(key) + 1))


def is_used(key: str) -> bool:
    code = written()
    if key in code.whole or key in told().keys:
        return True
    # What a rule of a ruleset says is followed to the call that says it: nothing else will do.
    if key.startswith("ruleset/"):
        return False
    if any(key.endswith(s) and key.removesuffix(s) in code.whole for s in code.suffixes if s):
        return True
    return any(
        pattern.regex.fullmatch(key) and can_be(pattern.parts, key) for pattern in code.patterns
    )


def test_no_message_is_left_over() -> None:
    def holds(text: Text) -> bool:
        return is_used(text.key)

    assert failing(texts(), holds, key_of) == []


@pytest.mark.parametrize(
    "key",
    [
        "json/syntax.no-such-fault",
        "nimblock/unknown-moon",
        "nimblock.replace",
        "type.moon",
        "ruleset/loot.no-moon",
        "ruleset/needs-block.holds-spells",
        # Its words stand in the code, but for another code.
        "ruleset/market.holds-combat",
        "ruleset.kind.moon",
        "ruleset.type.integer.moon",
    ],
)
def test_a_message_that_were_left_over_would_be_seen(key: str) -> None:
    assert not is_used(key)


def test_what_the_rules_of_rulesets_say_is_known() -> None:
    # Whatever is unclear or listed for nothing: see `COMPUTED`.
    assert (told().unclear, told().unused) == ((), ())
    assert sorted(told().keys - {text.key for text in texts()}) == []
    assert len(told().keys) > 300


def asked_for() -> Iterator[ast.expr]:
    """The first argument of every `Message.of(...)` and of the catalogue's `text(...)`."""
    for source in sources():
        calls = {"Message.of", "Message", "messages.text"}
        # lsp/ and cli/ have a `text` of their own.
        for node in source.nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "modwright.findings.messages":
                calls |= {name.asname or name.name for name in node.names if name.name == "text"}
        for node in source.nodes:
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in calls:
                yield node.args[0]


def test_every_message_that_the_code_asks_for_exists() -> None:
    keys = {text.key for text in texts()}
    missing: set[str] = set()
    asked = 0
    for argument in asked_for():
        if isinstance(argument, ast.Constant):
            asked += 1
            missing |= {str(argument.value)} - keys
        elif isinstance(argument, ast.JoinedStr):
            asked += 1
            pattern = regex_of(pattern_of(argument))
            if not any(pattern.fullmatch(key) for key in keys):
                missing.add(ast.unparse(argument))

    assert missing == set()
    assert asked > 20


def test_every_code_that_the_code_reports_has_a_page() -> None:
    families = "|".join(sorted({code.split("/")[0] for code in SEVERITIES}))
    looks_like_a_code = re.compile(rf"(?:{families})/[a-z]+(?:-[a-z]+)*")
    codes = {name for name in written().whole if looks_like_a_code.fullmatch(name)}
    codes |= {key.partition(".")[0] for key in told().keys}

    assert codes <= set(SEVERITIES)
    assert len(codes) > 20


def test_every_code_of_rulesets_is_reported() -> None:
    codes = {key.partition(".")[0] for key in told().keys} | written().whole

    assert {f"ruleset/{name}" for name in RULESET_SEVERITIES} <= codes
