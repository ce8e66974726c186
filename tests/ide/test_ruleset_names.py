"""Each kind of name of a ruleset: definition, references, highlights, rename, completion, hover."""

from __future__ import annotations

from pathlib import Path

import pytest
from completion_support import CURSOR
from ruleset_names_cases import CASES
from ruleset_support import edited, hovered, labels, opened, unmarked

from modwright.ide.highlights import highlights
from modwright.ide.navigation import definition, references
from modwright.ide.rename import prepare, rename
from modwright.ide.types import Refused
from modwright.languages.ruleset.grammar import table

KINDS = sorted(CASES)
LARGE = Path(__file__).parents[3] / "shared/corpus/ruleset/ember-roads-large.json"


def test_every_kind_has_a_case() -> None:
    assert set(CASES) == set(table().kinds)


@pytest.mark.parametrize("kind", KINDS)
def test_definition_is_found_from_every_place(kind: str) -> None:
    text, defined, used = unmarked(CASES[kind].text)
    for start, end in (*defined, *used):
        for offset in (start, end):
            found = definition(opened(text), offset)
            assert [(place.start, place.end) for place in found] == defined


@pytest.mark.parametrize("kind", KINDS)
def test_references_are_all_places(kind: str) -> None:
    text, defined, used = unmarked(CASES[kind].text)
    for start, _ in (*defined, *used):
        found = references(opened(text), start, include_declaration=True)
        assert [(place.start, place.end) for place in found] == sorted(defined + used)
        found = references(opened(text), start, include_declaration=False)
        assert [(place.start, place.end) for place in found] == sorted(used)
        shown = highlights(opened(text), start)
        assert [(each.start, each.end) for each in shown] == sorted(defined + used)
        assert [(each.start, each.end) for each in shown if each.is_write] == defined


@pytest.mark.parametrize("kind", KINDS)
def test_rename_reaches_all_places(kind: str) -> None:
    case = CASES[kind]
    text, defined, used = unmarked(case.text)
    for start, end in (*defined, *used):
        target = prepare(opened(text), start)
        assert target is not None
        assert (target.start, target.end, target.name) == (start, end, text[start:end])
        found = rename(opened(text), start, case.new, "en")
        assert not isinstance(found, Refused)
        renamed = case.text
        for opening, closing in ("⟦⟧", "«»"):
            name = text[start:end]
            renamed = renamed.replace(f"{opening}{name}{closing}", case.new)
        assert edited(text, found) == renamed


@pytest.mark.parametrize("kind", KINDS)
def test_completion_offers_it_where_it_is_used(kind: str) -> None:
    """A kind that nothing refers to is offered where it is defined, out of its label."""
    text, defined, used = unmarked(CASES[kind].text)
    (start, end), *_ = used or defined
    name = text[start:end]
    if kind == "entry":
        start = text.rindex('"', 0, start) + 1
        name = f"wares/{name}"
    elif kind == "catalog":
        name, end = "wares/lamp", text.index('"', end)
    offered = labels(text[:start] + CURSOR + text[end:])
    if used:
        assert name in offered
    elif kind != "reroll":  # which has no label
        assert offered, "an id out of the label"


@pytest.mark.parametrize("kind", KINDS)
def test_hover_says_what_it_is(kind: str) -> None:
    text, defined, used = unmarked(CASES[kind].text)
    for start, end in (*defined, *used):
        shown = hovered(text[: start + 1] + CURSOR + text[start + 1 :])
        assert f"`{text[start:end]}`" in shown
        assert "line 1" in shown
        count = len(used)
        assert ("Used nowhere" if count == 0 else "Used in ") in shown


@pytest.mark.parametrize(
    ("kind", "new", "why"),
    [
        ("ability", "Might", "“Might” is no id: lowercase letters, digits and “_”, a letter first"),
        ("ability", "力", "“力” is no id: lowercase letters, digits and “_”, a letter first"),
        ("ability", "", "A name cannot be empty"),
        ("ability", "m" * 41, "The new name is too long"),
        (
            "entry",
            "oil_lamp",
            "“oil_lamp” is no id of this kind: lowercase letters and digits, joined by single “-”",
        ),
        ("fieldValue", "sun", "There is a “sun” already"),
        ("layer", "bright", "There is a “bright” already"),
    ],
)
def test_names_that_would_not_do(kind: str, new: str, why: str) -> None:
    text, [(start, _)], _ = unmarked(CASES[kind].text)
    assert rename(opened(text), start, new, "en") == Refused(why)


def test_a_save_may_not_be_called_like_a_skill() -> None:
    text = '{"sheet": {"skills": [{"id": "climb"}], "saves": [{"id": "nerve"}]}}'
    assert isinstance(rename(opened(text), text.index("nerve"), "climb", "en"), Refused)
    assert isinstance(rename(opened(text), text.index("climb"), "nerve", "en"), Refused)


def test_pools_may_be_put_into_another_group() -> None:
    text = '{"sheet": {"live": {"pools": [{"id": "a", "group": "g"}, {"id": "b", "group": "h"}]}}}'
    found = rename(opened(text), text.index('"g"') + 1, "h", "en")
    assert not isinstance(found, Refused)
    assert edited(text, found).count('"group": "h"') == 2


def test_columns_of_other_lists_are_left_alone() -> None:
    one = (
        '{"id": "%s", "columns": [{"id": "name", "type": "text"}], "pools": {"nameColumn": "name"}}'
    )
    text = f'{{"sheet": {{"lists": [{one % "gear"}, {one % "feats"}]}}}}'
    found = rename(opened(text), text.rindex("name"), "title", "en")
    assert not isinstance(found, Refused)
    assert len(found) == 2
    assert all(edit.start > text.index("feats") for edit in found)


def test_a_cell_of_text_is_no_name() -> None:
    text = (
        '{"sheet": {"lists": [{"id": "gear", "columns": [{"id": "name", "type": "text"}]}]}, '
        '"catalogs": [{"entries": [{"rows": [{"list": "gear", "values": {"name": "Rope"}}]}]}]}'
    )
    assert prepare(opened(text), text.index("Rope") + 1) is None
    assert references(opened(text), text.index("Rope") + 1, include_declaration=True) == []


def _following(more: str) -> str:
    """A ruleset whose field says which ability a value follows."""
    return (
        '{"sheet": {"abilities": [{"id": "⟦might⟧", "label": "力 💪"}, {"id": "wit"}], "fields": '
        '[{"id": "key", "type": "enum", "values": ["«might»", "wit"], "default": "«might»", '
        '"valueLabels": {"«might»": "力"}, "hideWhen": {"field": "key", "equals": "«might»"}}, '
        '{"id": "other", "type": "enum", "values": ["might", "luck"], "default": "might"}]'
        f"{more}}}}}"
    )


def test_choices_that_are_ids_are_renamed_with_them() -> None:
    derived = ', "derived": [{"op": "sum", "of": [{"abilityModFromField": "key"}]}]'
    marked = _following(derived)
    text, [(start, end)], _ = unmarked(marked)
    found = rename(opened(text), start, "strength", "en")
    assert not isinstance(found, Refused)
    assert edited(text, found) == marked.replace("⟦might⟧", "strength").replace(
        "«might»", "strength"
    )
    # The other field has a choice that is only spelled like it.
    assert '"values": ["might", "luck"]' in edited(text, found)
    assert isinstance(rename(opened(text), end, "wit", "en"), Refused)
    # A choice that is there already cannot be there twice.
    text = text.replace('"wit"], "default"', '"wits"], "default"')
    assert rename(opened(text), start, "wits", "en") == Refused("There is a “wits” already")


def test_choices_that_nobody_takes_for_ids_are_left_alone() -> None:
    text, [(start, _)], _ = unmarked(_following(""))
    found = rename(opened(text), start, "strength", "en")
    assert not isinstance(found, Refused)
    assert len(found) == 1


def test_the_choices_of_an_attack_are_ids() -> None:
    marked = (
        '{"sheet": {"skills": [{"id": "⟦blades⟧"}], "lists": [{"id": "arms", "columns": '
        '[{"id": "skill", "type": "enum", "values": ["«blades»", "bows"]}, '
        '{"id": "shape", "type": "enum", "values": ["blades", "round"]}]}]}, '
        '"catalogs": [{"feeds": ["arms"], "entries": [{"rows": [{"list": "arms", '
        '"values": {"skill": "«blades»", "shape": "blades"}}]}]}], '
        '"combat": {"attacks": [{"list": "arms", "toHit": {"skill": {"column": "skill"}}}]}}'
    )
    text, [(start, _)], _ = unmarked(marked)
    found = rename(opened(text), start, "swords", "en")
    assert not isinstance(found, Refused)
    assert edited(text, found) == marked.replace("⟦blades⟧", "swords").replace("«blades»", "swords")


@pytest.mark.skipif(not LARGE.exists(), reason="the large ruleset is not there")
def test_one_name_is_what_all_names_say() -> None:
    """The quick way and the whole list agree on a large ruleset."""
    text = LARGE.read_text(encoding="utf-8")
    analysis = opened(text)
    assert analysis.document is not None
    every = analysis.language.names(analysis.document)
    keys = sorted({name.key for name in every})
    for key in keys[::25]:
        wanted = sorted((name.start, name.end) for name in every if name.key == key)
        found = references(analysis, wanted[0][0], include_declaration=True)
        places = [(place.start, place.end) for place in found]
        # Choices that are ids are names of their own, and references to what they name.
        choices = {
            (name.start, name.end)
            for name in every
            if name.key[0] in ("fieldValue", "columnValue") and name.text == key[2]
        }
        assert [place for place in places if place not in choices or place in wanted] == wanted
