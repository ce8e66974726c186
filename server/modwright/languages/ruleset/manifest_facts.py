"""What a package manifest says (ruleset-format.md, section 12)."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.ruleset.capability import Version
from modwright.languages.ruleset.views import Span, Text, View, number_of
from modwright.syntax.node import Object

API = "capabilityApi"
FILES = "files"
KIND = "kind"
LOCALES = "locales"
RULESET = "ruleset"
"""The kind of such a package."""


class Pinned(NamedTuple):
    """An entry of `files`. Spans are None for what is not there; `offset` is the object's."""

    path: str
    path_span: Span
    sha256: str | None
    sha256_span: Span | None
    size: int | None
    size_span: Span | None
    offset: int


class ManifestFacts(NamedTuple):
    """Offsets are relative to the root. `api` is None where it cannot be read; `minor` and `major`
    are the places of its numbers."""

    api: Version | None
    major: Span | None
    minor: Span | None
    kinds: tuple[Text, ...]
    kind_span: Span
    paths: tuple[Text, ...]
    paths_span: Span | None
    files: tuple[Pinned, ...]
    files_span: Span | None
    version: str | None


def facts_of(root: Object) -> ManifestFacts:
    """What a manifest says, remembered on its root."""
    return root.remember("ruleset.manifest", lambda: _read(root))


def _read(root: Object) -> ManifestFacts:
    view = View(root, 0)
    api = view.child(API)
    major, minor = (_whole(api, key) for key in ("major", "minor"))
    contributions = view.child("contributions")
    assets = contributions.child("assets") if contributions else None
    return ManifestFacts(
        Version(major, minor) if major is not None and minor is not None else None,
        api.value_span("major") if api and major is not None else None,
        api.value_span("minor") if api and minor is not None else None,
        tuple(view.texts(KIND)),
        view.value_span(KIND),
        tuple(assets.texts("paths")) if assets else (),
        assets.value_span("paths") if assets and assets.has("paths") else None,
        tuple(_pinned(each) for each in view.views(FILES) if each.text("path") is not None),
        view.value_span(FILES) if view.has(FILES) else None,
        view.text("version"),
    )


def _whole(view: View | None, key: str) -> int | None:
    number = number_of(view.value(key)) if view is not None else None
    return int(number) if number is not None and number == int(number) else None


def _pinned(view: View) -> Pinned:
    checksum, size = view.text("sha256"), _whole(view, "bytes")
    return Pinned(
        view.text("path") or "",
        view.value_span("path"),
        checksum,
        view.value_span("sha256") if checksum is not None else None,
        size,
        view.value_span("bytes") if size is not None else None,
        view.offset,
    )
