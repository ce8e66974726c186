"""Outline, workspace symbols and inlay hints of rulesets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from ruleset_rich import rich
from ruleset_support import opened

from modwright.ide.inlay_hints import inlay_hints
from modwright.ide.outline import outline
from modwright.ide.types import OutlineItem, SymbolKind
from modwright.ide.workspace_symbols import workspace_symbols
from modwright.languages.ruleset.odds import Faces, chance_of, successes_per_die
from modwright.lsp.to_lsp import symbol_kind
from modwright.workspace.workspace import Workspace

_TEXT = """{"$comment": "灰", "sheet": {"version": 1,
  "lists": [{"id": "gear", "label": "装備 🎒", "columns": [
    {"id": "name", "label": "Name", "type": "text"}]}],
  "live": {"pools": [{"id": "blood", "label": "血"}]}},
 "rests": [{"label": "Night"}, {}]}"""


def drawn(items: Sequence[OutlineItem], depth: int = 0) -> list[str]:
    lines: list[str] = []
    for item in items:
        lines.append(f"{'  ' * depth}{item.name} ({item.detail})")
        lines += drawn(item.children, depth + 1)
    return lines


def test_parts_and_the_things_in_them() -> None:
    assert drawn(outline(opened(_TEXT), "en")) == [
        "sheet (Character sheet)",
        "  lists (Lists)",
        "    gear (装備 🎒)",
        "      name (Name)",
        "  live (Live state)",
        "    pools (Pools)",
        "      blood (血)",
        "rests (Rests)",
        "  Night (Rest)",
        "  (no type) (Rest)",
    ]


def test_ranges_hold_what_they_name() -> None:
    def check(items: Sequence[OutlineItem], start: int, end: int) -> None:
        at = start
        for item in items:
            assert at <= item.start <= item.name_start < item.name_end <= item.end <= end
            at = item.end
            check(item.children, item.start, item.end)

    import json

    text = json.dumps(rich(is_pool=True), ensure_ascii=False, indent=1)
    analysis = opened(text)
    found = outline(analysis, "en")
    check(found, 0, len(text))
    # The same once more, from what the nodes remember.
    assert outline(analysis, "en") == found


@pytest.mark.parametrize("text", ["", "[]", "3", '{"sheet": 3, "rests": [1, []], "catalogs": {}}'])
def test_an_outline_of_anything(text: str) -> None:
    outline(opened(text), "ja")


def test_every_kind_of_symbol_has_one_of_the_protocol() -> None:
    for kind in SymbolKind:
        assert symbol_kind(kind, frozenset()).value <= 18


def test_things_are_found_in_the_workspace() -> None:
    workspace = Workspace()
    workspace.open_document("file:///x/ruleset.json", "ruleset", 1, _TEXT)
    found = workspace_symbols(workspace, "blo", "en")
    assert [(each.name, each.container) for each in found] == [("blood", "pools")]
    assert workspace_symbols(workspace, "pools", "en") == []


def test_things_are_found_by_what_players_call_them() -> None:
    text = (
        '{"schemaVersion": 1, "sheet": {"abilities": [{"id": "might", "label": "力 💪"}, '
        '{"id": "wit", "label": "might of mind"}], '
        '"skills": [{"id": "mightless", "label": "無力"}]}, '
        '"rests": [{"id": "night", "label": "夜の休息"}]}'
    )
    workspace = Workspace()
    workspace.open_document("file:///x/ruleset.json", "ruleset", 1, text)

    def found(query: str) -> list[str]:
        return [each.name for each in workspace_symbols(workspace, query, "ja")]

    # An editor may look for the query in what it is given: so the label is shown where it matched.
    assert found("力") == ["might (力 💪)", "mightless (無力)"]
    assert found("休息") == ["night (夜の休息)"]
    assert found("night") == ["night"]
    # Ids first.
    assert found("might") == ["might", "mightless", "wit (might of mind)"]
    assert found("💪") == ["might (力 💪)"]
    assert found("槍") == []


# ---- inlay hints


def hints(text: str, locale: str = "en") -> str:
    """The text with its hints in brackets."""
    pieces: list[str] = []
    at = 0
    for hint in inlay_hints(opened(text), 0, len(text), locale):
        assert hint.tooltip
        pieces += [text[at : hint.offset], f"⟨{hint.label}⟩"]
        at = hint.offset
    return "".join([*pieces, text[at:]])


def test_what_a_difficulty_means() -> None:
    text = (
        '{"resolution": {"kind": "dice-sum", "dice": '
        '{"count": 2, "sides": 6}, "difficultyLadder": [%s]}}'
    )
    shown = hints(text % '{"dc": 8}, {"dc": 12}, {"dc": 1}, {"dc": 13}')
    for part in ("8⟨42% ", "12⟨3% ", "1⟨100% ", "13⟨0% "):
        assert part in shown
    pool = (
        '{"resolution": {"kind": "dice-pool", "die": {"sides": 10}, "pool": {}, "target": '
        '{"default": 7}, "difficultyLadder": [{"successes": 2}, {"successes": 2, "target": 6}]}}'
    )
    assert '"successes": 2⟨about 5 dice⟩}' in hints(pool)
    assert '"successes": 2⟨about 4 dice⟩, "target": 6' in hints(pool)
    layer = '{"resolution": {"kind": "dice-sum"}, "layers": [{"difficultyLadder": [{"dc": 11}]}]}'
    assert "11⟨50% on the dice alone⟩" in hints(layer)


def test_the_dice_that_nobody_wrote() -> None:
    assert '"dice-sum"⟨dice: {"count": 1, "sides": 20}⟩' in hints(
        '{"resolution": {"kind": "dice-sum"}}'
    )
    shown = hints('{"resolution": {"kind": "dice-pool"}}')
    assert '⟨die: {"sides": 10}⟩⟨pool: {"min": 1, "max": 40}⟩' in shown
    assert "⟨" not in hints(
        '{"resolution": {"kind": "dice-sum", "dice": {"count": 3, "sides": 6}}}'
    )


def test_the_first_of_some_lists() -> None:
    text = (
        '{"resolution": {"kind": "dice-sum", "dice": {}, '
        '"proficiencyTiers": [{"id": "a"}, {"id": "b"}]}}'
    )
    assert '{"id": "a"⟨untrained⟩}, {"id": "b"}' in hints(text)
    text = '{"combat": {"economy": {"budgets": [{"id": "a"}, {"id": "b"}]}}}'
    assert '{"id": "a"⟨main action⟩}, {"id": "b"}' in hints(text)


def test_halves_are_rounded_and_areas_catch_friends() -> None:
    derived = '{"sheet": {"derived": [{"op": "scale", "multiplier": %s}]}}'
    assert '0.5⟨round: "down"⟩' in hints(derived % "0.5")
    assert "⟨" not in hints(derived % "2")
    area = '{"catalogs": [{"entries": [{"mechanics": {"area": {"size": 2}%s}}]}]}'
    assert '{"size": 2}⟨everyone in the area⟩' in hints(area % "")
    assert "⟨" not in hints(area % ', "friendlyFire": false')


def test_only_hints_that_are_asked_for() -> None:
    text = (
        '{"resolution": {"kind": "dice-sum"},\n"combat": {"economy": {"budgets": [{"id": "a"}]}}}'
    )
    (only,) = inlay_hints(opened(text), text.index("combat"), len(text), "en")
    assert only.label == "main action"


def test_odds() -> None:
    assert chance_of(8, 2, 6) == pytest.approx(15 / 36)
    assert chance_of(11, 1, 20) == pytest.approx(0.5)
    assert [chance_of(total, 3, 4) for total in (3, 12, 13)] == [1, pytest.approx(1 / 64), 0]
    assert chance_of(10.5, 1, 20) == pytest.approx(0.5)
    assert successes_per_die(Faces(10, 7)) == pytest.approx(0.4)
    assert successes_per_die(Faces(10, 7, double_from=10)) == pytest.approx(0.5)
    assert successes_per_die(Faces(10, 7, explode_from=10)) == pytest.approx(0.4 / 0.9)
    assert successes_per_die(Faces(10, 7, cancel_to=1)) == pytest.approx(0.3)
    assert successes_per_die(Faces(10, 7, explode_from=1)) == 0
