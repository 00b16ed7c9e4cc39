"""Names in Chinese texts, by jieba's parts of speech, marks of titles and characters of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import Entity, Gender, merged
from lvbuild.annotate.suggesting.names import listed, read_names
from lvbuild.tables.kinds import is_of_kind
from lvbuild.tables.rows import Kind
from lvbuild.text.chinese_words import chinese_tagger, chinese_tokenizer
from lvbuild.text.normal.characters import to_simplified

_DOTS = "·・‧•･．"
_TITLE = re.compile(r"[《〈]([^《》〈〉\n]{1,40})[》〉]")
_QUOTED = re.compile(r"[“「『\"]([^“”「」『』\"\n]{2,12})[”」』\"]")
_LATIN = re.compile(r"[A-Z][\w.'’&-]+(?: (?:[A-Z][\w.'’&-]*|of|the|and|de|van|von))*")
_BESIDE = re.compile(r"\s*[（(]\s*(?:英语：|英文：|英文名：|英語：)?([A-Z][\w.'’& -]+)")
_NAME_TAGS = ("nr", "ns", "nt", "nz")
_LEAST_FOREIGN = 3
_COMMON = 300
_NO_PERSON = tuple("堂社馆館店厂廠局部团團队隊台臺院所会會党黨军軍报報网網赛賽級级")
_DIRECTIONS = frozenset("东東南西北中上下前后後大小新老")


class Word(NamedTuple):
    """A word of a text, as jieba cuts it, with its part of speech."""

    text: str
    tag: str


def find_names(texts: Sequence[str], asked: Sequence[tuple[str, str]]) -> list[Entity]:
    """Return the names of texts, each with its forms; `asked` are questions with an answer."""
    joined = "\n".join(texts)
    titles = dict.fromkeys(m[1] for m in _TITLE.finditer(joined))
    told = "\n".join(text for pair in asked for text in pair)
    titles.update(
        dict.fromkeys(m[1] for m in _QUOTED.finditer(joined) if m[1] in told and _is_plain(m[1]))
    )
    dotted = list(dict.fromkeys(m[0] for m in _dotted().finditer(joined)))
    found = [
        *(Entity("title", (title,)) for title in titles if not is_of_kind(title, "zh")),
        *(_foreigner(name, joined) for name in dotted),
        *_answered(asked),
        *_words_of(joined),
    ]
    named = [_with_others(entity, joined) for entity in merged(found)]
    known = {form for entity in named for form in entity.forms}
    latin = dict.fromkeys(m[0].strip() for m in _LATIN.finditer(joined))
    rest = (Entity("organisation", (name,), "latin") for name in latin if _is_latin(name, known))
    return merged([*named, *rest])


_ASKED: Sequence[tuple[str, Kind]] = (
    ("谁|本名|原名|真名|姓名|名字|作者|导演", "person"),
    ("哪个?国|国籍|哪里|哪儿|何地|何处|哪个(?:城市|省|市|县|区|镇|岛)|什么地方|祖籍", "place"),
    (
        "哪[个家所支](?:公司|机构|大学|学校|球队|球会|俱乐部|组织|出版社|医院|电视台|唱片)",
        "organisation",
    ),
    ("什么(?:名|别名|歌|书|电影|作品)|又[叫称]|别[名称]|哪[部首本张]", "title"),
)
_LONGEST_ANSWER = 8


def _answered(asked: Sequence[tuple[str, str]]) -> Iterator[Entity]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, given in asked:
        answer = given.strip("。，！？《》“” ")
        kind = next((kind for cue, kind in _ASKED if re.search(cue, question)), None)
        words = [pair.flag[:1] for pair in chinese_tagger().cut(answer)]
        simple = 1 < len(answer) <= _LONGEST_ANSWER and not set("的了是和与及在被为") & set(answer)
        if kind is None or not simple or not _is_plain(answer) or "v" in words:
            continue
        if kind == "person" and not (_is_called(answer) or len(words) == 1):
            continue
        foreign = len(answer) >= _LEAST_FOREIGN and all(c in _foreign() for c in answer)
        subkind = "foreign" if foreign and kind in {"person", "place"} else ""
        if answer in listed("zh", "countries"):
            kind, subkind = "place", "country"
        if answer not in listed("zh", "passed_over"):
            yield Entity(kind, (answer,), subkind)


def _is_called(name: str) -> bool:
    simple = to_simplified()(name)
    return 2 <= len(simple) <= 4 and (
        simple[0] in listed("zh", "surnames") or simple[:2] in listed("zh", "surnames")
    )


@cache
def _foreign() -> frozenset[str]:
    parts = read_names("zh", "transliteration")
    return frozenset(character for part in parts for character in part)


@cache
def _dotted() -> re.Pattern[str]:
    one = f"[{''.join(sorted(_foreign() - set(_DOTS)))}]"
    return re.compile(f"{one}{{1,7}}(?:[{_DOTS}]{one}{{1,8}})+")


def _foreigner(name: str, texts: str) -> Entity:
    """Return a person whose name has dots, with the parts that stand alone and the name without."""
    parts = [part for part in re.split(f"[{_DOTS}]", name) if len(part) > 1]
    bare = "".join(parts)
    rest = texts.replace(name, "")
    forms = [name, *([bare] if bare in rest else []), *(p for p in parts[::-1] if p in rest)]
    return Entity("person", tuple(forms), "foreign", _gender(texts))


def _words_of(texts: str) -> Iterator[Entity]:
    """Yield the names that jieba finds, those of one spelling once, in the order of the texts."""
    words = [Word(pair.word, pair.flag) for pair in chinese_tagger().cut(texts)]
    names = dict.fromkeys(_names(words))
    stems = sorted({name for name, _ in names}, key=len)
    for name, entity_kind in names:
        shorter = next((s for s in stems if len(s) > 1 and s != name and name.startswith(s)), None)
        if shorter and entity_kind[0] != "person":
            continue  # the row of its stem changes it too
        kind, subkind = entity_kind
        if (kind, subkind) == ("person", "foreign") and re.search(f"[在于到往赴至]{name}", texts):
            kind = "place"
        yield Entity(kind, (name,), subkind, _gender(texts))


def _names(words: Sequence[Word]) -> Iterator[tuple[str, tuple[Kind, str]]]:
    place = 0
    while place < len(words):
        word = words[place]
        end = place + 1
        if _is_foreign(word):
            while end < len(words) and _is_foreign(words[end]):
                end += 1
        name = "".join(each.text for each in words[place:end])
        tags = {each.tag for each in words[place:end]}
        place = end
        if len(name) > 1 and name not in listed("zh", "passed_over") and not is_of_kind(name, "zh"):
            kind = _kind(name, tags)
            if kind is not None:
                yield name, kind


def _is_foreign(word: Word) -> bool:
    return word.tag[:2] in {"nr", "ns", "nz"} and all(c in _foreign() for c in word.text)


def _kind(name: str, tags: set[str]) -> tuple[Kind, str] | None:
    """Return the kind and subkind of a name, None where it is none."""
    places, organisations = read_names("zh", "heads")
    if re.fullmatch(r"[\u3400-\u9fff]+", name) is None:
        return None
    foreign = len(name) >= _LEAST_FOREIGN and all(c in _foreign() for c in name)
    tagged = {tag[:2] for tag in tags}
    found: tuple[Kind, str] | None = None
    if name in listed("zh", "countries"):
        found = "place", "country"
    elif any(name.endswith(head) and len(name) > len(head) + 1 for head in organisations):
        found = "organisation", ""
    elif len(name) == 2 and name[0] in _DIRECTIONS and name.endswith(places):
        found = None
    elif "ns" in tagged or ("nz" in tagged and name.endswith(places)):
        found = "place", "foreign" if foreign else ""
    elif "nt" in tagged:
        found = "organisation", ""
    elif "nr" in tagged and "姓" not in name and (_is_chinese_name(name) or foreign):
        found = "person", "" if _is_chinese_name(name) else "foreign"
        if name.endswith(_NO_PERSON) or (
            foreign and name.endswith(("亚", "亞", "国", "斯坦", "兰"))
        ):
            found = ("place", "foreign") if foreign else None
    elif "nr" in tagged and name.endswith(places):
        found = "place", ""
    return found


def _is_chinese_name(name: str) -> bool:
    """Tell whether a word is a person's name: its given name is no common word."""
    surnames, known = listed("zh", "surnames"), chinese_tokenizer()
    simple = to_simplified()(name)
    if len(simple) in {3, 4} and simple[:2] in surnames:
        return True
    if len(simple) == 2:
        return simple[0] in surnames and not known.FREQ.get(simple)
    common = (known.FREQ.get(simple[1:]) or 0) > _COMMON
    return len(simple) == 3 and simple[0] in surnames and not common


def _gender(texts: str) -> Gender:
    return "female" if texts.count("她") > texts.count("他") else "male"


def _is_plain(quoted: str) -> bool:
    return re.fullmatch(r"[\u3400-\u9fff]+", quoted) is not None and not is_of_kind(quoted, "zh")


def _is_latin(name: str, known: set[str]) -> bool:
    return len(name) > 2 and name not in known and not is_of_kind(name, "en")


def _with_others(entity: Entity, texts: str) -> Entity:
    """Return an entity with its given name, its forms in the other script, and in Latin letters."""
    forms = list(entity.forms)
    for form in entity.forms:
        if entity.kind == "person" and not entity.subkind:
            given = form[2:] if form[:2] in listed("zh", "surnames") else form[1:]
            if len(given) > 1 and given in texts.replace(form, ""):
                forms.append(given)
    for form in list(forms):
        forms += _other_scripts(form, texts)
        for match in re.finditer(re.escape(form), texts):
            if beside := _BESIDE.match(texts, match.end()):
                forms.append(beside[1].strip(" -"))
    return Entity(entity.kind, tuple(dict.fromkeys(forms)), entity.subkind, entity.gender)


def _other_scripts(form: str, texts: str) -> list[str]:
    simple_texts, simple = to_simplified()(texts), to_simplified()(form)
    if len(simple_texts) != len(texts):
        return []
    places = [match.start() for match in re.finditer(re.escape(simple), simple_texts)]
    return [texts[at : at + len(form)] for at in places if texts[at : at + len(form)] != form]
