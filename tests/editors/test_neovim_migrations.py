"""An id that characters have values under gets another name, in a real Neovim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import neovim
import pytest
from neovim import Neovim, shown
from test_neovim_oamut import documented_setup, edit, text_is, title_with

QUESTIONS = Path(__file__).with_name("neovim_oamut.lua")

RULESET = """\
{
  "schemaVersion": 1,
  "id": "ash-tide",
  "name": "灰の潮 🌊",
  "resolution": {},
  "sheet": {
    "version": 4,
    "saves": [{"id": "nerve", "label": "🌊 意地"}],
    "fields": [
      {"id": "xp", "label": "🌊🌊 経験値", "type": "number", "min": 0, "max": 999}
    ],
    "derived": [{"id": "rank", "label": "Rank", "op": "sum", "of": [{"field": "xp"}]}]
  },
  "catalogs": [{"id": "foes", "label": "Foes", "asset": "catalogs/foes.json"}]
}
"""
FOES = '{"catalog": "foes", "entries": [{"id": "crab", "creature": {"saves": {"nerve": 3}}}]}\n'


def migrated(text: str, kind: str, old: str, new: str) -> str:
    """The ruleset in which `old` is called `new`, one version on."""
    step = f'{{"rename": "{kind}", "from": "{old}", "to": "{new}"}}'
    entry = (
        f',\n    "migrations": [\n      {{\n        "from": 4,\n        "steps": [\n'
        f"          {step}\n        ]\n      }}\n    ]\n  }},\n"
    )
    text = text.replace(f'"{old}"', f'"{new}"').replace('"version": 4', '"version": 5')
    return text.replace("\n  },\n", entry)


@pytest.fixture(scope="module", params=["utf-8", "utf-16"])
def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Neovim]:
    """An editor that speaks one position encoding."""
    setup = (
        f"{documented_setup()}\n"
        f"vim.cmd.luafile('{QUESTIONS}')\n"
        "vim.o.hidden = true\n"
        f"{neovim.speaking(request.param)}"
    )
    with neovim.set_up(tmp_path_factory.mktemp("neovim"), setup, "uri") as editor:
        yield editor


@pytest.fixture
def ruleset(editor: Neovim, tmp_path: Path) -> Iterator[Path]:
    """A package on disk; nothing of it is open."""
    (tmp_path / "catalogs").mkdir()
    (tmp_path / "catalogs" / "foes.json").write_text(FOES, encoding="utf-8")
    path = tmp_path / "ruleset.json"
    path.write_text(RULESET, encoding="utf-8")
    editor.press("<Esc>:silent! %bwipeout!<CR>")
    yield path
    assert "Error" not in str(editor.ask("messages"))


def show(editor: Neovim, ruleset: Path) -> None:
    """Open the ruleset, and wait until the server has read it."""
    edit(editor, ruleset)
    editor.wait_for("diagnostics", lambda found: bool(shown(found)))


def titles_of(editor: Neovim) -> list[str]:
    """The code actions at the cursor."""
    titles = editor.ask("actions")
    assert isinstance(titles, list)
    return [str(title) for title in titles]


def test_one_action_then_the_name_then_one_undo(editor: Neovim, ruleset: Path) -> None:
    show(editor, ruleset)
    editor.ask("go", 'xp", "label')
    editor.ask("act", title_with(editor, 'Rename "xp"'))
    text_is(editor, migrated(RULESET, "field", "xp", "xp_2"))
    # The name is a makeshift: the usual rename takes the step along.
    editor.ask("go", 'xp_2", "label')
    editor.ask("rename", "experience")
    text_is(editor, migrated(RULESET, "field", "xp", "experience"))
    editor.press("<Esc>uu")
    text_is(editor, RULESET)


def test_an_id_typed_by_hand_is_known_until_the_file_is_closed(
    editor: Neovim, ruleset: Path
) -> None:
    show(editor, ruleset)
    editor.ask("go", 'xp", "label')
    editor.press("ciwexperience<Esc>")
    text_is(editor, RULESET.replace('"xp", "label', '"experience", "label'))
    editor.ask("act", title_with(editor, 'from "xp"'))
    text_is(editor, migrated(RULESET, "field", "xp", "experience"))
    editor.press("<Esc>u")
    editor.press(":write<CR>")
    editor.until(lambda: "experience" in ruleset.read_text("utf-8") or None, "it is saved")
    # An editor that saves by itself must not forget what the sheet was like.
    assert [title for title in titles_of(editor) if 'from "xp"' in title]
    editor.press(":bwipeout<CR>")
    show(editor, ruleset)
    editor.ask("go", 'experience", "label')
    assert [title for title in titles_of(editor) if 'from "xp"' in title] == []


def test_a_catalog_on_disk_is_changed_along(editor: Neovim, ruleset: Path) -> None:
    show(editor, ruleset)
    editor.ask("go", 'nerve", "label')
    editor.ask("act", title_with(editor, 'Rename "nerve"'))
    text_is(editor, migrated(RULESET, "save", "nerve", "nerve_2"))
    expected = FOES.replace("nerve", "nerve_2").rstrip("\n")
    catalog = str(ruleset.parent / "catalogs" / "foes.json")
    editor.wait_for("text_of", lambda found: found == expected, catalog)
