"""The page of records in a real browser, from the disk: each passage can be read, by anyone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.audit.view.test_view import HOSTILE, change, data
from tests.browsing import in_a_browser, looks, resize, text, violations, waited

pytestmark = in_a_browser


def opened(browser: Any, page: Path, of: str = "") -> Any:
    browser.get("about:blank")
    browser.get_log("browser")  # of pages before
    browser.get(f"{page.as_uri()}{of}")
    waited(browser, lambda: browser.execute_script("return document.title && stretch >= 0"))
    return browser


@pytest.fixture
def plain(browser: Any) -> Iterator[Any]:
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture(scope="module")
def releases(
    planned_release: Path, world: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """Return pages: of mixups and haystacks in both languages, of one record, of a stranger's."""
    folder = tmp_path_factory.mktemp("pages")
    pages = {name: folder / f"{name}.html" for name in ("many", "one", "hostile")}
    lvbuild.view_release(planned_release, pages["many"], sample=12)
    lvbuild.view_release(world / "release", pages["one"], records=["mine_2k:2"])

    def changed(line: Any) -> None:
        line["input"] = line["answers"][0] = line["answer_keywords"] = HOSTILE
        line["context"] = HOSTILE + line["context"][len(HOSTILE) :]

    (folder / "world").mkdir()
    (folder / "world/release").symlink_to(world / "release")
    release = change(folder / "world", "data/mine_1k.jsonl", changed)
    lvbuild.view_release(release, pages["hostile"], records=["mine_1k:0"])
    return pages


def heading(page: Any) -> str:
    return str(page.find_element("id", "stretch-heading").text)


def press(page: Any, *keys: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    for key in keys:
        ActionChains(page).send_keys(key).perform()


def test_each_passage_is_read_by_keyboard_alone(plain: Any, releases: dict[str, Path]) -> None:
    from selenium.webdriver.common.keys import Keys

    [record] = data(releases["one"])["records"]
    stretches = record["stretches"]
    page = opened(plain, releases["one"])
    # The skip link, the languages, then the context itself.
    press(page, Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB)
    assert page.switch_to.active_element.get_attribute("id") == "map"
    press(page, Keys.HOME)
    told = []
    for at, stretch in enumerate(stretches):
        shown = page.find_element("id", "text").get_attribute("textContent")
        runs = [
            text + (f" ({original})" if original else "") for text, _, original in stretch["text"]
        ]
        assert shown == "".join(runs)
        assert page.find_element("id", "map").get_attribute("aria-valuenow") == str(at + 1)
        told.append(page.find_element("id", "map").get_attribute("aria-valuetext"))
        press(page, Keys.ARROW_RIGHT)
    assert len(set(told)) == len(stretches)
    assert heading(page) == told[-1]  # there is none behind the last
    press(page, Keys.HOME, Keys.PAGE_UP, Keys.ARROW_LEFT)
    assert heading(page) == told[min(10, len(stretches) - 1) - 1]
    assert not page.find_elements("css selector", "#records a:not([aria-current])")


def test_evidence_and_facts_are_marked_and_a_button_leads_to_each(
    plain: Any, releases: dict[str, Path]
) -> None:
    [record] = data(releases["one"])["records"]
    page = opened(plain, releases["one"])
    buttons = page.find_elements("css selector", "#go button")
    assert [button.text.split(" · ")[0] for button in buttons] == [
        {"confusing": "confusing fact"}.get(place["kind"], place["kind"])
        for place in record["places"]
    ]
    for button, place in zip(buttons, record["places"], strict=True):
        button.click()
        assert button.get_attribute("aria-current") == "true"
        marks = page.find_elements("css selector", "#text mark.fact")
        together = [one for one in record["places"] if one["at"] == place["at"]]
        assert len(marks) == len(together)
        mark = marks[together.index(place)]
        named = {"needle": "needle", "confusing": "confusing fact"}[place["kind"]]
        assert mark.get_attribute("title") == named
        box = "const b = arguments[0].getBoundingClientRect();"
        assert page.execute_script(f"{box} return b.top >= 0 && b.bottom <= innerHeight", mark)
    # The words that were replaced, with what stood there on request.
    page.execute_script("scrollTo(0, 0)")
    question = page.find_element("css selector", "dd.question")
    assert question.text == "Who hid the salt in the vault?"
    assert [mark.text for mark in question.find_elements("css selector", "mark.new")] == ["vault"]
    page.find_element("id", "originals").click()
    assert "vault (cellar)?" in question.text
    assert "Ann Lee → Eve Orr" in text(page)


def test_a_click_into_the_context_shows_what_stands_there(
    plain: Any, releases: dict[str, Path]
) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    stretches, number = next(
        (one["stretches"], number)
        for number, one in enumerate(data(releases["many"])["records"])
        if "supporting" in {place["kind"] for place in one["places"]}
    )
    page = opened(plain, releases["many"], f"#{number}")
    bands = page.find_element("id", "bands")
    width = bands.size["width"]
    for at in (0, len(stretches) // 2, len(stretches) - 1):
        middle = (stretches[at]["from"] + stretches[at]["to"]) / 2
        across = round(middle * width - width / 2)
        ActionChains(page).move_to_element_with_offset(bands, across, 0).click().perform()
        assert heading(page).startswith(
            f"Passage {stretches[at]['passage']} of {len(stretches)} · "
        )
    # A band of evidence is met though it may be a hair's breadth.
    [evidence, *_] = page.find_elements("css selector", ".band.supporting")
    assert evidence.size["width"] >= 4
    evidence.click()
    assert "supporting passage" in heading(page)


def test_another_record_is_opened_and_back_leads_back(
    plain: Any, releases: dict[str, Path]
) -> None:
    page = opened(plain, releases["many"])
    records = data(releases["many"])["records"]
    links = page.find_elements("css selector", "#records a")
    assert len(links) == len(records) == 12
    first = page.find_element("id", "name").text
    links[5].click()
    waited(page, lambda: page.find_element("id", "name").text == records[5]["name"])
    assert links[5].get_attribute("aria-current") == "true"
    page.back()
    waited(page, lambda: page.find_element("id", "name").text == first)


def test_the_page_speaks_both_languages_and_texts_keep_theirs(
    plain: Any, releases: dict[str, Path]
) -> None:
    page = opened(plain, releases["many"])
    records = data(releases["many"])["records"]
    for button, code, word in zip(
        page.find_elements("css selector", "#languages button"),
        ("en", "zh-Hans"),
        ("Answers", "答案"),
        strict=True,
    ):
        button.click()
        assert page.find_element("tag name", "html").get_attribute("lang") == code
        assert word in text(page)
        for number in (0, len(records) - 1):
            page.execute_script("location.hash = arguments[0]", str(number))
            shown = f"return record === records[{number}]"
            waited(page, partial(page.execute_script, shown))
            for element in page.find_elements("css selector", "#text, dd.question"):
                assert element.get_attribute("lang") == records[number]["lang"]


def test_texts_of_a_stranger_are_shown_as_they_are(plain: Any, releases: dict[str, Path]) -> None:
    page = opened(plain, releases["hostile"])
    assert page.find_element("css selector", "dd.question").text == HOSTILE
    page.find_element("id", "map").send_keys("\ue011")  # Home
    assert page.find_element("id", "text").get_attribute("textContent").startswith(HOSTILE[:30])
    assert page.execute_script("return window.taken === undefined")
    assert not page.find_elements("css selector", "main img, main script")
    # Neither does a script that comes into the page otherwise.
    page.execute_script(
        "const own = document.createElement('script'); own.textContent = 'window.taken = 3';"
        "document.body.append(own)"
    )
    assert page.execute_script("return window.taken === undefined")


@pytest.mark.parametrize(("width", "theme", "language"), looks("en", "zh-Hans"))
def test_anyone_can_read_and_use_the_page(
    plain: Any, releases: dict[str, Path], language: str, theme: str, width: int
) -> None:
    resize(plain, width, 800)
    features = [{"name": "prefers-color-scheme", "value": theme}]
    plain.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    for name, of in (("many", "#0"), ("many", "#7"), ("many", "#11"), ("one", "")):
        page = opened(plain, releases[name], of)
        page.find_element("css selector", f"#languages [lang={language}]").click()
        page.execute_script("document.getElementById('originals').click()")
        assert violations(page) == []
        wide = "return document.documentElement.scrollWidth - innerWidth"
        assert page.execute_script(wide) <= 0
        assert not [each for each in page.get_log("browser") if each["level"] == "SEVERE"]
