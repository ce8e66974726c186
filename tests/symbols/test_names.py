"""What the symbol layer finds in a document: what is declared, used, missing, and where."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.model import Finding, Message, Severity
from modwright.symbols.environment import Environment
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import Summary, summary_of
from modwright.symbols.walk import Problem, Told, Walk
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from tests.symbols.small import SHAPES, TABLE

FILE = """{
  "lists": [
    {"id": "arms", "columns": [
      {"type": "number", "id": "weight"},
      {"type": "enum", "id": "class", "values": ["剣", "bow"]}
    ]},
    {"id": "spells", "columns": [{"type": "number", "id": "level"}]}
  ],
  "catalogs": [
    {"id": "shop", "entries": [
      {"id": "blade", "rows": [{"list": "arms", "total": "weight", "values": {"class": "剣"}}],
       "actions": [{"id": "cut", "then": ["cut"]}], "next": "blade", "link": "shop/blade"}
    ]}
  ],
  "main": {"sum": {"list": "arms", "column": "weight"}}
}"""


def _root(text: str) -> tuple[JsonDocument, Object]:
    document = JsonDocument.parse(text)
    assert isinstance(document.root, Object)
    return document, document.root


def _summary(text: str) -> Summary:
    return summary_of(_root(text)[1], SHAPES.root, TABLE)


def word(problem: Problem) -> Told:
    mention = problem.mention
    found = "?" if problem.found is None else problem.found
    message = Message.of("x", name=f"{problem.key.kind} {problem.key.scope}:{found}")
    finding = Finding("x", Severity.ERROR, mention.start, mention.end, message)
    return Told(finding)


def _problems(text: str) -> Iterator[str]:
    _, root = _root(text)
    env = Environment(root, summary_of(root, SHAPES.root, TABLE), TABLE)
    for told in Walk(env, word, {}, {}).found(SHAPES.root):
        finding = told.finding
        yield f"{finding.message.args['name']} {text[finding.start : finding.end]}"


def test_every_place_of_the_table_is_in_the_schema() -> None:
    assert SHAPES.unplaced == frozenset()


def test_a_name_belongs_to_what_encloses_it() -> None:
    declared = set(_summary(FILE).declared)
    assert Key("column", "arms", "weight") in declared
    assert Key("word", "arms/class", "剣") in declared
    assert Key("entry", "shop", "blade") in declared
    assert Key("action", "shop/blade", "cut") in declared


def test_a_file_whose_names_are_all_there_has_no_problems() -> None:
    assert list(_problems(FILE)) == []


def test_names_that_are_not_there() -> None:
    text = FILE.replace('"total": "weight"', '"total": "heft"').replace('["cut"]', '["cat"]')
    assert sorted(_problems(text)) == ["action shop/blade:? cat", "column arms:? heft"]


def test_a_name_of_the_wrong_sort() -> None:
    text = FILE.replace('"column": "weight"', '"column": "class"')
    assert list(_problems(text)) == ["column arms:enum class"]


def test_what_belongs_to_a_missing_thing_is_not_told_as_well() -> None:
    text = FILE.replace('"sum": {"list": "arms"', '"sum": {"list": "arm"')
    assert list(_problems(text)) == ["list :? arm"]


def test_a_scope_that_is_not_written_yet_says_nothing() -> None:
    text = FILE.replace('"sum": {"list": "arms", ', '"sum": {')
    assert list(_problems(text)) == []


def test_the_places_of_a_name() -> None:
    document, root = _root(FILE)
    finder = Finder(_summary(FILE), document.root_offset, TABLE)
    at = FILE.index("weight") + 2
    name = finder.at(at)
    assert name is not None
    key = Key("column", "arms", "weight")
    assert finder.counted(name) == key
    places = [(place.start, FILE[place.start : place.end]) for place in finder.of(key)]
    assert [text for _, text in places] == ["weight"] * 3
    assert root.width == len(FILE)


def test_half_of_a_path_is_a_name() -> None:
    finder = Finder(_summary(FILE), 0, TABLE)
    entry = finder.at(FILE.index("shop/blade") + 7)
    catalog = finder.at(FILE.index("shop/blade") + 1)
    assert entry is not None
    assert catalog is not None
    assert entry.keys == (Key("entry", "shop", "blade"),)
    assert catalog.keys == (Key("catalog", "", "shop"),)


def test_declared_twice() -> None:
    text = FILE.replace('"id": "class"', '"id": "weight"')
    assert _summary(text).clashes == {Key("column", "arms", "weight")}


def test_things_without_an_id_do_not_clash() -> None:
    text = FILE.replace('"id": "spells", ', "").replace('"id": "arms", ', "")
    text = text.replace('"id": "level"', '"id": "weight"')
    assert _summary(text).clashes == frozenset()


def test_one_list_has_its_columns_apart_from_another() -> None:
    text = FILE.replace('"id": "level"', '"id": "weight"')
    assert _summary(text).clashes == frozenset()


def test_comments_are_no_names() -> None:
    text = FILE.replace('{"class": "剣"}', '{"$comment": "鋼", "class": "剣"}')
    assert list(_problems(text)) == []


def test_a_neighbour_says_of_which_kind_a_name_is() -> None:
    """A list and a catalog may have one name: the word beside it tells them apart."""
    both = FILE.replace('"id": "shop"', '"id": "arms"').replace('"shop/blade"', '"arms/blade"')
    picks = '"picks": [{"of": "catalog", "names": ["arms"]}, {"names": ["arms"]}], "main"'
    text = both.replace('"main"', picks)
    _, root = _root(text)
    finder = Finder(summary_of(root, SHAPES.root, TABLE), 0, TABLE)
    start = text.index('["arms"]') + 2
    assert start in [place.start for place in finder.of(Key("catalog", "", "arms"))]
    assert start not in [place.start for place in finder.of(Key("list", "", "arms"))]
    # Where the neighbour says nothing, it is nothing.
    unknown = finder.at(text.rindex('["arms"]') + 2)
    assert unknown is not None
    assert unknown.keys == ()
    assert list(_problems(text)) == []
    missing = text.replace('"of": "catalog", "names": ["arms"]', '"of": "list", "names": ["shop"]')
    assert list(_problems(missing)) == ["list :? shop"]
