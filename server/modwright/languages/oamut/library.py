"""The mutators of the workspace, by what their manifests say."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.oamut.manifest import ManifestFacts, facts_of
from modwright.languages.package import Package
from modwright.syntax.yaml_document import YamlDocument


class Member(NamedTuple):
    """A package of the workspace."""

    package: Package
    facts: ManifestFacts


def members(package: Package | None) -> list[Member]:
    """All packages of the library around a package, itself included; none around nothing."""
    found: list[Member] = []
    for member in package.library() if package is not None else ():
        tree = member.tree(member.manifest_path, YamlDocument.parse)
        if tree is not None:
            found.append(Member(member, facts_of(tree)))
    return found


def others(package: Package | None) -> list[Member]:
    """All but the package itself."""
    return [member for member in members(package) if member.package != package]


def member_named(package: Package | None, identifier: str) -> Member | None:
    """The mutator of this id."""
    found = members(package)
    return next((m for m in found if m.facts.id and m.facts.id.text == identifier), None)
