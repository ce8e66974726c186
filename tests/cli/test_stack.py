"""`modwright stack`: whether mutators may be on together, in this order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main
from modwright.languages.oamut.stacking import Stacked, breaches


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Five mutators; `winter` needs `base` and `snow`, `summer` conflicts with `winter`."""
    for name, more in {
        "base": "",
        "snow": "",
        "winter": "requires:\n  mutators: [base, snow]\n",
        "summer": "conflicts: [winter]\n",
        "broken": "colour: blue\n",
    }.items():
        folder = tmp_path / name
        folder.mkdir()
        head = f'oamut: 1\nid: {name}\nversion: "1.0.0"\nlayers: []\n'
        (folder / "oamut.yaml").write_text(head + more, encoding="utf-8")
        (folder / "mutator.lua").write_text("function mutate() return {} end", encoding="utf-8")
    return tmp_path


def stack(library: Path, *names: str, form: str = "text", locale: str = "en") -> int:
    folders = [str(library / name) for name in names]
    return main(["stack", *folders, "--format", form, "--locale", locale])


def found(library: Path, *names: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    code = stack(library, *names, form="json")
    result = json.loads(capsys.readouterr().out)
    assert result["accepted"] == (result["breaches"] == [])
    assert code == (0 if result["accepted"] else 1)
    return [
        f"{each['place']} {each['kind']} {each['other']} {each['otherPlace']}"
        for each in result["breaches"]
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["base"], []),
        (["base", "snow", "winter"], []),
        (["snow", "summer", "base"], []),
        (["winter"], ["1 missing base None", "1 missing snow None"]),
        (["base", "winter", "snow"], ["2 below snow 3"]),
        (["base", "snow", "base"], ["3 repeated base 1"]),
        (["base", "snow", "winter", "summer"], ["4 conflict winter 3"]),
        (["summer", "base", "snow", "winter"], ["4 conflict summer 1"]),
        (
            ["winter", "winter"],
            [
                "1 missing base None",
                "1 missing snow None",
                "2 repeated winter 1",
                "2 missing base None",
                "2 missing snow None",
            ],
        ),
    ],
    ids=" ".join,
)
def test_the_rules(
    library: Path, names: list[str], expected: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert found(library, *names, capsys=capsys) == expected


def test_a_list_on_a_terminal(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stack(library, "base", "winter", "snow") == 1
    assert (
        capsys.readouterr().out.replace(str(library), "…")
        == """\
1  base 1.0.0    …/base
2  winter 1.0.0  …/winter
   ✗ winter requires snow, which has to stand above it and stands at 3
3  snow 1.0.0    …/snow
The whole list is refused, and none of it runs.
"""
    )


def test_a_list_that_is_accepted_in_japanese(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stack(library, "base", "snow", "winter", locale="ja") == 0
    assert "上から下へ適用されます" in capsys.readouterr().out


def test_requirements_in_another_order_are_worth_a_remark(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stack(library, "snow", "base", "winter") == 0
    assert "! winter asks for base before snow" in capsys.readouterr().out


def test_a_package_that_the_game_refuses_by_itself(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stack(library, "base", "broken") == 0
    assert "! broken has errors in its manifest or layout (1)" in capsys.readouterr().out


def test_thirty_two_and_no_more() -> None:
    many = [Stacked(f"m{number}") for number in range(33)]

    assert breaches(many[:32]) == []
    (breach,) = breaches(many)
    assert (breach.kind, breach.place, breach.id) == ("too-many", 32, "m32")


def test_circles_cannot_be_stacked() -> None:
    one, other = Stacked("one", ["other"]), Stacked("other", ["one"])

    assert [each.kind for each in breaches([one, other])] == ["below"]
    assert [each.kind for each in breaches([Stacked("self", ["self"])])] == ["below"]


def test_a_requirement_that_is_on_twice_counts_where_it_stands_first() -> None:
    base = Stacked("base")

    kinds = [each.kind for each in breaches([base, Stacked("winter", ["base"]), base])]
    assert kinds == ["repeated"]


def test_what_is_no_package_stops_it_all(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (library / "nothing").mkdir()
    (library / "nameless").mkdir()
    (library / "nameless" / "oamut.yaml").write_text("oamut: 1\n", encoding="utf-8")
    assert stack(library, "base", "nothing", "nameless", "nowhere") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("modwright: ") == 3


def test_without_a_folder_there_is_nothing_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["stack"])
    assert ended.value.code == 2
    assert "FOLDER" in capsys.readouterr().err
