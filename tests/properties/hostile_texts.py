"""Texts that nobody writes and every server meets: by accident, by a merge, or by malice."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping

MANY = 100_000

_RULE = (
    '{"name": "夜", "trigger": {"type": "player.join"},'
    ' "actions": [{"type": "log", "params": {"message": %s}}]}'
)


def with_message(message: str) -> str:
    """A spec of one rule that logs `message`, which is JSON."""
    return with_rules(_RULE % message)


def with_rules(rules: str) -> str:
    return '{"specVersion": 1, "name": "広場 😋", "rules": [' + rules + "]}"


_CONFLICT = ["<<<<<<< HEAD", '"name": "昼"', "=======", '"name": "夜"', ">>>>>>> topic"]
_BITS = [*'{}[]:,"\n 1', '"a"', "true", '"type"', "夜"]


TEXTS: Mapping[str, Callable[[], str]] = {
    # brackets
    "open braces": lambda: "{" * MANY,
    "open brackets": lambda: "[" * MANY,
    "open objects": lambda: '{"a":' * MANY,
    "open of both kinds": lambda: "[{" * (MANY // 2),
    "closing braces": lambda: "}" * MANY,
    "closing brackets": lambda: "]" * MANY,
    "closing of both kinds": lambda: "]}" * (MANY // 2),
    "balanced brackets": lambda: "[" * (MANY // 2) + "]" * (MANY // 2),
    "balanced objects": lambda: '{"a":' * (MANY // 2) + "1" + "}" * (MANY // 2),
    "empty pairs in an array": lambda: "[" + "[]," * (MANY // 2) + "[]]",
    "brackets crosswise": lambda: "{]" * (MANY // 2),
    "objects closed early": lambda: '{"a":{"b":1}},"c":2}' * 5_000,
    "brackets inside a rule": lambda: with_rules("[" * MANY),
    # sizes
    "10 MB of JSON": lambda: "[" + '{"あ": "日本😋 text"},' * 450_000 + "1]",
    "10 MB of rules": lambda: with_rules(",".join([_RULE % '"こんばんは"'] * 90_000)),
    "3 MB on one line": lambda: with_message('"' + "夜😋" * 430_000 + '"'),
    "2,000 rules": lambda: with_rules(",".join([_RULE % '"こんばんは"'] * 2_000)),
    "a text of 90 KB": lambda: with_message('"' + "😋{player}" * 10_000 + '"'),
    "a key of 900 KB": lambda: '{"specVersion": 1, "' + "鍵" * 900_000 + '": 1}',
    "an id of 900 KB": lambda: with_message('"x"').replace("log", "l" * 900_000),
    "a parameter of 900 KB": lambda: with_message('"x"').replace("message", "m" * 900_000),
    "a variable of 900 KB": lambda: with_message('"{' + "p" * 900_000 + '}"'),
    "a number of 900 KB": lambda: '{"specVersion": ' + "9" * 900_000 + "}",
    "a word of 900 KB": lambda: '{"specVersion": ' + "あ" * 900_000 + "}",
    "blanks": lambda: "{" + " " * 900_000 + "}",
    "line breaks": lambda: "{" + "\r\n" * 400_000 + "}",
    # strings
    "open braces in a text": lambda: with_message('"' + "{" * 900_000 + '"'),
    "closing braces in a text": lambda: with_message('"' + "}" * MANY + '"'),
    "brace pairs in a text": lambda: with_message('"' + "{}" * 20_000 + '"'),
    "ampersands in a text": lambda: with_message('"' + "&" * 900_000 + '"'),
    "colour codes in a text": lambda: with_message('"' + "&6" * MANY + '"'),
    "backslashes in a text": lambda: with_message('"' + "\\" * 900_000 + '"'),
    "an odd number of backslashes": lambda: with_message('"' + "\\" * (MANY + 1) + '"'),
    "unknown escapes": lambda: with_message('"' + "\\q" * MANY + '"'),
    "half escapes": lambda: with_message('"' + "\\u" * MANY + '"'),
    "lone surrogate escapes": lambda: with_message('"' + "\\ud83d" * MANY + '"'),
    "lone surrogates": lambda: with_message('"' + "\ud83d" * MANY + '"'),
    "quotes": lambda: '"' * (MANY + 1),
    "open strings on every line": lambda: '"夜\n' * MANY,
    "quotes of the wrong kind": lambda: "“" * MANY,
    # characters
    "NUL": lambda: "\0" * MANY,
    "NUL in a text": lambda: with_message('"' + "\0" * MANY + '"'),
    "line separators": lambda: "\u2028" * MANY,
    "line separators in a spec": lambda: with_message('"x"').replace(" ", "\u2028"),
    "byte order marks": lambda: "\ufeff" * MANY,
    "minus signs": lambda: "-" * MANY,
    "dots": lambda: "." * MANY,
    "full-width commas": lambda: "，" * MANY,
    "binary": lambda: random.Random(1).randbytes(300_000).decode("latin-1"),
    "any characters": lambda: "".join(map(chr, random.Random(2).choices(range(0x110000), k=MANY))),
    # many of one thing
    "a key 20,000 times": lambda: '{"specVersion": 1, ' + '"name": "夜", ' * 20_000 + '"id": "x"}',
    "a rule's key 20,000 times": lambda: with_rules("{" + '"name": "夜", ' * 20_000 + '"id": "x"}'),
    "20,000 unknown keys": lambda: json.dumps({f"k{number}": 1 for number in range(20_000)}),
    "20,000 rules that are wrong": lambda: with_rules(",".join(['{"name": 5}'] * 20_000)),
    "20,000 unknown actions": lambda: with_message('"x"').replace(
        '{"type": "log"', '{"type": "player.sendmesage"},' * 20_000 + '{"type": "log"'
    ),
    "20,000 unknown variables": lambda: with_message('"' + "{plyer} " * 20_000 + '"'),
    "the same id in 3,000 rules": lambda: with_rules(
        ",".join([(_RULE % '"x"').replace("{", '{"id": "a", ', 1)] * 3_000)
    ),
    "20,000 commas": lambda: "[" + "," * 20_000 + "]",
    "colons": lambda: "{" + ":" * MANY + "}",
    "keys without values": lambda: "{" + '"a"' * (MANY // 2) + "}",
    "keys for values": lambda: "{" + '"a":' * (MANY // 2) + "}",
    "words": lambda: "あ a " * MANY,
    "comments": lambda: "// 夜\n" * (MANY // 2) + "{}",
    "open comments": lambda: "/*" * MANY,
    "merge conflicts": lambda: "\n".join(['{"specVersion": 1,', *_CONFLICT, "}"]),
    "merge conflicts by the thousand": lambda: "\n".join(_CONFLICT * 5_000),
    "JSON in no order": lambda: "".join(random.Random(3).choices(_BITS, k=MANY)),
    # numbers
    "numbers no double holds": lambda: (
        '{"specVersion": 1e999, "rules": [-0, 1e-400, -1e999, '
        + f"{'9' * 5_000}, 0.{'0' * 5_000}1, 1e{'9' * 5_000}]}}"
    ),
    "a repetition without end": lambda: with_message('"x"').replace(
        '{"type": "player.join"}',
        '{"type": "schedule.repeat", "params": {"seconds": 1e999}}',
    ),
}
