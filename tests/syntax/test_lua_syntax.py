"""Where a script does not compile, to the character."""

from __future__ import annotations

import pytest

from modwright.syntax.lua_compiler import LuaFault, compile_fault

FACE = "-- 😀 値\n"


def fault_of(marked: str) -> tuple[LuaFault | None, tuple[int, int]]:
    """The fault of a text, and the place between « and » (guillemets are not part of the text)."""
    start, end = marked.index("«"), marked.index("»") - 1
    return compile_fault(marked.replace("«", "").replace("»", "")), (start, end)


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("unexpected", "x = «=» 3 = 4"),
        ("unexpected", "x = '値' y = «=» = 4"),
        ("foreign", "f() «、» g()"),
        ("foreign", "x = «値»"),
        ("foreign", "«値» = 1"),
        ("foreign", "x = «‘»a’"),
        ("foreign", "x =«　»1"),
        ("unexpected", "x = «}»"),
        ("unexpected", "x = {1,«,»2}"),
        ("unexpected", "local ctx«.»a = 1"),
        ("unexpected", "x = «\0»"),
        ("no-statement", "x «+»= 1"),
        ("no-statement", "f() «=» 1"),
        ("no-statement", "a.b.«c»"),
        ("no-statement", "x «!»= 1"),
        ("end-expected", "x = 1 «end»"),
        ("end-expected", "return\nx «=» 1"),
        ("expected", "x = {a «b»}"),
        ("expected", "if a «=» b then end"),
        ("expected", "if x «then»"),
        ("unclosed", "if x then\n f()\nend\nfor i = 1, 2 «do»\n\n"),
        ("name-expected", "for «1» = 2 do"),
        ("name-expected", "x = ctx.\n«end»"),
        ("parameter-expected", "function f«(»"),
        ("arguments-expected", "f:«a»"),
        ("open-string", 's = «"値 abc»\ny = 1'),
        ("open-string", "s = 'it's«'»"),
        ("open-long", "s = «[==[» a ]] ]=]\n\n"),
        ("open-long", "x = [[ a ]] «--[[» 😀\n"),
        ("number", "x = «3x»"),
        ("number", "x = «0x»"),
        ("number", "x = «1.2.3»"),
        ("escape", r"x = 'a\n値«\q»'"),
        ("escape", r"x = '«\300»'"),
        ("escape", r"x = '\65«\x4»'"),
        ("escape", r"x = '«\u{»z}'"),
        ("long-delimiter", "x = «[=»a"),
        ("no-label", "goto «continue»"),
        ("goto-scope", "goto «x»; local a; ::x:: print(a)"),
        ("label-twice", "::a:: ::«a»::"),
        ("break", "while true do break end «break»"),
        ("break", "«break» while true do break end"),
        ("goto-scope", "do ::x:: goto x end goto «x»; local a; ::x:: print(a)"),
        ("constant", "local x <const> = 1; «x» = 2"),
        ("attribute", "local x <«foo»> = 1"),
        ("vararg", "function f() return «...» end"),
        ("too-deep", "x = " + "(" * 196 + "«(»" + "(" * 9),
    ],
)
def test_the_token_that_lua_speaks_of(variant: str, text: str) -> None:
    for before in ("", FACE, "local s = '😀' -- 値\r\n", "\n\r\n", "\ufeff#!/usr/bin/lua 値\n"):
        fault, place = fault_of(before + text)

        assert fault is not None
        assert (fault.variant, fault.start, fault.end) == (variant, *place)


def test_an_open_block_is_shown_where_it_begins() -> None:
    text = FACE + "function mutate(ctx)\n  if ctx then\n    f()\n  end\n"

    fault = compile_fault(text)

    assert fault is not None
    assert fault.variant == "unclosed"
    assert fault.near is None
    assert fault.opening is not None
    assert text[slice(*fault.opening)] == "function"
    assert text[fault.start : fault.end] == "end"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\t\n",
        "x = 1",
        FACE + "print('値', \"\\u{1F600}\", [[😀]])",
        "#!/usr/bin/env lua\nx = 1",
        "# anything\nx = 1",
        "\ufeffx = 1",
        "\ufeff#!lua\nx = 1",
        "x = 'a\0b'",
        "x = '\ud800'",
        'x = "a\\\r\nb"',
        "goto done\n::done::",
        "local x <close> = nil",
    ],
)
def test_a_script_that_compiles(text: str) -> None:
    assert compile_fault(text) is None


@pytest.mark.parametrize("text", ["\n#!lua\nx = 1", "x = 1\ufeff", " \ufeffx = 1", "x = 1\n#!lua"])
def test_marks_are_passed_over_only_where_lua_does(text: str) -> None:
    assert compile_fault(text) is not None


def test_bytecode_is_refused_unread() -> None:
    fault = compile_fault("\x1bLuaT\0\x19\x93\r\n\x1a\n" + "\ufffd" * 100)

    assert fault is not None
    assert (fault.variant, fault.start, fault.end) == ("binary", 0, 1)


def test_checking_runs_nothing() -> None:
    assert compile_fault("while true do end") is None
    assert compile_fault("error(string.rep('x', 1 << 40))") is None
