"""The layer preview: a ruleset as it plays with some of its layers on, beside the ruleset."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from modwright.findings.messages import text as words
from modwright.ide.types import Refused
from modwright.languages.language import Analysis
from modwright.languages.ruleset import family
from modwright.languages.ruleset.layering import (
    Layer,
    Layered,
    NoSuchLayers,
    layers_of,
    with_layers,
)
from modwright.syntax.tree import SyntaxTree

_LANGUAGE = "ruleset"


@dataclass(frozen=True)
class LayersPreview:
    """`base` is the text of the file, `layered` what it says of the ruleset."""

    base: str
    layered: Layered

    @property
    def text(self) -> str:
        return self.layered.text

    def as_data(self) -> dict[str, object]:
        return {
            "base": self.base,
            "layered": self.layered.text,
            "on": list(self.layered.on),
            "dropped": [
                {"layer": each.id, "becauseOf": each.because_of} for each in self.layered.dropped
            ],
            "remarks": [each._asdict() for each in self.layered.remarks],
            "files": [
                {"path": each.path, "base": each.base, "layered": each.text}
                for each in self.layered.files
            ],
        }


def offered(analysis: Analysis) -> list[Layer]:
    """The layers of a ruleset; none in any other document."""
    if analysis.language.name != _LANGUAGE or analysis.document is None:
        return []
    return layers_of(analysis.document)


def preview(analysis: Analysis, ids: Collection[str], locale: str) -> LayersPreview | Refused:
    """The ruleset with the layers `ids` on. Refused: it is no ruleset, or has no such layers."""
    if analysis.language.name != _LANGUAGE or analysis.document is None:
        return Refused(words("ruleset.layers.no-ruleset", locale))
    found = with_layers(analysis.document, ids, _catalog_files(analysis))
    if isinstance(found, NoSuchLayers):
        if not found.known:
            return Refused(words("ruleset.layers.none", locale))
        unknown, known = found.unknown, found.known
        return Refused(words("ruleset.layers.unknown", locale, names=unknown, known=known))
    return LayersPreview(analysis.document.text, found)


def _catalog_files(analysis: Analysis) -> dict[str, SyntaxTree]:
    """The catalogs of a ruleset in files of their own, by path."""
    package, path = analysis.package, analysis.path
    if package is None or path is None or family.ruleset_of(package, path) != path:
        return {}
    files = [each.path for each in family.assets(package, path)]
    trees = ((file, family.tree_of(package, file)) for file in files)
    return {file: tree for file, tree in trees if tree is not None}


def notes(shown: LayersPreview, locale: str) -> list[str]:
    """What was left out, and what the text cannot show: a sentence each."""
    layered = shown.layered
    said = [
        words("ruleset.layers.dropped", locale, layer=each.id, other=each.because_of)
        for each in layered.dropped
    ]
    said.extend(
        words(f"ruleset.layers.remark.{each.kind}", locale, layer=each.layer, name=each.name)
        for each in layered.remarks
    )
    return said


def diff(shown: LayersPreview, name: str) -> str:
    """What the layers change, as a unified diff, file by file; "" for nothing. `name` is that of
    the ruleset."""
    files = [(each.path, each.base, each.text) for each in shown.layered.files]
    pieces: list[str] = []
    for path, base, text in ((name, shown.base, shown.text), *files):
        label = f"{path} + {', '.join(shown.layered.on)}"
        lines = difflib.unified_diff(_lines(base), _lines(text), path, label, lineterm="")
        pieces.extend(f"{line}\n" for line in lines)
    return "".join(pieces)


def render_text(shown: LayersPreview, name: str, locale: str) -> str:
    """The notes, and below them the diff, or that there is none."""
    return "".join(_pieces(shown, name, locale))


def _pieces(shown: LayersPreview, name: str, locale: str) -> Iterator[str]:
    said = notes(shown, locale)
    yield from (f"{note}\n" for note in said)
    if said:
        yield "\n"
    yield diff(shown, name) or f"{words('ruleset.layers.same', locale)}\n"


def _lines(text: str) -> list[str]:
    """Lines as an editor counts them: a text has other characters that break lines elsewhere."""
    return text.replace("\r\n", "\n").split("\n")
