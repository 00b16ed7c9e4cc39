"""Chinese answers as what their questions ask for, whatever else tells that they are names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lvbuild.annotate.suggesting.chinese_people import is_called, is_foreign
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.names import listed, read_names
from lvbuild.annotate.suggesting.places import KNOWN, sorts_of_places
from lvbuild.tables.kinds import is_of_kind
from lvbuild.tables.rows import Kind
from lvbuild.text.chinese_words import chinese_tagger

_ASKED: Sequence[tuple[str, Kind]] = (
    ("谁|本名|原名|真名|姓名|名字|作者|导演", "person"),
    ("哪个?国|国籍|哪里|哪儿|何地|何处|哪个(?:城市|省|市|县|区|镇|岛)|什么地方|祖籍", "place"),
    (
        "哪[个家所支](?:公司|机构|大学|学校|球队|球会|俱乐部|组织|出版社|医院|电视台|唱片)",
        "organisation",
    ),
    ("什么(?:歌|书|电影|作品)|哪[部首本张]", "title"),
)
_LONGEST_ANSWER = 8
_LONGEST_WITHOUT_HEAD = 5


def answered(asked: Sequence[tuple[str, str]]) -> Iterator[Entity]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, given in asked:
        answer = given.strip("。，！？《》“” ")
        kind = next((kind for cue, kind in _ASKED if re.search(cue, question)), None)
        places, organisations = heads_of_names()
        if answer.endswith(organisations) and answer not in organisations:
            kind = "organisation"
        words = [pair.flag[:1] for pair in chinese_tagger().cut(answer)]
        simple = 1 < len(answer) <= _LONGEST_ANSWER and not set("的了是和与及在被为") & set(answer)
        if kind is None or not simple or not is_plain(answer) or "v" in words:
            continue
        long = len(answer) > _LONGEST_WITHOUT_HEAD and not is_foreign(answer)
        if kind == "place" and long and not answer.endswith(places):
            continue
        if kind == "person" and not (is_called(answer) or len(words) == 1):
            continue
        if any(answer.startswith(place) and answer != place for place in _stems()):
            continue  # the row of the place changes it too
        subkind = "foreign" if is_foreign(answer) and kind in {"person", "place"} else ""
        if answer in listed("zh", "countries"):
            kind, subkind = "place", "country"
        elif answer in sorts_of_places("zh"):
            kind, subkind = "place", KNOWN
        if answer not in listed("zh", "passed_over"):
            yield Entity(kind, (answer,), subkind)


@cache
def heads_of_names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of kind that places end in, and those of organisations."""
    places, kept, changed = read_names("zh", "heads")
    return places, kept + changed


@cache
def _stems() -> frozenset[str]:
    return listed("zh", "countries") | set(sorts_of_places("zh"))


def is_plain(quoted: str) -> bool:
    """Tell whether a phrase is of Chinese characters alone, and more than a word of kind."""
    return re.fullmatch(r"[\u3400-\u9fff]+", quoted) is not None and not is_of_kind(quoted, "zh")
