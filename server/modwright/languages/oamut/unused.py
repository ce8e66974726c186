"""What a manifest declares and no script uses (specs/oamut.md, Findings, Scripts)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from modwright.findings.model import Finding, Fix, Message
from modwright.languages.oamut import grammar
from modwright.languages.oamut.edits import remove_item
from modwright.languages.oamut.manifest import ManifestFacts, value_at
from modwright.languages.oamut.report import warning
from modwright.syntax.node import Array
from modwright.syntax.tree import SyntaxTree


class ScriptUse(Protocol):
    """What is asked of a script of the package.

    `reads_every_option`: an option is read by a name that is computed. `plan_keys` are the literal
    keys of the table that `mutate` returns; None when the table is not wholly literal, or is not
    in this script.
    """

    @property
    def options_read(self) -> Sequence[str]: ...
    @property
    def reads_every_option(self) -> bool: ...
    @property
    def plan_keys(self) -> Sequence[str] | None: ...


def unused_options(facts: ManifestFacts, scripts: Sequence[ScriptUse]) -> Iterator[Finding]:
    """`scripts` are all scripts of the package, all of them readable."""
    if any(script.reads_every_option for script in scripts):
        return
    read = {name for script in scripts for name in script.options_read}
    for option in facts.options:
        if option.id.text not in read:
            yield warning("oamut/unused-option", option.id.span, id=option.id.text)


def unused_layers(
    document: SyntaxTree, facts: ManifestFacts, entry: ScriptUse
) -> Iterator[Finding]:
    if entry.plan_keys is None:
        return
    written = set(entry.plan_keys)
    used = {key.layer for key in grammar.plan_keys() if key.name in written}
    known = set(grammar.layers())
    layers = value_at(document.root, document.root_offset, "layers")
    for layer in facts.layers:
        if layer.text in known and layer.text not in used:
            fixes: tuple[Fix, ...] = ()
            if layers is not None and isinstance(layers.node, Array):
                index = layers.node.offsets.index(layer.start - layers.offset)
                edit = remove_item(document.text, layers.node, layers.offset, index)
                fixes = (Fix(Message.of("oamut.remove-entry"), (edit,)),)
            yield warning("oamut/unused-layer", layer.span, fixes, layer=layer.text)
