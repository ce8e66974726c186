"""What stands in the folder of a package, and how it is called (specs/oamut.md, The package)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.model import Finding
from modwright.languages.oamut import grammar
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.manifest import ManifestFacts, facts_of
from modwright.languages.oamut.report import error
from modwright.languages.package import Package, PackageFile
from modwright.syntax.yaml_document import YamlDocument


def layout_findings(package: Package) -> list[tuple[str, Finding]]:
    """Findings about files, each with the path it speaks of; its range is the manifest's first
    line."""
    tree = package.tree(package.manifest_path, YamlDocument.parse)
    facts = facts_of(tree) if tree is not None else None
    line = facts.first_line if facts else (0, 0)
    files = [file for file in package.files() if not is_passed_over(file.path)]
    found: list[tuple[str, Finding]] = []
    for file in files:
        if facts is not None and not _is_allowed(file.path, package, facts):
            found.append((file.path, error("oamut/refused-file", line, path=file.path)))
        found.extend((file.path, finding) for finding in _bad_name(file, line))
    found.extend(_clashes(files, line))
    return found


def is_passed_over(path: str) -> bool:
    """Whether a file is the author's own business: packing leaves it out."""
    skipped = grammar.layout()["skipped"]
    names = {folded(name) for name in skipped["names"]}
    return any(
        folded(part) in names or part.startswith(tuple(skipped["prefixes"]))
        for part in path.split("/")
        if part not in (".", "..")
    )


def _is_allowed(path: str, package: Package, facts: ManifestFacts) -> bool:
    name = folded(path)
    if name == folded(package.manifest_path) or name in _named(facts):
        return True
    is_at_top = "/" not in name
    if is_at_top and facts.entry_name is None and name.endswith(".lua"):
        return True  # it may be the entry, whose name cannot be read
    if facts.has_icon and facts.icon is None and name.endswith(".png"):
        return True
    for place in grammar.layout()["places"]:
        if name.startswith(place["path"]):
            endings = tuple(place["endsWith"])
            return not endings or name.endswith(endings)
    return False


def _named(facts: ManifestFacts) -> set[str]:
    """The files that the manifest names. An entry in a folder is no entry."""
    names: set[str] = set()
    if facts.entry_name is not None and "/" not in facts.entry_name:
        names.add(folded(facts.entry_name))
    if facts.icon is not None:
        names.add(folded(facts.icon.text))
    return names


# ---- names


def _bad_name(file: PackageFile, line: tuple[int, int]) -> Iterator[Finding]:
    """At most one finding a file."""
    rules = grammar.layout()["names"]
    if file.is_link and not rules["links"]:
        yield error("oamut/bad-file-name.link", line, path=file.path)
        return
    for part in file.path.split("/"):
        variant = bad_part(part)
        if variant is not None:
            yield error(
                f"oamut/bad-file-name.{variant}",
                line,
                path=file.path,
                part=part,
                characters=" ".join(rules["refusedCharacters"]),
                limit=rules["partBytes"]["maximum"],
            )
            return


def bad_part(part: str) -> str | None:
    """Why a file or folder may not be called so; None for a good name."""
    rules = grammar.layout()["names"]
    size = len(part.encode("utf-8", "surrogatepass"))
    if part in rules["refusedParts"] or size < rules["partBytes"]["minimum"]:
        return "relative"
    if size > rules["partBytes"]["maximum"]:
        return "long"
    if any(character in part for character in rules["refusedCharacters"]):
        return "character"
    if part.endswith(tuple(rules["refusedEndings"])):
        return "ending"
    stem = folded(part.partition(".")[0].rstrip(" "))
    if stem in {folded(name) for name in rules["deviceNames"]}:
        return "device"
    return None


def _clashes(files: Sequence[PackageFile], line: tuple[int, int]) -> Iterator[tuple[str, Finding]]:
    """Files and folders whose names differ in the case of ASCII letters and in nothing else. A
    clash of folders is told once, with the first file in the later one."""
    first: dict[str, str] = {}
    told: set[str] = set()
    for file in sorted(files, key=lambda file: file.path):
        parts = file.path.split("/")
        for end in range(1, len(parts) + 1):
            path = "/".join(parts[:end])
            other = first.setdefault(folded(path), path)
            if other == path:
                continue
            if path not in told:
                told.add(path)
                yield file.path, error("oamut/case-clash", line, path=path, other=other)
            break
