"""Use the query editor of a running server in a browser, as a person would: try_editor.py URL CHROMIUM [PICTURE]."""

from __future__ import annotations

import csv
import io
import sys
import urllib.parse
import urllib.request

from playwright.sync_api import Page, sync_playwright

#: The browser asks nobody but the page's server.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PANEL = ".tabPanel.active"
ROWS = f"{PANEL} .yasr_results table tbody tr"


def rows_of(url: str, query: str) -> int:
    """The number of rows that the endpoint gives."""
    text = urllib.parse.urlencode({"query": query})
    request = urllib.request.Request(f"{url}/sparql?{text}", headers={"Accept": "text/csv"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=60) as answer:
        return len(list(csv.reader(io.StringIO(answer.read().decode())))) - 1


def run(page: Page) -> None:
    """Press the button of the tab that is open."""
    page.locator(f"{PANEL} .yasqe_queryButton").click()


def write(page: Page, query: str) -> None:
    """Replace the text of the tab that is open."""
    page.evaluate("text => document.querySelector('.tabPanel.active .CodeMirror').CodeMirror.setValue(text)", query)


def main(url: str, chromium: str, picture: str | None = None) -> None:
    """Fails where a tab, a row or a message is not as it should be, or anything else is asked for."""
    asked: list[str] = []
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{url}/query")
        page.locator(".tabsList .tab").nth(1).wait_for()
        tabs = page.locator(".tabsList .tab").all_inner_texts()
        named = [name.strip() for name in tabs if name.strip().startswith("cq")]
        assert len(named) == len(set(named)) >= 32, named
        shown = 0
        for name in ("cq01", "cq12", "cq24"):
            page.locator(".tabsList .tab", has_text=name).click()
            query = page.evaluate("document.querySelector('.tabPanel.active .CodeMirror').CodeMirror.getValue()")
            run(page)
            page.locator(ROWS).first.wait_for()
            expected = rows_of(url, query)
            assert expected > 0, name
            found = page.locator(ROWS).count()
            assert found == min(expected, 50), (name, found, expected)
            shown += found
        assert not complaints, complaints
        if picture:
            page.screenshot(path=picture)
        write(page, "SELECT * { ?s ex:p ?o }")
        run(page)
        page.get_by_text("unknown prefix ex:").wait_for()
        page.get_by_text("declare it: PREFIX ex:").wait_for()
        browser.close()
    strangers = {each for each in asked if not each.startswith((url, "data:", "blob:"))}
    assert not strangers, strangers
    print(f"the editor: {len(named)} tabs, {shown} rows as the endpoint gives them, errors with their remedy")


if __name__ == "__main__":
    main(*sys.argv[1:])
