"""How far modwright agrees with the engine's own reader about faulty rulesets.

    python -m tests.bench.agreement path/to/corpus/ruleset [--show N] [--only false|missed]

The corpus holds rulesets and `mutations.jsonl`: a line for each edited file, with the places the
engine refuses (none: it accepts the file). Printed are the share of equal verdicts, the false
alarms, the share of refused ones with an error in the right place, and the disagreements grouped
by code and path.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from modwright.findings.model import Finding, Severity
from modwright.languages.analysing import analyse
from modwright.languages.registry import language
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Node, Object
from modwright.text.source import SourceText

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Path_: TypeAlias = "tuple[str | int, ...]"


class Mutation(NamedTuple):
    line: int
    base: str
    kind: str
    text: str
    refused: tuple[tuple[Path_, str], ...]


class Verdict(NamedTuple):
    """What we say of one file: its errors, and which of the refused places one of them meets."""

    mutation: Mutation
    errors: tuple[Finding, ...]
    met: tuple[bool, ...]

    @property
    def is_false_alarm(self) -> bool:
        return bool(self.errors) and not self.mutation.refused

    @property
    def is_missed(self) -> bool:
        return bool(self.mutation.refused) and not self.errors

    @property
    def is_misplaced(self) -> bool:
        return bool(self.mutation.refused) and bool(self.errors) and not any(self.met)


def _edited(document: Json, ops: Sequence[dict[str, Json]]) -> Json:
    """`document` with the edits of a mutation done to a copy of it."""
    changed = copy.deepcopy(document)
    for op in ops:
        path = cast("list[str | int]", op["path"])
        if not path:
            changed = op["value"]
            continue
        holder: Json = changed
        for step in path[:-1]:
            holder = cast("dict[str | int, Json]", holder)[step]
        last = path[-1]
        match op["op"]:
            case "set":
                cast("dict[str | int, Json]", holder)[last] = copy.deepcopy(op["value"])
            case "delete":
                del cast("dict[str | int, Json]", holder)[last]
            case "insert":
                cast("list[Json]", holder).insert(cast("int", last), copy.deepcopy(op["value"]))
            case "rename":
                named = cast("dict[str, Json]", holder)
                new = cast("str", op.get("to", op.get("value")))
                kept = [(new if key == last else key, value) for key, value in named.items()]
                named.clear()
                named.update(kept)
            case other:
                raise ValueError(f"unknown edit {other}")
    return changed


def mutations(folder: Path) -> Iterator[Mutation]:
    bases: dict[str, Json] = {}
    # Not splitlines(): a string may hold any of the line breaks of Unicode.
    lines = (folder / "mutations.jsonl").read_text(encoding="utf-8").strip().split("\n")
    for number, line in enumerate(lines, 1):
        data = json.loads(line)
        base = data["base"]
        if base not in bases:
            bases[base] = json.loads((folder / base).read_text(encoding="utf-8"))
        text = json.dumps(_edited(bases[base], data["ops"]), ensure_ascii=False, indent=1)
        refused = tuple((tuple(each["path"]), each["why"]) for each in data["refused"])
        yield Mutation(number, base, data["kind"], text, refused)


def place_of(root: Node, offset: int, path: Path_) -> list[tuple[int, int]]:
    """Where an error may stand for a refusal at `path`: the value, its key, or, for something that
    is missing, the object around it."""
    node = root
    places = [(offset, offset + node.width)]
    for step in path:
        if isinstance(node, Object) and isinstance(step, str):
            entry = node.get(step)
            if entry is None or entry.value is None:
                break
            key = (offset + entry.key_offset, offset + entry.key_offset + entry.key.width)
            offset += entry.value_offset
            node = entry.value
            places = [(offset, offset + node.width), key]
        elif isinstance(node, Array) and isinstance(step, int) and step < len(node.items):
            offset += node.offsets[step]
            node = node.items[step]
            places = [(offset, offset + node.width)]
        else:
            break
    else:
        return places
    # Something on the way is missing: the object it is missing from, or the key of that object.
    return [(offset, offset + node.width), *_key_before(root, path)]


def _key_before(root: Node, path: Path_) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    node, offset = root, 0
    for step in path:
        if isinstance(node, Object) and isinstance(step, str):
            entry = node.get(step)
            if entry is None or entry.value is None:
                break
            found = [(offset + entry.key_offset, offset + entry.key_offset + entry.key.width)]
            offset += entry.value_offset
            node = entry.value
        elif isinstance(node, Array) and isinstance(step, int) and step < len(node.items):
            found = []
            offset += node.offsets[step]
            node = node.items[step]
        else:
            break
    return found


def judged(mutation: Mutation) -> Verdict:
    source = SourceText.of(mutation.text)
    tree = JsonDocument.parse(mutation.text)
    analysis = analyse(source, tree, language("ruleset"), None)
    errors = tuple(each for each in analysis.findings if each.severity is Severity.ERROR)
    met: list[bool] = []
    for path, _ in mutation.refused:
        places = place_of(tree.root, tree.root_offset, path) if tree.root else []
        met.append(any(start <= e.start and e.end <= end for e in errors for start, end in places))
    return Verdict(mutation, errors, tuple(met))


def _shape(path: Path_) -> str:
    return ".".join("*" if isinstance(step, int) else step for step in path) or "(root)"


def _told(verdict: Verdict) -> str:
    mutation = verdict.mutation
    refused = "; ".join(f"{_shape(path)} ({why})" for path, why in mutation.refused)
    errors = "; ".join(
        f"{e.code} {mutation.text[e.start : e.end][:40]!r}" for e in verdict.errors[:6]
    )
    return (
        f"  line {mutation.line} [{mutation.base} {mutation.kind}] engine: {refused} · we: {errors}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0, help="tell so many disagreements in full")
    parser.add_argument("--only", choices=("false", "missed", "misplaced"))
    options = parser.parse_args(arguments)
    verdicts = [judged(mutation) for mutation in mutations(options.folder)]
    refused = [verdict for verdict in verdicts if verdict.mutation.refused]
    groups = {
        "false": [verdict for verdict in verdicts if verdict.is_false_alarm],
        "missed": [verdict for verdict in verdicts if verdict.is_missed],
        "misplaced": [verdict for verdict in verdicts if verdict.is_misplaced],
    }
    wrong = len(groups["false"]) + len(groups["missed"])
    placed = sum(1 for verdict in refused if any(verdict.met))
    print(f"verdicts agree: {len(verdicts) - wrong} of {len(verdicts)}", end=" ")
    print(f"({100 * (1 - wrong / len(verdicts)):.2f} %)")
    print(f"false alarms: {len(groups['false'])}, missed: {len(groups['missed'])}")
    share = 100 * placed / len(refused)
    print(f"in the right place: {placed} of {len(refused)} refused ({share:.2f} %)")
    for name, group in groups.items():
        if options.only not in (None, name) or not group:
            continue
        print(f"\n{name}:")
        counted: Counter[str] = Counter()
        for verdict in group:
            if name == "false":
                counted.update({f"{e.code}" for e in verdict.errors})
            else:
                counted.update(_shape(path) for path, _ in verdict.mutation.refused[:1])
        for shape, count in counted.most_common():
            print(f"  {count:4}  {shape}")
        for verdict in group[: options.show]:
            print(_told(verdict))


if __name__ == "__main__":
    main()
