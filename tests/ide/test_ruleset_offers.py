"""What completion offers is right where it is offered: no id, word or key that the rules refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from completion_support import applied, expanded
from ruleset_offers import Use, uses
from ruleset_rich import rich, without_empty
from ruleset_support import labels, opened

from modwright.findings.model import Finding, Severity
from modwright.ide.completion import complete
from modwright.ide.service import analyse_text
from modwright.ide.types import Completion

_EXAMPLES = Path(__file__).parents[2] / "examples" / "ruleset"
TEXTS = {
    "iron-tide": (_EXAMPLES / "iron-tide.ruleset.json").read_text(encoding="utf-8"),
    "lantern-road": (_EXAMPLES / "lantern-road" / "ruleset.json").read_text(encoding="utf-8"),
    "pool": json.dumps(without_empty(rich(is_pool=True)), ensure_ascii=False, indent=2),
    "sum": json.dumps(without_empty(rich(is_pool=False)), ensure_ascii=False, indent=2),
}


def offers(use: Use) -> list[Completion]:
    return list(complete(opened(use.text), use.offset, "en").items)


def errors_at(text: str, start: int, end: int) -> list[Finding]:
    """The errors on what stands in [start, end)."""
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    return [
        each
        for each in analysis.findings
        if each.severity is Severity.ERROR and start <= each.start < each.end <= end
    ]


def after(use: Use, item: Completion) -> tuple[str, int, int]:
    """The text with a proposal, and where its name stands."""
    written = expanded(item.new_text) if item.is_snippet else item.new_text
    text = applied(use.text, item, written)
    name = json.dumps(item.label, ensure_ascii=False)
    start = text.index(name[1:], item.start) - 1
    return text, start, start + len(name)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_offered_name_is_an_error(name: str) -> None:
    tried = 0
    for use in uses(TEXTS[name]):
        for item in offers(use):
            if not item.label.isidentifier():
                continue  # a value to fill in
            tried += 1
            found = errors_at(*after(use, item))
            assert not found, (item.label, use.text[use.offset - 60 : use.offset], found)
    assert tried > 10


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_what_stood_there_is_offered(name: str) -> None:
    """Free values aside: a cell may hold any text."""
    for use in uses(TEXTS[name]):
        found = [item.label for item in offers(use)]
        is_free = not found or found == ['""'] or any(each.isdigit() for each in found)
        assert use.name in found or is_free, (use.text[use.offset - 60 : use.offset], found)


# ---- case by case

_LIVE = (
    '"live": {"pools": [{"id": "blood", "label": "血", "max": {"const": 9}}, %s], '
    '"tracks": [{"id": "heat", "label": "熱", "min": 0, "max": 5}]}'
)


def sheet(members: str, more: str = "") -> str:
    return f'{{"resolution": {{"kind": "dice-sum"}}, "sheet": {{{members}}}{more}}}'


def test_what_reaches_live_state_is_not_offered_for_a_maximum() -> None:
    derived = (
        '"derived": [{"id": "calm", "op": "sum", "of": [{"const": 1}]}, '
        '{"id": "rage", "op": "sum", "of": [{"livePool": "blood"}]}, '
        '{"id": "fury", "op": "sum", "of": [{"derived": "rage"}]}], '
    )
    assert labels(sheet(derived + _LIVE % '{"id": "a", "max": {"derived": "‸"}}')) == ["calm"]
    assert labels(sheet(derived + _LIVE % '{"id": "a", "max": {"livePool": "‸"}}')) == []
    # Where nothing forbids it, all of them.
    shown = ', "gm": {"sheetSummary": {"derived": ["‸"]}}'
    assert labels(sheet(derived + _LIVE % "", shown)) == ["calm", "rage", "fury"]


def test_a_maximum_is_not_begun_with_what_it_may_not_read() -> None:
    found = labels(sheet(_LIVE % '{"id": "a", "max": {‸}}'))
    assert "abilityScore" in found
    assert not {"livePool", "liveTrack"} & set(found)
    cap = '"skills": [{"id": "swim", "cap": {‸}}], "saves": [{"id": "nerve"}]'
    assert "abilityMod" in labels(sheet(cap))
    assert not {"skillMod", "saveMod"} & set(labels(sheet(cap)))


def test_a_derived_value_reads_those_above_it() -> None:
    one = '{"id": "%s", "op": "sum", "of": [%s]}'
    derived = ", ".join(
        one % pair
        for pair in [("a", '{"const": 1}'), ("b", '{"derived": "‸"}'), ("c", '{"const": 1}')]
    )
    assert labels(sheet(f'"derived": [{derived}]')) == ["a"]


def test_training_does_not_read_itself() -> None:
    skills = '"skills": [{"id": "swim", "cap": {"skillMod": "‸"}}, {"id": "climb"}]'
    assert labels(sheet(skills)) == []
    skills = skills.replace("skillMod", "skillMo").replace("‸", "")
    marked = sheet(skills).replace(
        '"dice-sum"', '"dice-sum", "proficiency": {"bonus": {"saveMod": "‸"}}'
    )
    assert labels(marked) == []


def test_an_action_is_no_step_of_its_own() -> None:
    actions = (
        '{"id": "bite"}, {"id": "howl", "sequence": [{"action": "bite"}]}, '
        '{"id": "frenzy", "sequence": [{"action": "‸"}]}'
    )
    entry = f'{{"id": "a", "creature": {{"actions": [{actions}]}}}}'
    assert labels(f'{{"catalogs": [{{"id": "b", "entries": [{entry}]}}]}}') == ["bite"]


def test_a_row_fills_a_list_that_its_catalog_feeds() -> None:
    lists = '"lists": [{"id": "gear", "columns": []}, {"id": "songs", "columns": []}]'
    catalog = ', "catalogs": [{"feeds": ["songs"], "entries": [{"rows": [{"list": "‸"}]}]}]'
    assert labels(sheet(lists, catalog)) == ["songs"]


def test_keys_of_the_other_kind_are_not_offered() -> None:
    kind = '{"resolution": {"kind": "%s"}, "combat": {"kind": "%s", ‸}}'
    found = labels(kind % ("dice-sum", "attack-vs-defense"))
    assert "attackRoll" in found
    assert "pool" not in found
    found = labels(kind % ("dice-pool", "dice-pool"))
    assert "pool" in found
    assert "attackRoll" not in found
    ladder = '{"resolution": {"kind": "%s"}, "layers": [{"difficultyLadder": [{"label": "A", ‸}]}]}'
    assert labels(ladder % "dice-sum")[:1] == ["dc"]
    assert "successes" not in labels(ladder % "dice-sum")
    assert "dc" not in labels(ladder % "dice-pool")


def test_keys_that_need_something_else_come_last() -> None:
    fight = '{"resolution": {"kind": "dice-sum"}, "combat": {"kind": "attack-vs-defense", ‸}}'
    found = labels(fight)
    assert found.index("ranged") > found.index("checks")
    found = labels(fight.replace("‸", '"distance": {"unit": "m"}, ‸'))
    assert found.index("ranged") < found.index("concentration"), "there is no live text"


@pytest.mark.parametrize(("kind", "fight"), [("dice-sum", "attackRoll"), ("dice-pool", "pool")])
def test_a_fight_is_begun_as_its_ruleset_asks(kind: str, fight: str) -> None:
    name = "sum" if kind == "dice-sum" else "pool"
    ruleset: dict[str, object] = json.loads(TEXTS[name])
    del ruleset["combat"]
    use = Use(json.dumps(ruleset, ensure_ascii=False)[:-1] + ", }", -1, "combat")
    use = use._replace(offset=len(use.text) - 1)
    (item,) = [each for each in offers(use) if each.label == "combat"]
    assert f'"{fight}"' in item.new_text
