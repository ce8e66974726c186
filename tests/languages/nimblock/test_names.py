"""The Minecraft names behind completion, hover and the fix for Bukkit constants."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright import grammars
from modwright.languages.nimblock import names

REPOSITORY = Path(__file__).resolve().parents[3]


# What an author writes


@pytest.mark.parametrize("written", ["diamond_sword", "DIAMOND_SWORD", "Diamond_Sword"])
@pytest.mark.parametrize("namespace", ["", "minecraft:"])
def test_an_item_is_known_in_either_case_and_with_the_namespace(
    written: str, namespace: str
) -> None:
    assert names.is_known("items", namespace + written)
    assert names.find("items", namespace + written) == "diamond_sword"


@pytest.mark.parametrize(
    ("kind", "written"),
    [("sounds", "entity.player.levelup"), ("effects", "night_vision")],
)
def test_a_sound_or_an_effect_is_known_by_its_key_only(kind: str, written: str) -> None:
    assert names.is_known(kind, written)
    assert names.is_known(kind, f"minecraft:{written}")
    assert not names.is_known(kind, written.upper())


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("items", "diamond_sord"),
        ("items", "mymod:diamond_sword"),
        ("items", "minecraft:minecraft:diamond_sword"),
        ("items", "minecraft:"),
        ("items", ""),
        ("items", "ダイヤの剣"),
        ("items", "stic\u212a"),  # the Kelvin sign, which lower() would make a "k"
        ("items", "night_vision"),
        ("sounds", "entity_player_levelup"),
        ("effects", "speed 😀"),
    ],
)
def test_what_the_game_does_not_have_is_not_known(kind: str, written: str) -> None:
    assert not names.is_known(kind, written)
    assert names.title(kind, written) is None


def test_a_kind_that_does_not_exist_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="enchantments"):
        names.names("enchantments")
    with pytest.raises(ValueError, match="enchantments"):
        names.key_for_constant("enchantments", "SHARPNESS")


# Bukkit's constants


@pytest.mark.parametrize(
    ("kind", "constant", "key"),
    [
        ("sounds", "ENTITY_PLAYER_LEVELUP", "entity.player.levelup"),
        ("sounds", "BLOCK_NOTE_BLOCK_BELL", "block.note_block.bell"),
        ("sounds", "ENTITY_EXPERIENCE_ORB_PICKUP", "entity.experience_orb.pickup"),
        ("sounds", "UI_TOAST_CHALLENGE_COMPLETE", "ui.toast.challenge_complete"),
        ("sounds", "MUSIC_DISC_13", "music_disc.13"),
        ("effects", "SPEED", "speed"),
        ("effects", "NIGHT_VISION", "night_vision"),
        ("effects", "UNLUCK", "unluck"),
        ("effects", "SLOW", "slowness"),
        ("effects", "SLOWNESS", "slowness"),
        ("effects", "FAST_DIGGING", "haste"),
        ("effects", "SLOW_DIGGING", "mining_fatigue"),
        ("effects", "INCREASE_DAMAGE", "strength"),
        ("effects", "HEAL", "instant_health"),
        ("effects", "HARM", "instant_damage"),
        ("effects", "JUMP", "jump_boost"),
        ("effects", "CONFUSION", "nausea"),
        ("effects", "DAMAGE_RESISTANCE", "resistance"),
        ("items", "DIAMOND_SWORD", "diamond_sword"),
    ],
)
def test_a_constant_becomes_the_key(kind: str, constant: str, key: str) -> None:
    assert names.is_constant(constant)
    assert names.key_for_constant(kind, constant) == key
    assert key in names.names(kind)


@pytest.mark.parametrize(
    ("kind", "constant"),
    [
        ("sounds", "LEVEL_UP"),  # from before Minecraft 1.9: no key gives it
        ("sounds", "SLOW"),  # an effect
        ("sounds", "entity.player.levelup"),
        ("sounds", "entity_player_levelup"),
        ("effects", "BAD_LUCK"),  # what players see, not what Bukkit calls it
        ("effects", "slow"),
        ("effects", ""),
    ],
)
def test_what_is_no_certain_constant_becomes_nothing(kind: str, constant: str) -> None:
    assert names.key_for_constant(kind, constant) is None


def test_a_constant_that_two_keys_give_is_left_alone() -> None:
    table = names.constants_of(["block.a_b.hit", "block.a.b_hit", "block.c.hit", "block_a.b.hit"])
    assert table == {"BLOCK_A_B_HIT": None, "BLOCK_C_HIT": "block.c.hit"}


def test_a_key_that_is_listed_twice_is_not_ambiguous() -> None:
    assert names.constants_of(["ui.hud", "ui.hud"]) == {"UI_HUD": "ui.hud"}


@pytest.mark.parametrize("kind", ["items", "sounds", "effects"])
def test_every_converted_constant_spells_its_key(kind: str) -> None:
    for key in names.names(kind):
        constant = re.sub(r"[^a-z0-9]", "_", key).upper()
        assert names.is_constant(constant), key
        assert names.key_for_constant(kind, constant) in (key, None)


@pytest.mark.parametrize("text", ["SPEED", "A", "MUSIC_DISC_13", "A_"])
def test_written_as_a_constant(text: str) -> None:
    assert names.is_constant(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "speed",
        "Speed",
        "1UP",
        "_A",
        "MINECRAFT:SPEED",
        "A B",
        "A.B",
        "SPEED\n",
        "ＳＰＥＥＤ",
        "É",
    ],
)
def test_not_written_as_a_constant(text: str) -> None:
    assert not names.is_constant(text)


# The nearest names


@pytest.mark.parametrize(
    ("kind", "written", "meant"),
    [
        ("items", "DIAMOND_SORD", "diamond_sword"),
        ("items", "minecraft:dimond_sword", "diamond_sword"),
        ("sounds", "entity.player.level_up", "entity.player.levelup"),
        ("sounds", "ENTITY_PLAYER_LEVEL_UP", "entity.player.levelup"),
        ("effects", "nightvision", "night_vision"),
        ("effects", "MiningFatigue", "mining_fatigue"),
        ("effects", "slow", "slowness"),
    ],
)
def test_a_slip_finds_the_name_that_was_meant(kind: str, written: str, meant: str) -> None:
    assert names.nearest(kind, written, 3)[0] == meant


def test_nearest_gives_no_more_than_asked_and_none_twice() -> None:
    for limit in (0, 1, 3):
        found = names.nearest("effects", "SLOW", limit)
        assert len(found) <= limit
        assert len(set(found)) == len(found)
    assert names.nearest("effects", "SLOW", 1) == ("slowness",)


@pytest.mark.parametrize("written", ["", "ダイヤの剣😀", "zzzzzzzz", "SPEED" * 1_000_000])
def test_nothing_like_it_gives_nothing(written: str) -> None:
    assert names.nearest("effects", written, 3) == ()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(names.KINDS), st.text(max_size=30), st.integers(-1, 4))
def test_nearest_only_offers_known_names(kind: str, written: str, limit: int) -> None:
    assert all(names.is_known(kind, name) for name in names.nearest(kind, written, limit))


# What players see


@pytest.mark.parametrize(
    ("kind", "written", "title"),
    [
        ("items", "DIAMOND_SWORD", "Diamond Sword"),
        ("items", "minecraft:iron_block", "Block of Iron"),
        ("items", "tnt", "TNT"),
        ("effects", "unluck", "Bad Luck"),
        ("effects", "dolphins_grace", "Dolphin's Grace"),
        ("effects", "night_vision", "Night Vision"),
        ("sounds", "entity.player.levelup", None),
    ],
)
def test_the_english_name(kind: str, written: str, title: str | None) -> None:
    assert names.title(kind, written) == title


# The data


def test_the_data_file_says_where_it_comes_from() -> None:
    data = grammars.load(names.NAMES_FILE)
    assert isinstance(data, dict)
    assert data["source"] == "npm package minecraft-data"
    assert data["licence"] == "MIT"
    assert re.fullmatch(r"\d+\.\d+\.\d+", str(data["sourceVersion"]))
    assert data["gameVersion"] == names.game_version()
    notice = (grammars.root() / "nimblock" / "NOTICE.md").read_text(encoding="utf-8")
    assert f"{data['sourceVersion']}, " in notice
    assert f"Java Edition {names.game_version()}." in notice


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("items", r"[a-z][a-z0-9_]*"),
        ("sounds", r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*"),  # "intentionally_empty" has no dot
        ("effects", r"[a-z_]+"),
    ],
)
def test_names_are_sorted_unique_and_allowed_in_a_spec(kind: str, pattern: str) -> None:
    keys = names.names(kind)
    assert list(keys) == sorted(set(keys))
    for key in keys:
        assert re.fullmatch(pattern, key), key
        # The grammar's identifier: a name that completion inserts must not be refused.
        assert len(key) <= 64, key


def test_all_effects_of_the_game_are_there() -> None:
    """The keys as the game registers them, in that order (Java Edition 26.1)."""
    registry = (
        "speed slowness haste mining_fatigue strength instant_health instant_damage jump_boost "
        "nausea regeneration resistance fire_resistance water_breathing invisibility blindness "
        "night_vision hunger weakness poison wither health_boost absorption saturation glowing "
        "levitation luck unluck slow_falling conduit_power dolphins_grace bad_omen "
        "hero_of_the_village darkness trial_omen raid_omen wind_charged weaving oozing infested "
        "breath_of_the_nautilus"
    )
    assert set(names.names("effects")) == set(registry.split())


def test_nothing_is_read_before_it_is_asked_for() -> None:
    program = (
        "import sys, modwright.languages.nimblock.names as names\n"
        "from modwright import grammars\n"
        "print(grammars.load.cache_info().currsize, 'difflib' in sys.modules)\n"
        "names.is_known('items', 'stone')\n"
        "print(grammars.load.cache_info().currsize > 0, 'difflib' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(grammars.__file__).parents[1])},
    )
    assert done.stdout.split() == ["0", "False", "True", "False"]


# The script that makes the data


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = REPOSITORY / "scripts" / "make_minecraft_names.py"
    spec = importlib.util.spec_from_file_location("make_minecraft_names", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


LEGACY_TARGETS = {
    "nausea": "Nausea",
    "resistance": "Resistance",
    "haste": "Haste",
    "instant_damage": "Instant Damage",
    "instant_health": "Instant Health",
    "strength": "Strength",
    "jump_boost": "Jump Boost",
    "slowness": "Slowness",
    "mining_fatigue": "Mining Fatigue",
}


def write_package(folder: Path, effects: dict[str, str]) -> None:
    """An unpacked minecraft-data with three versions; `effects` maps key to English name."""
    data = folder / "minecraft-data" / "data"
    new = dict.fromkeys(("items", "sounds", "effects", "language"), "pc/10.0")
    files: dict[Path, object] = {
        folder / "package.json": {"name": "minecraft-data", "version": "9.8.7", "license": "MIT"},
        data / "dataPaths.json": {
            "pc": {"9.0": {**new, "items": "pc/9.0"}, "10.0": new, "11.0-rc": new, "12.0": {}}
        },
        data / "pc" / "common" / "protocolVersions.json": [
            {"minecraftVersion": "12.0", "dataVersion": 40, "releaseType": "release"},
            {"minecraftVersion": "11.0-rc", "dataVersion": 30, "releaseType": "snapshot"},
            {"minecraftVersion": "9.0", "dataVersion": 10, "releaseType": "release"},
            {"minecraftVersion": "10.0", "dataVersion": 20, "releaseType": "release"},
        ],
        data / "pc" / "10.0" / "items.json": [
            {"name": "tnt", "displayName": "TNT"},
            {"name": "oak_door", "displayName": "Oak Door"},
        ],
        data / "pc" / "10.0" / "sounds.json": [{"name": "ui.hud.pop"}, {"name": "block.hit"}],
        data / "pc" / "10.0" / "effects.json": [
            {"name": english.replace(" ", ""), "displayName": english}
            for english in effects.values()
        ],
        data / "pc" / "10.0" / "language.json": {
            "item.minecraft.tnt": "TNT",
            "effect.minecraft.unluck": "Bad Luck",
            **{f"effect.minecraft.{key}": name for key, name in LEGACY_TARGETS.items()},
        },
    }
    for path, value in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")


def test_the_script_takes_the_newest_release_that_has_everything(
    script: ModuleType, tmp_path: Path
) -> None:
    write_package(tmp_path / "package", {"unluck": "Bad Luck", **LEGACY_TARGETS})
    output = tmp_path / "names.json"
    arguments = [str(tmp_path / "package"), "--output", str(output)]
    assert script.main(arguments) == 0
    first = output.read_bytes()
    assert json.loads(first) == {
        "source": "npm package minecraft-data",
        "sourceVersion": "9.8.7",
        "licence": "MIT",
        "gameVersion": "10.0",
        "names": {
            "items": "oak_door tnt",
            "sounds": "block.hit ui.hud.pop",
            "effects": " ".join(sorted([*LEGACY_TARGETS, "unluck"])),
        },
        "titles": {"items": {"tnt": "TNT"}, "effects": {"unluck": "Bad Luck"}},
    }
    assert script.main(arguments) == 0
    assert output.read_bytes() == first


def test_the_script_refuses_an_effect_that_the_game_does_not_have(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_package(tmp_path, {"unluck": "Worse Luck", **LEGACY_TARGETS})
    output = tmp_path / "names.json"
    assert script.main([str(tmp_path), "--output", str(output)]) == 2
    assert "Bad Luck, Worse Luck" in capsys.readouterr().err
    assert not output.exists()


def test_the_script_refuses_another_licence(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_package(tmp_path, {"unluck": "Bad Luck", **LEGACY_TARGETS})
    package = tmp_path / "package.json"
    package.write_text(package.read_text().replace("MIT", "GPL-3.0"), encoding="utf-8")
    assert script.main([str(tmp_path), "--output", str(tmp_path / "names.json")]) == 2
    assert "MIT" in capsys.readouterr().err
