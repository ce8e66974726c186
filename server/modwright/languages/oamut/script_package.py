"""What a script asks of the package around it: options, layers, and the files that it may name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from modwright.languages.oamut import grammar
from modwright.languages.oamut.files import folded, paths_of
from modwright.languages.oamut.manifest import ManifestFacts, Option, facts_of
from modwright.languages.package import Package
from modwright.syntax.yaml_document import YamlDocument

SCRIPT_SUFFIX = ".lua"
_DATA = "data"
_RULES = "rules"


class Around(NamedTuple):
    """A package as its scripts see it; all is empty without one."""

    package: Package | None
    facts: ManifestFacts | None
    paths: Mapping[str, str]
    """The paths of the files by their folded names."""

    @property
    def options(self) -> Sequence[Option]:
        return self.facts.options if self.facts else ()

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id.text == name), None)

    @property
    def layers(self) -> frozenset[str] | None:
        """The declared layers; None where no manifest can be asked."""
        if self.facts is None:
            return None
        return frozenset(layer.text for layer in self.facts.layers)

    @property
    def entry(self) -> str | None:
        """The path of the entry script, as it is spelled on disk."""
        name = self.facts.entry_name if self.facts else None
        return self.paths.get(folded(name)) if name else None

    def is_entry(self, path: str | None) -> bool:
        name = self.facts.entry_name if self.facts else None
        return path is not None and name is not None and folded(path) == folded(name)

    def file(self, path: str) -> str | None:
        """The file that a script calls `path`, as it is spelled on disk."""
        return self.paths.get(folded(path).strip("/"))

    def below(self, folder: str) -> Sequence[str]:
        """The files below a folder of the package, at any depth."""
        prefix = folded(folder).strip("/") + "/"
        return [path for name, path in self.paths.items() if name.startswith(prefix)]

    def folder(self, path: str) -> str | None:
        """The folder that a script calls `path`, as it is spelled on disk."""
        found = self.below(path)
        return found[0][: len(path.strip("/"))] if found and path.strip("/") else None

    def module(self, name: str) -> str | None:
        """The file that `require` loads for `name`."""
        return self.paths.get(folded(module_path(name)))

    def modules(self) -> Sequence[str]:
        """The names of all modules, with dots between their parts."""
        root = grammar.layout()["moduleFolder"]
        names: list[str] = []
        for path in self.below(root):
            name = path[len(root) :]
            stem = name[: -len(SCRIPT_SUFFIX)]
            if folded(name).endswith(SCRIPT_SUFFIX) and stem and "." not in stem:
                names.append(stem.replace("/", "."))
        return sorted(names)

    def data_folders(self) -> Sequence[str]:
        """The folders that `files.add` may name."""
        found: dict[str, None] = {}
        for path in self.below(_place(_DATA).path):
            parts = path.split("/")[:-1]
            for count in range(1, len(parts) + 1):
                found["/".join(parts[:count])] = None
        return sorted(found)

    def rule_files(self) -> Sequence[str]:
        place = _place(_RULES)
        suffixes = tuple(place.suffixes)
        return sorted(path for path in self.below(place.path) if folded(path).endswith(suffixes))

    def scripts(self) -> Sequence[str]:
        """The entry and everything below the folder of modules."""
        root = module_folder()
        entry = self.entry
        return sorted(
            path
            for name, path in self.paths.items()
            if path == entry or (name.startswith(root) and name.endswith(SCRIPT_SUFFIX))
        )


class _Place(NamedTuple):
    path: str
    suffixes: Sequence[str]


def _place(role: str) -> _Place:
    found = next(place for place in grammar.layout()["places"] if place["role"] == role)
    return _Place(found["path"], found["endsWith"])


def module_folder() -> str:
    """The folder of modules, as paths are compared."""
    return folded(grammar.layout()["moduleFolder"])


def around(package: Package | None) -> Around:
    if package is None:
        return Around(None, None, {})
    tree = package.tree(package.manifest_path, YamlDocument.parse)
    return Around(package, facts_of(tree) if tree is not None else None, paths_of(package))


def module_path(name: str) -> str:
    """The path that `require` looks for: "a.b" and "a/b" mean lua/a/b.lua."""
    return f"{grammar.layout()['moduleFolder']}{name.replace('.', '/')}{SCRIPT_SUFFIX}"


def path_in(package: Package | None, text: str) -> str | None:
    """The path of the script with this very text, as far as the package knows; the entry where no
    script has it."""
    if package is None:
        return None
    surroundings = around(package)
    # Loaded here: the manifest's side asks for nothing but paths.
    from modwright.syntax.lua_document import LuaDocument

    entry = surroundings.entry
    for path in sorted(surroundings.scripts(), key=lambda path: path != entry):
        script = package.tree(path, LuaDocument.parse)
        if script is not None and script.text == text:
            return path
    return entry
