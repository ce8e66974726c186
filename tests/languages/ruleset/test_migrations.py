"""Migrations: stored values find their way from every version to the sheet as it is."""

from __future__ import annotations

import pytest

from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import check, clean, found, ruleset

_FIELDS = (
    '{"id": "experience", "label": "Experience", "type": "number", "min": 0, "max": 999}, '
    '{"id": "class", "label": "Class", "type": "text", "maxLength": 80}, '
    '{"id": "level_fighter", "label": "戦士", "type": "number", "min": 0, "max": 9, "default": 0}, '
    '{"id": "level_wizard", "label": "Wizard", "type": "number", "min": 0, "max": 20}, '
    '{"id": "level_other", "label": "Other", "type": "text", "maxLength": 9, "default": ""}, '
    '{"id": "level_one", "label": "One", "type": "number", "min": 0, "max": 20, "default": 1}, '
    '{"id": "said", "label": "Said", "type": "text", "maxLength": 9, "default": "x"}, '
    '{"id": "mood", "label": "Mood", "type": "enum", "values": ["calm"]}'
)
_LIVE = (
    '{"pools": [{"id": "hit_d6", "label": "d6", "max": {"const": 1}}, '
    '{"id": "hit_d8", "label": "d8", "max": {"const": 1}}], '
    '"tracks": [{"id": "heat", "label": "Heat", "min": 0, "max": 5}, '
    '{"id": "cold", "label": "Cold", "min": 0, "max": 5}, '
    '{"id": "harm", "label": "Harm", "min": 0, "max": 1, '
    '"kinds": [{"id": "knock", "label": "Knock", "severity": 1}], '
    '"levels": [{"label": "Down", "penalty": -1}]}]}'
)
_LISTS = (
    '[{"id": "attacks", "label": "Attacks", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 80}, '
    '{"id": "ability", "label": "Ability", "type": "enum", "values": ["str", "finesse"]}]}]'
)


def migrations(*entries: str) -> str:
    """A ruleset at sheet version 5 with these entries."""
    sheet = (
        '{"version": 5, "abilities": [{"id": "str", "label": "Strength", "min": 1, "max": 20, '
        '"default": 10}], "skills": [{"id": "sneak", "label": "Sneak"}], '
        f'"fields": [{_FIELDS}], "lists": {_LISTS}, "live": {_LIVE}, '
        f'"migrations": [{", ".join(entries)}]}}'
    )
    return ruleset(f'"sheet": {sheet}')


def entry(start: str, *steps: str) -> str:
    return f'{{"from": {start}, "steps": [{", ".join(steps)}]}}'


def steps(*written: str) -> str:
    return migrations(entry("4", *written))


def rename(kind: str, start: str, to: str) -> str:
    return f'{{"rename": "{kind}", "from": {start}, "to": {to}}}'


def route(
    by: str = '"class"',
    fighter: str = '"level_fighter"',
    other: str = '"level_other"',
    words: str = '["fighter"]',
) -> str:
    cases = f'{{"words": {words}, "to": {fighter}}}, {{"words": ["wizard"], "to": "level_wizard"}}'
    return f'{{"route": "level", "by": {by}, "cases": [{cases}], "else": {other}, "default": 1}}'


def live(kind: str, cases: str, other: str, start: str = '"old"') -> str:
    return f'{{"routeLive": "{kind}", "from": {start}, "cases": {cases}, "else": {other}}}'


def test_what_the_guide_shows_is_fine() -> None:
    clean(
        steps(
            rename("field", '"xp"', '"experience"'),
            route(),
            live("pool", '["hit_d6", "hit_d8"]', '"hit_d8"', '"hit_dice"'),
            '{"setColumn": {"list": "attacks", "where": {"name": ["Dagger"]}, '
            '"column": "ability", "to": "finesse"}}',
        )
    )


def test_a_step_has_the_keys_of_its_sort() -> None:
    step = rename("field", '"xp"', '"experience"')
    check(steps(step.replace("}", ', «"cases"»: []}')), "unknown-key")
    check(steps(step.replace("}", ', «"潮"»: 1}')), "unknown-key")


def test_entries_move_earlier_versions_r40() -> None:
    step = rename("field", '"xp"', '"experience"')
    clean(migrations(entry("4", step)))
    check(migrations(entry("«5»", step)), "migration")
    check(migrations(entry("«6»", step)), "migration")


def test_a_version_has_one_entry_r40() -> None:
    step = rename("field", '"xp"', '"experience"')
    check(migrations(entry("1", step), entry("2"), entry("«1»", step)), "duplicate-value")


@pytest.mark.parametrize(
    "step",
    [
        rename("field", '«"class"»', '"experience"'),
        rename("ability", '«"str"»', '"str"'),
        rename("skill", '«"sneak"»', '"sneak"'),
        live("pool", '["hit_d6"]', '"hit_d8"', '«"hit_d6"»'),
        live("track", '["heat"]', '"cold"', '«"harm"»'),
    ],
)
def test_a_moved_id_is_gone_from_the_sheet_r40(step: str) -> None:
    check(steps(step), "migration")


@pytest.mark.parametrize(
    "step",
    [
        rename("field", '"xp"', '«"exp"»'),
        rename("ability", '"might"', '«"class"»'),
        rename("save", '"will"', '«"sneak"»'),
        route(fighter='«"level_knight"»'),
        route(other='«"level"»'),
        live("pool", '["hit_d6", «"hit_d12"»]', '"hit_d8"'),
        live("track", '["heat"]', '«"hit_d6"»'),
    ],
)
def test_values_end_on_the_sheet_r40(step: str) -> None:
    check(steps(step), "migration")


def test_a_chain_of_renames_is_followed_r40() -> None:
    first, second = rename("field", '"xp"', '"exp"'), rename("field", '"exp"', '"experience"')
    clean(migrations(entry("1", first), entry("3", second)))
    clean(migrations(entry("3", second), entry("1", first)))
    clean(migrations(entry("1", first, second)))


def test_a_chain_that_ends_nowhere_r40() -> None:
    first = rename("field", '"xp"', '«"exp"»')
    lost = rename("field", '"exp"', '«"lost"»')
    check(migrations(entry("1", first), entry("3", lost)), "migration")
    earlier = rename("field", '"exp"', '"experience"')
    check(migrations(entry("1", earlier), entry("3", first)), "migration")
    round_and_round = rename("field", '"exp"', '«"xp"»')
    check(migrations(entry("1", first), entry("3", round_and_round)), "migration")


def test_a_rename_may_feed_what_is_routed_later_r40() -> None:
    clean(migrations(entry("1", rename("field", '"lvl"', '"level"')), entry("3", route())))


def test_targets_that_are_renamed_later_are_followed_r41() -> None:
    moved = rename("field", '"level_knight"', '"level_fighter"')
    clean(migrations(entry("1", route(fighter='"level_knight"')), entry("3", moved)))
    wrong = rename("field", '"level_knight"', '"level_one"')
    check(migrations(entry("1", route(fighter='«"level_knight"»')), entry("3", wrong)), "migration")


def test_a_case_stands_once_r40() -> None:
    check(steps(live("pool", '["hit_d6", «"hit_d6"»]', '"hit_d8"')), "duplicate-value")
    twice = route(fighter='"level_wizard"')
    at = twice.rindex('"level_wizard"')
    check(steps(f'{twice[:at]}«"level_wizard"»{twice[at + 14 :]}'), "duplicate-value")


def test_a_word_of_two_cases_chooses_neither() -> None:
    twice = route(words='["fighter", "WIZARD"]')
    check(steps(twice.replace('["wizard"]', '[«"wizard"»]')), "no-effect")


def test_the_field_that_decides_is_known_r41() -> None:
    check(steps(route(by='«"calling"»')), "migration")
    earlier = entry("1", rename("field", '"calling"', '"class"'))
    clean(migrations(earlier, entry("4", route(by='"calling"'))))


@pytest.mark.parametrize("target", ["level_one", "said", "mood"])
def test_targets_start_with_nothing_r41(target: str) -> None:
    check(steps(route(other=f'«"{target}"»')), "migration")


def test_tracks_are_of_one_sort_r42() -> None:
    clean(steps(live("track", '["heat", "cold"]', '"cold"')))
    clean(steps(live("track", '["harm"]', '"harm"')))
    check(steps(live("track", '["heat", «"harm"»]', '"cold"')), "migration")
    check(steps(live("track", '["heat", "cold"]', '«"harm"»')), "migration")


def test_columns_that_are_set_are_there_r43() -> None:
    step = (
        '{"setColumn": {"list": "attacks", "where": {"name": ["Dagger"], «"swing"»: ["str"]}, '
        '"column": «"skill"», "to": "finesse"}}'
    )
    check(steps(step), "unresolved-reference")
    check(steps(unmark(step)[0].replace('"attacks"', '«"arms"»')), "unresolved-reference")


def test_broken_entries_are_left_to_the_schema() -> None:
    text = migrations('{"from": null, "steps": [4, {}, {"route": 1}, {"rename": "x", "from": 1}]}')
    assert "ruleset/migration" not in {each.code for each in found(text)}


def test_a_step_is_an_object_r40() -> None:
    check(steps("«null»"), "wrong-type")
    check(steps('«"rename"»'), "wrong-type")


def test_only_renames_lead_on_r40() -> None:
    """R40: chains of renames are followed to their end; what is routed ends where it is sent."""
    onward = entry("3", rename("field", '"lf"', '"level_fighter"'))
    clean(migrations(entry("2", route(fighter='"lf"')), onward))
    routed = '{"route": "lf", "by": "class", "cases": [], "else": "level_wizard"}'
    check(migrations(entry("2", route(fighter='«"lf"»')), entry("3", routed)), "migration")
    clean(migrations(entry("2", rename("field", '"xp"', '"lf"')), entry("3", routed)))
    moved = entry("3", live("pool", '["hit_d6"]', '"hit_d8"', '"hit_d7"'))
    check(
        migrations(entry("2", live("pool", '[«"hit_d7"»]', '"hit_d8"')), moved),
        "migration",
    )


# ---- section 14, 5: what a step writes into a column


def set_column(to: str, start: str = "4", was: str = '"Dagger"') -> str:
    where = f'"where": {{"name": ["Rapier"], "ability": [{was}]}}'
    change = f'{{"list": "attacks", {where}, "column": "ability", "to": {to}}}'
    return entry(start, f'{{"setColumn": {change}}}')


@pytest.mark.parametrize("to", ['"dex"', "3", "true", '""'])
def test_a_value_the_column_cannot_hold(to: str) -> None:
    text, ((start, end),) = unmark(migrations(set_column(f"«{to}»")))
    (told,) = found(text)
    assert (told.code, told.start, told.end) == ("ruleset/trap", start, end)
    assert told.severity.name == "INFORMATION"  # The page has it refused nowhere.


def test_a_label_in_place_of_the_value() -> None:
    text, ((start, _),) = unmark(migrations(set_column('«"器用 ✨"»')))
    labelled = '"values": ["str", "finesse"], "valueLabels": {"finesse": "器用 ✨"}'
    shift = len(labelled) - len('"values": ["str", "finesse"]')
    (told,) = found(text.replace('"values": ["str", "finesse"]', labelled))
    assert (told.message.key, told.start) == ("ruleset/trap.set-label", start + shift)
    assert [edit.new_text for fix in told.fixes for edit in fix.edits] == ['"finesse"']


def test_a_value_of_then_that_a_later_step_replaces() -> None:
    """A published entry stays, and so may what it writes, though the column has lost it."""
    before, after = set_column('"dex"', "3"), set_column('"finesse"', "4", '" DEX "')
    assert not found(migrations(before, after))
    assert not found(migrations(after, before))
    (told,) = found(migrations(set_column('"luck"', "3"), after))
    assert told.code == "ruleset/trap"
