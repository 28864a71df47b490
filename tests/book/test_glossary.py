"""The glossary's words: each explained once, and shown where a chapter first uses it."""

from __future__ import annotations

import re

import markdown
import pytest
from bookbuild import glossary, source
from bs4 import BeautifulSoup, Tag
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

GLOSSARY = source.ROOT / "docs" / "reference" / "glossary.md"
LONGEST = 230  # characters: a tooltip is read at a glance

WORDS = """# Glossary

## Weight {#weight}

A number that one *input* is multiplied by, 0.5<!-- = w --> "here".

From [chapter 1](../chapters/1-neuron.md).

## Feed-forward part {#feed-forward data-also="feed-forward, MLP"}

Two layers, on each token's row on its own.

From [chapter 7](../chapters/7-gpt2.md).

## Layer normalization {#layer-normalization}

It sets a row back.

## Layer {#layer}

Many neurons.

## Bias {#bias}

Added last.

## Shape {#shape data-link="named"}

How long an array is.
"""


def render(text: str, path: str = "chapters/1-neuron.md") -> BeautifulSoup:
    """Return `text` as the site renders it at `path`, with `WORDS` as the glossary."""
    config = load_config(str(source.ROOT / "mkdocs.yml"))
    config.plugins._current_plugin = "tests"  # a file must say who made it
    files = Files(
        [
            File.generated(config, path, content=text),
            File.generated(config, glossary.GLOSSARY, content=WORDS),
        ]
    )
    config.markdown_extensions.append(glossary.Glossary())
    page = Page(None, files.get_file_from_path(path), config)
    page.markdown = text
    page.render(config, files)
    return BeautifulSoup(page.content, "html.parser")


def marked(text: str, path: str = "chapters/1-neuron.md") -> list[Tag]:
    return render(text, path).select("a.nb-term")


def test_the_first_use_of_a_word_leads_to_its_entry_and_explains_it() -> None:
    [link] = marked("Every weight counts, and a weight may be 0.")
    assert link.text == "weight"
    assert link["href"] == "../reference/glossary.html#weight"
    assert link["title"] == "A number that one input is multiplied by, 0.5 “here”."


def test_only_the_text_of_the_page_changes_into_links_and_not_a_letter_of_it() -> None:
    text = "*Weights* and biases, **a layer** of them: weights, `weight`, MLP. A bias.\n\n- MLPs"
    page = render(text)
    assert page.get_text() == render(text, "index.md").get_text()
    assert [a.text for a in page.select("a")] == ["Weights", "biases", "layer", "MLP"]


@pytest.mark.parametrize(
    "text",
    [
        "# A weight\n\nText.",
        "## A weight\n\nText.",
        "`weight`",
        "```text\nweight\n```",
        "[one weight](https://a.example/)",
        "$weight$",
        '!!! note "Weight"\n\n    Text.',
        '??? note "Weight"\n\n    Text.',
        '<figure markdown="span">\n![Weight](a.svg)\n<figcaption>Weight</figcaption>\n</figure>',
        "| weight |\n|---|\n| 1 |",
        "overweight, weight-less, weightless, weight_3",
        "the shape",
    ],
)
def test_no_word_is_marked_in_headings_code_links_formulas_captions_or_within_words(
    text: str,
) -> None:
    assert marked(f"{text}\n") == []


def test_a_word_is_marked_where_it_is_not_in_one_of_these() -> None:
    text = "# A weight\n\n`weight` [weight](https://a.example/)\n\n??? note\n\n    - the weight"
    [link] = marked(text)
    assert link.parent.name == "li"


def test_the_longest_word_wins() -> None:
    first, second = marked("In layer normalization, and in a layer.")
    assert first["href"].endswith("#layer-normalization")
    assert second["href"].endswith("#layer")


@pytest.mark.parametrize(
    "spelling",
    ["layer\nnormalization", "Layer normalizations", "LAYER NORMALIZATION", "layer-normalization"],
)
def test_a_word_is_known_in_other_spellings_and_over_two_lines(spelling: str) -> None:
    [link] = marked(f"It is called {spelling} here.")
    assert link.text == spelling
    assert link["href"].endswith("#layer-normalization")


def test_an_authors_link_to_an_entry_is_explained_and_is_the_only_one() -> None:
    [link] = marked("A weight is [a number of its own](../reference/glossary.md#weight).")
    assert link.text == "a number of its own"
    assert link["title"].startswith("A number that one input")


def test_an_author_can_mark_a_word_on_any_page_and_others_are_left_alone() -> None:
    [link] = marked("A layer has a [shape](reference/glossary.md#shape).", "index.md")
    assert link["title"] == "How long an array is."


def test_a_word_that_the_glossary_does_not_have_ends_the_build() -> None:
    with pytest.raises(glossary.TermError) as caught:
        render("# A page\n\nText.\n\nSome [wait](../reference/glossary.md#weigh) here.\n")
    message = "chapters/1-neuron.md:5: the glossary has no term 'weigh'"
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("there should stand one that it has: weight")


def test_an_explanation_is_plain_text() -> None:
    text = 'A [layer](a.md) of *n* `W` & 0.5<!-- = 1 / 2 -->, "so".'
    assert glossary.plain(text) == "A layer of n W & 0.5, “so”."


@pytest.fixture(scope="module")
def entries() -> list[glossary.Term]:
    return glossary.terms(GLOSSARY.read_text(encoding="utf-8"))


def test_every_heading_of_the_glossary_is_an_entry(entries: list[glossary.Term]) -> None:
    page = source.read(GLOSSARY)
    headings = [n for n, line in enumerate(page.lines, 1) if re.match("##+ ", line)]
    assert [term.line for term in entries] == headings


def test_every_entry_is_one_or_two_sentences_and_says_where_the_word_comes_from(
    entries: list[glossary.Term],
) -> None:
    text = GLOSSARY.read_text(encoding="utf-8")
    for term, body in zip(entries, re.split(r"^## .*$", text, flags=re.MULTILINE)[1:], strict=True):
        where = f"docs/reference/glossary.md:{term.line}: {term.name}"
        assert 15 <= len(term.explanation) <= LONGEST, f"{where}: {len(term.explanation)}"
        assert 1 <= len(re.findall(r"[.?](?:\s|$)", term.explanation)) <= 3, where
        assert re.search(r"^From \[[^\]]+\]\(\.\./chapters/[\w-]+\.md", body.strip(), re.M), where
        assert not re.search(r"[<>$`*\\]|\]\(", term.explanation), where


def test_the_words_are_in_alphabetical_order_and_none_has_two_entries(
    entries: list[glossary.Term],
) -> None:
    names = [term.name.lower() for term in entries]
    assert names == sorted(names)
    forms = [form.lower() for term in entries for form in term.forms]
    assert len(forms) == len(set(forms))
    assert len({term.id for term in entries}) == len(entries)


USED_ELSEWHERE = {"batch", "vocabulary"}  # words of the library and of other books
NAMED_BEFORE = {"attention"}  # its explanation comes chapters after its first mention


def chapter_of(entries: list[glossary.Term]) -> dict[str, str]:
    """Return the chapter that each entry leads to, by the id of the entry."""
    text = GLOSSARY.read_text(encoding="utf-8")
    bodies = re.split(r"^## .*$", text, flags=re.MULTILINE)[1:]
    paths = [re.search(r"\]\(\.\./(chapters/[\w-]+\.md)", body)[1] for body in bodies]
    return {term.id: path for term, path in zip(entries, paths, strict=True)}


@pytest.mark.every_page
def test_every_entry_leads_to_a_chapter_that_uses_the_word(entries: list[glossary.Term]) -> None:
    known, paths = glossary.Words(entries), chapter_of(entries)
    for term in entries:
        chapter = (source.ROOT / "docs" / paths[term.id]).read_text(encoding="utf-8")
        used = {use.id for _, _, use in known.uses(markdown_text(chapter))} | USED_ELSEWHERE
        named = f"glossary.md#{term.id})" in chapter
        where = f"docs/reference/glossary.md:{term.line}"
        assert named or term.id in used, f"{where}: {term.name} is no word of {paths[term.id]}"


@pytest.mark.every_page
def test_an_entry_leads_to_the_chapter_that_first_sets_the_word_in_italics(
    entries: list[glossary.Term],
) -> None:
    config = load_config(str(source.ROOT / "mkdocs.yml"))
    order = re.findall(r"chapters/[\w-]+\.md", str(config.nav))
    known, first = glossary.Words(entries), {}
    for path in order:
        page = source.read(source.ROOT / "docs" / path)
        for number, line in enumerate(page.lines, 1):
            for italics in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", line):
                for start, end, term in known.uses(italics):
                    if number not in page.fenced and end - start == len(italics):
                        first.setdefault(term.id, f"{path}:{number}")
    assert len(first) > 20
    paths = chapter_of(entries)
    for term in entries:
        if term.id in first and term.id not in NAMED_BEFORE:
            where = f"docs/reference/glossary.md:{term.line}: {term.name}"
            assert first[term.id].startswith(paths[term.id]), f"{where}: {first[term.id]}"


def markdown_text(text: str) -> str:
    """Return what a page says, without markup."""
    html = markdown.markdown(re.sub(r"<!--.*?-->|[*_`]", "", text))
    return BeautifulSoup(html, "html.parser").get_text()
