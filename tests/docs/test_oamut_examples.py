"""examples/oamut/ is what a new mutator author reads first: clean, runnable, and complete."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from modwright.languages.oamut import grammar
from modwright.languages.oamut.files import is_png
from modwright.languages.oamut.manifest import facts_of
from modwright.languages.oamut.plan_words import plan_words
from modwright.sandbox.api import plan_api
from modwright.sandbox.model import Block, Change, Plan, PlanContext, PlanResult, RuleFile
from modwright.sandbox.runner import run_plan
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.node import Array, Node, Object
from modwright.syntax.yaml_document import YamlDocument

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "examples" / "oamut"
WINTER = PACKAGES / "long-winter"
TRAPS = ROOT / "docs" / "oamut" / "traps"

OPTIONS: Mapping[str, bool | int | float | str] = {
    "blizzards": True,
    "length": "long",
    "snow": 2,
    "metal": 0.7,
}


def check(path: Path) -> str:
    checked = subprocess.run(
        [sys.executable, "-m", "modwright", "check", str(path), "--locale", "en"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert checked.stderr == ""
    return checked.stdout


def manifest(folder: Path) -> YamlDocument:
    return YamlDocument.parse((folder / "oamut.yaml").read_text(encoding="utf-8"))


def run(options: Mapping[str, bool | int | float | str]) -> PlanResult:
    paths = [path for path in WINTER.rglob("*") if path.is_file()]
    files = {path.relative_to(WINTER).as_posix(): path.read_bytes() for path in paths}
    layers = tuple(layer.text for layer in facts_of(manifest(WINTER)).layers)
    return run_plan(
        {name: data for name, data in files.items() if name.endswith(".lua")},
        "mutator.lua",
        PlanContext("ta-3.1c", "3.1c", "ta", "0.8.0", options, layers),
        package_paths=list(files),
    )


@pytest.fixture(scope="module")
def plan() -> Plan:
    result = run(OPTIONS)
    assert (result.error, result.problems, result.notes) == (None, (), ())
    assert result.plan is not None
    return result.plan


@pytest.mark.parametrize("folder", sorted(PACKAGES.iterdir()), ids=lambda folder: folder.name)
def test_an_example_is_clean_and_called_like_its_folder(folder: Path) -> None:
    identifier = facts_of(manifest(folder)).id

    assert identifier is not None
    assert identifier.text == folder.name
    assert re.fullmatch(r"[1-9] files checked: no findings\n", check(folder))


def test_the_traps_of_the_page_are_what_it_says() -> None:
    said = check(TRAPS)

    assert re.findall(r" error\[([a-z/-]+)\]: ", said) == [
        "oamut/unquoted-version",
        "oamut/unquoted-star",
        "oamut/unquoted-range",
    ]


# ---- long-winter uses everything


def keys_in(node: Node | None, path: str = "") -> Iterator[str]:
    """Every key of a manifest with its path; entries of lists have no part of their own."""
    if isinstance(node, Object):
        for entry in node.entries:
            name = f"{path}{entry.key.text}"
            yield name
            yield from keys_in(entry.value, f"{name}.")
    elif isinstance(node, Array):
        for item in node.items:
            yield from keys_in(item, path)


def keys_of(schema: Mapping[str, object], path: str = "") -> Iterator[str]:
    properties = cast("Mapping[str, Mapping[str, object]]", schema.get("properties", {}))
    for name, inner in properties.items():
        yield f"{path}{name}"
        yield from keys_of(inner, f"{path}{name}.")


def test_the_winter_has_every_key_of_the_manifest() -> None:
    schema = grammar.schema()
    options = cast("Mapping[str, Mapping[str, object]]", schema["$defs"])["option"]
    wanted = {*keys_of(schema), *keys_of(options, "options.")}

    used = {key for key in keys_in(manifest(WINTER).root) if ".labels." not in key}

    assert used == wanted


def test_the_winter_has_every_type_of_option_and_every_layer() -> None:
    facts = facts_of(manifest(WINTER))

    assert {option.type for option in facts.options} == {"toggle", "choice", "number"}
    assert [layer.text for layer in facts.layers] == list(grammar.layers())


def test_the_winter_reads_every_member_of_ctx() -> None:
    facts = LuaDocument.parse((WINTER / "mutator.lua").read_text(encoding="utf-8")).facts
    words = plan_words()
    wanted = {path[0] for path in words.members} | set(words.collections)

    assert {member.name for member in facts.ctx_members} == wanted


def test_the_plan_of_the_winter_has_every_key(plan: Plan) -> None:
    hooks = [key.name for key in plan_api().keys if key.kind == "hook"]

    assert [hook.name for hook in plan.hooks] == hooks
    assert plan.files.add
    assert plan.files.mask
    assert plan.hacks


def test_the_rules_of_the_winter_use_every_word(plan: Plan) -> None:
    api = plan_api()
    blocks = [rule for rule in plan.rules if isinstance(rule, Block)]
    changes = [change for block in blocks for change in block.changes]

    assert {step.name for block in blocks for step in block.selectors} == set(api.selectors)
    assert {change.verb for change in changes} == {verb.name for verb in api.verbs}
    assert any(isinstance(rule, RuleFile) for rule in plan.rules)
    assert any(has_bounds(change) for change in changes)


def has_bounds(change: Change) -> bool:
    return change.lower is not None and change.upper is not None


def test_the_later_folder_of_the_winter_wins(plan: Plan) -> None:
    hidden = {winner.source: winner.hidden for winner in plan.files.winners if winner.hidden}

    assert hidden == {
        "files/snow/features/winter/snowman.tdf": ("files/common/features/winter/snowman.tdf",)
    }


def test_the_winter_says_when_it_is_incompatible() -> None:
    result = run({**OPTIONS, "length": "endless", "metal": 0.2})

    assert result.incompatible is not None
    assert "0.3" in result.incompatible


def test_the_icon_of_the_winter_is_a_picture() -> None:
    assert is_png((WINTER / "icon.png").read_bytes())
