"""The style sheets in the site: what can match something in the book, and nothing else.

The theme's sheets know admonitions, languages and parts of which the book has none. A rule stays if
each name that its selector needs (a class, an id, an attribute, a tag) stands in a tag of some page
or anywhere in a script, which may put it there. So a rule goes only if nothing could ever match it;
`tests/browser/test_stylesheets.py` asks Chromium. The book's own sheets lose their comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import tinycss2
from tinycss2 import ast

_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_WORD = re.compile(r"[\w-]+")
_VARIABLE = re.compile(r"--[\w-]+")
_SET = re.compile(r"[{;](--[\w-]+):")
_READ = re.compile(r"var\(\s*(--[\w-]+)")
THEMES = "assets/stylesheets/*.css"
_GROUPING = {"container", "layer", "media", "supports"}
_EITHER = {"is", "where"}  # one of the selectors in the brackets is enough
_UNSEARCHED = ("search/*", "assets/javascripts/workers/*")  # scripts that touch no page


@dataclass(frozen=True)
class Names:
    """What selectors could find: whole names, and beginnings that a script completes."""

    whole: frozenset[str]
    begun: tuple[str, ...]

    def __contains__(self, name: str) -> bool:
        return name in self.whole or name.startswith(self.begun)


def _scripts(site: Path) -> Iterator[Path]:
    for script in site.rglob("*.js"):
        if not any(script.relative_to(site).match(pattern) for pattern in _UNSEARCHED):
            yield script


def names(site: Path) -> Names:
    """Return the names that stand in the tags of all pages of `site`, and in its scripts."""
    scripts = [script.read_text(encoding="utf-8") for script in _scripts(site)]
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html")]
    tags = {tag for page in pages for tag in _TAG.findall(page)}
    inline = [text for page in pages for text in re.findall(r"<script>(.*?)</script>", page, re.S)]
    spoken = {word for script in {*scripts, *inline} for word in _WORD.findall(script)}
    whole = spoken | {word for tag in tags for word in _WORD.findall(tag)}
    begun = (word for word in spoken if len(word) > 2 and word.endswith(("-", "_")))
    return Names(frozenset(whole), tuple(sorted(begun)))


def possible(selector: list[ast.Node], known: Names) -> bool:
    """Whether a selector, without commas, could match something that has the `known` names."""
    before = ""
    for node in selector:
        if node.type == "ident" and before != ":" and node.value not in known:
            return False
        if node.type == "hash" and node.value not in known:
            return False
        if node.type == "[] block" and not all(name in known for name in _attribute(node.content)):
            return False
        either = node.type == "function" and before == ":" and node.lower_name in _EITHER
        if either and not any(possible(choice, known) for choice in choices(node.arguments)):
            return False
        if node.type != "whitespace":
            before = node.value if node.type == "literal" else ""
    return True


def _attribute(content: list[ast.Node]) -> Iterator[str]:
    """Yield the names that `[name]` or `[name=value]` needs; parts of values need none."""
    words = [node for node in content if node.type in {"ident", "string"}]
    yield words[0].value
    exact = any(node.type == "literal" and node.value == "=" for node in content)
    if exact and len(words) > 1 and _WORD.fullmatch(words[1].value):
        yield words[1].value


def choices(nodes: list[ast.Node]) -> Iterator[list[ast.Node]]:
    """Yield the selectors of a list, which commas separate."""
    choice: list[ast.Node] = []
    for node in nodes:
        if node.type == "literal" and node.value == ",":
            yield choice
            choice = []
        elif choice or node.type not in {"whitespace", "comment"}:
            choice.append(node)
    yield choice


@dataclass(frozen=True)
class Rule:
    """A rule, as far as it matters here: `@media print` or selectors, and what is in the braces."""

    head: str
    selectors: tuple[tuple[str, list[ast.Node]], ...]
    declarations: tuple[tuple[str, str], ...]
    rules: tuple[Rule, ...]


@lru_cache(maxsize=16)  # under `mkdocs serve` the sheets seldom change
def parse(sheet: str) -> tuple[Rule, ...]:
    """Return the rules of a sheet, without comments."""
    return tuple(_rule(node) for node in tinycss2.parse_stylesheet(sheet, True, True))


def _rule(node: Any) -> Rule:
    if node.type == "qualified-rule":
        selectors = tuple((_text(choice), choice) for choice in choices(node.prelude))
        return Rule("", selectors, _declarations(node.content), ())
    head = f"@{node.at_keyword} {_text(node.prelude)}"
    if node.content is None:
        return Rule(f"{head};", (), (), ())
    if node.lower_at_keyword in _GROUPING or "keyframes" in node.lower_at_keyword:
        inside = tinycss2.parse_rule_list(node.content, True, True)
        if "keyframes" in node.lower_at_keyword:  # their heads are places in time, not selectors
            frames = ((_text(frame.prelude), _declarations(frame.content)) for frame in inside)
            return Rule(head, (), (), tuple(Rule(place, (), what, ()) for place, what in frames))
        return Rule(head, (), (), tuple(_rule(rule) for rule in inside))
    return Rule(head, (), _declarations(node.content), ())


def _declarations(content: list[ast.Node]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (node.name, _text(node.value) + "!important" * node.important)
        for node in tinycss2.parse_blocks_contents(content, True, True)
    )


def _text(nodes: list[ast.Node]) -> str:
    written = tinycss2.serialize([node for node in nodes if node.type != "comment"])
    return re.sub(r"\s+", " ", written).strip()


def write(
    rules: tuple[Rule, ...], known: Names | None = None, idle: frozenset[str] = frozenset()
) -> str:
    """Return a sheet of `rules`: of all, or of what could match, without the `idle` variables."""
    return "".join(_written(rule, known, idle) for rule in rules)


def _written(rule: Rule, known: Names | None, idle: frozenset[str]) -> str:
    if rule.head.endswith(";"):
        return rule.head
    head = rule.head or ",".join(
        text for text, nodes in rule.selectors if known is None or possible(nodes, known)
    )
    body = write(rule.rules, known, idle) or ";".join(
        f"{name}:{value}" for name, value in rule.declarations if name not in idle
    )
    return f"{head}{{{body}}}" if head and body else ""


def publish_what_is_used(site: Path) -> None:
    """Write each sheet of the built `site` anew, without comments; of the theme's, what is used.

    That is: the rules that could match, and the variables that something reads.
    """
    known = names(site)
    others = [text.read_text(encoding="utf-8") for text in (*site.rglob("*.html"), *_scripts(site))]
    read_there = {name for text in others for name in _VARIABLE.findall(text)}
    sheets = {path: parse(path.read_text(encoding="utf-8")) for path in site.rglob("*.css")}
    idle: frozenset[str] = frozenset()
    while True:
        written = {
            path: write(rules, known, idle) if path.match(THEMES) else write(rules)
            for path, rules in sheets.items()
        }
        text = "".join(written.values())
        unread = {*_SET.findall(text)} - {*_READ.findall(text)} - read_there - idle
        if not unread:
            break
        idle |= unread
    for path, content in written.items():
        path.write_text(content, encoding="utf-8", newline="\n")
