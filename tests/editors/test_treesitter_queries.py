"""The queries for Neovim and Helix, run by tree-sitter itself over the samples of the grammars."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

tree_sitter = pytest.importorskip("tree_sitter")
tree_sitter_json = pytest.importorskip("tree_sitter_json", reason="pip install tree-sitter-json")

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("textmate") / "samples"

NUMBER = {"nvim": "number", "helix": "constant.numeric"}


def captured(editor: str, name: str, sample: str) -> dict[str, set[str]]:
    """The strings of a sample by what they are captured as, without their quotes."""
    lines = (SAMPLES / sample).read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("//")).encode()
    language = tree_sitter.Language(tree_sitter_json.language())
    query = tree_sitter.Query(
        language,
        (ROOT / "editors" / editor / "queries" / name / "highlights.scm").read_text(
            encoding="utf-8"
        ),
    )
    tree = tree_sitter.Parser(language).parse(text)
    found = tree_sitter.QueryCursor(query).captures(tree.root_node)
    return {
        capture: {json.loads(node.text) for node in nodes}
        for capture, nodes in found.items()
        if not capture.startswith(("_", "variable."))
    }


@pytest.mark.parametrize("editor", ["nvim", "helix"])
def test_ids_references_and_dice_are_captured(editor: str) -> None:
    found = captured(editor, "ruleset", "sheet.ruleset.json")
    assert found["type"] == {"ash-tide", "stealth", "rank", "low", "high", "grit"}
    assert found["constant"] == {
        *("dex", "low", "body", "stealth", "lore", "slashing", "gear/long-sword")
    }
    assert found[NUMBER[editor]] == {"2d6+1", "12d10-3", "1d4"}


@pytest.mark.parametrize("editor", ["nvim", "helix"])
def test_texts_with_something_in_them_are_captured(editor: str) -> None:
    found = captured(editor, "nimblock", "templates.nimblock.json")
    assert found == {
        "string.special": {
            *("{message}", "&6やあ {player} {{x}} &z\n", "{player}"),
            "{two words} {1st} {open",
        }
    }
