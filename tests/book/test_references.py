"""Every work in the bibliography is cited, can be found, and says rightly where it is cited."""

from __future__ import annotations

import re

import pytest
from bookbuild import source
from bookbuild.source import Page

BIBLIOGRAPHY = source.ROOT / "docs" / "reference" / "bibliography.md"

ENTRY = re.compile(r"## (?P<name>.+?)(?: \{#(?P<id>[\w-]+)\})?\s*")
CITATION = re.compile(r"\]\((?P<path>[^)\s#]*bibliography\.md)(?:#(?P<id>[^)\s]*))?\)")
CITED_IN = re.compile(r"\]\(\.\./(?P<path>[\w/.-]+\.md)(?:#[\w-]+)?\)")
ADDRESSES = {
    "a DOI": re.compile(r"\[doi:(10\.\d{4,9}/\S+?)\]\(https://doi\.org/(\S+?)\)"),
    "an arXiv number": re.compile(r"\[arXiv:(\d{4}\.\d{4,5})\]\(https://arxiv\.org/abs/(\S+?)\)"),
    "an address": re.compile(r"\]\(https://(?!doi\.org/|arxiv\.org/)(\S+?\.\S+?)\)"),
}


def faults(bibliography: Page, pages: list[Page]) -> list[str]:
    """Return a message, with page and line, for each reference or citation at fault."""
    messages: list[str] = []
    entries: dict[str, tuple[int, str]] = {}
    starts = [n for n, line in enumerate(bibliography.lines, 1) if line.startswith("## ")]
    for line, end in zip(starts, [*starts[1:], len(bibliography.lines) + 1], strict=True):
        heading = ENTRY.fullmatch(bibliography.lines[line - 1])
        where = f"{bibliography.path}:{line}"
        if not heading or not heading["id"]:
            messages.append(f"{where}: an entry needs an anchor: ## Name Year {{#name-year}}")
            continue
        text = "".join(bibliography.lines[line : end - 1])
        if heading["id"] in entries:
            messages.append(f"{where}: the anchor #{heading['id']} stands on two entries")
        entries[heading["id"]] = line, text
        found = [pattern.findall(text) for pattern in ADDRESSES.values()]
        if not any(found):
            kinds = " nor ".join(ADDRESSES)
            messages.append(f"{where}: {heading['name']} has neither {kinds}")
        messages += [
            f"{where}: {shown} leads to {target}"
            for shown, target in [*found[0], *found[1]]
            if shown != target
        ]
    cited: dict[str, set[str]] = {}
    for page in pages:
        for number, line in enumerate(page.lines, 1):
            for citation in CITATION.finditer(line):
                if number in page.fenced or citation["id"] is None:
                    continue
                cited.setdefault(citation["id"], set()).add(page.path.removeprefix("docs/"))
                if citation["id"] not in entries:
                    known = ", ".join(entries)
                    messages.append(
                        f"{page.path}:{number}: cites #{citation['id']}, which the bibliography "
                        f"does not have; it has {known}"
                    )
    for name, (line, text) in entries.items():
        where = f"{bibliography.path}:{line}"
        if name not in cited:
            messages.append(f"{where}: #{name} is cited on no page")
        said = {place["path"] for place in CITED_IN.finditer(text)}
        for path in sorted(cited.get(name, set()) - said):
            messages.append(f"{where}: #{name} is cited in {path}, and its entry does not say so")
        for path in sorted(said - cited.get(name, set())):
            messages.append(f"{where}: #{name} is said to be cited in {path}, which does not")
    return messages


@pytest.mark.every_page
def test_every_reference_is_cited_and_every_citation_leads_to_one() -> None:
    pages = [source.read(path) for path in source.pages() if path != BIBLIOGRAPHY]
    if messages := faults(source.read(BIBLIOGRAPHY), pages):
        pytest.fail("\n".join(messages), pytrace=False)


def test_the_book_has_references() -> None:
    assert source.read(BIBLIOGRAPHY).markdown.count("\n## ") >= 8


GOOD = """# Bibliography

## Someone 1958 {#someone-1958}

Some One. "A title." [doi:10.1037/h0042519](https://doi.org/10.1037/h0042519)

Cited in [chapter 1](../chapters/1-neuron.md#name).
"""
CITING = "See [Some One](../reference/bibliography.md#someone-1958).\n"


def found(bibliography: str, citing: str) -> list[str]:
    page = Page(citing, "docs/chapters/1-neuron.md")
    return faults(Page(bibliography, "docs/reference/bibliography.md"), [page])


def test_a_reference_that_is_cited_and_has_an_address_passes() -> None:
    assert found(GOOD, CITING) == []
    assert found(GOOD, CITING + "All of it is in the [list](../reference/bibliography.md).\n") == []


@pytest.mark.parametrize(
    ("bibliography", "citing", "message"),
    [
        (GOOD, "Text.\n", "bibliography.md:3: #someone-1958 is cited on no page"),
        (
            GOOD,
            CITING + "\n[Other](../reference/bibliography.md#other-1960)\n",
            "chapters/1-neuron.md:3: cites #other-1960, which the bibliography does not have",
        ),
        (
            GOOD.replace("[doi:10.1037/h0042519](https://doi.org/10.1037/h0042519)", ""),
            CITING,
            "bibliography.md:3: Someone 1958 has neither a DOI nor an arXiv number nor an address",
        ),
        (
            GOOD.replace("(https://doi.org/10.1037/h0042519)", "(https://doi.org/10.1037/h1)"),
            CITING,
            "bibliography.md:3: 10.1037/h0042519 leads to 10.1037/h1",
        ),
        (
            GOOD.replace(" {#someone-1958}", ""),
            CITING,
            "bibliography.md:3: an entry needs an anchor",
        ),
        (
            GOOD.replace("1-neuron.md#name", "2-layer.md"),
            CITING,
            "is said to be cited in chapters/2-layer.md, which does not",
        ),
        (
            GOOD.replace("[chapter 1](../chapters/1-neuron.md#name)", "a chapter"),
            CITING,
            "is cited in chapters/1-neuron.md, and its entry does not say so",
        ),
    ],
)
def test_a_reference_at_fault_is_found_with_page_and_line(
    bibliography: str, citing: str, message: str
) -> None:
    assert any(message in each for each in found(bibliography, citing))
