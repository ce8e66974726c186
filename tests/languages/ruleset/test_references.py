"""What values read: live state that is not there yet, values further down, circles of training."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.languages.ruleset.findings import findings
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import clean
from tests.languages.ruleset.sheet_text import check, mended, only, sheet, words
from tests.languages.ruleset.test_resolution import dice_sum

_WOUNDS = (
    '{"id": "harm", "label": "Harm", "min": 0, "max": 1, '
    '"levels": [{"label": "Down", "penalty": -2}], '
    '"kinds": [{"id": "cut", "label": "切傷", "severity": 0}]}'
)
_ITEMS = (
    '"items": {"categories": [{"id": "gear", "label": "Gear"}], '
    '"stats": [{"id": "weight", "label": "重さ", "type": "number", "min": 0, "max": 99}, '
    '{"id": "mark", "label": "Mark", "type": "text", "maxLength": 20}], '
    '"binding": {"label": "Bound", "max": BINDING}, '
    '"carry": {"stat": "weight", "encumberedAbove": ENCUMBERED, "limit": LIMIT}}'
)
_CATALOG = (
    '"catalogs": [{"id": "arms", "label": "Arms", "feeds": ["attacks"], "entries": ['
    '{"id": "blade", "label": "剣 ⚔", "rows": [{"list": "attacks", "values": {"power": 1}, '
    '"scaled": {"power": {"from": SCALED}}}], '
    '"mechanics": {"kind": "utility", "scales": {"from": SCALES, "table": [[1, 1]]}}}]}]'
)


def values(
    derived: str = "",
    pool: str = '{"const": 6}',
    *,
    skills: str = '{"id": "dig", "label": "Dig"}',
    others: str = "",
    bonus: str = "",
) -> str:
    """A sheet with a bit of everything that values can read."""
    return sheet(
        '"abilities": [{"id": "might", "label": "Might", "min": 1, "max": 5, "default": 2}], '
        f'"skills": [{skills}], '
        '"saves": [{"id": "nerve", "label": "Nerve"}], '
        '"fields": [{"id": "level", "label": "Level", "type": "number", "min": 1, "max": 9}, '
        '{"id": "calling", "label": "Calling", "type": "enum", "values": ["might", "火守"]}], '
        f'"derived": [{derived}], '
        '"lists": [{"id": "attacks", "label": "Attacks", "maxItems": 9, "columns": ['
        '{"id": "power", "label": "Power", "type": "number", "min": 0, "max": 9}, '
        '{"id": "ready", "label": "Ready", "type": "boolean"}, '
        '{"id": "name", "label": "Name", "type": "text", "maxLength": 40}]}], '
        f'"live": {{"pools": [{{"id": "grit", "label": "根性 🔥", "max": {pool}}}], '
        f'"tracks": [{_WOUNDS}, {{"id": "alarm", "label": "Alarm", "min": 0, "max": 4}}], '
        '"states": [{"id": "stance", "label": "Stance", "values": ["calm", "wild"]}]}',
        others,
        dice_sum(f'"proficiency": {{"bonus": {bonus}}}') if bonus else dice_sum(),
    )


def derived(name: str, *refs: str) -> str:
    return f'{{"id": "{name}", "label": "{name}", "op": "sum", "of": [{", ".join(refs)}]}}'


def items(
    binding: str = '{"const": 3}',
    encumbered: str = '{"const": 30}',
    limit: str = '{"const": 60}',
) -> str:
    text = _ITEMS.replace("BINDING", binding).replace("ENCUMBERED", encumbered)
    return text.replace("LIMIT", limit)


def catalog(scaled: str = '{"field": "level"}', scales: str = '{"field": "level"}') -> str:
    return _CATALOG.replace("SCALED", scaled).replace("SCALES", scales)


_ALL = (
    '{"const": 1}',
    '{"field": "level"}',
    '{"abilityScore": "might"}',
    '{"abilityMod": "might"}',
    '{"abilityModFromField": "calling"}',
    '{"skillMod": "dig"}',
    '{"saveMod": "nerve"}',
    '{"listSum": {"list": "attacks", "column": "power", "onlyWhen": "ready"}}',
    '{"livePool": "grit"}',
    '{"liveTrack": "alarm", "read": "remaining"}',
    '{"liveTrack": "harm", "read": "penalty"}',
)


@pytest.mark.parametrize("ref", _ALL)
def test_r10_a_derived_value_may_read_all_of_these(ref: str) -> None:
    clean(values(derived("total", ref)))


@pytest.mark.parametrize(
    ("ref", "code"),
    [
        ('{"field": «"levels"»}', "unresolved-reference"),
        ('{"field": «"calling"»}', "wrong-reference"),
        ('{"abilityScore": «"mights"»}', "unresolved-reference"),
        ('{"abilityModFromField": «"level"»}', "wrong-reference"),
        ('{"skillMod": «"nerve"»}', "unresolved-reference"),
        ('{"livePool": «"alarm"»}', "unresolved-reference"),
        ('{"liveTrack": «"grit"»}', "unresolved-reference"),
        ('{"listSum": {"list": «"attack"», "column": "power"}}', "unresolved-reference"),
        ('{"listSum": {"list": "attacks", "column": «"name"»}}', "wrong-reference"),
        (
            '{"listSum": {"list": "attacks", "column": "power", "onlyWhen": «"power"»}}',
            "wrong-reference",
        ),
        ('{"field": "level", «"read"»: "value"}', "exclusive-keys"),
        ('{"liveTrack": "alarm", "read": «"penalty"»}', "wrong-reference"),
    ],
)
def test_r10_what_a_reference_cannot_say(ref: str, code: str) -> None:
    check(values(derived("total", ref)), code)


def test_r10_read_is_taken_out_where_nothing_is_read() -> None:
    text = values(derived("total", '{"field": "level", "read": "value"}'))
    assert '{"field": "level"}' in mended(text, "exclusive-keys")


@pytest.mark.parametrize(
    "inner",
    [
        '"stat": "weight", "from": "worn", "pick": "sum"',
        '"from": "all", "pick": "count", "category": "gear"',
        '"stat": "mark", "from": "all", "pick": "count"',
    ],
)
def test_r10_items_are_summed_or_counted(inner: str) -> None:
    clean(values(derived("load", f'{{"itemStat": {{{inner}}}}}'), others=items()))


@pytest.mark.parametrize(
    ("ref", "code"),
    [
        ('{«"itemStat"»: {"from": "worn", "pick": "sum"}}', "missing-key"),
        (
            '{"itemStat": {"stat": «"mark"», "from": "worn", "pick": "max"}}',
            "wrong-reference",
        ),
        (
            '{"itemStat": {"stat": «"wait"», "from": "worn", "pick": "max"}}',
            "unresolved-reference",
        ),
        (
            '{"itemStat": {"stat": "weight", "from": "worn", "pick": "max", "tag": «"sharp"»}}',
            "unresolved-reference",
        ),
    ],
)
def test_r10_item_stats_are_numbers(ref: str, code: str) -> None:
    check(values(derived("load", ref), others=items()), code)


def test_r10_item_stats_need_the_items_block() -> None:
    ref = '{«"itemStat"»: {"stat": "weight", "from": "worn", "pick": "sum"}}'
    check(values(derived("load", ref)), "needs-block")


def test_r11_derived_values_read_upwards() -> None:
    low, high = derived("low", '{"const": 1}'), derived("high", '{"derived": "low"}')
    clean(values(f"{low}, {high}"))
    early = derived("high", '{"const": 2}', '{"derived": «"low"»}')
    check(values(f"{early}, {low}"), "forward-reference")
    assert "“low” stands below “high”" in words(values(f"{early}, {low}"), "forward-reference")


@pytest.mark.parametrize(
    "op",
    [
        '"op": "scale", "of": {"derived": «"me"»}, "multiplier": 2',
        '"op": "stepTable", "from": {"derived": «"me"»}, "table": [[0, 1]]',
        '"op": "max", "of": [{"const": 1}, {"derived": «"me"»}]',
    ],
)
def test_r11_a_derived_value_never_reads_itself(op: str) -> None:
    check(values(f'{{"id": "me", "label": "Me", {op}}}'), "forward-reference")


def test_r11_everybody_else_reads_whatever_is_there() -> None:
    clean(values(derived("low", '{"const": 1}'), '{"derived": "low"}'))


_LIVE = ('{"livePool": «"grit"»}', '{"liveTrack": «"alarm"»}', '{"liveTrack": «"harm"»}')


@pytest.mark.parametrize("ref", _LIVE)
def test_r12_maxima_and_the_bonus_are_worked_out_before_live_state(ref: str) -> None:
    check(values(pool=ref), "live-reference")
    check(values(bonus=ref), "live-reference")
    check(values(others=items(binding=ref)), "live-reference")
    check(values(others=items(encumbered=ref, limit=ref)), "live-reference")
    check(values(others=catalog(scaled=ref, scales=ref)), "live-reference")


@pytest.mark.parametrize("ref", _LIVE)
def test_r12_r34_a_track_has_no_live_maximum(ref: str) -> None:
    text = values().replace(
        '"label": "Alarm", "min": 0, "max": 4', f'"label": "Alarm", "min": 0, "max": {ref}'
    )
    check(text, "live-reference")


def test_r12_items_are_live() -> None:
    ref = '{"itemStat": «{"stat": "weight", "from": "worn", "pick": "sum"}»}'
    check(values(pool=ref, others=items()), "live-reference")


def test_r12_the_chain_to_live_state_is_shown() -> None:
    text = values(
        ", ".join(
            (
                '{"id": "mood", "label": "Mood", "op": "enumTable", '
                '"from": {"liveState": "stance"}, '
                '"table": {"wild": 1}}',
                derived("temper", '{"const": 1}', '{"derived": "mood"}'),
            )
        ),
        '{"derived": «"temper"»}',
    )
    check(text, "live-reference")
    assert words(text, "live-reference").endswith(
        "derived value “temper” → derived value “mood” → live state “stance”"
    )
    plain = unmark(text)[0]
    mentioned = [plain[each.start : each.end] for each in only(text, "live-reference").related]
    assert mentioned == ['"temper"', '"mood"', '"stance"']


def test_r12_a_skill_is_as_live_as_its_cap() -> None:
    skills = '{"id": "dig", "label": "Dig", "cap": {"livePool": "grit"}}'
    check(values(pool='{"skillMod": «"dig"»}', skills=skills), "live-reference")
    clean(values(pool='{"skillMod": "dig"}'))


def test_r12_what_is_not_there_is_not_live_either() -> None:
    check(values(pool='{"livePool": «"gritt"»}'), "unresolved-reference")


def test_r12_trap_19_a_table_of_a_field_may_feed_a_maximum() -> None:
    table = (
        '{"id": "size", "label": "Size", "op": "enumTable", "from": {"field": "calling"}, '
        '"table": {"might": 4}}'
    )
    clean(values(table, '{"derived": "size"}', others=catalog('{"derived": "size"}')))


def test_r12a_a_cell_does_not_follow_the_sum_it_may_be_part_of() -> None:
    total = '{"listSum": {"list": "attacks", "column": "power"}}'
    check(
        values(others=catalog('{"listSum": «{"list": "attacks", "column": "power"}»}')),
        "live-reference",
    )
    through = values(derived("sum", total), others=catalog('{"derived": «"sum"»}'))
    check(through, "live-reference")
    assert "derived value “sum” → list “attacks”" in words(through, "live-reference")
    # Only cells are held to it: not dice, and no maximum.
    clean(values(derived("sum", total), '{"derived": "sum"}', others=catalog(scales=total)))


def test_r12a_a_skill_brings_its_cap_and_the_bonus_along() -> None:
    total = derived("sum", '{"listSum": {"list": "attacks", "column": "power"}}')
    check(
        values(
            total,
            skills='{"id": "dig", "label": "Dig", "cap": {"derived": "sum"}}',
            others=catalog('{"skillMod": «"dig"»}'),
        ),
        "live-reference",
    )
    check(
        values(total, bonus='{"derived": "sum"}', others=catalog('{"saveMod": «"nerve"»}')),
        "live-reference",
    )
    clean(values(total, others=catalog('{"skillMod": "dig"}')))


@pytest.mark.parametrize("ref", ['{"skillMod": «"dig"»}', '{"saveMod": «"nerve"»}'])
def test_r13_the_bonus_is_no_skill_and_a_cap_is_none_either(ref: str) -> None:
    check(values(bonus=ref), "proficiency-cycle")
    skills = f'{{"id": "dig", "label": "Dig"}}, {{"id": "climb", "label": "登攀", "cap": {ref}}}'
    check(values(skills=skills), "proficiency-cycle")


_CAPPED = (
    '{"id": "dig", "label": "Dig"}, {"id": "climb", "label": "登攀", "cap": {"derived": "read"}}'
)


def test_r13_r36_no_derived_value_down_to_the_one_that_is_read_has_a_skill() -> None:
    parts = (
        derived("first", '{"const": 1}', '{"skillMod": «"dig"»}'),
        derived("read", '{"const": 2}', '{"saveMod": «"nerve"»}'),
        derived("below", '{"skillMod": "dig"}'),
    )
    check(values(", ".join(parts), bonus='{"derived": "read"}'), "proficiency-cycle")
    capped = values(", ".join(parts), skills=_CAPPED)
    check(capped, "proficiency-cycle")
    clean(values(unmark(", ".join(parts))[0]))


def test_r13_the_message_names_who_waits() -> None:
    text = values(
        ", ".join((derived("first", '{"skillMod": "dig"}'), derived("read", '{"const": 2}'))),
        skills=_CAPPED,
    )
    told = words(text, "proficiency-cycle")
    assert "the cap of the skill “climb” reads" in told
    assert "Move “first” below “read”" in told


_READ = st.sampled_from(
    (
        '{"const": 1}',
        '{"derived": "one"}',
        '{"derived": "two"}',
        '{"skillMod": "dig"}',
        '{"livePool": "grit"}',
        '{"listSum": {"list": "attacks", "column": "power"}}',
    )
)
_HOLES = 6


def _filled(refs: list[str]) -> str:
    one, two, cap, bonus, pool, scaled = refs
    return values(
        f"{derived('one', one)}, {derived('two', two)}",
        pool,
        skills=f'{{"id": "dig", "label": "掘る ⛏", "cap": {cap}}}',
        others=catalog(scaled=scaled),
        bonus=bonus,
    )


@given(st.lists(st.lists(_READ, min_size=_HOLES, max_size=_HOLES), min_size=2, max_size=6))
@settings(deadline=None, max_examples=30)
def test_r11_r12_r13_chains_are_followed_through_every_edit(versions: list[list[str]]) -> None:
    text = _filled(versions[0])
    tree = JsonDocument.parse(text)
    for refs in versions[1:]:
        new = _filled(refs)
        # One edit a version, from the first to the last character that differs.
        start = next((i for i, (a, b) in enumerate(zip(text, new, strict=False)) if a != b), 0)
        kept = min(len(text), len(new)) - start
        tail = next((i for i in range(kept) if text[-1 - i] != new[-1 - i]), kept)
        tree = tree.edited(new, start, len(text) - tail, len(new) - tail)
        text = new
        fresh = JsonDocument.parse(text)
        assert isinstance(tree.root, Object)
        assert isinstance(fresh.root, Object)
        kept_findings = findings(tree.root, tree.root_offset)
        assert sorted(map(repr, kept_findings)) == sorted(
            map(repr, findings(fresh.root, fresh.root_offset))
        )
