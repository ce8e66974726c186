"""Packages to measure with: a manifest and a script of a size, always the same, without fault."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

_HEAD = """\
oamut: 1
id: long-winter
name: 長い冬 ❄ Long Winter
version: "1.10"
description: 金属が減り、暖を取るのに電力がかかる、長い対戦です。
works-with: ["*"]
layers: [rules, units]
options:
"""
_WORDS = (
    "雪原の 静かな 夜",
    "長い 冬の 朝",
    "吹雪の ただ中 ❄",
    "a winter without end",
    "冷たい 風",
)


def write_package(folder: Path, *, manifest_size: int, script_size: int) -> None:
    """Write `oamut.yaml` and `mutator.lua` of about these sizes (bytes of UTF-8)."""
    folder.mkdir(parents=True)
    rng = random.Random(7)
    manifest, options = _manifest(rng, manifest_size)
    (folder / "oamut.yaml").write_text(manifest, encoding="utf-8")
    (folder / "mutator.lua").write_text(_script(rng, options, script_size), encoding="utf-8")


def _size(text: str) -> int:
    return len(text.encode())


def _manifest(rng: random.Random, size: int) -> tuple[str, Sequence[str]]:
    text, options = _HEAD, list[str]()
    while _size(text) < size:
        number = len(options)
        options.append(f"winter_{number}")
        text += f"  - id: winter_{number}\n" + _OPTIONS[number % len(_OPTIONS)](rng)
    return text, options


def _toggle(rng: random.Random) -> str:
    return f"    type: toggle      # {rng.choice(_WORDS)}\n    default: true\n"


def _choice(rng: random.Random) -> str:
    labels = "".join(
        f"      {value}: {rng.choice(_WORDS)}\n" for value in ("short", "long", "deep")
    )
    return (
        "    type: choice\n    values: [short, long, deep]\n    default: long\n"
        f"    labels:\n{labels}"
    )


def _number(rng: random.Random) -> str:
    default = rng.randint(1, 10) / 10
    return f"    type: number\n    min: 0.1\n    max: 1.0\n    step: 0.1\n    default: {default}\n"


_OPTIONS = (_toggle, _choice, _number)


def _script(rng: random.Random, options: Sequence[str], size: int) -> str:
    reads = "".join(f'  print("{rng.choice(_WORDS)}", options.{each})\n' for each in options)
    end = (
        f"function mutate(ctx)\n  local options = ctx.options\n{reads}"
        '  return {\n    rules = { all("units"):change { scale = { maxdamage = fixed(2) } } },\n'
        "    units = function(game)\n      freeze_0(game.units, 2)\n    end,\n  }\nend\n"
    )
    text = ""
    for part in _functions(rng):
        if _size(text) + _size(end) >= size:
            break
        text += part
    return text + end


def _functions(rng: random.Random) -> Iterator[str]:
    number = 0
    while True:
        yield (
            f"-- {rng.choice(_WORDS)}。{rng.choice(_WORDS)}。\n"
            f"local function freeze_{number}(units, amount)\n"
            "  for name, unit in pairs(units) do\n"
            '    if unit.category and unit.category:find("WINTER") then\n'
            f"      unit.workertime = unit.workertime * amount + {number}\n"
            f'      unit.description = "{rng.choice(_WORDS)}" .. name\n'
            "    end\n  end\nend\n\n"
        )
        number += 1
