"""The names of a script: options, which the manifest defines, modules, and the layers of the plan.
And its links to the files of the package."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.languages.around import Link, PlacedName
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.manifest import ManifestFacts
from modwright.languages.oamut.manifest_names import OPTION, inside, option_check, option_names
from modwright.languages.oamut.plan_words import plan_words
from modwright.languages.oamut.script_package import Around
from modwright.symbols.names import Name
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import Named

MODULE = "module"
LAYER = "layer"


def names(document: LuaDocument, path: str | None, around: Around) -> list[PlacedName]:
    """Every place of every name, in this script and in the other files of the package."""
    found: list[PlacedName] = []
    facts, package = around.facts, around.package
    if facts is not None and package is not None:
        manifest = package.manifest_path
        found += [PlacedName(name, manifest) for name in option_names(facts)]
        found += [
            PlacedName(Name((LAYER, layer.text), layer.text, *layer.inner, True), manifest)
            for layer in facts.layers
        ]
    for place, script in _scripts(document, path, around):
        found += [PlacedName(name, place) for name in _names_in(script, facts)]
    found += _modules(document, path, around)
    return found


def _scripts(
    document: LuaDocument, path: str | None, around: Around
) -> Iterator[tuple[str | None, LuaDocument]]:
    """This script (at the path None) and the others of the package."""
    yield None, document
    for other in around.scripts():
        if path is not None and folded(other) == folded(path):
            continue
        script = around.package.tree(other, LuaDocument.parse) if around.package else None
        if isinstance(script, LuaDocument) and (path is not None or script.text != document.text):
            yield other, script


def _names_in(script: LuaDocument, facts: ManifestFacts | None) -> Iterator[Name]:
    for read in script.facts.option_reads:
        check = option_check(facts, read.name) if facts is not None else None
        span = inside(script.text, read.start, read.end)
        yield Name((OPTION, read.name), read.name, *span, False, check)
    plan = script.facts.plan
    for key in plan.keys if plan is not None else ():
        word = plan_words().plan_keys.get(key.name)
        if word is not None:
            span = inside(script.text, key.start, key.end)
            yield Name((LAYER, word.layer), key.name, *span, False)


def _modules(document: LuaDocument, path: str | None, around: Around) -> Iterator[PlacedName]:
    """Modules that are required somewhere; each is defined at the start of its file."""
    own = around.file(path) if path is not None else None
    defined: set[str] = set()
    for place, script in _scripts(document, path, around):
        for required in script.facts.requires:
            file = around.module(required.text)
            if file is None:
                continue
            if file not in defined:
                defined.add(file)
                name = Name((MODULE, file), file, 0, 0, True)
                yield PlacedName(name, None if file == own else file)
            span = inside(script.text, required.start, required.end)
            yield PlacedName(Name((MODULE, file), required.text, *span, False), place)


def links(document: LuaDocument, around: Around) -> list[Link]:
    """The modules, rule files and folders that the script names."""
    found = [
        _link(document, required, around.module(required.text))
        for required in document.facts.requires
    ]
    words = plan_words()
    for path in document.facts.paths:
        target: str | None = None
        if path.kind == words.source.name:
            target = around.file(path.text)
        elif path.kind == words.files_add:
            target = around.folder(path.text)
        found.append(_link(document, Named(path.text, path.start, path.end), target))
    return sorted(link for link in found if link is not None)


def _link(document: LuaDocument, named: Named, path: str | None) -> Link | None:
    if path is None:
        return None
    return Link(*inside(document.text, named.start, named.end), path)
