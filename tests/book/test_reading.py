"""How long the book takes: counted from the words of its pages, at the speed that the page says."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from bookbuild import reading

PAGE = """<h1>A page<a class="headerlink" href="#a">¶</a></h1>
<span class="nb-search">np.array np.dot</span>
<p>Five words, GPT-2 and 0.5</p> <p>and <math><mi>w</mi><mo>+</mo><mi>b</mi></math>.</p>
<pre>one two three</pre> <table><tr><td>four</td></tr></table>
<figure class="nb-path"><b>Text</b></figure>
<h2>Exercises</h2> <p>Six seven.</p> <details><summary>Eight</summary> nine</details>
<h2>Recap</h2> <p>Ten.</p>"""


def book(tmp_path: Path, home: str, **pages: str) -> SimpleNamespace:
    """Return a navigation: a home page that is `home`, and chapters and labs of so many words."""
    (tmp_path / "index.md").write_text(f"# Home\n\n{home}\n", encoding="utf-8")
    front = SimpleNamespace(src_uri="index.md", abs_src_path=str(tmp_path / "index.md"))
    return SimpleNamespace(
        pages=[
            SimpleNamespace(file=front, content=f"<p>{home}</p>"),
            *(
                SimpleNamespace(file=SimpleNamespace(src_uri=f"{uri}.md"), content=content)
                for uri, content in pages.items()
            ),
        ]
    )


def told(tmp_path: Path, home: str, **pages: str) -> str:
    nav = book(tmp_path, home, **pages)
    reading.tell(nav)
    return nav.pages[0].content


def test_the_short_way_leaves_out_what_a_first_reader_may_leave_out() -> None:
    short = ["A", "page", "Five", "words", "GPT-2", "and", "0.5", "and", "formula", "Recap", "Ten"]
    assert reading.words(PAGE, short=True) == len(short)
    others = ["one", "two", "three", "four", "Exercises", "Six", "seven", "Eight", "nine"]
    assert reading.words(PAGE, short=False) == len(short) + len(others)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0.2, "5 minutes"),
        (12.4, "10 minutes"),
        (12.6, "15 minutes"),
        (97, "95 minutes"),
        (98, "1½ hours"),
        (119, "2 hours"),
        (361, "6 hours"),
    ],
)
def test_a_time_is_said_no_more_exactly_than_it_is_known(minutes: float, said: str) -> None:
    assert reading.written(minutes) == said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("short way, 100 words a minute", "30 minutes"),
        ("short way of chapters/2.md, 100 words a minute", "20 minutes"),
        ("everything, 100 words a minute", "70 minutes"),
        ("everything of labs/3.md, 100 words a minute", "25 minutes"),
        ("everything, 50 words a minute", "2½ hours"),
    ],
)
def test_a_time_takes_the_place_of_what_is_written_there(
    tmp_path: Path, asked: str, said: str
) -> None:
    speed = asked.partition(", ")[2]
    home = f"About <!-- reading-time: {asked} -->an hour<!-- /reading-time -->, at {speed}."
    pages = {
        "chapters/1": "<p>" + "word " * 1000 + "</p><details>" + "fold " * 1500 + "</details>",
        "chapters/2": "<p>" + "word " * 2000 + "</p>",
        "labs/3": "<p>" + "word " * 500 + "</p><pre>" + "code " * 2000 + "</pre>",
        "reference/4": "word " * 9000,
    }
    assert told(tmp_path, home, **pages) == f"<p>About {said}, at {speed}.</p>"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("the short way, 200 words a minute", "no reading time for 'the short way, 200"),
        ("short way, 0 words a minute", "no reading time"),
        ("short way of chapters/9.md, 200 words a minute", "no reading time"),
        ("short way, 250 words a minute", "the text should say `250 words a minute` too"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_with_page_and_line(
    tmp_path: Path, asked: str, said: str
) -> None:
    home = f"At 200 words a minute\n<!-- reading-time: {asked} -->an hour<!-- /reading-time -->"
    with pytest.raises(reading.ReadingError, match=rf"^index\.md:4: {said}"):
        told(tmp_path, home, **{"chapters/1": "word"})


def test_a_place_without_an_end_is_refused(tmp_path: Path) -> None:
    home = "<!-- reading-time: short way, 200 words a minute -->an hour, at 200 words a minute"
    with pytest.raises(reading.ReadingError, match=r"^index\.md:3: no reading time"):
        told(tmp_path, home, **{"chapters/1": "word"})
