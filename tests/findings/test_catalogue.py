"""The catalogue of findings: complete, in both languages, and true of the files it shows."""

from __future__ import annotations

import ast
import functools
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

import pytest

import modwright
from modwright import grammars
from modwright.findings.messages import FindingSpec, all_specs, render, spec
from modwright.findings.model import Finding, Message
from modwright.ide.service import analyse_text
from modwright.languages.analysing import MAX_CHARACTERS

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
SEVERITIES: dict[str, str | None] = {
    **dict.fromkeys(ERRORS.split(), "error"),
    **dict.fromkeys(WARNINGS.split(), "warning"),
    "json/too-large": "information",
    "nimblock/disabled-rule": "hint",
    "nimblock/unknown-name": None,
}

DESCRIBED_ONLY = ("json/encoding", "json/too-large")
"""What no text on a page can show: the page describes such a file in parentheses."""


OTHERS = ("lua", "oamut", "yaml")
"""The families whose pages are held to what is found by tests beside those of their language."""


def pages() -> list[FindingSpec]:
    return [page for page in all_specs() if page.code.partition("/")[0] not in OTHERS]


def examples() -> list[FindingSpec]:
    return [page for page in pages() if page.code not in DESCRIBED_ONLY]


def findings_of(text: str) -> tuple[Finding, ...]:
    analysis = analyse_text("welcome.nimblock.json", text)
    assert analysis is not None
    return analysis.findings


def test_every_code_has_the_severity_of_the_specification() -> None:
    known = {page.code: page.severity.value if page.severity else None for page in pages()}

    assert known == SEVERITIES


@pytest.mark.parametrize("page", examples(), ids=lambda page: page.code)
def test_the_file_before_has_the_finding_and_nothing_else(page: FindingSpec) -> None:
    assert {finding.code for finding in findings_of(page.before)} == {page.code}


@pytest.mark.parametrize("page", examples(), ids=lambda page: page.code)
def test_the_file_after_is_entirely_clean(page: FindingSpec) -> None:
    assert findings_of(page.after) == ()


@pytest.mark.parametrize("page", examples(), ids=lambda page: page.code)
def test_a_finding_comes_as_severe_as_its_page_says(page: FindingSpec) -> None:
    found = {finding.severity for finding in findings_of(page.before)}

    # A finding that is off by default has a severity for those who ask for it.
    assert len(found) == 1
    assert page.severity is None or found == {page.severity}


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


@pytest.mark.parametrize("page", all_specs(), ids=lambda page: page.code)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_is_written_in_both_languages(page: FindingSpec, locale: str) -> None:
    for words in (page.titles[locale], page.explanations[locale]):
        assert words.strip() == words
        assert words
        assert is_in(locale, words)


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


@pytest.mark.parametrize("text", texts(), ids=lambda text: text.key)
def test_a_message_has_both_languages_and_the_same_holes(text: Text) -> None:
    assert set(text.words) == set(LOCALES)
    assert holes(text.words["en"]) == holes(text.words["ja"])
    assert all(words.strip() for words in text.words.values())


@pytest.mark.parametrize("text", texts(), ids=lambda text: text.key)
def test_a_message_without_holes_has_no_braces_that_would_show_doubled(text: Text) -> None:
    # Words without arguments are shown as they stand. Four braces are two on the screen, in words
    # that are always given arguments (see the next test).
    for words in text.words.values():
        if not holes(words):
            assert not re.search(r"[{}]", words.replace("{" * 4, "").replace("}" * 4, ""))


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
@pytest.mark.parametrize("page", examples(), ids=lambda page: page.code)
def test_every_finding_of_the_pages_can_be_worded(page: FindingSpec, locale: str) -> None:
    for finding in findings_of(page.before):
        messages: list[Message] = [finding.message]
        messages += [related.message for related in finding.related]
        messages += [fix.title for fix in finding.fixes]
        for message in messages:
            assert render(message, locale).strip()


# ---- the messages that the code asks for


class Written(NamedTuple):
    """The strings in the source: as they stand, with holes (as patterns), and appended by `+=`."""

    whole: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]
    suffixes: frozenset[str]


def sources() -> Iterator[ast.AST]:
    for path in sorted(Path(modwright.__file__).parent.rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def pattern_of(node: ast.JoinedStr) -> str:
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"(.+?)"
        for part in node.values
    )


@functools.cache
def written() -> Written:
    whole: set[str] = set()
    patterns: set[str] = set()
    suffixes: set[str] = set()
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                fixed = "".join(str(p.value) for p in node.values if isinstance(p, ast.Constant))
                if re.search(r"[./]", fixed) and re.search(r"[a-z]", fixed):
                    patterns.add(pattern_of(node))
            elif isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Constant):
                suffixes.add(str(node.value.value))
    return Written(frozenset(whole), tuple(map(re.compile, patterns)), frozenset(suffixes))


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
    ):
        collect(grammars.load(name))
    return frozenset(found)


def is_used(key: str) -> bool:
    code = written()
    if key in code.whole:
        return True
    if any(key.endswith(s) and key.removesuffix(s) in code.whole for s in code.suffixes if s):
        return True
    fillers = code.whole | words_of_the_grammars()
    matches = (pattern.fullmatch(key) for pattern in code.patterns)
    return any(match and all(hole in fillers for hole in match.groups()) for match in matches)


@pytest.mark.parametrize("text", texts(), ids=lambda text: text.key)
def test_no_message_is_left_over(text: Text) -> None:
    assert is_used(text.key)


@pytest.mark.parametrize(
    "key", ["json/syntax.no-such-fault", "nimblock/unknown-moon", "nimblock.replace", "type.moon"]
)
def test_a_message_that_were_left_over_would_be_seen(key: str) -> None:
    assert not is_used(key)


def asked_for() -> Iterator[ast.expr]:
    """The first argument of every `Message.of(...)` and of the catalogue's `text(...)`."""
    for tree in sources():
        calls = {"Message.of", "Message", "messages.text"}
        # lsp/ and cli/ have a `text` of their own.
        if any(
            isinstance(node, ast.ImportFrom)
            and node.module == "modwright.findings.messages"
            and any(name.name == "text" for name in node.names)
            for node in ast.walk(tree)
        ):
            calls.add("text")
        for node in ast.walk(tree):
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
            pattern = pattern_of(argument)
            if not any(re.fullmatch(pattern, key) for key in keys):
                missing.add(ast.unparse(argument))

    assert missing == set()
    assert asked > 20


def test_every_code_that_the_code_reports_has_a_page() -> None:
    families = "|".join(sorted({code.split("/")[0] for code in SEVERITIES}))
    looks_like_a_code = re.compile(rf"(?:{families})/[a-z]+(?:-[a-z]+)*")
    codes = {name for name in written().whole if looks_like_a_code.fullmatch(name)}

    assert codes <= set(SEVERITIES)
    assert len(codes) > 20
