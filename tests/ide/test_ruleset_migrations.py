"""Ids of a sheet that change, and the values that are stored under them (R40-R43).

A sheet is saved with its ids; the author changes one, and characters made before keep what they
have. `saved` is the text on disk, the marked one what the editor shows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from completion_support import split
from ruleset_support import edited, errors

from modwright.ide import service
from modwright.ide.around import package_actions
from modwright.ide.completion import complete
from modwright.ide.hover import hover
from modwright.ide.rename import rename_in_files
from modwright.ide.types import Refused
from modwright.languages.around import PackageAction
from modwright.languages.language import Analysis
from modwright.languages.package import RULESET, DictPackage

PATH = "ruleset.json"
SHEET = """{
  "schemaVersion": 1, "id": "ash-tide", "version": 1, "name": "灰の潮 🌊",
  "coverage": {"summary": "Tests."},
  "resolution": {
    "kind": "dice-sum", "abilityModifier": {"op": "identity"},
    "proficiencyTiers": [{"id": "untrained", "label": "Untrained"}],
    "difficultyLadder": [{"label": "Easy", "dc": 8}]
  },
  "sheet": {
    "version": 4,
    "abilities": [{"id": "grit", "label": "意地 💪", "min": 1, "max": 20, "default": 10}],
    "skills": [{"id": "rowing", "label": "Rowing", "ability": "grit"}],
    "saves": [{"id": "nerve", "label": "Nerve", "ability": "grit"}],
    "fields": [
      {"id": "xp", "label": "経験値", "type": "number", "min": 0, "max": 999},
      {"id": "class", "label": "Class", "type": "text", "maxLength": 80}
    ],
    "derived": [{"id": "rank", "label": "Rank", "op": "sum", "of": [{"field": "xp"}]}],
    "live": {
      "pools": [{"id": "luck", "label": "Luck", "max": {"field": "xp"}}],
      "tracks": [{"id": "heat", "label": "Heat", "min": 0, "max": 5}]
    }
  },
  "rests": [{"id": "nap", "label": "Nap", "restore": [{"pool": "luck", "to": "max"}]}],
  "gm": {"checkGuidance": "Roll.", "sheetSummary": {"fields": ["xp"]}}
}
"""
MIGRATED = SHEET.replace(
    """max": 5}]
    }
""",
    """max": 5}]
    },
    "migrations": [
      {
        "from": 2,
        "steps": [
          {"rename": "field", "from": "exp", "to": "xp"},
          {"route": "xp", "by": "class", "cases": [{"words": ["剣"], "to": "xp"}], "else": "xp"}
        ]
      }
    ]
""",
)


def opened(text: str, saved: str | None = SHEET, **others: str) -> Analysis:
    files = {name.replace("__", "/") + ".json": each for name, each in others.items()}
    if saved is not None:
        files[PATH] = saved
    package = DictPackage("ash-tide", files, manifest_path=PATH, kind=RULESET)
    found = service.analyse_text(PATH, text, "ruleset", package)
    assert found is not None
    return found


def actions(marked: str, saved: str | None = SHEET, locale: str = "en") -> list[PackageAction]:
    text, offset = split(marked)
    return list(package_actions(opened(text, saved), offset, offset, locale, PATH))


def titles(marked: str, saved: str | None = SHEET, locale: str = "en") -> list[str]:
    """The actions about stored values."""
    every = [action.title for action in actions(marked, saved, locale)]
    return [title for title in every if "sheet.version" in title]


def after(marked: str, title: str, saved: str | None = SHEET) -> str:
    """The ruleset after the action whose title begins with `title`."""
    text, _ = split(marked)
    (action,) = [each for each in actions(marked, saved) if each.title.startswith(title)]
    changed = edited(text, action.edits[None])
    starts = [edit.start for edit in action.edits[None]]
    assert starts == sorted(starts), "in the order of the text"
    assert faults(changed) <= faults(text), "nothing new is wrong"
    return changed


def faults(text: str) -> set[str]:
    return set(errors(text))


def marked(text: str, where: str) -> str:
    """The cursor at the beginning of the one `where`."""
    assert text.count(where) == 1, where
    return text.replace(where, f"‸{where}")


def step_of(text: str, entry: int = -1) -> tuple[int, object]:
    """The last step of an entry, and the version it starts from."""
    found = json.loads(text)["sheet"]["migrations"][entry]
    return found["from"], found["steps"][-1]


# ---- a new id, by action


def test_an_id_gets_a_new_name_and_values_move_along() -> None:
    at = marked(SHEET, 'xp", "label": "経')
    assert titles(at) == ['Rename "xp" to "xp_2" and move stored values (sheet.version 5)']
    assert titles(at, locale="ja") == [
        "「xp」を「xp_2」に改名し、保存された値を移す（sheet.version 5）"
    ]
    (action,) = [each for each in actions(at) if "xp_2" in each.title]
    assert action.kind == "refactor.rewrite"
    assert set(action.edits) == {None}
    changed = after(at, "Rename")
    assert changed == SHEET.replace('"xp"', '"xp_2"').replace(
        '"version": 4', '"version": 5'
    ).replace(
        """max": 5}]
    }
""",
        """max": 5}]
    },
    "migrations": [
      {
        "from": 4,
        "steps": [
          {"rename": "field", "from": "xp", "to": "xp_2"}
        ]
      }
    ]
""",
    )


@pytest.mark.parametrize(
    ("where", "old", "step"),
    [
        ('grit", "label', "grit", {"rename": "ability", "from": "grit", "to": "grit_2"}),
        ('rowing", "', "rowing", {"rename": "skill", "from": "rowing", "to": "rowing_2"}),
        ('nerve", "', "nerve", {"rename": "save", "from": "nerve", "to": "nerve_2"}),
        (
            'luck", "label',
            "luck",
            {"routeLive": "pool", "from": "luck", "cases": ["luck_2"], "else": "luck_2"},
        ),
        (
            'heat", "label',
            "heat",
            {"routeLive": "track", "from": "heat", "cases": ["heat_2"], "else": "heat_2"},
        ),
    ],
)
def test_each_kind_has_its_step(where: str, old: str, step: object) -> None:
    changed = after(marked(SHEET, where), "Rename")
    assert step_of(changed) == (4, step)
    assert changed.count(f'"{old}"') == 1, "only the step knows it"


def test_no_action_on_what_stores_nothing() -> None:
    assert titles(marked(SHEET, 'rank", "')) == []
    assert titles(marked(SHEET, 'nap", "')) == []
    assert titles(marked(SHEET, 'xp"}]}],')) == []  # a use
    assert (
        titles(marked(SHEET.replace('"version": 4', '"version": "4"'), 'xp", "label": "経')) == []
    )
    twice = SHEET.replace('{"id": "class"', '{"id": "xp"')
    assert titles(twice.replace('"xp", "label": "経', '"‸xp", "label": "経'), twice) == []


def test_a_file_that_is_alone_can_be_migrated_too() -> None:
    text, offset = split(marked(SHEET, 'xp", "label": "経'))
    alone = service.analyse_text("mine.json", text)
    assert alone is not None
    (action,) = [
        each for each in package_actions(alone, offset, offset, "en", None) if "xp" in each.title
    ]
    assert step_of(edited(text, action.edits[None]))[0] == 4


def test_the_version_is_raised_once_between_two_saves() -> None:
    once = after(marked(SHEET, 'xp", "label": "経'), "Rename")
    twice = after(marked(once, 'luck", "label'), 'Rename "luck" to "luck_2"')
    found = json.loads(twice)["sheet"]
    assert found["version"] == 5
    (entry,) = found["migrations"]
    assert entry["from"] == 4
    assert [step.get("from") for step in entry["steps"]] == ["xp", "luck"]
    # Saved in between, each has a version of its own.
    twice = after(marked(once, 'luck", "label'), "Rename", saved=once)
    found = json.loads(twice)["sheet"]
    assert found["version"] == 6
    assert [entry["from"] for entry in found["migrations"]] == [4, 5]


def test_what_was_never_saved_is_only_renamed() -> None:
    text = SHEET.replace(
        '{"id": "class"', '{"id": "shoes", "label": "靴", "type": "boolean"}, {"id": "class"'
    )
    assert titles(marked(text, 'shoes"')) == []


def test_earlier_steps_keep_what_they_read_and_follow_where_they_write() -> None:
    changed = after(marked(MIGRATED, 'xp", "label": "経'), "Rename", MIGRATED)
    assert changed.count('{"rename": "field", "from": "exp", "to": "xp_2"}') == 1
    assert (
        '{"route": "xp", "by": "class", "cases": [{"words": ["剣"], "to": "xp_2"}], "else": "xp_2"}'
        in changed
    )
    assert step_of(changed) == (4, {"rename": "field", "from": "xp", "to": "xp_2"})
    # The field that decides has a new id as well: the step reads the old one (R41).
    changed = after(marked(MIGRATED, 'class", "label'), "Rename", MIGRATED)
    assert '"by": "class"' in changed
    assert errors(changed) == errors(MIGRATED)


def test_a_new_id_is_one_that_nothing_had() -> None:
    text = (
        MIGRATED.replace('"from": "exp"', '"from": "xp_2"')
        .replace('"id": "class"', '"id": "xp_3"')
        .replace('"by": "class"', '"by": "xp_3"')
    )
    (title,) = titles(marked(text, 'xp", "label": "経'), text)
    assert title.startswith('Rename "xp" to "xp_4"')
    (title,) = titles(marked(text, 'xp_3", "label'), text)
    assert title.startswith('Rename "xp_3" to "xp_4"')
    longest = "x" * 40
    text = SHEET.replace('"xp"', f'"{longest}"')
    (title,) = titles(marked(text, f'{longest}", "label'), text)
    assert title.startswith(f'Rename "{longest}" to "{longest[:-2]}_2"')


# ---- a new id, by hand or by rename


def test_an_id_that_was_changed_by_hand_takes_its_uses_and_values_along() -> None:
    text = SHEET.replace('{"id": "xp"', '{"id": "experience"')
    at = marked(text, 'experience"')
    assert titles(at) == [
        'sheet.version 5: move stored values from "xp" to "experience"',
        "Raise sheet.version to 5 (no longer on the sheet: xp)",
    ]
    (action,) = [each for each in actions(at) if "move" in each.title]
    assert (action.kind, action.is_preferred) == ("quickfix", True)
    changed = after(at, "sheet.version 5")
    assert changed.count('"xp"') == 1
    assert '"fields": ["experience"]' in changed
    assert step_of(changed) == (4, {"rename": "field", "from": "xp", "to": "experience"})
    # It is done: nothing more to do.
    assert titles(marked(changed, 'experience", "label')) == []


def test_after_a_rename_the_values_are_still_to_be_moved() -> None:
    analysis = opened(MIGRATED, MIGRATED)
    offset = MIGRATED.index('xp", "label')
    files = rename_in_files(analysis, offset, "experience", "en", PATH)
    assert not isinstance(files, Refused)
    (file,) = files
    text = edited(MIGRATED, file.edits)
    assert '"from": "exp", "to": "experience"' in text
    changed = after(marked(text, 'experience", "label'), "sheet.version 5", MIGRATED)
    assert step_of(changed) == (4, {"rename": "field", "from": "xp", "to": "experience"})


def test_the_likeliest_old_id_comes_first_and_types_fit() -> None:
    saved = SHEET.replace(
        '{"id": "class"',
        '{"id": "soul", "label": "Soul", "type": "number", "min": 0, "max": 9}, {"id": "class"',
    )
    text = (
        SHEET.replace('{"id": "xp", "label": "経験値"', '{"id": "spirit", "label": "Soul"')
        .replace('"xp"', '"spirit"')
        .replace('{"id": "class"', '{"id": "job"')
    )
    raised = "Raise sheet.version to 5 (no longer on the sheet: xp, soul, class)"
    assert titles(marked(text, 'spirit", "label'), saved) == [
        'sheet.version 5: move stored values from "soul" to "spirit"',
        'sheet.version 5: move stored values from "xp" to "spirit"',
        raised,
    ]
    assert titles(marked(text, 'job", "label'), saved) == [
        'sheet.version 5: move stored values from "class" to "job"',
        raised,
    ]


def test_where_nothing_was_saved_nothing_is_guessed() -> None:
    text = SHEET.replace('{"id": "xp"', '{"id": "experience"')
    (title,) = titles(marked(text, 'experience"'), saved=None)
    assert title.startswith('Rename "experience" to "experience_2"')
    (title,) = titles(marked(text, 'experience"'), saved="[")
    assert title.startswith('Rename "experience" to "experience_2"')


# ---- the version


def test_what_is_gone_asks_for_another_version() -> None:
    text = SHEET.replace(', "restore": [{"pool": "luck", "to": "max"}]', "").replace(
        '{"id": "luck", "label": "Luck", "max": {"field": "xp"}}', ""
    )
    gone = "Raise sheet.version to 5 (no longer on the sheet: luck)"
    assert titles(marked(text, '"version": 4')) == [gone]
    assert titles(marked(text, '"sheet": {')) == [gone]
    assert titles(marked(text, '],\n      "tracks"')) == [gone]
    assert titles(marked(text, 'Heat", ')) == []
    changed = after(marked(text, '"version": 4'), "Raise")
    assert changed == text.replace('"version": 4', '"version": 5')
    assert titles(marked(changed, '"version": 5')) == []


def test_new_things_and_other_types_change_the_sheet_too() -> None:
    assert titles(marked(SHEET, '"version": 4')) == []
    other = SHEET.replace('"type": "text", "maxLength": 80', '"type": "boolean"')
    assert titles(marked(other, '"version": 4')) == [
        "Raise sheet.version to 5: the sheet has changed"
    ]
    assert titles(marked(other, '"version": 4'), locale="ja") == [
        "構成が変わったので sheet.version を 5 に上げる"
    ]
    label = SHEET.replace("Rowing", "漕ぐ 🚣")
    assert titles(marked(label, '"version": 4')) == []


def test_at_the_version_the_likely_moves_are_offered() -> None:
    text = SHEET.replace('"xp"', '"experience"').replace('"luck"', '"fortune"')
    assert titles(marked(text, '"version": 4')) == [
        'sheet.version 5: move stored values from "xp" to "experience"',
        'sheet.version 5: move stored values from "luck" to "fortune"',
        "Raise sheet.version to 5 (no longer on the sheet: xp, luck)",
    ]


# ---- layout


def only_step(text: str, title: str = "Rename", saved: str | None = None) -> str:
    """What the action writes besides names and the version."""
    (action,) = [each for each in actions(text, saved) if each.title.startswith(title)]
    return max((edit.new_text for edit in action.edits[None]), key=len)


_HEAD = '"schemaVersion": 1, "resolution": {}, '


@pytest.mark.parametrize(
    ("sheet", "written"),
    [
        (
            '{"version": 1, "saves": [{"id": "‸a"}]}',
            ', "migrations": [{"from": 1, "steps": ['
            '{"rename": "save", "from": "a", "to": "a_2"}]}]',
        ),
        (
            '{"migrations": [], "version": 1, "saves": [{"id": "‸a"}]}',
            '[{"from": 1, "steps": [{"rename": "save", "from": "a", "to": "a_2"}]}]',
        ),
        (
            '{"migrations": [{"from": 1}], "version": 1, "saves": [{"id": "‸a"}]}',
            ', "steps": [{"rename": "save", "from": "a", "to": "a_2"}]',
        ),
        (
            '{"migrations": [{"from": 1, "steps": []}], "version": 1, "saves": [{"id": "‸a"}]}',
            '[{"rename": "save", "from": "a", "to": "a_2"}]',
        ),
        (
            '{ "version": 1, "saves": [{ "id": "‸a" }], '
            '"migrations": [{ "from": 1, "steps": [{}] }] }',
            ', { "rename": "save", "from": "a", "to": "a_2" }',
        ),
        (
            '{\r\n\t"version": 1,\r\n\t"saves": [{"id": "‸a"}]\r\n}',
            ',\r\n\t"migrations": [\r\n\t\t{\r\n\t\t\t"from": 1,\r\n\t\t\t"steps": [\r\n\t\t\t\t'
            '{"rename": "save", "from": "a", "to": "a_2"}\r\n\t\t\t]\r\n\t\t}\r\n\t]',
        ),
        (
            '{\n  "version": 1,\n  "migrations": [],\n  "saves": [{"id": "‸a"}]\n}',
            '[\n    {\n      "from": 1,\n      "steps": [\n        '
            '{"rename": "save", "from": "a", "to": "a_2"}\n      ]\n    }\n  ]',
        ),
        (
            '{\n  "version": 2,\n  "migrations": [\n    {"from": 1, "steps": []}\n  ],\n'
            '  "saves": [{"id": "‸a"}]\n}',
            ',\n    {\n      "from": 2,\n      "steps": [\n        '
            '{"rename": "save", "from": "a", "to": "a_2"}\n      ]\n    }',
        ),
    ],
)
def test_the_layout_is_that_of_the_sheet(sheet: str, written: str) -> None:
    text = f'{{{_HEAD}"sheet": {sheet}}}'
    assert only_step(text) == written
    plain, _ = split(text)
    (action,) = [each for each in actions(text, None) if each.title.startswith("Rename")]
    changed = json.loads(edited(plain, action.edits[None]))["sheet"]
    version = json.loads(plain)["sheet"]["version"]
    assert changed["version"] == version + 1
    entry = changed["migrations"][-1]
    assert (entry["from"], entry["steps"][-1]["to"]) == (version, "a_2")


def test_migrations_of_another_form_are_left_alone() -> None:
    sheet = '{"version": 1, "migrations": 5, "saves": [{"id": "‸a"}]}'
    assert titles(f'{{{_HEAD}"sheet": {sheet}}}', saved=None) == []


# ---- other files


def test_catalogs_in_files_of_their_own_follow() -> None:
    text = SHEET.replace(
        '"rests"',
        '"catalogs": [{"id": "foes", "label": "Foes", "asset": "catalogs/foes.json"}], "rests"',
    )
    asset = '{"catalog": "foes", "entries": [{"id": "crab", "creature": {"saves": {"nerve": 3}}}]}'
    analysis = opened(text, text, catalogs__foes=asset)
    offset = text.index('nerve"')
    (action,) = [
        each
        for each in package_actions(analysis, offset, offset, "en", PATH)
        if "nerve" in each.title
    ]
    assert edited(asset, action.edits["catalogs/foes.json"]) == asset.replace("nerve", "nerve_2")


# ---- names in steps


def test_what_steps_write_to_is_renamed_and_found() -> None:
    text = SHEET.replace(
        '"live": {',
        '"migrations": [{"from": 1, "steps": ['
        '{"rename": "save", "from": "nerve_0", "to": "nerve"}, '
        '{"rename": "field", "from": "nerve", "to": "xp"}, '
        '{"routeLive": "pool", "from": "heat_0", "cases": ["luck"], "else": "luck"}, '
        '{"routeLive": "track", "from": "luck_0", "cases": ["heat"], "else": "heat"}]}], '
        '"live": {',
    )
    analysis = opened(text, text)
    for name, new in (("nerve", "will"), ("luck", "fate"), ("heat", "鬼")):
        offset = text.index(f'{name}", "label')
        files = rename_in_files(analysis, offset, new, "en", PATH)
        if new == "鬼":
            assert isinstance(files, Refused)
            continue
        assert not isinstance(files, Refused)
        changed = edited(text, files[0].edits)
        assert '"from": "nerve", "to": "xp"' in changed, "a name of the past"
        assert changed.count(f'"{new}"') == text.count(f'"{name}"') - (name == "nerve")
    found = hover(analysis, text.index('luck"], "else'), "en")
    assert found is not None
    assert "Luck" in found.markdown


# ---- completion


def labels(marked_text: str, saved: str | None = SHEET) -> list[str]:
    text, offset = split(marked_text)
    return [item.label for item in complete(opened(text, saved), offset, "en").items]


def stepped(step: str, start: str = "3", more: str = "") -> str:
    """The sheet without `xp` and `luck`, with this step and others before it."""
    text = SHEET.replace('"xp"', '"experience"').replace('"luck"', '"fortune"')
    entry = f'"migrations": [{{"from": {start}, "steps": [{more}{step}]}}],\n    "live": {{'
    return text.replace('"live": {', entry)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ('{"rename": "‸"}', ["ability", "skill", "save", "field"]),
        ('{"rename": "field", "from": "‸"}', ["xp"]),
        ('{"rename": "skill", "from": "‸"}', []),
        ('{"rename": "field", "from": "xp", "to": ‸}', ["experience", "class"]),
        ('{"rename": "skill", "from": "climb", "to": "‸"}', ["rowing"]),
        ('{"route": "‸"}', ["xp", "experience", "class"]),
        ('{"route": "xp", "by": "‸"}', ["experience", "class", "xp"]),
        ('{"route": "xp", "by": "class", "else": "‸"}', ["experience", "class"]),
        ('{"route": "xp", "by": "class", "cases": [{"to": "‸"}]}', ["experience", "class"]),
        ('{"routeLive": "‸"}', ["pool", "track"]),
        ('{"routeLive": "pool", "from": "‸"}', ["luck"]),
        ('{"routeLive": "track", "from": "‸"}', []),
        ('{"routeLive": "pool", "cases": ["‸"]}', ["fortune"]),
        ('{"routeLive": "pool", "cases": ["fortune", "‸"]}', []),
        ('{"routeLive": "track", "cases": ["‸"]}', ["heat"]),
        ('{"routeLive": "track", "else": "‸"}', ["heat"]),
    ],
)
def test_steps_name_the_sheet_as_it_was_and_as_it_is(step: str, expected: Sequence[str]) -> None:
    assert labels(stepped(step)) == list(expected)


def test_a_chain_goes_on_from_what_is_there_no_more() -> None:
    more = '{"rename": "field", "from": "e", "to": "ep"}, '
    assert labels(stepped('{"rename": "field", "from": "‸"}', more=more)) == ["xp", "ep"]


def test_entries_start_from_versions_without_one() -> None:
    assert labels(stepped("", start="‸"))[:3] == ["3", "2", "1"]
    taken = stepped("").replace('"migrations": [', '"migrations": [{"from": ‸, "steps": []}, ')
    assert labels(taken) == ["2", "1"]


def test_columns_are_set_on_the_sheet_as_it_is() -> None:
    lists = (
        '"lists": [{"id": "arms", "label": "Arms", "maxItems": 9, "columns": ['
        '{"id": "name", "label": "Name", "type": "text", "maxLength": 9}, '
        '{"id": "edge", "label": "Edge", "type": "enum", "values": ["刃", "blunt"]}]}], '
        '"live": {'
    )

    def of(step: str) -> list[str]:
        return labels(stepped(f'{{"setColumn": {{{step}}}}}').replace('"live": {', lists))

    assert of('"list": "‸"') == ["arms"]
    assert of('"list": "arms", "column": "‸"') == ["name", "edge"]
    assert of('"list": "arms", "where": {‸}') == ["name", "edge"]
    assert of('"list": "arms", "where": {"edge": ["‸"]}') == ["刃", "blunt"]
    assert of('"list": "arms", "column": "edge", "to": "‸"') == ["刃", "blunt"]
