"""`modwright.toml`: the settings beside the files, with the editor's keys.

The nearest file upwards counts, alone: settings of different folders do not mix.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from modwright.workspace.settings import Settings, read_settings

NAME = "modwright.toml"
_MAX_BYTES = 1_000_000


def settings_beside(path: Path) -> Settings:
    """The settings that hold for a file (or for the files in a folder)."""
    return ConfigFiles().settings_for(path)


class ConfigFiles:
    """The configuration files found so far. A file that cannot be read or parsed sets nothing."""

    def __init__(self) -> None:
        self._by_folder: dict[Path, Settings | None] = {}
        self.errors: dict[Path, str] = {}
        """What is wrong with a file that could not be used."""

    def forget(self) -> None:
        """A file has changed on disk: look again."""
        self._by_folder.clear()
        self.errors.clear()

    def settings_for(self, path: Path) -> Settings:
        try:
            absolute = path.absolute()
            folder = absolute if absolute.is_dir() else absolute.parent
        except OSError:
            return Settings()
        for candidate in (folder, *folder.parents):
            found = self._in_folder(candidate)
            if found is not None:
                return found
        return Settings()

    def _in_folder(self, folder: Path) -> Settings | None:
        if folder not in self._by_folder:
            self._by_folder[folder] = self._read(folder / NAME)
        return self._by_folder[folder]

    def _read(self, path: Path) -> Settings | None:
        try:
            with path.open("rb") as file:
                data = file.read(_MAX_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            if path.exists():
                self.errors[path] = str(error.strerror)
            return None
        try:
            values = _parse(data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            self.errors[path] = str(error)
            return Settings()
        return read_settings(values.get("modwright", values))


def _parse(text: str) -> Mapping[str, object]:
    """Raises ValueError for what is not TOML."""
    # Imported here: most files have no configuration beside them. Python 3.10 has no tomllib.
    name = "tomllib" if sys.version_info >= (3, 11) else "tomli"
    loads = cast("Callable[[str], Mapping[str, object]]", importlib.import_module(name).loads)
    return loads(text)
