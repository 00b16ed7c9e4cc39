"""The review page in a real browser: all by keyboard, it keeps one's place, anyone can read it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lvbuild.annotate.ledger import read_ledger
from tests.annotate.page.serving import ADA, Address, Client, served
from tests.annotate.page.test_page import statuses, table
from tests.browsing import in_a_browser, looks, resize, text, violations, waited
from tests.rules.small_tables import CHINESE, ENGLISH, Row, pair, write_world

pytestmark = in_a_browser
CHINESE_ID = "cmrc2018:Q"


def open_page(browser: Any, address: Address, name: str = "Ann Reader") -> Any:
    browser.delete_all_cookies()
    browser.get(address.url)
    browser.execute_script("localStorage.clear()")
    browser.find_element("name", "name").send_keys(f"{name}\n")
    browser.find_element("css selector", "article.row")
    return browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    write_world(tmp_path)
    with served(tmp_path) as (address, _):
        yield address


@pytest.fixture
def page(browser: Any, address: Address) -> Any:
    return open_page(browser, address)


def press(page: Any, *keys: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    for key in keys:
        ActionChains(page).send_keys(key).perform()
        waited(page, lambda: page.execute_script("return !document.querySelector('.htmx-request')"))


def shown(page: Any, status: str, number: int) -> None:
    """Wait until the page shows so many rows of a status."""
    waited(page, lambda: len(page.find_elements("css selector", f".row.{status}")) == number)


def focused(page: Any) -> str:
    """Return the text of what is in focus, its row's where it is in one."""
    found: str = page.execute_script(
        "const e = document.activeElement; return (e.closest('.row') || e).innerText"
    )
    return found


def is_focused(page: Any, word: str) -> bool:
    return word in focused(page)


def select(page: Any, word: str) -> None:
    """Select a word of the evidence."""
    page.execute_script(
        """
        const node = [...document.querySelectorAll(".evidence [data-text]")]
          .flatMap((text) => [...text.childNodes])
          .find((node) => node.nodeType === 3 && node.data.includes(arguments[0]));
        const range = document.createRange(), at = node.data.indexOf(arguments[0]);
        range.setStart(node, at);
        range.setEnd(node, at + arguments[0].length);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        """,
        word,
    )


def test_everything_is_done_by_keyboard_and_stands_in_the_table(page: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    # A name's forms are decided on, and taken back, as one.
    press(page, "a")
    shown(page, "approved", 2)
    assert statuses(tmp_path) == ["approved", "approved", "draft"]
    assert focused(page).startswith("Tamble")
    waited(page, lambda: page.find_elements("css selector", ".counts .approved"))
    assert len(page.find_elements("css selector", ".questions li.now")) == 1
    press(page, "u")
    shown(page, "approved", 0)
    press(page, Keys.ARROW_UP, Keys.ARROW_UP, "x", "3", Keys.ENTER)
    shown(page, "rejected", 2)
    assert [row["note"] for row in table(tmp_path)[:2]] == ["pair-leaves-a-form"] * 2
    press(page, "u")
    shown(page, "rejected", 0)
    assert statuses(tmp_path) == ["draft"] * 3
    # So is one of them alone, by its capital.
    press(page, Keys.ARROW_UP, Keys.ARROW_UP)
    assert focused(page).startswith("Ada Stone")
    press(page, "A")
    shown(page, "approved", 1)
    assert statuses(tmp_path)[0] == "approved"
    # An alternative takes the replacement's place; a row is edited and accepted at once.
    press(page, Keys.ARROW_DOWN, Keys.ARROW_DOWN, "1")
    waited(page, lambda: "Tamble → Morrick" in text(page))
    press(page, "e")
    assert page.switch_to.active_element.get_attribute("name") == "original"
    edited = page.find_element("css selector", "form.opened:not([hidden]) [name=replacement]")
    edited.clear()
    edited.send_keys("Marrin", Keys.ENTER)
    waited(page, lambda: "Tamble → Marrin" in text(page))
    waited(page, lambda: "approved" in {row["status"] for row in table(tmp_path)[2:]})
    assert table(tmp_path)[2]["replacement"] == "Marrin"
    # Rows are added from a selection in the evidence, and from what no row covers.
    select(page, "rye")
    press(page, "n", "oats", Keys.ENTER)
    waited(page, lambda: "rye → oats" in text(page))
    press(page, Keys.ESCAPE, "l", "l", "l", "m")  # of the others no words are sure
    waited(page, lambda: len(table(tmp_path)) > 4)
    # The rest of the question is accepted, what is doubtful after it was told.
    press(page, "d")
    press(page, "a river?", Keys.ENTER)
    waited(page, lambda: "to discuss" in text(page) or "flagged" in text(page))
    # Filter.
    press(page, Keys.ESCAPE, "/", "haven", Keys.ENTER)
    waited(page, lambda: len(page.find_elements("css selector", ".questions a")) == 1)
    kept = statuses(tmp_path)
    page.refresh()
    shown(page, "approved", kept.count("approved"))
    ledger = [entry.action for entry in read_ledger(tmp_path / "annotations/english")]
    two = [action for action in ("accept", "undo", "reject", "undo") for _ in range(2)]
    assert ledger[:12] == [*two, "accept", "edit", "edit", "accept"]
    assert {"add", "flag"} <= {*ledger[12:]}
    assert not [
        line
        for line in page.get_log("browser")
        if line["level"] == "SEVERE" and "422" not in line["message"]
    ]


def test_a_decision_leaves_the_view_and_what_was_looked_up_as_they_are(
    page: Any, tmp_path: Path
) -> None:
    press(page, "r", "c")
    waited(page, lambda: "in its documents" in text(page))
    page.execute_script("document.querySelector('main').scrollTop = 9")
    node = page.find_element("css selector", "#texts")
    scrolled = page.execute_script("return document.querySelector('main').scrollTop")
    press(page, "a")
    shown(page, "approved", 2)
    assert "show-after" in node.get_attribute("class")
    assert "in its documents" in text(page)
    assert page.execute_script("return document.querySelector('main').scrollTop") == scrolled
    # Another question is shown from its beginning.
    press(page, "j")
    waited(page, lambda: "in its documents" not in text(page))
    assert page.current_url.endswith("?q=hotpotqa%3Aport")
    page.back()
    waited(page, lambda: "Ada Stone" in text(page))
    assert statuses(tmp_path)[0] == "approved"


def test_what_was_typed_stays_where_it_is_refused_or_somebody_else_was_quicker(
    page: Any, address: Address, tmp_path: Path
) -> None:
    from selenium.webdriver.common.keys import Keys

    def typed() -> list[str]:
        found: list[str] = page.execute_script(
            "return [...document.querySelectorAll('form.opened:not([hidden]) [name=replacement]')]"
            ".filter((e) => e.checkVisibility()).map((e) => e.value)"
        )
        return found

    press(page, "e", Keys.TAB, Keys.END, " Marr")
    assert typed() == ["Eve Orrin Marr"]
    other = Client(address, "Bo")
    version = other.versions()[0]
    fields = {"original": "Ada Stone", "replacement": "Una Birch", "kind": "person"}
    fields["table"] = "replacements"
    assert other.post("/edit", None, rows=version, **fields, q=ADA).status == 200
    press(page, Keys.ENTER)
    waited(page, lambda: "changed by somebody else" in text(page))
    assert typed() == ["Eve Orrin Marr"]
    assert "Una Birch" in text(page)
    # Sent again it is taken, now that it was seen what it is.
    press(page, Keys.ENTER)
    waited(page, lambda: "Eve Orrin Marr" in {row["replacement"] for row in table(tmp_path)})
    waited(page, lambda: typed() == [])
    press(page, "n", "Corran", Keys.ENTER)
    add = page.find_element("css selector", "#add-replacements [name=replacement]")
    add.send_keys("x" * 150)
    page.execute_script("arguments[0].removeAttribute('maxlength')", add)
    add.send_keys("x" * 100, Keys.ENTER)
    waited(page, lambda: "at most 200" in text(page) or "200 characters" in text(page))
    assert len(typed()[-1]) == 250


def test_keys_of_an_input_method_and_a_held_key_decide_nothing(page: Any, tmp_path: Path) -> None:
    for event in ("isComposing: true", "keyCode: 229", "repeat: true", "ctrlKey: true"):
        page.execute_script(
            "document.querySelector('article.row').dispatchEvent(new KeyboardEvent('keydown',"
            f" {{key: 'a', bubbles: true, cancelable: true, {event}}}))"
        )
    page.execute_script(
        """
        const field = document.querySelector("details textarea[name=fact]");
        field.closest("details").open = true;
        field.value = "x";
        const enter = {key: "Enter", isComposing: true, bubbles: true};
        field.dispatchEvent(new KeyboardEvent("keydown", enter));
        """
    )
    assert statuses(tmp_path) == ["draft"] * 3
    assert not (tmp_path / "annotations/english/ledger.jsonl").exists()


def test_single_letters_can_be_switched_off(page: Any, tmp_path: Path) -> None:
    press(page, "?")
    page.find_element("id", "keys-on").click()
    page.find_element("css selector", "article.row").click()
    press(page, "a", "1", "x")
    assert statuses(tmp_path) == ["draft"] * 3
    assert not page.find_element("css selector", ".accept kbd").is_displayed()
    page.find_element("css selector", ".accept").click()
    shown(page, "approved", 2)


def question_of_many(folder: Path, number: int) -> list[Row]:
    """Write a world whose first question has a document of so many words, each with a row.

    It names nobody, so that no name of it lacks a row.
    """
    words = [f"word{n:02}" for n in range(number)]
    rows = [pair(word, f"new{word[4:]}") for word in words]
    write_world(folder, english_replacements=rows)
    path = folder / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    told = "\\n".join(f"Here stands {word} beside nothing else at all." for word in words)
    content = path.read_text("utf-8").replace("Corran Mill is an", f"{told} Corran Mill is an")
    path.write_text(
        content.replace("where the baker Ada Stone was", "where the baker was"), "utf-8"
    )
    return rows


def test_sixty_rows_are_decided_by_a_second_annotator_by_keyboard_alone(
    browser: Any, tmp_path: Path
) -> None:
    question_of_many(tmp_path, 60)
    with served(tmp_path, "--second", "1") as (address, _):
        ann = Client(address, "Ann")
        assert ann.decide(",".join(ann.versions(ADA)), despite=1).status == 200
        page = open_page(browser, address, "Bo")
        page.get(f"http://127.0.0.1:{address.port}/?q={ADA}")
        assert page.find_elements("css selector", ".row.approved") == []
        visible = (
            "return [...document.querySelectorAll('article.row')].filter((row) =>"
            " row.getBoundingClientRect().bottom < innerHeight).length"
        )
        waited(page, lambda: page.execute_script(visible) >= 12)
        from selenium.webdriver.common.keys import Keys

        for number in range(60):
            if number:
                waited(page, partial(is_focused, page, f"word{number:02}"))
                # The row in focus and its place in the evidence are in view.
                assert page.execute_script(
                    "const mark = document.querySelector('.before .looked-at');"
                    "const box = mark.getBoundingClientRect();"
                    "return box.top >= 0 && box.bottom <= innerHeight"
                )
            keys = ("x", "2", Keys.ENTER) if number % 10 == 9 else ("a",)
            press(page, *keys)
            shown(page, "draft", 60 - number - 1 + 2)
    judged = read_ledger(tmp_path / "annotations/english")[-60:]
    assert {(entry.annotator, entry.action) for entry in judged} == {("Bo", "judge")}
    assert [entry.decision for entry in judged].count("reject") == 6
    assert set(statuses(tmp_path)) == {"approved"}


@pytest.mark.parametrize(("width", "theme", "language"), looks("en", "zh-Hans", "zh-Hant"))
def test_anyone_can_read_and_use_the_page(
    browser: Any, tmp_path: Path, language: str, theme: str, width: int
) -> None:
    wrong = [pair("rye", "oats"), pair("bread", "oats"), pair("Nowhere", "x")]
    alike = [pair(old, "铁匠", question_id=CHINESE_ID) for old in ("木匠", "母亲")]
    write_world(
        tmp_path,
        english_replacements=[*ENGLISH["replacements"], *wrong],
        chinese_replacements=[*CHINESE["replacements"], *alike],
    )
    name, question = ("english", ADA) if language == "en" else ("chinese", CHINESE_ID)
    with served(tmp_path, name=name) as (address, _):
        browser.delete_all_cookies()
        browser.get(address.url)
        assert violations(browser) == [], "who decides"
        page = open_page(browser, address)
        resize(page, width, 800)
        page.execute_script("localStorage.theme = arguments[0]", theme)
        page.get(f"http://127.0.0.1:{address.port}/language?to={language}&q={question}")
        states = {
            "as it opens": (),
            "forms and history": ("d", "which?", "\ue007", "a", "\ue014", "e"),
            "rejecting": ("\ue00c", "x"),
            "what was looked up": ("\ue00c", "c", "r", "n"),
            "ten rows": ("\ue00c", "b"),
        }
        for state, keys in states.items():
            press(page, *keys)
            assert violations(page) == [], state
        wide = "return document.documentElement.scrollWidth - innerWidth"
        assert page.execute_script(wide) <= 0
        page.get(f"http://127.0.0.1:{address.port}/guideline")
        assert violations(page) == []
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_page_is_one_column_where_there_is_no_room_for_more(
    browser: Any, address: Address
) -> None:
    page = open_page(browser, address)
    resize(page, 640, 400, scale=2)  # 1280 at 200%
    lefts = page.execute_script(
        "return ['nav', 'main', 'aside'].map((n) =>"
        " document.querySelector(n).getBoundingClientRect()).map((b) => [b.left, b.width])"
    )
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert {left for left, _ in lefts} == {0}
    assert len({width for _, width in lefts}) == 1
