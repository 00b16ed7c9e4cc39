"""Names in Chinese texts, by jieba's parts of speech, marks of titles and characters of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lvbuild.annotate.suggesting.chinese.people import (
    CHINESE,
    ORGANISATIONS,
    PLACES,
    TRANSCRIBED,
    Word,
    answered,
    foreigners_of,
    gender_of,
    is_chinese_name,
    is_foreign,
    is_plain,
)
from lvbuild.annotate.suggesting.chinese.words import ChineseWords
from lvbuild.annotate.suggesting.english.kinds import Surroundings, kind_of
from lvbuild.annotate.suggesting.entities import (
    KNOWN,
    Entity,
    FigurePatterns,
    LanguageRules,
    merged,
)
from lvbuild.annotate.suggesting.figures import AFTER_NUMBER, YEAR, YEAR_ON
from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import chinese_tagger
from lvbuild.tables.rows import Kind

_TITLE = re.compile(r"[《〈]([^《》〈〉\n]{1,40})[》〉]")
_QUOTED = re.compile(r"[“「『\"]([^“”「」『』\"\n]{2,12})[”」』\"]")
_LATIN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z][A-Za-z.'’&-]+(?: (?:[A-Z][A-Za-z.'’&-]*|of|the|and|de|van|von))+"
)
_IN_LATIN = re.compile(r"\s*[（(]\s*(?:英语：|英文：|英文名：|英語：)?([A-Z][\w.'’& -]+)")
_NAME_TAGS = ("nr", "ns", "nt", "nz")
_NO_PERSON = tuple("堂社馆館店厂廠局部团團队隊台臺院所会會党黨军軍报報网網赛賽级級")
_DIRECTIONS = frozenset("东東南西北中上下前后後大小新老")
_MOST_WORDS = 4
_PAIR = 2
_ROADS = "大道|路|街|桥|镇|村|站|县|市|区|山|河|江|湖|学院|大学|公园"
_ROAD = re.compile("[一二三四五六七八九十东南西北中]*(?:路|街|大道)|天主教|帝国|数字|字母")
_PLACED = "在于到往赴至从自离"


def find_names(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]],
    _: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return the names of texts, each with its forms; `asked` are questions with an answer."""
    joined = "\n".join(texts)
    words = [Word(pair.word, pair.flag) for pair in chinese_tagger().cut(joined)]
    said = "\n".join(text for pair in asked for text in pair)
    answers = {answer.strip("。，！？《》“” ") for _, answer in asked}
    titles = dict.fromkeys(m[1] for m in _TITLE.finditer(joined))
    titles.update(dict.fromkeys(m for m in _QUOTED.findall(joined) if m in answers and is_plain(m)))
    found = [
        *(Entity("title", (title,)) for title in titles if not CHINESE.language.is_of_kind(title)),
        *foreigners_of(joined, words),
        *answered(asked),
        *_words_of(words, joined, said, answers),
    ]
    named = [_with_others(entity, joined) for entity in merged(found)]
    known = {form for entity in named for form in entity.forms}
    latin = dict.fromkeys(m[0].strip() for m in _LATIN.finditer(joined))
    around = Surroundings([joined])
    kinds = {name: kind_of(name, around, lambda _: False) for name in latin if name not in known}
    others = [Entity(kind, (name,), "latin") for name, kind in kinds.items() if kind is not None]
    return merged([*named, *others])


def _words_of(words: Sequence[Word], texts: str, said: str, answers: set[str]) -> Iterator[Entity]:
    """Yield the names that jieba finds, those of one spelling once, in the order of the texts."""
    names = dict.fromkeys(_names(words))
    stems = sorted({name for name, _ in names}, key=len)
    for name, (jieba, subkind) in names:
        shorter = next((s for s in stems if len(s) > 1 and s != name and name.startswith(s)), None)
        if shorter and jieba != "person":
            continue  # the row of its stem changes it too
        placed = subkind == "foreign" and re.search(f"[{_PLACED}]{name}", texts) is not None
        kind: Kind = "place" if placed else jieba
        sure = subkind in {KNOWN, "country"} or name in answers
        if sure or placed or _is_sure(name, kind, subkind, texts, said):
            yield Entity(kind, (name,), subkind, gender_of(texts))


def _is_sure(name: str, kind: Kind, subkind: str, texts: str, said: str) -> bool:
    """Tell whether more than jieba's word for it tells that a word is a name of its kind."""
    if kind == "place":
        return len(name) > 2 and name.endswith(PLACES) and not subkind
    if kind == "organisation":
        return name.endswith(ORGANISATIONS)
    opens = len(name) > _PAIR or re.search(f"(?:^|[，。；、\\s]){name}", texts) is not None
    if re.search(f"{name}(?!{_ROADS})", texts) is None:
        return False
    return name in said or (not subkind and opens and texts.count(name) > 1)


def _names(words: Sequence[Word]) -> Iterator[tuple[str, tuple[Kind, str]]]:
    passed = CHINESE.words["passed_over"].union(CHINESE.parts["common_words"][0])
    passed -= CHINESE.words["countries"]
    place = 0
    while place < len(words):
        if known := _known_place(words, place):
            name, place = known
            if not _ROAD.match("".join(word.text for word in words[place : place + 2])):
                yield name, ("place", KNOWN)
            continue
        end = place + 1
        if _is_foreign(words[place]):
            last = CHINESE.parts["transliteration"][2]  # of one character each
            while end < len(words) and (_is_foreign(words[end]) or words[end].text in last):
                end += 1
        name = "".join(each.text for each in words[place:end])
        tags = {each.tag for each in words[place:end]}
        place = end
        named = len(name) > 1 and name not in passed and not CHINESE.language.is_of_kind(name)
        if named and (kind := _kind(name, tags)):
            yield name, kind


def _known_place(words: Sequence[Word], place: int) -> tuple[str, int] | None:
    """Return the known place that begins at a word, or begins this word, and where it has ended."""
    known = CHINESE.places
    if place and words[place - 1].tag[:1] == "n" and words[place].text[0] in PLACES:
        return None  # the word before ends in its first character: 大云镇 is no part of 镇江
    for end in range(min(place + _MOST_WORDS, len(words)), place, -1):
        name = "".join(each.text for each in words[place:end])
        if to_simplified()(name) in known and words[place].tag[:1] in {"n", "x", "j"}:
            return name, end
    word = words[place]
    if word.tag[:2] in _NAME_TAGS and word.tag[:2] != "nr":
        for length in range(len(word.text) - 1, 1, -1):
            if to_simplified()(word.text[:length]) in known:
                return word.text[:length], place + 1
    return None


def _is_foreign(word: Word) -> bool:
    return word.tag[:2] in {"nr", "ns", "nz"} and set(word.text) <= TRANSCRIBED


def _kind(name: str, tags: set[str]) -> tuple[Kind, str] | None:
    """Return the kind and subkind of a name, None where it is none."""
    if re.fullmatch(r"[\u3400-\u9fff]+", name) is None:
        return None
    foreign = is_foreign(name)
    tagged = {tag[:2] for tag in tags}
    found: tuple[Kind, str] | None = None
    if name in CHINESE.words["countries"]:
        found = "place", "country"
    elif head := next((h for h in ORGANISATIONS if name.endswith(h)), ""):
        # What stands before the word of kind is a name, and no word of the language.
        stem = name.removesuffix(head)
        tag = chinese_tagger().word_tag_tab.get(to_simplified()(stem), "")
        own = len(stem) > 1 and (not tag or tag[:2] in _NAME_TAGS)
        found = ("organisation", "") if own else None
    elif len(name) == 2 and name[0] in _DIRECTIONS and name.endswith(PLACES):
        found = None
    elif "ns" in tagged or ("nz" in tagged and name.endswith(PLACES)):
        found = "place", "foreign" if foreign else ""
    elif "nt" in tagged:
        found = "organisation", ""
    elif name.endswith(CHINESE.parts["common_words"][1]) and not name.endswith(PLACES):
        found = None
    elif "nr" in tagged and "姓" not in name and (is_chinese_name(name) or foreign):
        found = "person", "" if is_chinese_name(name) else "foreign"
        if name.endswith(_NO_PERSON) or (
            foreign and name.endswith(("亚", "亞", "国", "斯坦", "兰"))
        ):
            found = ("place", "foreign") if foreign else None
    elif "nr" in tagged and name.endswith(PLACES):
        found = "place", ""
    return found


def _with_others(entity: Entity, texts: str) -> Entity:
    """Return an entity with its given name, its forms in the other script, and in Latin letters."""
    forms = list(entity.forms)
    for form in entity.forms:
        if entity.kind == "person" and not entity.subkind:
            given = form[2:] if form[:2] in CHINESE.words["surnames"] else form[1:]
            if len(given) > 1 and given in texts.replace(form, ""):
                forms.append(given)
    simple_texts = to_simplified()(texts)
    for form in list(forms):
        if len(simple_texts) == len(texts):
            places = re.finditer(re.escape(to_simplified()(form)), simple_texts)
            forms += [texts[place.start() : place.end()] for place in places]
        for match in re.finditer(re.escape(form), texts):
            if latin := _IN_LATIN.match(texts, match.end()):
                forms.append(latin[1].strip(" -"))
    return Entity(entity.kind, tuple(dict.fromkeys(forms)), entity.subkind, entity.gender)


RULES = LanguageRules(
    find_names,
    ChineseWords,
    FigurePatterns(
        years=re.compile(
            r"(?<![\d.,:/–])[1-9]\d{2}年(?![来來间間后後历歷以的])|"
            + YEAR
            + rf"()({YEAR_ON})?(?!\d|[.,:/-]\d|[号号米人元名个])年?"
        ),
        decades=re.compile(r"\d0年代"),
        days=re.compile(r"(?<!年)(?<!\d)\d{1,2}月\d{1,2}[日号]"),
        numbers=re.compile(
            r"(?<![A-Za-z0-9_.,:/–-])(?:(?:\d{1,3}(?:,\d{3})+|\d{2,})(?:\.\d+)?|\d\.\d+)[万亿萬億]?"
            r"|(?<![A-Za-z0-9_.,:/–-])"
            r"\d(?:[万亿萬億]|[座个個名人位条條层層部集次岁歲米家支艘项項间線线])"
        ),
        before=re.compile(r"(?!)"),
        after=re.compile(AFTER_NUMBER),
        in_words=re.compile(
            "(?<![第〇零一二三四五六七八九十百千万亿两年月])[二三四五六七八九十百千]+(?:多)?"
            "(?:个|個|名|座|条|條|位|所|层|層|项|項|种|種|次|家|部|集|人|岁|歲|支|辆|艘|匹|首|届|间|間|类"
            "|章|卷|册)"
        ),
        digits=tuple("二三四五六七八九"),
    ),
)
