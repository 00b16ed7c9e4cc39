"""What cleaning leaves of each kind of noise in real corpora, told by patterns of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lvbuild.corpora.catalogue import open_corpora
from lvbuild.corpora.reading.loading import Loading

KINDS = {
    "emptied marks": r"「」|『』|《》|〈〉|“”|‘’|（）|(?<=[a-z] )\"\"(?= [a-z(]|[.,])",
    "formulas": r"(?i)formula_\d",
    "LaTeX": r"\\(?:begin|section|cite|frac|mathbb|displaystyle)\b",
    "glued sentences": r"[a-z]{3}\.[A-Z][a-z]+ [a-z]",
    "doubled stops": r"[^。]。。(?!。)|，，|。，|[a-z]{2}\.\.(?=\s)",
    "doubled words": r"(?<![目标])的的(?![确士])|[^可但还就不而只]是是(?!非)| (of|in|to) \1 ",
    "nothing announced": r"(?:如下|包括|may refer to)[：:]\s*\Z",
}
OF_PAGES = {
    "addresses": r"https?://|www\.[a-z]",
    "numbers to call": r"(?:电话|热线|手机)[:：] ?\d{3,4}-\d{7}|[48]00-\d{3}-\d{4}",
    "mail": r"[a-z0-9]+@[a-z0-9]+\.com",
    "accounts": r"(?i)qq[:：]\s*\d{6,}|微信号[:：]\s*[a-z0-9]{5,}",
    "labels": r"步骤阅读",
    "menus": r"(?m)^(?:[一-鿿]{2,6} ){9,}[一-鿿]{2,6}$",
    "paths": r"(?m)^(?:首页|百度经验) > ",
    "begun inside a word": r"(?m)^[b-hj-z] [a-z]{3,} ",
}
NAMES = (
    "cmrc2018 dureader hotpotqa 2wikimultihopqa loogle_sd loogle_cr loogle_mir"
    " longbench_multifieldqa_en longbench_multifieldqa_zh"
).split()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_less_than_a_hundredth_of_the_documents_keeps_noise_of_any_kind(
    name: str, shared_corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before: list[str] = []
    add = Loading.add_document

    def added(self: Loading, where: str, text: str, *rest: str) -> str:
        before.append(text)
        return add(self, where, text, *rest)

    monkeypatch.setattr(Loading, "add_document", added)
    [corpus] = open_corpora([name], shared_corpora, offline=True).values()
    texts = [corpus.document(each).text for batch in corpus.batches() for each in batch]
    kinds = KINDS | OF_PAGES if name == "dureader" else KINDS
    held = {
        kind: [sum(bool(re.search(of, t)) for t in each) for each in (before, texts)]
        for kind, of in kinds.items()
    }
    assert {kind: counts for kind, counts in held.items() if counts[1] >= 0.01 * len(texts)} == {}
    # The patterns find what there was.
    assert any(was for was, _ in held.values()) or name.endswith("_zh")
