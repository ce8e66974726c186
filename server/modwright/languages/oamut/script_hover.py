"""Hover in a script."""

from __future__ import annotations

from modwright.languages.oamut import script_pages as pages
from modwright.languages.oamut.lua_reading import CHANGE, PLAN, Chain, Reading, reading_of
from modwright.languages.oamut.plan_words import plan_words
from modwright.languages.oamut.script_package import Around, module_path
from modwright.languages.oamut.script_strings import use_of_string
from modwright.languages.results import Description


def describe(text: str, offset: int, locale: str, around: Around) -> Description | None:
    """What stands at `offset`, as far as the plan is concerned."""
    reading = reading_of(text)
    index = reading.touching(offset)
    if index is None or reading.in_comment(offset):
        return None
    token = reading.tokens[index]
    describer = _Describer(reading, locale, around)
    if token.is_string:
        markdown = describer.string(index)
        span = token.inner_start, token.inner_end
        if not span[0] <= offset <= span[1]:
            span = token.start, token.end  # on a long bracket
        return Description(*span, markdown) if markdown else None
    markdown = describer.name(index) if token.is_name else ""
    return Description(token.start, token.end, markdown) if markdown else None


class _Describer:
    def __init__(self, reading: Reading, locale: str, around: Around) -> None:
        self.reading = reading
        self.locale = locale
        self.around = around
        self.words = plan_words()

    def name(self, index: int) -> str:
        reading, words = self.reading, self.words
        name = reading.tokens[index].text
        if reading.is_item_start(index) and reading.is_symbol(index + 1, "="):
            role = reading.roles.get(reading.frame_of[index].open)
            return self.key((*role, name)) if role else ""
        if reading.is_symbol(index - 1, ":"):
            word = words.finisher if name == words.finisher.name else words.selectors.get(name)
            return pages.word_page(word, self.locale) if word else ""
        chain = reading.chain_to(index)
        return self.chain(chain) if chain else ""

    def chain(self, chain: Chain) -> str:
        value = self.reading.value_of(chain)
        if value.kind == "context":
            if not value.path:
                return pages.context_page(self.locale)
            call = (
                self.reading.tokens[chain.root].text if len(chain.steps) == len(value.path) else ""
            )
            return pages.member_page(value.path, value.phase, self.around, self.locale, call)
        if value.kind == "table":
            return self.key(value.path)
        if value.kind != "global" or len(value.path) != 1:
            return ""
        name = value.path[0]
        words = self.words
        if name in words.closed:
            return pages.closed_page(name, self.locale)
        word = words.entry if name == words.entry.name else words.globals.get(name)
        return pages.word_page(word, self.locale) if word else ""

    def key(self, role: tuple[str, ...]) -> str:
        """A key of a table of the plan by its role."""
        words, locale = self.words, self.locale
        match role:
            case (first, name) if first == PLAN and name in words.plan_keys:
                return pages.plan_key_page(words.plan_keys[name], self.around, locale)
            case (first, name, inner) if first == PLAN and name in words.plan_keys:
                found = (key for key in words.plan_keys[name].keys if key.name == inner)
                return "".join(pages.word_page(key, locale) for key in found)
            case (first, name) if first == CHANGE and name in words.verbs:
                return pages.word_page(words.verbs[name], locale)
            case (first, name, _, bound) if first == CHANGE and name in words.verbs:
                verb = words.verbs[name]
                is_bound = verb.bounds is not None and bound in verb.bounds
                return pages.bounds_page(verb, bound, locale) if is_bound else ""
            case _:
                return ""

    def string(self, index: int) -> str:
        use = use_of_string(self.reading, index)
        if use is None:
            return ""
        written, around, locale = self.reading.tokens[index].string, self.around, self.locale
        if use.kind == "member" and use.of.kind == "context":
            path = (*use.of.path, written)
            return pages.member_page(path, use.of.phase, around, locale)
        if use.kind == "value":
            option = around.option(use.of.path[1])
            if option is None or not pages.holds_text(option):
                return ""
            return pages.value_page(option, written, locale)
        if around.package is None:
            return ""
        if use.kind == "module":
            wanted = module_path(written)
            return pages.module_page(written, around.module(written), wanted, locale)
        if use.kind == "rules":
            return pages.rule_file_page(written, around.file(written), locale)
        if use.kind == "add":
            return pages.folder_page(written, len(around.below(written)), locale)
        return ""
