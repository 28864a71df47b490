"""What MkDocs calls. Each event is a thin call of a plain function in `bookbuild`.

MkDocs imports this file once: under `mkdocs serve`, an edit here or in `bookbuild` needs a restart.
"""

from __future__ import annotations

import logging
from pathlib import Path

from bookbuild import (
    cards,
    counts,
    downloads,
    figures,
    glossary,
    labs,
    leftovers,
    links,
    maths,
    numbers,
    outputs,
    pages,
    path,
    policy,
    readable,
    reading,
    search,
    sitemap,
    stylesheets,
    takeaway,
    widgets,
)
from bookbuild.source import Page as Source
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

# Under MkDocs' own name, so that a warning counts against --strict.
log = logging.getLogger("mkdocs.hooks.neuronbook")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read pictures in Markdown as pairs; offer no edit links where no repository is configured."""
    config.markdown_extensions += [figures.Pictures(), glossary.Glossary()]
    config.extra_css.remove("assets/_mkdocstrings.css")  # for templates that are not ours
    config.markdown_extensions.insert(0, widgets.Blocks(config))  # ahead of md_in_html
    labs.configure(config)
    links.name_lines(config)
    if not config.repo_url:
        config.edit_uri = None
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Draw the figures that changed, and serve all of them; leave out what no reader needs."""
    readable.check(files)
    for file in figures.generated_files(config):
        files.append(file)
    widgets.publish(files, config)
    leftovers.drop_the_themes(files, config)
    for file in takeaway.generated_files(config):
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show each code block with its output; drop the comments that the checks read."""
    markdown = _labs.markdown(page) or markdown
    markdown = takeaway.offer(markdown, files)
    markdown = downloads.get_the_library(markdown, downloads.wheel_among(files), config)
    if not page.meta.get("description"):
        log.warning(f"{page.file.src_uri}:1: the front matter has no `description`")
    return numbers.strip(outputs.present(markdown))


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Turn formulas into MathML, in the page, its contents and its title; let tables scroll."""
    source = Source.read(Path(page.file.abs_src_path or ""))
    try:
        html = maths.render(html, page.file.src_uri, source.markdown)
        pages.render_titles(page)
    except maths.FormulaError as error:
        raise PluginError(str(error)) from error
    return path.draw(pages.wrap_tables(search.by_name(html)), page, _navigation, source)


@event_priority(-100)  # after the search plugin has read the page
def on_page_context(
    context: dict[str, object], page: Page, config: MkDocsConfig, **_: object
) -> dict[str, object]:
    """Drop what only the search was to read; add what it was not to read."""
    content = pages.offer_copies(search.drop_text(page.content or ""))
    page.content = downloads.offer(content, page, config)
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name what the theme leaves unnamed; say in the head and at the foot what the page is."""
    card = _cards.get(page.file.src_uri)
    output = widgets.load(pages.finish(output, page, config, card), page, config)
    output = search.fetch_when_opened(output)
    return policy.put_in_page(output) if config.extra["policy_in_pages"] else output


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Make a useful page of the theme's 404; leave the day out of the site's map."""
    if template_name == sitemap.NAME:
        return sitemap.addresses(output_content)
    if template_name == "404.html":
        output = search.fetch_when_opened(pages.finish_404(output_content, _navigation, config))
        return policy.put_in_page(output) if config.extra["policy_in_pages"] else output
    return output_content


_navigation: Navigation
_labs: labs.Labs
_cards: dict[str, cards.Card]
_command: str


def on_startup(command: str, **_: object) -> None:
    """Keep whether the site is built or served."""
    global _command
    _command = command


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Start the labs; make the downloads; keep the navigation for the 404 page."""
    global _navigation, _labs
    _navigation, _labs = nav, labs.Labs(config, files)
    for file in downloads.generated_files(config, files):
        files.append(file)
    return nav


def on_pre_page(page: Page, **_: object) -> Page:
    """Render labs as all pages are rendered; let no page know the day."""
    _labs.take_over(page)
    return sitemap.undated(page)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """All pages are rendered: say how long they take to read; draw what links to the site show."""
    global _cards
    _labs.close()
    reading.tell(_navigation)
    _cards = {}
    if config.site_url and _command != "serve":  # which has an address that nobody links to
        rendered = [file.page for file in files.documentation_pages() if file.page]
        _cards = cards.of_pages(rendered, config)
        for file in cards.generated_files(_cards.values(), config):
            files.append(file)
    return env


@event_priority(-300)  # after the plugins have written their files
def on_post_build(config: MkDocsConfig, **_: object) -> None:
    """Leave out files and styles that no reader needs; write counts, and the scripts' policy."""
    leftovers.drop_the_plugins(Path(config.site_dir))
    counts.fill(config)
    stylesheets.publish_what_is_used(Path(config.site_dir))
    if config.site_url and _command != "serve":
        policy.write_headers(Path(config.site_dir))


def on_build_error(error: Exception, **_: object) -> None:
    """Start no more labs; say what could not be read or written, and not who came across it."""
    if "_labs" in globals():
        _labs.close()
    if isinstance(error, OSError):
        place = error.filename2 or error.filename  # where to, when a file was copied
        place = place or "the site, the cache or the folder for temporary files"
        raise Abort(f"{place}: {error.strerror or error}") from error
