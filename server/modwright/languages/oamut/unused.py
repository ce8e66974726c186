"""What a manifest declares and no script uses (specs/oamut.md, Findings, Scripts)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.model import Finding, Fix, Message
from modwright.languages.oamut import grammar
from modwright.languages.oamut.edits import remove_item
from modwright.languages.oamut.manifest import ManifestFacts, value_at
from modwright.languages.oamut.report import warning
from modwright.syntax.lua_facts import LuaFacts
from modwright.syntax.node import Array
from modwright.syntax.tree import SyntaxTree


def unused_options(facts: ManifestFacts, scripts: Sequence[LuaFacts]) -> Iterator[Finding]:
    """`scripts` are all scripts of the package. Where one of them cannot be read to its end, or
    reads an option by a computed name, any option may be read."""
    if not all(script.is_complete and not script.computed_option_read for script in scripts):
        return
    read: set[str] = set()
    for script in scripts:
        read.update(option.name for option in script.option_reads)
        read.update(script.loose_option_reads)
    for option in facts.options:
        if option.id.text not in read:
            yield warning("oamut/unused-option", option.id.span, id=option.id.text)


def unused_layers(document: SyntaxTree, facts: ManifestFacts, entry: LuaFacts) -> Iterator[Finding]:
    """Layers that no key of the plan needs, when the plan is literal from end to end."""
    plan = entry.plan
    if plan is None or not plan.is_fully_literal or not entry.is_complete:
        return
    written = {key.name for key in plan.keys}
    used = {key.layer for key in grammar.plan_keys() if key.name in written}
    known = set(grammar.layers())
    layers = value_at(document.root, document.root_offset, "layers")
    if layers is None or not isinstance(layers.node, Array):
        return
    for layer in facts.layers:
        if layer.text in known and layer.text not in used:
            index = layers.node.offsets.index(layer.start - layers.offset)
            edit = remove_item(document.text, layers.node, layers.offset, index)
            fix = Fix(Message.of("oamut.remove-entry"), (edit,))
            yield warning("oamut/unused-layer", layer.span, (fix,), layer=layer.text)
