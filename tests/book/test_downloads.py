"""What a reader takes away: notebooks that run from top to bottom, and the library they install."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import nbformat
import pytest
from bookbuild import downloads, notebooks, source
from bookbuild.source import Page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page as SitePage
from nbclient import NotebookClient
from packaging.requirements import Requirement

from tests.built import ROOT, serve
from tests.built import site as site

HOME = ROOT / "docs/index.md"
PAGES = [*source.labs(), *sorted((ROOT / "docs/chapters").glob("*.md"))]
JUPYTER = ("ipykernel", "matplotlib", "pip")  # what a fresh environment of a reader holds
KERNEL = "fresh"
RUN_ONCE = pytest.mark.xdist_group("notebooks")  # in one process of several


def config(**settings: str) -> MkDocsConfig:
    """Return the settings of a site."""
    made = MkDocsConfig(config_file_path=str(ROOT / "mkdocs.yml"))
    made.load_dict({"site_name": "book", **settings})
    made.validate()
    return made


# Notebooks that run


def installed(names: tuple[str, ...]) -> set[str]:
    """Return the names of distributions, and of all that they require here."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = re.sub("[-_.]+", "-", waiting.pop()).lower()
        if name not in found:
            found.add(name)
            for line in distribution(name).requires or []:
                needed = Requirement(line)
                if not needed.marker or needed.marker.evaluate({"extra": ""}):
                    waiting.append(needed.name)
    return found


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a Python that knows Jupyter's kernel, matplotlib and pip, and nothing else.

    Nothing is fetched: what this Python has of them is linked to, so no PyTorch, and no source of
    the library.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "env", symlinks=os.name != "nt")
    scheme = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    for name in installed(JUPYTER):
        files = distribution(name).files or []
        for top in {file.parts[0] for file in files if file.parts[0] != ".."}:
            ours = Path(str(distribution(name).locate_file(top)))
            if ours.exists() and top != "__pycache__" and not (packages / top).exists():
                _link(ours, packages / top)
    python = Path(sysconfig.get_path("scripts", "venv", scheme), Path(sys.executable).name)
    kernel = folder / "jupyter/kernels" / KERNEL
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        json.dumps(
            {
                "argv": [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                "display_name": KERNEL,
                "language": "python",
                "env": {
                    "PYTHONPATH": "",
                    "PYTHONNOUSERSITE": "1",
                    "PIP_NO_INDEX": "1",
                    "OPENBLAS_NUM_THREADS": "1",  # two notebooks run at once
                },
            }
        ),
        encoding="utf-8",
    )
    return folder


def _link(ours: Path, theirs: Path) -> None:
    try:
        theirs.symlink_to(ours, target_is_directory=ours.is_dir())
    except OSError:  # Windows asks for a privilege
        (shutil.copytree if ours.is_dir() else shutil.copy)(ours, theirs)


def run(notebook: Path, *, install: bool) -> nbformat.NotebookNode:
    """Run a notebook in the fresh environment, in its own folder; return it with its outputs."""
    read: nbformat.NotebookNode = nbformat.read(notebook, as_version=4)
    if not install:
        read.cells[0].source = "import neuronbook, sys"
    read.cells.append(
        nbformat.v4.new_code_cell("import neuronbook, sys\nprint(neuronbook.__file__, sys.prefix)")
    )
    resources = {"metadata": {"path": str(notebook.parent)}}
    NotebookClient(read, kernel_name=KERNEL, resources=resources, timeout=300).execute()
    return read


@pytest.fixture(scope="module")
def executed(
    site: Path, environment: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, nbformat.NotebookNode]:
    """Every notebook of the site, run from top to bottom beside the wheel.

    The first one installs the wheel that lies there, with pip and without a network; the others
    find it installed, by the same first cell.
    """
    folder = tmp_path_factory.mktemp("downloads")
    for file in (site / downloads.FOLDER).iterdir():
        shutil.copy(file, folder)
    first, *others = sorted(folder.glob("*.ipynb"))
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as pool:
        patch.setenv("JUPYTER_PATH", str(environment / "jupyter"))
        patch.setenv("IPYTHONDIR", str(environment / "ipython"))
        ran = {first.name: run(first, install=True)}
        results = pool.map(lambda path: run(path, install=False), others)
        ran |= {path.name: result for path, result in zip(others, results, strict=True)}
    return ran


def outputs(cell: nbformat.NotebookNode, name: str) -> str:
    """Return what a cell wrote to a stream."""
    return "".join(out.text for out in cell.outputs if out.get("name") == name)


def test_there_is_a_notebook_of_every_chapter_and_every_lab(site):
    names = {path.name for path in (site / downloads.FOLDER).glob("*.ipynb")}
    uris = [path.relative_to(ROOT / "docs").as_posix() for path in PAGES]
    assert names == {f"{downloads.stem_of(uri)}.ipynb" for uri in uris}
    assert len(names) == len(PAGES)


def test_every_notebook_is_one_by_the_books_and_installs_the_library_first(site):
    first = set()
    for path in (site / downloads.FOLDER).glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        first.add(notebook.cells[0].source)
        assert not [cell for cell in notebook.cells if cell.get("outputs")], path.name
    assert len(first) == 1
    assert "%pip install " in first.pop()


@RUN_ONCE
def test_every_notebook_runs_from_top_to_bottom_with_the_wheel_alone(executed, environment):
    for name, notebook in executed.items():
        *cells, last = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for cell in cells:
            assert not outputs(cell, "stderr"), f"{name}:\n{cell.source}"
        library, prefix = outputs(last, "stdout").split()
        assert Path(library).is_relative_to(environment / "env"), name
        assert Path(prefix) == environment / "env"


@RUN_ONCE
def test_every_picture_of_a_notebook_is_drawn_in_it(executed):
    drawn = 0
    for name, notebook in executed.items():
        for cell in notebook.cells:
            if cell.cell_type == "code" and "figures." in cell.source:
                shown = [out.data for out in cell.outputs if "data" in out]
                assert any("image/svg+xml" in data for data in shown), f"{name}:\n{cell.source}"
                drawn += 1
    assert drawn > 12


@RUN_ONCE
def test_a_notebook_prints_what_the_page_shows(executed):
    compared = 0
    for path in PAGES:
        page = Page.read(path)
        stem = downloads.stem_of(path.relative_to(ROOT / "docs").as_posix())
        code = [cell for cell in executed[f"{stem}.ipynb"].cells if cell.cell_type == "code"]
        for block in page.blocks:
            if page.is_lab or block.fence.lead or block.needs or not block.output:
                continue
            (cell,) = [c for c in code if c.source == block.fence.code.strip("\n")][:1]
            assert outputs(cell, "stdout").rstrip("\n") == block.output.code.rstrip("\n"), path
            compared += 1
    assert compared > 40


@RUN_ONCE
def test_without_pytorch_a_cell_that_needs_it_says_how_to_get_it(executed):
    said = [
        outputs(cell, "stdout")
        for notebook in executed.values()
        for cell in notebook.cells
        if cell.cell_type == "code" and 'find_spec("torch")' in cell.source
    ]
    assert said
    assert all("%pip install torch" in text for text in said)


# A page as a notebook

SAMPLE = Page(
    """\
---
title: A page
---

# A page

One number, 0.5<!-- = 1 / 2 -->, and [a link](2-layer.md#shapes "there"), `[not](one.md)`.

!!! question "Why?"

    Because of $x^2$.

    ```python
    print(1)
    ```
    <!--pytest-codeblocks:expected-output-->
    ```text
    1
    ```

    And [more](https://example.org/).

<nb-neuron id="here" markdown="block">
<!-- check: 0.5 = 1 / 2 -->
<figure markdown="span">
![A picture [of] a vote, at 0.5.](figures/vote.svg)
<figcaption>Read `it` from [the top](#top).</figcaption>
</figure>
<p class="nb-still">With JavaScript, you could move it.</p>
</nb-neuron>

<!--pytest-codeblocks:importorskip(torch)-->
```python
import torch

print(torch.ones(1))
```
<!--pytest-codeblocks:expected-output-->
```text
tensor([1.])
```

```python
print("x^2")
```
<!--pytest-codeblocks:expected-output-->
```math
x^2
```

??? success "Answer"

    It is 2<!-- = 1 + 1 -->. See [there](#top).

    ```python
    print("| a |\\n|---|\\n| 1 |")
    ```
    <!--pytest-codeblocks:expected-output-->
    ```markdown
    | a |
    |---|
    | 1 |
    ```

=== "NumPy"

    Text.

The end.
""",
    "docs/chapters/sample.md",
)


def cells(link: Any) -> list[tuple[str, str]]:
    """Return the cells of the sample but the first: kind and source."""
    made = json.loads(notebooks.notebook(SAMPLE, "%pip install it", link))
    assert made["cells"][0]["source"] == ["%pip install it"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in made["cells"][1:]]


def test_a_page_becomes_cells_in_its_own_order():
    made = cells(lambda to: to if "://" in to else f"https://book.example/{to}")
    kinds = "".join(kind[0] for kind, _ in made)
    assert kinds == "mcmcmccm", made
    texts = [text for _, text in made]
    assert texts[0] == (
        "# A page\n\nOne number, 0.5, and [a link](https://book.example/2-layer.md#shapes), "
        "`[not](one.md)`.\n\n> **Why?**\n>\n> Because of $x^2$."
    )
    assert texts[1] == "print(1)"
    assert texts[2] == "> And [more](https://example.org/)."
    assert texts[3] == "from neuronbook import figures\n\nfigures.vote()"
    assert texts[4] == (
        "*Read `it` from [the top](https://book.example/#top).*\n\n"
        "[Move this figure on the book's page.](https://book.example/#here)"
    )
    assert texts[5].startswith('from importlib.util import find_spec\n\nif find_spec("torch")')
    assert texts[5].endswith("else:\n    import torch\n\n    print(torch.ones(1))")
    assert texts[6] == 'print("x^2")'
    assert texts[7] == (
        "As a formula:\n\n$$\nx^2\n$$\n\n"
        "<details>\n<summary>Answer</summary>\n\nIt is 2. See [there](https://book.example/#top)."
        '\n\n```python\nprint("| a |\\n|---|\\n| 1 |")\n```\n\n| a |\n|---|\n| 1 |\n\n</details>'
        "\n\n**NumPy**\n\nText.\n\nThe end."
    )


def test_without_an_address_of_the_site_a_links_text_stays_alone():
    texts = " ".join(text for _, text in cells(lambda target: None))
    assert "and a link, `[not](one.md)`" in texts
    assert "](" not in texts.replace("[not](one.md)", "")
    assert "Move this figure" not in texts


def test_nothing_of_the_workshop_is_left_in_a_notebook(site):
    for path in (site / downloads.FOLDER).glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"])
            prose = re.sub(r"```.*?```|`[^`\n]+`", "", text, flags=re.DOTALL)
            for left in ("<!--", "<nb-", "markdown=", "figures/", "!!! ", "??? ", ".md)"):
                assert left not in (text if left == "<!--" else prose), f"{path.name}: {text}"


# The library


def test_the_wheel_holds_the_library_and_is_the_same_every_time(site, tmp_path, monkeypatch):
    (built,) = (site / downloads.FOLDER).glob("*.whl")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    later, _ = downloads.wheel(ROOT)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert downloads.wheel(ROOT) == (built.name, built.read_bytes())
    assert later == built.name
    with ZipFile(built) as wheel:
        inside = {name for name in wheel.namelist() if name.startswith("neuronbook/")}
    ours = {p.relative_to(ROOT / "src").as_posix() for p in (ROOT / "src").rglob("*.py")}
    assert inside == ours | {"neuronbook/py.typed"}


SITE, REPOSITORY = "https://book.example/neurons/", "https://github.com/someone/neurons"
WHEEL = "neuronbook-0.1.0-py3-none-any.whl"
FROM_SITE = f'"neuronbook[figures] @ {SITE}downloads/{WHEEL}"'


@pytest.mark.parametrize(
    ("settings", "required"),
    [
        ({"site_url": SITE, "repo_url": REPOSITORY}, FROM_SITE),
        ({"site_url": SITE}, FROM_SITE),
        ({"repo_url": REPOSITORY}, f'"neuronbook[figures] @ git+{REPOSITORY}"'),
        ({}, f'"./{WHEEL}[figures]"'),
    ],
    ids=["site and repository", "site", "repository", "neither"],
)
def test_the_library_comes_from_the_site_or_the_repository_or_the_folder(settings, required):
    made = config(**settings)
    assert downloads.requirement(WHEEL, made) == required
    home = downloads.get_the_library(HOME.read_text("utf-8"), WHEEL, made)
    assert f"```console\npip install {required}\n```" in home
    assert "pip install -e" not in home
    assert "get-the-library" not in home


def test_the_line_on_the_home_page_gets_the_library(site, tmp_path):
    with serve(site) as address:
        made = config(site_url=address)
        home = downloads.get_the_library(HOME.read_text("utf-8"), WHEEL, made)
        (line,) = re.findall(r"^pip install (.*)$", home, re.MULTILINE)
        # Without what it needs, which would come from a package index.
        options = ["--quiet", "--no-index", "--no-deps", "--no-cache-dir", "--target"]
        subprocess.run(
            [sys.executable, "-m", "pip", "install", *options, str(tmp_path), line.strip('"')],
            check=True,
        )
    assert (tmp_path / "neuronbook/neuron.py").is_file()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_is_packed_with_the_wheel_that_its_first_cell_installs(site, path):
    stem = downloads.stem_of(path.relative_to(ROOT / "docs").as_posix())
    with ZipFile(site / downloads.FOLDER / f"{stem}.zip") as packed:
        assert packed.namelist() == [f"{stem}/{stem}.ipynb", f"{stem}/{WHEEL}"]
        notebook = json.loads(packed.read(f"{stem}/{stem}.ipynb"))
        wheel = packed.read(f"{stem}/{WHEEL}")
    assert notebook["cells"][0]["source"][-1] == f'%pip install --quiet "./{WHEEL}[figures]"'
    assert wheel == (site / downloads.FOLDER / WHEEL).read_bytes()


@pytest.mark.parametrize(
    ("settings", "offered"),
    [
        ({"site_url": SITE}, ["1-neuron.ipynb", "1-neuron.zip"]),
        ({"repo_url": REPOSITORY}, ["1-neuron.ipynb", "1-neuron.zip"]),
        ({}, ["1-neuron.zip"]),
    ],
    ids=["site", "repository", "neither"],
)
def test_a_page_offers_what_its_reader_can_run(settings, offered):
    made = config(**settings)
    file = File("chapters/1-neuron.md", str(ROOT / "docs"), "site", False)
    page = SitePage(None, file, made)
    shown = downloads.offer("<h1>A neuron</h1>\n<p>Text.</p>", page, made)
    assert re.findall(r'href="../downloads/([^"]*)" download', shown) == offered
    assert shown.startswith('<h1>A neuron</h1>\n<p class="nb-download">')
    assert "Download this page as a notebook" in shown


def test_every_chapter_and_lab_offers_its_notebook(site):
    for path in PAGES:
        uri = path.relative_to(ROOT / "docs").as_posix()
        page = (site / uri).with_suffix(".html").read_text(encoding="utf-8")
        assert f"../{downloads.FOLDER}/{downloads.stem_of(uri)}.zip" in page
    assert "nb-download" not in (site / "index.html").read_text(encoding="utf-8")
