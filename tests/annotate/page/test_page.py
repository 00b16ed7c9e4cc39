"""The review page, as a browser's requests see it: decisions, conflicts, two at once, a kill."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lvbuild.annotate.ledger import read_ledger
from tests.annotate.page.serving import Client, served
from tests.rules.small_tables import ENGLISH, Row, pair, write_world


def table(folder: Path, name: str = "replacements", recipe: str = "english") -> list[Row]:
    lines = (folder / f"annotations/{recipe}/{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    evil = pair("Kent", "<script>alert(1)</script>", kind="place")
    write_world(tmp_path, english_replacements=[*ENGLISH["replacements"], evil])
    with served(tmp_path) as (port, _):
        yield Client(port)


def test_a_decision_is_in_table_and_ledger_and_can_be_taken_back(
    client: Client, tmp_path: Path
) -> None:
    first = client.versions()[0]
    answer = client.post(f"/row/{first}/decide", decision="accept", seconds=4.5)
    assert answer.status == 200
    assert 'class="row approved"' in answer.text
    assert table(tmp_path)[0]["status"] == "approved"
    assert table(tmp_path)[0]["annotator"] == "Ann Reader"
    [entry] = read_ledger(tmp_path / "annotations/english")
    assert (entry.action, entry.seconds, entry.annotator) == ("accept", 4.5, "Ann Reader")
    second = client.versions()[0]
    refused = client.post(f"/row/{second}/decide", decision="reject")
    assert (refused.status, "a rejection has a reason" in refused.text) == (422, True)
    client.post(f"/row/{second}/decide", decision="reject", reason="wrong kind")
    assert table(tmp_path)[1]["note"] == "wrong kind"
    for expected in ("draft", "draft"):
        assert client.post("/undo").status == 200
        assert expected in {row["status"] for row in table(tmp_path)}
    assert [row["status"] for row in table(tmp_path)[:2]] == ["draft", "draft"]
    assert "Nothing to take back" in client.post("/undo").text


def test_rows_are_edited_and_added(client: Client, tmp_path: Path) -> None:
    version = client.versions()[0]
    fields = {"original": "Ada Stone", "replacement": "Eve Marr", "kind": "person"}
    client.post(f"/row/{version}/edit", None, **fields, alternatives="Ida Poell\r\nUna Birch")
    row = table(tmp_path)[0]
    assert (row["replacement"], row["alternatives"]) == ("Eve Marr", ["Ida Poell", "Una Birch"])
    assert row["annotator"] == "Ann Reader"
    new = {"original": "rye", "replacement": "oats", "kind": "term"}
    assert client.post("/q/0/add", None, table="replacements", **new).status == 200
    assert table(tmp_path)[4]["original"] == "rye"
    twice = client.post("/q/0/add", None, table="replacements", **new)
    assert (twice.status, "there is a row" in twice.text) == (409, True)
    bad = client.post("/q/0/add", table="replacements", original="a", kind="nothing")
    assert (bad.status, "kind: must be" in bad.text) == (422, True)
    assert client.post("/q/0/add", table="selection", question_id="x").status == 422


def test_the_forms_of_a_name_are_decided_on_and_taken_back_as_one(
    client: Client, tmp_path: Path
) -> None:
    shown = client.get("/q/0").text
    [family] = re.findall(r'class="accept-all" hx-post="/row/([\w,]+)/decide"', shown)
    assert family.count(",") == 1
    assert client.post(f"/row/{family}/decide", decision="accept", seconds=6).status == 200
    assert [row["status"] for row in table(tmp_path)] == ["approved"] * 2 + ["draft"] * 2
    entries = read_ledger(tmp_path / "annotations/english")
    assert [(entry.action, entry.seconds) for entry in entries] == [("accept", 3)] * 2
    client.post("/undo")
    assert {row["status"] for row in table(tmp_path)} == {"draft"}
    rejecting = {"decision": "reject", "reason": "leaves a form"}
    client.post(f"/row/{','.join(client.versions()[:2])}/decide", None, **rejecting)
    rejected = [row["note"] for row in table(tmp_path) if row["status"] == "rejected"]
    assert rejected == ["leaves a form"] * 2


def test_of_a_family_nothing_is_decided_where_one_row_was_changed_meanwhile(
    client: Client, tmp_path: Path
) -> None:
    versions = client.versions()[:2]
    Client(client.port, "Bo").post(f"/row/{versions[1]}/decide", decision="accept")
    answer = client.post(f"/row/{','.join(versions)}/decide", decision="accept")
    assert answer.status == 409
    assert [row["status"] for row in table(tmp_path)[:2]] == ["draft", "approved"]


def test_what_somebody_else_changed_stands_in_no_ones_way_to_undo_more(
    client: Client, tmp_path: Path
) -> None:
    for version in client.versions()[:2]:
        client.post(f"/row/{version}/decide", decision="accept")
    other = Client(client.port, "Bo")
    other.post(f"/row/{other.versions(status='approved')[1]}/decide", decision="reopen")
    assert client.post("/undo").status == 409
    assert client.post("/undo").status == 200
    assert [row["status"] for row in table(tmp_path)[:2]] == ["draft", "draft"]


@pytest.mark.parametrize("name", ["", "  ", "Ann%0ABo", "x" * 101, "GPT-4"])
def test_nothing_is_decided_in_no_persons_name(client: Client, tmp_path: Path, name: str) -> None:
    version = client.versions()[0]
    client.get("/")
    client.post("/undo")
    cookie = {"Cookie": f"annotator={name}"}
    answer = client.post(f"/row/{version}/decide", cookie, decision="accept")
    assert answer.status in {403, 422}
    assert {row["status"] for row in table(tmp_path)} == {"draft"}
    taken = client.post("/name", token=client.token, name=name.replace("%0A", "\x07"))
    assert (taken.status, 'role="alert"' in taken.text) == (200, True)


@pytest.mark.parametrize(
    "form",
    [{"seconds": "nan"}, {"seconds": "-inf"}, {"seconds": ""}, {"q": "9" * 5000}, {"q": "²"}],
)
def test_what_no_page_would_send_counts_for_nothing(
    client: Client, tmp_path: Path, form: dict[str, str]
) -> None:
    answer = client.post(f"/row/{client.versions()[0]}/decide", None, decision="accept", **form)
    assert answer.status == 200
    [entry] = read_ledger(tmp_path / "annotations/english")
    assert entry.seconds == 0


def test_control_c_ends_the_page_in_peace(tmp_path: Path) -> None:
    write_world(tmp_path)
    with served(tmp_path) as (port, process):
        assert Client(port).get("/").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_tables_that_cannot_be_written_are_told_and_stay(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "annotations/english"
    before = (folder / "replacements.jsonl").read_bytes()
    (folder / "ledger.jsonl").mkdir()
    answer = client.post(f"/row/{client.versions()[0]}/decide", decision="accept")
    assert (answer.status, "cannot be written" in answer.text) == (422, True)
    assert (folder / "replacements.jsonl").read_bytes() == before


def test_what_the_rules_find_stands_at_each_row(client: Client) -> None:
    text = client.get("/q/0/rules").text
    assert 'hx-swap-oob="true"' in text
    assert "<code>" in text


def test_the_concordance_counts_places_here_and_elsewhere(client: Client) -> None:
    version = client.versions()[2]
    text = client.get(f"/row/{version}/concordance").text
    assert "stands beside the river" in text
    assert "1 in its documents" in text
    family = ",".join(client.versions()[:2])
    text = client.get(f"/row/{family}/concordance").text
    assert "Ada Stone · Stone</h2>" in text
    assert "2 in its documents" in text
    assert f'hx-get="/row/{family}/concordance"' in client.get("/q/0").text


def test_facts_are_shown_where_a_build_sets_them(client: Client) -> None:
    text = client.get("/q/0/placed").text
    assert "Where a build sets it" in text
    assert "Rosa Quint" in text or 'class="flash"' in text


def test_another_version_of_a_row_is_a_conflict_that_is_shown(
    client: Client, tmp_path: Path
) -> None:
    other = Client(client.port, "Bo Writer")
    version = client.versions()[0]
    other.post(f"/row/{version}/decide", decision="accept")
    answer = client.post(f"/row/{version}/decide", decision="reject", reason="wrong kind")
    assert answer.status == 409
    assert "changed by somebody else meanwhile" in answer.text
    assert table(tmp_path)[0]["annotator"] == "Bo Writer"


def test_texts_are_escaped(client: Client) -> None:
    text = client.get("/q/0").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_strangers_are_refused(client: Client, tmp_path: Path) -> None:
    version = client.versions()[0]
    before = table(tmp_path)
    assert client.get("/", Host="evil.example").status == 421
    assert client.get("/", Host=f"127.0.0.1:{client.port + 1}").status == 421
    for headers in ({"X-Token": ""}, {"X-Token": "guess"}):
        post = client.post(f"/row/{version}/decide", headers, decision="accept")
        assert post.status == 403
    nobody = Client(client.port, "", client.token)
    assert nobody.post(f"/row/{version}/decide", decision="accept").status == 403
    program = Client(client.port, "GPT-4", client.token)
    assert program.post(f"/row/{version}/decide", decision="accept").status == 422
    assert client.get("/static/..%2f..%2fapp.py").status == 404
    assert client.get("/static/app.py").status == 404
    assert client.get("/q/99").status == 404
    assert client.get("/q/x").status == 422
    assert client.post("/q/0/add", table="replacements", original="x" * 300_000).status == 422
    assert table(tmp_path) == before
    page = client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_the_name_is_asked_for_and_a_programs_is_refused(client: Client) -> None:
    stranger = Client(client.port, "")
    page = stranger.get("/").text
    assert "Who decides?" in page
    assert "Ada Stone" not in page
    client.get("/")
    client.post("/undo")
    refused = stranger.post("/name", token=client.token, name="language model")
    assert "names a program" in refused.text
    taken = stranger.post("/name", token=client.token, name="Ann")
    assert (taken.status, taken.headers["location"]) == (303, "/")
    assert stranger.post("/name", token="x", name="Ann").status == 403


def test_the_page_speaks_chinese(client: Client) -> None:
    page = client.get("/", **{"Accept-Language": "zh-CN,zh"})
    assert "审阅" in page.text
    assert "干扰事实" in client.get("/guideline", Cookie="language=zh; annotator=A").text


def test_the_list_is_found_by_words_and_state(client: Client) -> None:
    assert client.get("/list").text.count("data-number") == 2
    assert client.get("/list?find=haven").text.count("data-number") == 1
    assert client.get("/list?state=done").text.count("data-number") == 0


def many(number: int) -> list[Row]:
    rows = [pair(f"word{n}", f"new{n}") for n in range(number // 2)]
    return rows + [
        pair(f"word{n}", f"new{n}", question_id="hotpotqa:port") for n in range(number // 2)
    ]


def _approve(client: Client, number: int, acknowledged: list[str]) -> None:
    for version in client.versions(number):
        try:
            answer = client.post(f"/row/{version}/decide", decision="accept", q=number)
        except OSError:
            return
        if answer.status == 200:
            acknowledged.append(version)


@pytest.mark.slow
def test_of_two_annotators_and_a_server_that_is_killed_nothing_acknowledged_is_lost(
    tmp_path: Path,
) -> None:
    write_world(tmp_path, english_replacements=many(400))
    acknowledged: list[str] = []
    with served(tmp_path) as (port, process):
        clients = [Client(port, "Ann"), Client(port, "Bo")]
        threads = [
            threading.Thread(target=_approve, args=(client, number, acknowledged))
            for number, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 60 and any(thread.is_alive() for thread in threads):
            threading.Event().wait(0.05)
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    approved = sum(row["status"] == "approved" for row in table(tmp_path))
    entries = read_ledger(tmp_path / "annotations/english")
    assert 60 <= len(acknowledged) <= len(entries) <= approved <= len(acknowledged) + 2
    with served(tmp_path) as (port, _):
        clients = [Client(port, "Ann"), Client(port, "Bo")]
        threads = [
            threading.Thread(target=_approve, args=(client, number, acknowledged))
            for number, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {row["status"] for row in table(tmp_path)} == {"approved"}
    assert {row["annotator"] for row in table(tmp_path)} == {"Ann", "Bo"}


def test_a_share_of_the_rows_is_shown_to_two_and_planted_rows_to_all(tmp_path: Path) -> None:
    write_world(tmp_path)
    planted = pair("Corran", "Beck", kind="place")
    line = {"table": "replacements", "row": planted, "right": "accept"}
    (tmp_path / "controls.jsonl").write_text(json.dumps(line) + "\n")
    with served(tmp_path, "--second", "1", "--controls", "controls.jsonl") as (port, _):
        ann, bo = Client(port, "Ann"), Client(port, "Bo")
        versions = ann.versions()
        assert len(versions) == 6
        for version in versions:
            ann.post(f"/row/{version}/decide", decision="accept")
        assert ann.versions() == []
        shown = bo.versions()
        assert len(shown) == 6
        assert "second opinion" in bo.get("/q/0").text
        for version in shown:
            bo.post(f"/row/{version}/decide", decision="reject", reason="wrong kind")
        assert bo.versions() == []
        assert ann.versions() == []
    assert {row["status"] for row in table(tmp_path)} == {"approved"}
    assert "Corran" not in {row["original"] for row in table(tmp_path)}
    actions = [entry.action for entry in read_ledger(tmp_path / "annotations/english")]
    assert actions.count("judge") == 7
