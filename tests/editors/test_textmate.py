"""The TextMate grammars in the engine of VS Code: what they mark, and that the server agrees."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import textmate
from textmate import Scoped, scoped, spans

from modwright.languages.nimblock.language import NimBlock
from modwright.languages.oamut import ranges
from modwright.languages.results import TokenType
from modwright.languages.ruleset.language import Ruleset

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("textmate") / "samples"

SCOPES: Mapping[TokenType, str] = {
    TokenType.VARIABLE: "variable.other.readwrite.template.nimblock",
    TokenType.ESCAPE: "constant.character.escape.brace.nimblock",
    TokenType.COLOUR: "constant.character.format.placeholder.colour.nimblock",
}
NAMES = ("entity.name.type.id.ruleset", "variable.other.constant.reference.ruleset")
# Names or mere texts, by the object they stand in.
TOLD_BY_THE_SERVER_ALONE = {"default", "equals", "notEquals", "to", "by", "else", "name", "values"}
TEMPLATES = (
    "Hello, {player}!",
    "👋 {player}さん &6🎉&r",
    "{{player}} {{{player}}} }} {",
    "{}{ }{1st}{two words}{player}",
    "{open {player} &z&A&0&9&a&f&g&k&o&r&",
    "&&6{world}{player}{{",
    'a\\n{player}\\t\\"{world}\\" \\\\{player}',
    "{pl",
    "}",
    "",
)
ACCEPTED_RANGES = (
    ">=0.8.0",
    ">=0.8.0, <0.9.0",
    "=1.2.3",
    "> 0.8.0,<= 65535.0.1",
    ">=0.1.0,<0.2.0,>0.1.1,<=0.1.9",
)
REFUSED_RANGES = (
    "",
    "0.8.0",
    "^0.8.0",
    "==0.8.0",
    ">=0.8",
    ">=0.08.0",
    ">=0.8.0,",
    " >=0.8.0",
    ">=0.8.0 <0.9.0",
    ">=1.0.0,>=1.0.0,>=1.0.0,>=1.0.0,>=1.0.0",
)


@pytest.fixture(autouse=True)
def node() -> None:
    reason = textmate.missing()
    if reason and os.environ.get("MODWRIGHT_REQUIRE_EDITORS") == "1":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def sample(name: str) -> str:
    """A sample without its marks."""
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.lstrip().startswith("//"))


def spec(*templates: str) -> str:
    actions = ",\n".join(
        f'    {{ "type": "player.send_message", "params": {{ "message": "{text}" }} }}'
        for text in templates
    )
    return (
        '{ "specVersion": 1, "name": "{player} &6", "rules": [{\n'
        '  "name": "{{player}}", "trigger": { "type": "command", "params": { "name": "{a}" } },\n'
        f'  "actions": [\n{actions}\n] }}] }}\n'
    )


def test_samples_are_marked_as_they_say() -> None:
    assert textmate.run_samples() == ""


def test_templates_are_read_as_by_the_server() -> None:
    examples = sorted((ROOT / "examples" / "nimblock").glob("*.json"))
    texts = [spec(*TEMPLATES), *(path.read_text(encoding="utf-8") for path in examples)]
    language = NimBlock()
    for text, tokens in zip(texts, scoped("source.json.nimblock", texts), strict=True):
        served = language.tokens(language.parse(text), 0, len(text))
        assert served
        for kind, scope in SCOPES.items():
            # Tokens that touch are one range on both sides.
            expected = [
                Scoped(each.start, each.end, (scope,)) for each in served if each.type is kind
            ]
            assert shown(text, spans(tokens, scope)) == shown(text, spans(expected, scope))


def test_vs_code_colours_both_alike() -> None:
    package = json.loads((ROOT / "client-vscode" / "package.json").read_text(encoding="utf-8"))
    (served,) = package["contributes"]["semanticTokenScopes"]
    for kind, scope in SCOPES.items():
        (fallback,) = served["scopes"][kind.value]
        assert scope.startswith(f"{fallback}.")


def shown(text: str, places: Sequence[tuple[int, int]]) -> list[tuple[int, str]]:
    return [(start, text[start:end]) for start, end in places]


def test_ranges_are_read_as_by_the_server() -> None:
    assert all(ranges.read(each).terms for each in ACCEPTED_RANGES)
    assert not any(ranges.read(each).terms for each in REFUSED_RANGES)
    written = (*ACCEPTED_RANGES, *REFUSED_RANGES)
    texts = [f'requires:\n  engine: "{each}"  # 潮\n' for each in written]
    read = scoped("source.yaml.oamut", texts)
    for each, text, tokens in zip(written, texts, read, strict=True):
        marked = [text[start:end] for start, end in spans(tokens, "meta.range.oamut")]
        assert marked == ([each] if each in ACCEPTED_RANGES else [])


def test_names_of_rulesets_are_read_as_by_the_server() -> None:
    paths = sorted((ROOT / "examples" / "ruleset").rglob("*ruleset.json"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    language = Ruleset()
    for text, tokens in zip(texts, scoped("source.json.ruleset", texts), strict=True):
        names = {(each.start, each.end) for each in language.names(language.parse(text))}
        marked = {place for scope in NAMES for place in spans(tokens, scope)}
        assert len(names) > 20
        missed = {key_of(text, start) for start, _ in names - marked}
        assert missed <= TOLD_BY_THE_SERVER_ALONE
        # An `id` that nothing can refer to is marked, too, such as that of the ruleset itself.
        more = {key_of(text, start) for start, _ in marked - names}
        assert more <= {"id"}


def key_of(text: str, start: int) -> str:
    """The key whose value the string at `start` is part of, by its line; `values` for a cell."""
    before = text[:start].rpartition("\n")[2]
    if re.search(r'"values": \{[^}]*$', before):
        return "values"
    keys = re.findall(r'"([^"]*)"\s*:', before)
    return keys[-1] if keys else ""


def test_every_grammar_is_used() -> None:
    for path in textmate.grammars():
        scope = json.loads(path.read_text(encoding="utf-8"))["scopeName"]
        texts = ['{ "a": "b" }' if "json" in scope else "a: b\n"]
        assert any(
            token.scopes[0] == scope and len(token.scopes) > 1 for token in scoped(scope, texts)[0]
        )


def test_grammars_and_queries_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "make_highlighting.py"), "--check"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
