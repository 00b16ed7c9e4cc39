"""The review page, as a browser's requests see it: decisions, conflicts, two at once, a kill."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from lvbuild.annotate.ledger import now, read_ledger
from lvbuild.annotate.review import Review, Reviewer
from lvbuild.annotate.rows import read_controls
from tests.annotate.page.serving import ADA, Address, Client, served, served_here
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
    with served_here(folder) as address:
        yield Client(address)
    assert set(statuses(folder)) == {"draft"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    write_evil(tmp_path)
    with served_here(tmp_path) as address:
        yield Client(address)


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
    fields["table"] = "replacements"
    edited = client.post(
        "/edit", None, rows=version, **fields, alternatives="Ida Poell\r\nUna Birch"
    )
    assert edited.status == 200
    row = table(tmp_path)[0]
    assert (row["replacement"], row["alternatives"]) == ("Eve Marr", ["Ida Poell", "Una Birch"])
    assert row["annotator"] == "Ann Reader"
    new = {"original": "rye", "replacement": "oats", "kind": "term"}
    assert client.post("/add", None, table="replacements", **new).status == 200
    assert table(tmp_path)[4]["original"] == "rye"
    assert client.post("/add", None, table="replacements", **new).status == 409
    bad = client.post("/add", None, table="replacements", original="a", kind="nothing")
    assert (bad.status, "kind: must be" in bad.text) == (422, True)
    assert client.post("/add", None, table="selection", question_id="x").status == 422


def test_the_forms_of_a_name_are_decided_on_and_taken_back_as_one(
    client: Client, tmp_path: Path
) -> None:
    shown = client.question().text
    [family] = re.findall(r'class="accept" [^>]*"rows": "([\w,]+,[\w,]+)"', shown)
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
    versions, other = client.versions()[:2], Client(client.address, "Bo")
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
    other = Client(reader.address, unquote(name))
    answer = other.decide(reader.versions()[0])
    assert answer.status in {403, 422}
    taken = reader.post("/name", name=name.replace("%0A", "\x07"))
    assert (taken.status, 'role="alert"' in taken.text) == (200, True)
    assert "set-cookie" not in taken.headers


@pytest.mark.parametrize(
    "form",
    [{"seconds": "nan"}, {"seconds": "-inf"}, {"seconds": ""}],
)
def test_what_no_page_would_send_counts_for_nothing(
    client: Client, tmp_path: Path, form: dict[str, str]
) -> None:
    assert client.decide(client.versions()[0], **form).status == 200
    [entry] = read_ledger(tmp_path / "annotations/english")
    assert entry.seconds == 0


def test_control_c_ends_the_page_in_peace(tmp_path: Path) -> None:
    write_world(tmp_path)
    with served(tmp_path) as (address, process):
        assert Client(address).get("/").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_a_ledger_that_cannot_be_read_is_told_and_tables_stay(
    client: Client, tmp_path: Path
) -> None:
    [version, *_] = client.versions()
    (tmp_path / "annotations/english/ledger.jsonl").mkdir()
    answer = client.decide(version)
    assert (answer.status, "the ledger cannot be read" in answer.text) == (422, True)
    assert statuses(tmp_path) == ["draft"] * 4


def test_a_question_is_shown_with_rules_and_concordance_its_texts_escaped(reader: Client) -> None:
    shown = reader.question().text
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert '<li class="warning"><b>warning</b>' in shown
    assert '<h2 lang="en">Ada Stone</h2>' in shown
    version = re.findall(r'data-version="(\w+)"[^>]*>\s*<p class="pair"><mark[^>]*>Kent<', shown)
    text = reader.get(f"/concordance?rows={version[0]}").text
    assert "Ada Stone was a baker of " in text
    assert "1 in its documents" in text
    [family] = re.findall(r'hx-get="(/concordance\?rows=\w+,\w+)"', shown)
    text = reader.get(family).text
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
    with served_here(tmp_path) as address:
        client = Client(address)
        placed = client.get(f"/placed?q={ADA}").text
        [slug] = re.findall(r'data-opens="edit-(\w+)"', placed)
        [version] = re.findall(rf'id="row-{slug}" data-version="(\w+)"', client.question().text)
        changed = {**told, "passage": PASSAGE.replace("geese", "bees"), "answer": "Orwell"}
        form = {name: changed[name] for name in ("fact", "subject", "passage", "answer")}
        form["table"] = "confusing_facts"
        assert client.post("/edit", None, rows=version, **form).status == 200
        again = client.get(f"/placed?q={ADA}").text
    before, rival, after, depth = re.findall(r"<p class=[^>]*>(.*?)</p>", placed, re.S)
    assert re.sub("<[^>]+>", "", rival) == PASSAGE
    assert "<mark" in rival
    assert re.search(r"\n### Passage \d+\n\Z", before)
    assert after.startswith("\n### Passage ")
    assert 0 <= float(depth.split()[0]) <= 1
    assert "She kept bees." in again


def test_strangers_are_refused(reader: Client) -> None:
    port = reader.address.port
    for host in ("evil.example", f"127.0.0.1:{port + 1}"):
        assert reader.get("/", Host=host).status == 421
    for secret in ("", "guess", "ü"):
        stranger = Client(Address(port, quote(secret)))
        for path in (
            "/",
            "/list",
            f"/question?q={ADA}",
            "/static/page.js",
            f"/?token={quote(secret)}",
        ):
            assert stranger.get(path).status == 403, path
        assert stranger.post("/name", name="A").status == 403
    for origin in ("http://evil.example", "null", "", f"http://127.0.0.1:{port + 1}"):
        answer = reader.post("/decide", {"Origin": origin}, rows="x", decision="accept")
        assert answer.status == 403
    for asked in ("/static/..%2f..%2fapp.py", "/static/app.py", "/question?q=x", "/q/0"):
        assert reader.get(asked).status == 404
    page = reader.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


def test_the_printed_address_lets_in_by_a_cookie_and_is_seen_no_more(reader: Client) -> None:
    stranger = Client(Address(reader.address.port, "guess"))
    answer = stranger.get(f"/?token={reader.address.secret}&q={ADA}")
    assert (answer.status, answer.headers["location"]) == (303, "/?q=hotpotqa%3Aada")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"lvbuild-{reader.address.port}={reader.address.secret};")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert reader.address.secret not in reader.get("/").text


def test_who_sends_too_much_or_leaves_gets_no_traceback(tmp_path: Path) -> None:
    write_world(tmp_path)
    with served(tmp_path, stderr=subprocess.PIPE) as (address, process):
        client = Client(address)
        assert client.post("/decide", None, **{f"f{n}": "" for n in range(60)}).status == 422
        assert client.post("/decide", None, rows="x" * 2**20).status == 413
        assert client.post("/decide", None, rows="x" * 2**19, decision="accept").status == 409
        assert client.get("/list?state=nothing&kind=nothing").status == 200
        head = f"POST /decide HTTP/1.1\r\nHost: 127.0.0.1:{address.port}\r\n"
        head += f"Cookie: lvbuild-{address.port}={address.secret}\r\nContent-Length: 99\r\n"
        head += f"Origin: http://127.0.0.1:{address.port}\r\n\r\n"
        for sent in (head + "rows=", f"GET / HTTP/1.1\r\nHost: x:{address.port}\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", address.port)) as leaving:
                leaving.sendall(sent.encode())
        assert client.get("/").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read().splitlines()[-1:] in ([], ["reading english.yaml"])


def test_the_name_is_asked_for_and_taken(reader: Client) -> None:
    nobody = Client(reader.address, "")
    page = nobody.get("/").text
    assert "Who decides?" in page
    assert "Ada Stone" not in page
    taken = nobody.post("/name", name="Ann")
    assert (taken.status, taken.headers["hx-redirect"]) == (200, "/")
    assert taken.headers["set-cookie"].startswith("annotator=Ann;")


def test_the_page_speaks_chinese_in_the_characters_of_its_reader(reader: Client) -> None:
    for accepted, told in (
        ("zh-CN,zh", "审阅"),
        ("zh-TW", "審閱"),
        ("zh", "审阅"),
        ("fr", "Review"),
    ):
        client = Client(reader.address, language="")
        assert f"{told}</title>" in client.get("/", **{"Accept-Language": accepted}).text
    client = Client(reader.address, language="zh-Hans")
    shown = client.question().text
    assert "警告</b>" in shown
    assert '<span class="kind">人物</span>' in shown
    assert "类别不对" in shown
    assert "干扰事实" in client.get("/guideline").text
    refused = client.decide(client.versions()[0], "reject")
    assert (refused.status, "驳回须写明理由" in refused.text) == (422, True)


def test_reasons_are_kept_as_keys_whatever_the_reader_reads(client: Client, tmp_path: Path) -> None:
    chinese = Client(client.address, language="zh-Hans")
    chinese.decide(client.versions()[0], "reject", reason="pair-wrong-kind")
    assert table(tmp_path)[0]["note"] == "pair-wrong-kind"
    assert '<p class="note">wrong kind</p>' in client.question().text


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 2),
        ("?find=haven", 1),
        ("?state=done", 0),
        ("?kind=person", 1),
        ("?kind=number", 0),
        ("?state=warned", 1),
        ("?state=mine", 0),
    ],
)
def test_the_list_is_found_by_words_state_and_kind(reader: Client, query: str, count: int) -> None:
    assert reader.get(f"/list{query}").text.count("data-q=") == count


def many(number: int) -> list[Row]:
    return [
        pair(f"word{n}", f"new{n}", question_id=question)
        for question in ("hotpotqa:ada", "hotpotqa:port")
        for n in range(number // 2)
    ]


def _approve(client: Client, question_id: str, acknowledged: list[str]) -> None:
    for version in client.versions(question_id):
        try:
            answer = client.decide(version, q=question_id, despite=1)
        except (OSError, HTTPException):  # the server was killed in the midst of its answer
            return
        if answer.status == 200:
            acknowledged.append(version)


@pytest.mark.slow
def test_of_two_annotators_and_a_server_that_is_killed_nothing_acknowledged_is_lost(
    tmp_path: Path,
) -> None:
    write_world(tmp_path)
    path = tmp_path / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    text = path.read_text("utf-8")
    for title, word in (("Corran Mill is", "word"), ("Port Harrow is", "word")):
        words = " ".join(f"{word}{n}" for n in range(60))
        text = text.replace(title, f"{words}. {title}")
    path.write_text(text, "utf-8")
    rows = tmp_path / "annotations/english/replacements.jsonl"
    rows.write_text("".join(json.dumps(row) + "\n" for row in many(120)))
    acknowledged: list[str] = []

    def approving(address: Address) -> list[threading.Thread]:
        threads = [
            threading.Thread(target=_approve, args=(Client(address, name), question, acknowledged))
            for question, name in ((ADA, "Ann"), ("hotpotqa:port", "Bo"))
        ]
        for thread in threads:
            thread.start()
        return threads

    with served(tmp_path) as (address, process):
        threads = approving(address)
        while len(acknowledged) < 30 and any(thread.is_alive() for thread in threads):
            threading.Event().wait(0.05)
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    entries = read_ledger(tmp_path / "annotations/english")
    approved = statuses(tmp_path).count("approved")
    # The ledger is written first, so that it may tell of what a killed server did not change.
    assert 30 <= len(acknowledged) <= approved <= len(entries) <= len(acknowledged) + 2
    with served_here(tmp_path) as address:
        for thread in approving(address):
            thread.join()
    assert set(statuses(tmp_path)) == {"approved"}
    assert {row["annotator"] for row in table(tmp_path)} == {"Ann", "Bo"}


def without_versions(text: str) -> str:
    """Return a page with the versions of rows numbered, and without the time of decisions."""
    versions = dict.fromkeys(re.findall(r"\b[0-9a-f]{12}\b", text))
    for number, version in enumerate(versions):
        text = text.replace(version, f"version {number}")
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", text)


def test_nothing_tells_a_planted_row_from_the_others(tmp_path: Path) -> None:
    planted = pair("Kent", "Surrey", kind="place")
    pages = []
    for folder, rows in (("planted", [planted]), ("real", [])):
        (tmp_path / folder).mkdir()
        own = [*ENGLISH["replacements"], *([] if rows else [planted])]
        write_world(tmp_path / folder, english_replacements=own)
        with served_here(tmp_path / folder, planted=rows) as address:
            client = Client(address)
            shown = [client.question().text]
            for version in client.versions():
                shown.append(client.decide(version, "reject", reason="no").text)
            shown.append(client.post("/undo").text)
            shown += [client.get(path).text for path in ("/", "/list?state=rejected", "/sample")]
        pages.append([without_versions(text) for text in shown])
    assert pages[0] == pages[1]


def test_rows_are_accepted_together_after_a_look_at_ten(client: Client, tmp_path: Path) -> None:
    shown = client.get("/sample?kind=person").text
    assert shown.count('class="pair"') == 2
    [versions] = re.findall(r'name="rows" value="([\w,]+)"', shown)
    assert client.decide(versions).status == 200
    assert statuses(tmp_path)[:2] == ["approved"] * 2
    assert 'name="rows"' not in client.get("/sample?kind=person").text


def test_warnings_are_told_before_a_row_is_accepted(client: Client, tmp_path: Path) -> None:
    shown = client.question().text
    [version] = re.findall(r'data-version="(\w+)"[^>]*>\s*<p class="pair"><mark[^>]*>Kent<', shown)
    told = client.decide(version)
    assert (told.status, "See this first" in told.text) == (422, True)
    [again] = re.findall(r'"rows": "(\w+)", "decision": "accept", "despite": "1"', told.text)[-1:]
    assert statuses(tmp_path)[3] == "draft"
    assert client.decide(again, despite=1).status == 200
    assert statuses(tmp_path)[3] == "approved"


def test_a_question_is_dropped_with_a_reason_or_corrected(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "annotations/english/selection.jsonl"

    def selected() -> Row:
        found: Row = json.loads(path.read_text("utf-8").splitlines()[0])
        return found

    dropped = client.post("/select", None, dropped="its page contradicts it")
    assert (dropped.status, "Not asked: its page contradicts it" in dropped.text) == (200, True)
    assert selected()["dropped"] == "its page contradicts it"
    assert client.post("/undo").status == 200
    assert selected().get("dropped", "") == ""
    no_reason = client.post("/select", None, question="Beside which river is the mill?")
    assert (no_reason.status, "say why" in no_reason.text) == (422, True)
    told = {"question": "Beside which river is the mill?", "reason": "shorter"}
    assert "Beside which river is the mill?" in client.post("/select", None, **told).text
    assert selected()["reason"] == "shorter"
    missing = client.post("/select", None, dropped="no", q="hotpotqa:mill")
    assert missing.status == 404


def test_what_no_row_covers_is_underlined_and_gets_rows_at_one_key(
    client: Client, tmp_path: Path
) -> None:
    shown = client.question().text
    left = re.findall(r'data-form="([^"]+)"', shown)
    assert {"1887", "1402"} <= {*left}
    assert "Tamble" not in left
    assert client.post("/cover", None, form="1887").status == 200
    added = {row["original"]: row for row in table(tmp_path)[4:]}
    assert {row["kind"] for row in added.values()} == {"date"}
    assert {(row["status"], row["annotator"]) for row in added.values()} == {
        ("draft", "Ann Reader")
    }
    # Years move together.
    moved = {int(row["replacement"]) - int(old) for old, row in added.items()}
    assert (len(added), len(moved)) == (2, 1)
    assert 'data-form="1887"' not in client.question().text
    assert client.post("/cover", None, form="of").status == 422


def test_planted_rows_are_judged_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = {**pair("Kent", "Surrey", kind="place"), "annotator": "control"}
    decided = {**pair("Corran", "Beck"), "status": "approved", "annotator": "Ann"}
    bench = workbench(tmp_path, english_replacements=[copied])
    lines = [{"table": "replacements", "row": row, "right": "accept"} for row in (copied, decided)]
    review = Review(bench, planted=read_controls(lines, bench))
    planted = [row.version for row in review.view("Ann").rows("hotpotqa:ada") if row.right]
    monkeypatch.setattr("lvbuild.annotate.workbench.now", iter([now()]).__next__)  # one time
    Reviewer(review, "Ann", 6).decide(planted, "reject", "no")
    assert [(one.control, one.seconds) for one in read_ledger(bench.folder)] == [("accept", 3)] * 2
    assert statuses(tmp_path) == ["draft"]


def test_a_projects_own_guideline_is_shown_and_its_html_is_text(
    tmp_path: Path, client: Client
) -> None:
    own = "# Ours\n\n- **never** <script>alert(1)</script>\n\n![x](http://evil.example/x.png)\n"
    folder = tmp_path / "annotations/english"
    (folder / "guideline.md").write_text(own, "utf-8")
    page = client.get("/guideline").text
    assert "<h1>Ours</h1>" in page
    assert "<strong>never</strong> &lt;script&gt;" in page
    assert "<img" not in page
    assert "nobody can answer from memory" not in page
    (folder / "guideline.md").write_bytes(b"\xff")
    answer = client.get("/guideline")
    assert (answer.status, "cannot be read as UTF-8 text" in answer.text) == (500, True)
