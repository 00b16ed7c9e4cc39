"""The review page, as a browser's requests see it: decisions, conflicts, two at once, a kill."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lvbuild.annotate.ledger import now, read_ledger
from lvbuild.annotate.review import Review
from lvbuild.annotate.rows import read_controls
from tests.annotate.page.serving import Client, served, served_here
from tests.annotate.worlds import workbench
from tests.rules.small_tables import ENGLISH, Row, fact, pair, write_world


def table(folder: Path) -> list[Row]:
    path = folder / "annotations/english/replacements.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def statuses(folder: Path) -> list[str]:
    return [row["status"] for row in table(folder)]


def write_evil(folder: Path) -> None:
    evil = pair("Kent", "<script>alert(1)</script>", kind="place")
    write_world(folder, english_replacements=[*ENGLISH["replacements"], evil])


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Return a client that changes nothing."""
    folder = tmp_path_factory.mktemp("page")
    write_evil(folder)
    with served_here(folder) as port:
        yield Client(port)
    assert set(statuses(folder)) == {"draft"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    write_evil(tmp_path)
    with served_here(tmp_path) as port:
        yield Client(port)


def test_a_decision_is_in_table_and_ledger_and_can_be_taken_back(
    client: Client, tmp_path: Path
) -> None:
    answer = client.decide(client.versions()[0], seconds=4.5)
    assert answer.status == 200
    assert 'class="row approved"' in answer.text
    assert (table(tmp_path)[0]["status"], table(tmp_path)[0]["annotator"]) == (
        "approved",
        "Ann Reader",
    )
    [entry] = read_ledger(tmp_path / "annotations/english")
    assert (entry.action, entry.seconds, entry.annotator) == ("accept", 4.5, "Ann Reader")
    second = client.versions()[0]
    assert client.decide(second, "reject").status == 422
    client.decide(second, "reject", reason="wrong kind")
    assert table(tmp_path)[1]["note"] == "wrong kind"
    assert client.post("/undo").status == client.post("/undo").status == 200
    assert statuses(tmp_path) == ["draft"] * 4
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
    assert client.post("/q/0/add", None, table="replacements", **new).status == 409
    bad = client.post("/q/0/add", table="replacements", original="a", kind="nothing")
    assert (bad.status, "kind: must be" in bad.text) == (422, True)
    assert client.post("/q/0/add", table="selection", question_id="x").status == 422


def test_the_forms_of_a_name_are_decided_on_and_taken_back_as_one(
    client: Client, tmp_path: Path
) -> None:
    shown = client.get("/q/0").text
    [family] = re.findall(r'class="accept-all" hx-post="/row/([\w,]+)/decide"', shown)
    assert family.count(",") == 1
    assert client.decide(family, seconds=6).status == 200
    assert statuses(tmp_path) == ["approved"] * 2 + ["draft"] * 2
    entries = read_ledger(tmp_path / "annotations/english")
    assert [(entry.action, entry.seconds) for entry in entries] == [("accept", 3)] * 2
    client.post("/undo")
    assert set(statuses(tmp_path)) == {"draft"}
    client.decide(",".join(client.versions()[:2]), "reject", reason="leaves a form")
    rejected = [row["note"] for row in table(tmp_path) if row["status"] == "rejected"]
    assert rejected == ["leaves a form"] * 2


def test_what_somebody_else_changed_meanwhile_is_a_conflict_that_is_shown(
    client: Client, tmp_path: Path
) -> None:
    versions, other = client.versions()[:2], Client(client.port, "Bo")
    other.decide(versions[1])
    for changed in (versions[1], ",".join(versions)):
        answer = client.decide(changed, "reject", reason="wrong kind")
        assert (answer.status, "changed by somebody else meanwhile" in answer.text) == (409, True)
    assert statuses(tmp_path)[:2] == ["draft", "approved"]
    # It stands in nobody's way to take back more.
    client.decide(versions[0])
    client.decide(client.versions()[0])
    other.decide(client.versions(status="approved")[2], "reopen")
    assert [client.post("/undo").status for _ in range(2)] == [409, 200]
    assert statuses(tmp_path)[:3] == ["draft", "approved", "draft"]


@pytest.mark.parametrize("name", ["", "  ", "Ann%0ABo", "x" * 101, "GPT-4"])
def test_nothing_is_decided_in_no_persons_name(reader: Client, name: str) -> None:
    cookie = {"Cookie": f"annotator={name}"}
    answer = reader.post(f"/row/{reader.versions()[0]}/decide", cookie, decision="accept")
    assert answer.status in {403, 422}
    taken = reader.post("/name", name=name.replace("%0A", "\x07"))
    assert (taken.status, 'role="alert"' in taken.text) == (200, True)
    assert "set-cookie" not in taken.headers


@pytest.mark.parametrize(
    "form",
    [{"seconds": "nan"}, {"seconds": "-inf"}, {"seconds": ""}, {"q": "9" * 5000}, {"q": "²"}],
)
def test_what_no_page_would_send_counts_for_nothing(
    client: Client, tmp_path: Path, form: dict[str, str]
) -> None:
    assert client.decide(client.versions()[0], **form).status == 200
    [entry] = read_ledger(tmp_path / "annotations/english")
    assert entry.seconds == 0


def test_control_c_ends_the_page_in_peace(tmp_path: Path) -> None:
    write_world(tmp_path)
    with served(tmp_path) as (port, process):
        assert Client(port).get("/").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_tables_that_cannot_be_written_are_told_and_stay(client: Client, tmp_path: Path) -> None:
    (tmp_path / "annotations/english/ledger.jsonl").mkdir()
    answer = client.decide(client.versions()[0])
    assert (answer.status, "cannot be written" in answer.text) == (422, True)
    assert statuses(tmp_path) == ["draft"] * 4


def test_a_question_is_shown_with_rules_concordance_and_places_its_texts_escaped(
    reader: Client,
) -> None:
    shown = reader.get("/q/0").text
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    rules = reader.get("/q/0/rules").text
    assert 'hx-swap-oob="true"' in rules
    assert "<code>" in rules
    text = reader.get(f"/row/{reader.versions()[2]}/concordance").text
    assert "stands beside the river" in text
    assert "1 in its documents" in text
    family = ",".join(reader.versions()[:2])
    assert f'hx-get="/row/{family}/concordance"' in shown
    text = reader.get(f"/row/{family}/concordance").text
    assert "Ada Stone · Stone</h2>" in text
    assert "2 in its documents" in text


PASSAGE = (
    "Quint ground oats. The baker Rosa Quint was born in a mill on the Orwell. She kept geese."
)


def test_a_rival_passage_is_shown_between_its_neighbours_and_edited_there(tmp_path: Path) -> None:
    told = fact("The baker Rosa Quint was born in a mill on the Orwell.", passage=PASSAGE)
    write_world(tmp_path, english_confusing_facts=[told])
    path = tmp_path / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    questions = json.loads(path.read_text("utf-8"))
    many = [
        [f"H{n}", [f"The hill of number {n} is low. " + "Goats graze. " * 12]] for n in range(80)
    ]
    questions[3]["context"] = many
    path.write_text(json.dumps(questions), "utf-8")
    with served_here(tmp_path) as port:
        client = Client(port)
        placed = client.get("/q/0/placed").text
        [version] = re.findall(r'data-opens="edit-(\w+)"', placed)
        changed = {**told, "passage": PASSAGE.replace("geese", "bees"), "answer": "Orwell"}
        form = {name: changed[name] for name in ("fact", "subject", "passage", "answer")}
        assert client.post(f"/row/{version}/edit", None, **form).status == 200
        again = client.get("/q/0/placed").text
    before, rival, after, depth = re.findall(r"<p class=[^>]*>(.*?)</p>", placed, re.S)
    assert re.sub("<[^>]+>", "", rival) == PASSAGE
    assert "<mark" in rival
    assert re.search(r"\n### Passage \d+\n\Z", before)
    assert after.startswith("\n### Passage ")
    assert 0 <= float(depth.split()[0]) <= 1
    assert "She kept bees." in again


def test_strangers_are_refused(reader: Client) -> None:
    path = f"/row/{reader.versions()[0]}/decide"
    for host in ("evil.example", f"127.0.0.1:{reader.port + 1}"):
        assert reader.get("/", Host=host).status == 421
    for token in ("", "guess"):
        for each in (path, "/name"):
            assert reader.post(each, {"X-Token": token}, decision="accept", name="A").status == 403
    for asked in ("/static/..%2f..%2fapp.py", "/static/app.py", "/q/99"):
        assert reader.get(asked).status == 404
    assert reader.get("/q/x").status == 422
    page = reader.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_the_name_is_asked_for_and_taken(reader: Client) -> None:
    page = Client(reader.port, "").get("/").text
    assert "Who decides?" in page
    assert "Ada Stone" not in page
    taken = Client(reader.port, "").post("/name", name="Ann")
    assert (taken.status, taken.headers["hx-redirect"]) == (200, "/")
    assert taken.headers["set-cookie"].startswith("annotator=Ann;")


def test_the_page_speaks_chinese(reader: Client) -> None:
    page = reader.get("/", **{"Accept-Language": "zh-CN,zh"})
    assert "审阅" in page.text
    assert "干扰事实" in reader.get("/guideline", Cookie="language=zh; annotator=A").text


@pytest.mark.parametrize(("query", "count"), [("", 2), ("?find=haven", 1), ("?state=done", 0)])
def test_the_list_is_found_by_words_and_state(reader: Client, query: str, count: int) -> None:
    assert reader.get(f"/list{query}").text.count("data-number") == count


def many(number: int) -> list[Row]:
    return [
        pair(f"word{n}", f"new{n}", question_id=question)
        for question in ("hotpotqa:ada", "hotpotqa:port")
        for n in range(number // 2)
    ]


def _approve(client: Client, number: int, acknowledged: list[str]) -> None:
    for version in client.versions(number):
        try:
            answer = client.decide(version, q=number)
        except OSError:
            return
        if answer.status == 200:
            acknowledged.append(version)


@pytest.mark.slow
def test_of_two_annotators_and_a_server_that_is_killed_nothing_acknowledged_is_lost(
    tmp_path: Path,
) -> None:
    write_world(tmp_path, english_replacements=many(120))
    acknowledged: list[str] = []

    def approving(port: int) -> list[threading.Thread]:
        threads = [
            threading.Thread(target=_approve, args=(Client(port, name), number, acknowledged))
            for number, name in enumerate(("Ann", "Bo"))
        ]
        for thread in threads:
            thread.start()
        return threads

    with served(tmp_path) as (port, process):
        threads = approving(port)
        while len(acknowledged) < 30 and any(thread.is_alive() for thread in threads):
            threading.Event().wait(0.05)
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    entries = read_ledger(tmp_path / "annotations/english")
    approved = statuses(tmp_path).count("approved")
    assert 30 <= len(acknowledged) <= len(entries) <= approved <= len(acknowledged) + 2
    with served_here(tmp_path) as port:
        for thread in approving(port):
            thread.join()
    assert set(statuses(tmp_path)) == {"approved"}
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
            ann.decide(version)
        assert ann.versions() == []
        shown = bo.versions()
        assert len(shown) == 6
        assert "second opinion" in bo.get("/q/0").text
        for version in shown:
            bo.decide(version, "reject", reason="wrong kind")
        assert bo.versions() == ann.versions() == []
    assert set(statuses(tmp_path)) == {"approved"}
    assert "Corran" not in {row["original"] for row in table(tmp_path)}
    actions = [entry.action for entry in read_ledger(tmp_path / "annotations/english")]
    assert actions.count("judge") == 7


def test_planted_rows_are_judged_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = {**pair("Kent", "Surrey", kind="place"), "annotator": "control"}
    decided = {**pair("Corran", "Beck"), "status": "approved", "annotator": "Ann"}
    bench = workbench(tmp_path, english_replacements=[copied])
    lines = [{"table": "replacements", "row": row, "right": "accept"} for row in (copied, decided)]
    review = Review(bench, planted=read_controls(lines, bench))
    planted = [row.version for row in review.rows("hotpotqa:ada", "Ann") if row.right]
    monkeypatch.setattr("lvbuild.annotate.workbench.now", iter([now()]).__next__)  # one time
    review.decide(planted, "accept", annotator="Ann", seconds=6)
    assert [(one.control, one.seconds) for one in read_ledger(bench.folder)] == [("accept", 3)] * 2
    assert statuses(tmp_path) == ["draft"]
