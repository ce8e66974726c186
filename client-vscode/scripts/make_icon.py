"""Draws icon.png: a block that is being made, and a tick. Needs nothing but Python.

python scripts/make_icon.py
"""

from __future__ import annotations

import itertools
import math
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

SIZE = 256
SAMPLES = 4

Point = tuple[float, float]
Colour = tuple[int, int, int]

BACKGROUND = ((23, 50, 77), (11, 28, 46))
TOP, LEFT, RIGHT = (255, 205, 112), (232, 146, 62), (196, 104, 42)
TICK = (255, 255, 255)

# A cube seen from a corner, in units of the picture.
CENTRE, EDGE = (0.5, 0.52), 0.34
DX, DY = EDGE * math.cos(math.pi / 6), EDGE / 2


def corner(x: float, y: float) -> Point:
    return CENTRE[0] + x, CENTRE[1] + y


FACES: tuple[tuple[Colour, tuple[Point, ...]], ...] = (
    (TOP, (corner(0, -EDGE), corner(DX, -DY), corner(0, 0), corner(-DX, -DY))),
    (LEFT, (corner(-DX, -DY), corner(0, 0), corner(0, EDGE), corner(-DX, DY))),
    (RIGHT, (corner(0, 0), corner(DX, -DY), corner(DX, DY), corner(0, EDGE))),
)
# The tick lies on the right face: its own two axes are the face's edges.
STROKE = ((0.22, 0.55), (0.42, 0.75), (0.80, 0.28))
STROKE_WIDTH = 0.032


def on_right_face(along: float, down: float) -> Point:
    return corner(along * DX, -along * DY + down * EDGE)


def is_inside(shape: tuple[Point, ...], x: float, y: float) -> bool:
    sides = zip(shape, shape[1:] + shape[:1], strict=True)
    return all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides)


def distance(a: Point, b: Point, x: float, y: float) -> float:
    """From a point to a stroke."""
    (ax, ay), (bx, by) = a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    at = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    return math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay))


def rounded(x: float, y: float, radius: float = 0.2) -> bool:
    dx, dy = max(abs(x - 0.5) - 0.5 + radius, 0), max(abs(y - 0.5) - 0.5 + radius, 0)
    return math.hypot(dx, dy) <= radius


def colour_at(x: float, y: float) -> tuple[int, int, int, int]:
    if not rounded(x, y):
        return 0, 0, 0, 0
    points = [on_right_face(*place) for place in STROKE]
    if any(distance(a, b, x, y) <= STROKE_WIDTH for a, b in itertools.pairwise(points)):
        return *TICK, 255
    for colour, shape in FACES:
        if is_inside(shape, x, y):
            return *colour, 255
    first, last = BACKGROUND
    mixed = (round(a + (b - a) * y) for a, b in zip(first, last, strict=True))
    red, green, blue = mixed
    return red, green, blue, 255


def rows(colour: Callable[[float, float], tuple[int, int, int, int]]) -> Iterator[bytes]:
    for row in range(SIZE):
        line = bytearray(b"\0")
        for column in range(SIZE):
            samples = [
                colour(
                    (column + (i + 0.5) / SAMPLES) / SIZE,
                    (row + (j + 0.5) / SAMPLES) / SIZE,
                )
                for i in range(SAMPLES)
                for j in range(SAMPLES)
            ]
            opacity = sum(sample[3] for sample in samples)
            for channel in range(3):
                total = sum(sample[channel] * sample[3] for sample in samples)
                line.append(round(total / opacity) if opacity else 0)
            line.append(round(opacity / len(samples)))
        yield bytes(line)


def chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def png(data: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, part) for kind, part in parts)


if __name__ == "__main__":
    target = Path(__file__).resolve().parents[1] / "icon.png"
    target.write_bytes(png(b"".join(rows(colour_at))))
