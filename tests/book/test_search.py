"""The search's own reading of a page: code by its names, formulas as text, nothing left behind."""

from __future__ import annotations

import pytest
from bookbuild import search
from mkdocs.exceptions import PluginError

CODE = (
    '<div class="language-python highlight"><pre><span></span><code><span class="n">layer</span> = '
    '<span class="n">nb</span><span class="o">.</span><span class="n">Layer</span>(W, b, '
    '<span class="n">nb</span><span class="o">.</span><span class="n">relu</span>)\n'
    "nb.Layer(W, b, nb.relu)</code></pre></div>"
)
PRINTED = '<div class="language-text nb-output highlight"><pre><code>0.1</code></pre></div>'


def test_code_is_read_as_the_names_it_takes_from_a_library_once_each() -> None:
    read = search.by_name(CODE)
    assert read.startswith('<span class="nb-search">nb.Layer nb.relu</span><div')
    assert f"<pre {search.SKIP}><span></span><code>" in read


def test_what_a_block_printed_is_not_read() -> None:
    assert "nb-search" not in search.by_name(PRINTED)
    assert search.SKIP in search.by_name(PRINTED)


def test_the_message_of_an_error_is_read_and_so_is_a_command() -> None:
    caught = '<div class="language-python highlight"><pre>try: ...\nexcept ValueError:</pre></div>'
    message = '<div class="language-text nb-output highlight"><pre>x has shape (3,)</pre></div>'
    command = '<div class="language-console highlight"><pre>pip install a.whl</pre></div>'
    read = search.by_name(caught + message + CODE + message + command)
    assert read.count(search.text("x has shape (3,)")) == 1
    assert read.count(search.text("pip install a.whl")) == 1


def test_the_page_shows_what_it_would_without_the_search() -> None:
    page = f"<p>Text.</p>{CODE}{PRINTED}"
    assert search.drop_text(search.by_name(page)) == page
    assert search.drop_text(f"<p>{search.text('a < b')}x</p>") == "<p>x</p>"


THEME = (
    '<head><script src="../assets/vendor/iframe-worker.js"></script></head>'
    '<form class="md-search__form" name="search"></form>'
    '<script src="../assets/javascripts/bundle.0123abcd.min.js"></script>'
)


def test_the_search_waits_on_each_page_of_the_theme() -> None:
    assert search.fetch_when_opened(THEME) == (
        '<head></head><form class="md-search__form" name="nb-search"></form>'
        '<script src="../assets/search.js"></script>\n'
        '<script src="../assets/javascripts/bundle.0123abcd.min.js"></script>'
    )


@pytest.mark.parametrize("part", ["iframe-worker", 'name="search"', "bundle."])
def test_a_theme_that_has_changed_ends_the_build(part: str) -> None:
    with pytest.raises(PluginError, match="the theme's page has no"):
        search.fetch_when_opened(THEME.replace(part, "other"))
