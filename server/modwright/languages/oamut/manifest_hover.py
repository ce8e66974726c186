"""Hover in a manifest: what stands at a place."""

from __future__ import annotations

from modwright.languages.oamut import grammar, manifest_pages
from modwright.languages.oamut.library import member_named
from modwright.languages.oamut.manifest import facts_of
from modwright.languages.oamut.schema_walk import (
    keys_of,
    part_at,
    path_of,
    required_of,
    steps_at,
)
from modwright.languages.package import Package
from modwright.languages.results import Description
from modwright.syntax.node import Container, Kind
from modwright.syntax.places import Step
from modwright.syntax.tree import SyntaxTree

_MUTATORS = (("requires", "mutators", "*"), ("conflicts", "*"))


def describe(
    document: SyntaxTree, offset: int, locale: str, package: Package | None
) -> Description | None:
    """The key or value at `offset`."""
    steps = steps_at(document, offset)
    if not steps or isinstance(steps[-1].node, Container) or not steps[-1].node.width:
        return None
    leaf = steps[-1]
    if leaf.is_key:
        markdown = _key_page(document, steps, locale)
    else:
        markdown = _value_page(document, steps, locale, package)
    return Description(leaf.offset, leaf.end, markdown) if markdown else None


def _key_page(document: SyntaxTree, steps: list[Step], locale: str) -> str:
    """The key of the last step, which may be its value."""
    leaf = steps[-1]
    if leaf.entry is None:
        return _item_page(document, steps, locale)
    path = path_of(steps[:-1])
    mapping = steps[-2].node
    around = part_at(document.root, path)
    if around is None:
        return ""
    name = leaf.entry.name
    part = keys_of(around, mapping).get(name) or part_at(document.root, (*path, name))
    if part is None:
        return ""
    is_required = name in required_of(around, mapping)
    return manifest_pages.key_page(name, part, locale, is_required)


def _item_page(document: SyntaxTree, steps: list[Step], locale: str) -> str:
    """An item of a list of which there is nothing more to say: the key of the list."""
    for index in range(len(steps) - 1, 0, -1):
        entry = steps[index].entry
        if entry is not None:
            return _key_page(document, steps[: index + 1], locale)
    return ""


def _value_page(
    document: SyntaxTree, steps: list[Step], locale: str, package: Package | None
) -> str:
    leaf = steps[-1]
    path = tuple("*" if isinstance(step, int) else step for step in path_of(steps))
    node = leaf.node
    written = node.text
    special = ""
    if node.kind is Kind.STRING:
        special = _text_page(document, path, written, leaf, locale, package)
    elif written == grammar.STAR and path[:1] == ("works-with",):
        special = manifest_pages.mod_page(written, locale)
    if path == ("requires", "engine"):
        # One without its quotes can be explained all the same.
        said = manifest_pages.range_page(written.strip("\"' "), locale)
        return manifest_pages.page(said, _key_page(document, steps, locale))
    if special:
        return special
    part = part_at(document.root, path_of(steps))
    if part is not None and "enum" in part and node.kind is Kind.STRING:
        page = manifest_pages.enum_page(written, part, locale)
        if page:
            return page
    return _key_page(document, steps, locale)


def _text_page(
    document: SyntaxTree,
    path: tuple[str, ...],
    written: str,
    leaf: Step,
    locale: str,
    package: Package | None,
) -> str:
    """What a text means by itself; "" where that is nothing."""
    if path == ("tags", "*"):
        return manifest_pages.tag_page(written, locale)
    if path in (("works-with", "*"), ("works-with",)):
        return manifest_pages.mod_page(written, locale)
    if path in _MUTATORS and package is not None:
        member = member_named(package, written)
        return manifest_pages.mutator_page(written, member.facts if member else None, locale)
    if path == ("options", "*", "id"):
        options = facts_of(document).options
        option = next((each for each in options if each.id.start == leaf.offset), None)
        return manifest_pages.option_page(option, locale) if option else ""
    return ""
