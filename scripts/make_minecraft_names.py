"""Write grammars/nimblock/names-1.json: the names of Minecraft's items, sounds and effects.

Run by hand, with modwright installed from this checkout, when a new version of the game is out:

    python scripts/make_minecraft_names.py              # fetches minecraft-data with npm
    python scripts/make_minecraft_names.py FOLDER       # an npm package that is already unpacked

The names come from the npm package minecraft-data (MIT), from the newest released version of the
Java Edition that has all that is needed. The same package always gives the same bytes. When the
package's version changes, grammars/nimblock/NOTICE.md changes with it.

What is converted:

- Items and sounds: the ids as they are.
- Effects: the package has names of its own ("BadLuck"), the game has keys ("unluck"). Each effect
  is looked up by its English name in the game's language table, where ``effect.minecraft.KEY`` is
  made by the game from the key itself. The two lists must match one to one.
- English names of items and effects: only those that the key with spaces and capitals does not
  give already.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from modwright.grammars import JsonValue
from modwright.languages.nimblock.names import BUKKIT_FILE, NAMES_FILE, plain_title

PACKAGE = "minecraft-data"
LICENCE = "MIT"
EDITION = "pc"
NEEDED = ("items", "sounds", "effects", "language")
GRAMMARS = Path(__file__).resolve().parent.parent / "grammars"

_EFFECT_ENTRY = re.compile(r"effect\.minecraft\.([a-z0-9_]+)")
_KEY = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")


class PackageError(Exception):
    """The package is not what this script can convert; the message says what is wrong."""


@dataclass(frozen=True)
class Names:
    """The names of one kind: sorted keys, and English titles where `plain_title` is wrong."""

    keys: Sequence[str]
    titles: Mapping[str, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script. Returns the exit code: 0, or 2 when the package could not be used."""
    parser = argparse.ArgumentParser(description="Write the Minecraft names that modwright knows.")
    parser.add_argument("folder", nargs="?", type=Path, help=f"an unpacked {PACKAGE} package")
    parser.add_argument("--output", type=Path, default=GRAMMARS / NAMES_FILE)
    options = parser.parse_args(arguments)
    folder: Path | None = options.folder
    output: Path = options.output
    try:
        if folder is None:
            with tempfile.TemporaryDirectory() as temporary:
                content = convert(fetch(Path(temporary)))
        else:
            content = convert(folder)
    except (PackageError, OSError, subprocess.CalledProcessError, json.JSONDecodeError) as error:
        print(f"make_minecraft_names: {error}", file=sys.stderr)
        return 2
    output.write_text(content, encoding="utf-8", newline="\n")
    print(f"{output}: {len(content)} characters")
    return 0


def fetch(temporary: Path) -> Path:
    """Download the newest package with npm and unpack it below `temporary`."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=temporary, check=True)
    (archive,) = temporary.glob("*.tgz")
    with tarfile.open(archive) as tar:
        tar.extractall(temporary, filter="data")
    return temporary / "package"


def convert(package: Path) -> str:
    """The content of names-1.json for the unpacked npm package in the folder `package`.

    Raises PackageError when the package lacks what is needed or does not fit together.
    """
    about = _object(_read(package / "package.json"), "package.json")
    if about.get("name") != PACKAGE or about.get("license") != LICENCE:
        raise PackageError(f"{package} is not the package {PACKAGE} under the {LICENCE} licence")
    data = package / PACKAGE / "data"
    paths = _object(_read(data / "dataPaths.json"), "dataPaths.json").get(EDITION)
    version, folders = newest_release(
        _object(paths, "dataPaths.json"),
        _entries(_read(data / EDITION / "common" / "protocolVersions.json"), "protocolVersions"),
    )

    def read(what: str) -> JsonValue:
        return _read(data / folders[what] / f"{what}.json")

    language = _object(read("language"), "language.json")
    kinds = {
        "items": items(_entries(read("items"), "items.json")),
        "sounds": Names(
            _keys(_text(s, "name") for s in _entries(read("sounds"), "sounds.json")), {}
        ),
        "effects": effects(_entries(read("effects"), "effects.json"), language),
    }
    check_constants(kinds["effects"].keys)
    content = {
        "source": f"npm package {PACKAGE}",
        "sourceVersion": _text(about, "version"),
        "licence": LICENCE,
        "gameVersion": version,
        "names": {kind: " ".join(found.keys) for kind, found in kinds.items()},
        "titles": {kind: found.titles for kind, found in kinds.items() if found.titles},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def newest_release(
    paths: Mapping[str, JsonValue], versions: Iterable[Mapping[str, JsonValue]]
) -> tuple[str, Mapping[str, str]]:
    """The newest released version with all data, and the folder of each kind of data.

    Versions are ordered by the game's data version, a number that only grows: the names are not
    comparable ("1.21.11" came before "26.1").
    """
    candidates: list[tuple[int, str, Mapping[str, str]]] = []
    for entry in versions:
        name, age = _text(entry, "minecraftVersion"), entry.get("dataVersion")
        folders = paths.get(name)
        if entry.get("releaseType") != "release" or not isinstance(age, int):
            continue
        if isinstance(folders, dict) and all(what in folders for what in NEEDED):
            candidates.append((age, name, {what: _text(folders, what) for what in NEEDED}))
    if not candidates:
        raise PackageError(f"no released version has all of {', '.join(NEEDED)}")
    _, name, folders = max(candidates, key=lambda candidate: candidate[0])
    return name, folders


def items(entries: Iterable[Mapping[str, JsonValue]]) -> Names:
    """Items have the game's ids as names already."""
    return _named({_text(entry, "name"): _text(entry, "displayName") for entry in entries})


def effects(entries: Iterable[Mapping[str, JsonValue]], language: Mapping[str, JsonValue]) -> Names:
    """Effects by the keys of the game, found through their English names.

    Raises PackageError unless the package's effects and the game's are the same, one to one.
    """
    keys: dict[str, str] = {}
    for entry, english in language.items():
        match = _EFFECT_ENTRY.fullmatch(entry)
        if match and isinstance(english, str) and keys.setdefault(english, match[1]) != match[1]:
            raise PackageError(f"two effects are called {english!r}")
    titles = {_text(entry, "displayName") for entry in entries}
    if titles != keys.keys():
        odd = ", ".join(sorted(titles ^ keys.keys()))
        raise PackageError(f"effects that only one of effects.json and language.json has: {odd}")
    return _named({key: english for english, key in keys.items()})


def check_constants(known: Sequence[str]) -> None:
    """Raise PackageError when an old Bukkit constant stands for an effect that is gone."""
    legacy = _object(
        _object(_read(GRAMMARS / BUKKIT_FILE), BUKKIT_FILE).get("effects"), BUKKIT_FILE
    )
    gone = sorted(constant for constant, key in legacy.items() if key not in known)
    if gone:
        raise PackageError(f"{BUKKIT_FILE}: constants for unknown effects: {', '.join(gone)}")


def _named(english: Mapping[str, str]) -> Names:
    keys = _keys(english)
    return Names(keys, {key: english[key] for key in keys if english[key] != plain_title(key)})


def _keys(found: Iterable[str]) -> list[str]:
    keys = sorted(set(found))
    bad = [key for key in keys if not _KEY.fullmatch(key)]
    if bad or not keys:
        raise PackageError(f"not keys of the game: {bad}" if bad else "a kind without any name")
    return keys


def _read(path: Path) -> JsonValue:
    return json.loads(path.read_text(encoding="utf-8"))


def _object(value: JsonValue, what: str) -> Mapping[str, JsonValue]:
    if not isinstance(value, dict):
        raise PackageError(f"{what} does not hold an object where one is needed")
    return value


def _entries(value: JsonValue, what: str) -> list[Mapping[str, JsonValue]]:
    if not isinstance(value, list):
        raise PackageError(f"{what} does not hold a list")
    return [_object(entry, what) for entry in value]


def _text(entry: Mapping[str, JsonValue], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise PackageError(f"an entry without {key}: {dict(entry)}")
    return value


if __name__ == "__main__":
    sys.exit(main())
