"""English names: those of questions and answers, with the kind that texts give evidence of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    EnglishWords,
    given_names,
    initials,
    is_given,
    plainly,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = ENGLISH
PROPOSER = EnglishWords
_SPOKEN, _TOLD = ENGLISH.language, ENGLISH.patterns
_PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
_HEADS = frozenset(ENGLISH.ends["organisation"] + ENGLISH.ends["place"])
_FIRMS = ENGLISH.words["forms of firms"]
_LINKS, _ROLES = ENGLISH.words["links"], ENGLISH.words["roles"]
_GENERIC = ENGLISH.words["passed over"] | _ROLES | ENGLISH.of_country.keys()
_NOUNS = {kind: re.compile(rf"\b{any_of(nouns)}s?\b") for kind, nouns in ENGLISH.nouns.items()}
_NOUNS["person"] = re.compile(rf"{_NOUNS['person'].pattern}|{_TOLD['person by ending'].pattern}")
_BEFORE = {
    kind: re.compile(rf"\b{any_of(filter(str.islower, nouns))}s?(?: of)? \Z")
    for kind, nouns in ENGLISH.nouns.items()
}
_NATIONAL = ENGLISH.countries.keys() | ENGLISH.of_country.keys() | {"United", "National"}
_NAME = r"[A-ZÀ-Þ](?:\.|[a-zß-ÿ][\w'’-]*)"
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)$")
_MOST_OF_PERSON = 4
_SIGNS = 2


class _Reading:
    """Documents with what is asked of them, and the whole names in them.

    `about` are the names that documents are about, as their titles and first sentences have them.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        common: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        self.common, self.asked = common, asked
        self.answers = {_unled(_IN_BRACKETS.sub("", bare(answer))) for _, answer in asked}
        said = "\n".join(part for pair in asked for part in pair)
        self.said = _TOLD["nicknamed"].sub(r"\1\2 \4", said)
        self.documents = "\n".join(documents)
        self.text = f"{self.documents}\n{self.said}"
        self.folded = _folded(self.text)
        self.trained = trained_kinds([*documents, self.said], ENGLISH.code)
        leads = (_TOLD["lead"].match(document) for document in documents)
        headings = {_unfirmed(_IN_BRACKETS.sub("", title)): title for title in titles}
        told = headings | {_unfirmed(lead["name"]): "" for lead in leads if lead}
        self.about = {name.lstrip('…."“ '): heading for name, heading in told.items()}
        unquoted = _TOLD["quoted"].sub("\n", self.documents)
        self.whole = {run for line in unquoted.split("\n") for run in _runs(line, self)}

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name, wherever it stands as whole words."""
        for found in _finder(name).finditer(self.text):
            start, end = found.span()
            yield self.text[max(start - 24, 0) : start], self.text[end : end + 300]

    def before(self, name: str, pattern: re.Pattern[str]) -> bool:
        """Tell whether a pattern ends where a name begins."""
        return any(pattern.search(before) for before, _ in self.beside(name))

    def after(self, name: str, pattern: str) -> re.Match[str] | None:
        """Return the first match of a pattern right after a name."""
        return next(
            (m for _, after in self.beside(name) if (m := _TOLD[pattern].match(after))), None
        )

    def is_placed(self, name: str) -> bool:
        """Tell whether a name stands mostly where places do: in it, near it, north of it."""
        placed = [bool(_TOLD["before places"].search(before)) for before, _ in self.beside(name)]
        return 2 * sum(placed) >= len(placed)

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of words of the language alone."""
        letters = name.isupper() and name.isalpha()
        return letters or all(self.common(word) or _is_generic(word) for word in name.split())

    def fuller(self, name: str) -> list[str]:
        """Return a person's name as documents have it: with other names between and behind."""
        first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
        if first == last:
            holding = sorted((run for run in self.whole if name in run.split()), key=len)
            longest = holding[-1] if holding else name
            same = all(set(run.split()) <= set(longest.split()) for run in holding)
            return [longest] if same and longest != name and is_given(longest.split()[0]) else []
        found = re.findall(
            rf"(?<!\w){re.escape(first[0])}[\w.]+ (?:{_NAME} ){{0,2}}{re.escape(last)}(?!\w)"
            rf"|(?<!\w){re.escape(name)} {_NAME}(?= \((?:born|[^)]*\d{{4}}))",
            self.documents,
        )
        return [
            each
            for each in dict.fromkeys(found)
            if each != name and (is_given(each.split()[0]) or each.startswith(f"{first} "))
        ]

    def spellings(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms as texts write them with other capitals or diacritics, too.

        One word alone keeps its capital: a word in small letters is no name.
        """
        every = dict.fromkeys(forms)
        for form in forms:
            for found in _finder(_folded(form)).finditer(self.folded):
                written = " ".join(self.text[slice(*found.span())].split())
                if " " in form or written[0].isupper() != written.isupper():
                    every[written] = None
        return tuple(every)


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool],
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name. Works that are quoted and what documents are about, as their `titles`
    say, are whole names; others are runs of capitals that documents have as whole ones.
    """
    read = _Reading(documents, asked, common, titles)
    unnamed = _TOLD["nicknamed"].sub("", read.text)
    quoted = ((m[1] or m[2]).strip() for m in _TOLD["quoted"].finditer(unnamed))
    headed = dict.fromkeys(each for title in quoted for each in (title, title.partition(":")[0]))
    works = [title for title in headed if _is_work(title, read)]
    told = [name for name in [*read.about, *read.answers] if _is_told(name, read)]
    told = [name for name in told if f"The {name}" not in works]
    told = [name for name in told if name in read.about or not re.search(r"\b(?:and|or)\b", name)]
    known = sorted({*works, *told}, key=lambda name: -len(name))
    rest = re.sub(rf"(?<!\w){any_of(known)}(?!\w)", "\n", read.said) if known else read.said
    runs = [run for line in rest.split("\n") for run in _runs(line, read) if _is_name(run, read)]
    kinds = {name: _kind_of(name, read) for name in dict.fromkeys([*known, *runs])}
    kinds |= dict.fromkeys(works, "title")
    kinds = {name: kind or _beside(name, kinds, read) for name, kind in kinds.items()}
    people = [name for name, kind in kinds.items() if kind == "person"]
    found = [_person(name, people, read) for name in sorted(people, key=lambda n: -n.count(" "))]
    for name, kind in kinds.items():
        if kind == "title":
            found.append(Entity("title", (name,)))
        elif kind != "person":
            found += _other(_unled(name), kind, name in told, read)
    return [
        Entity(e.kind, read.spellings(e.forms), e.sort, e.gender) for e in merged(merged(found))
    ]


def _finder(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, name.split())) + r"(?!\w)")


def _stands(name: str, texts: str) -> bool:
    return _finder(name).search(texts) is not None


def _unled(name: str) -> str:
    return re.sub("^(?:The|the) ", "", _unfirmed(bare(name)))


def _unfirmed(name: str) -> str:
    """Return a name without what says that a firm or club is one, such as Ltd and FC."""
    forms = any_of(_FIRMS)
    return re.sub(rf"\A{forms} |,? {forms}\Z", "", name)


def _folded(text: str) -> str:
    """Return a text in small letters without diacritics, each character in its place."""
    return "".join(plainly(character).lower()[:1] or character for character in text)


def _is_generic(word: str) -> bool:
    word = word.partition("-")[0] if re.search("-[a-z]", word) else word
    return word.strip(".") in _GENERIC or word in _GENERIC or _SPOKEN.is_of_kind(word)


def _is_work(quoted: str, read: _Reading) -> bool:
    """Tell whether what is quoted is asked for, and a text tells that it is a work."""
    if not _stands(quoted, read.said) or not _stands(quoted, read.documents):
        return False
    if not re.search(rf'["“‘]{re.escape(quoted)}[,.]?["”’]', read.documents):
        return False
    if _unled(quoted) in read.answers and not all(map(_is_generic, quoted.split())):
        return _asked_for(_unled(quoted), read) in {"title", None}
    work = _NOUNS["title"] if " " in quoted else _TOLD["work"]
    return _has_capitals(quoted) and any(
        _TOLD["making"].search(before) or work.search(after[:60])
        for before, after in read.beside(quoted)
    )


def _has_capitals(name: str) -> bool:
    """Tell whether the words of a name have capitals, but for small ones, and some tell of it."""
    words = [
        w for w in re.findall(r"[^\W\d_][\w'’.-]*", name) if w.lower() not in _SPOKEN.stop_words
    ]
    return bool(words) and all(word[0].isupper() or word in _LINKS for word in words)


def _is_told(name: str, read: _Reading) -> bool:
    """Tell whether what a document is about, or an answer, is a name that is asked of."""
    held = _stands(name, read.said) and _stands(name, read.documents)
    if not held or re.search(r'[\d"“”,]', name) or len(name) < 3:
        return False
    if not _has_capitals(name) and _described(name, read) != "title":
        return False
    generic, words = all(map(_is_generic, name.split())), {*name.split()}
    kind = _described(_unled(name), read) if generic else "title"
    if kind in {None, "person"} or (kind != "title" and words & _NATIONAL):
        return False
    return " " in name or not _stands(name.lower(), read.text)


def _runs(line: str, read: _Reading) -> Iterator[str]:
    """Yield the whole names of a line: runs of capitalised words, without dates and small words.

    One that a number follows is none: the number belongs to it.
    """
    for run in _TOLD["run"].finditer(line):
        part: list[str] = []
        bound = re.match(r" \d", line[run.end() :])
        for word in [*run[0].split(), ""]:
            joins = word != "of" or (part and part[-1] in _HEADS - {"Inc", "Ltd"})
            if word and joins:
                part.append(word)
                continue
            name = _trimmed(part)
            part = []
            opens = _TOLD["opening"].search(line[: run.start()][-2:]) and run[0].startswith(name)
            if not bound and not (opens and " " not in name and read.common(name)):
                yield name


def _trimmed(words: list[str]) -> str:
    """Return a name without what stands before it: "the", "French", a role; and behind it."""
    while words:
        word, headed = words[0], words[-1] in _HEADS and len(words) > 1
        role = len(words) > 1 and word.rstrip(".") in _ROLES and (is_given(words[1]) or not headed)
        of_country = (word in ENGLISH.of_country or word in {"U.S.", "US", "UK"}) and not headed
        of_country = of_country or (word in ENGLISH.countries and is_given(" ".join(words[1:2])))
        small = word in _LINKS | _FIRMS or (
            word.lower() in _SPOKEN.stop_words and word not in _PLACED
        )
        if not (small or role or (of_country and len(words) > 1)):
            break
        words = words[1:]
    while len(words) > 1 and (
        words[-1] in _LINKS | _FIRMS or len(words[-1]) == 1 or re.search(r"\d", words[-1])
    ):
        words = words[:-1]
    name = " ".join(words)
    return name if re.search(r"[A-Z]\.$", name) else name.rstrip(".")


def _is_name(run: str, read: _Reading) -> bool:
    """Tell whether documents have a run as a whole name, a known place, or a person's in full."""
    if run in _PLACED:
        return run not in ENGLISH.words["passed over"]
    if (
        len(run) < 3
        or run.isupper()
        or _TOLD["no name"].match(run)
        or all(map(_is_generic, run.split()))
    ):
        return False
    if " " not in run and _stands(run.lower(), read.text):
        return False
    called = " " in run and is_given(run.split(maxsplit=1)[0]) and _stands(run, read.documents)
    return run in read.whole or called or bool(read.fuller(run))


def _kind_of(name: str, read: _Reading) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one."""
    words = name.replace("-", " ").split()
    if name in read.trained or name in _PLACED or read.after(name, "within a country"):
        return read.trained.get(name, "place")
    told = _described(name, read)
    last = words[-2:-1] if words[-1] in _PLACED else words[-1:]
    heads = {words[0], *last} if len(words) > 1 else set[str]()
    headed = (kind for kind, ends in ENGLISH.ends.items() if heads & set(ends))
    before = [b for b, _ in read.beside(name)]
    led = Counter(kind for b in before for kind, noun in _BEFORE.items() if noun.search(b))
    kind = told or _asked_for(name, read) or next((k for k, _ in led.most_common(1)), None)
    kind = kind or next(headed, None)
    joined = bool({"of", "and", "&", "the"} & set(words))
    if kind == "person" and joined:
        return None
    if kind or joined or len(words) > _MOST_OF_PERSON:
        return kind or ("organisation" if "&" in words else None)
    if _is_person(name, read):
        return "person"
    alone = len(words) == 1 and name.endswith("s") and not read.is_plain(name)
    team = alone and read.before(name, _TOLD["team"])
    if team or (len(words) > 1 and not _PLACED.isdisjoint((words[0], words[-1]))):
        return "organisation"
    return "place" if read.is_placed(name) else None


def _is_person(name: str, read: _Reading) -> bool:
    """Tell whether two signs more speak for a person than against: no word alone tells one.

    For one speak a given name and a surname that are no words of the language, an initial, and
    what stands before and after people; against one stand places and articles.
    """
    words, defined = name.split(), read.after(name, "is")
    thing = defined and _TOLD["thing"].search(defined["told"])
    if len(words) < 2 or thing or any(word.isupper() and len(word) > 2 for word in words):
        return False
    full = [name, *read.fuller(name)]
    signs = (
        any(is_given(each.split()[0]) and not read.common(each.split()[0]) for each in full),
        not read.is_plain(words[-1]),
        any(re.search(r"(?:^|\w )[A-Z]\. \w", each) for each in full),
        read.before(name, _TOLD["before people"])
        or read.after(name, "after people")
        or read.after(words[-1], "born"),
    )
    against = (
        read.is_placed(name),
        words[0] in _PLACED,
        read.before(name, _TOLD["led"]),
        any(read.common(word) and not is_given(word) for word in words[:-1]),
    )
    return sum(map(bool, signs)) - sum(against) >= _SIGNS


def _beside(name: str, kinds: Mapping[str, Kind | None], read: _Reading) -> Kind | None:
    """Return the kind of what is named in one breath: of the other in A and B."""
    for other, kind in kinds.items():
        both = rf"{re.escape(other)}(?:,| and|, and| or) {re.escape(name)}(?!\w)"
        turned = rf"(?<!\w){re.escape(name)}(?:,| and|, and| or) {re.escape(other)}(?!\w)"
        if kind in {"person", "organisation", "title"} and re.search(f"{both}|{turned}", read.text):
            return kind
    return None


def _described(name: str, read: _Reading) -> Kind | None:
    """Return the kind that a text tells of a name: X (born ...) is an actor."""
    if read.after(name, "born"):
        return "person"
    heading = read.about.get(name, "")[len(name) :]
    defined = match["told"] if (match := read.after(name, "is")) else ""
    if kind := _noun_kind(defined) or _noun_kind(heading):
        return kind
    alone = " " not in name and is_given(name) and not read.common(name)
    return "person" if alone else None


def _asked_for(name: str, read: _Reading) -> Kind | None:
    """Return the kind that a question asks for, where a name is its answer."""
    for question, answer in read.asked:
        asked = _TOLD["asked"].search(question)
        if asked and name in map(_unled, (answer, *re.split(r",| and | or ", answer))):
            return "person" if asked["who"] else _noun_kind(asked["what"], first=True)
    return None


def _noun_kind(told: str, *, first: bool = False) -> Kind | None:
    """Return the kind that the last noun of a phrase tells, or the last of the first together."""
    phrase = _TOLD["end of noun"].split(told)[0]
    found = [
        (at.start(), at.end(), k) for k, each in _NOUNS.items() for at in each.finditer(phrase)
    ]
    found.sort(key=lambda noun: (noun[1], -noun[0]))
    while first and len(found) > 1 and found[-1][0] > found[-2][1] + 1:
        found.pop()
    return found[-1][2] if found else None


def _person(name: str, people: Sequence[str], read: _Reading) -> Entity:
    """Return a person with fuller and shorter names, the nickname and parts that stand alone."""
    first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
    shorter = [each for each in people if set(each.split()) <= set(name.split())]
    forms = sorted({name, *shorter, *read.fuller(name)}, key=lambda form: (-len(form), form))
    surnames = " ".join(form.split()[-1] for form in forms if " " in form or not is_given(form))
    words = dict.fromkeys(word for form in forms for word in reversed(form.split()))
    passed = _GENERIC | _PLACED - {last}
    alone = [word for word in words if len(word) > 2 and word[0].isupper() and word not in passed]
    forms = _with_parts(forms, alone, read)
    for nickname in _TOLD["nicknamed"].finditer(read.text):
        if nickname[1] == first and nickname[4] in surnames.split():
            forms.append(nickname[3])
    behind = " ".join(after for form in forms for _, after in read.beside(form))
    she, he = (len(_TOLD[each].findall(behind)) for each in ("she", "he"))
    if she == he:
        she, he = (first in given_names(gender) for gender in ("female", "male"))
    gender: Gender = "female" if she > he else "male"
    return Entity("person", tuple(forms), surnames, gender)


def _with_parts(forms: Sequence[str], parts: Sequence[str], read: _Reading) -> list[str]:
    """Return forms with those of some parts that texts have beside them."""
    rest = re.sub(any_of(forms), "\n", read.text)
    return [*forms, *(part for part in parts if part not in forms and _stands(part, rest))]


def _other(name: str, kind: Kind | None, told: bool, read: _Reading) -> Iterator[Entity]:
    """Yield a name that is no person's: a country with its adjective, a place within the name.

    What nothing tells the kind of, and what is of words of the language alone, is a name where it
    is the answer or what a document is about. What a text shortens otherwise is left alone.
    """
    words = name.split()
    if kind is None and (event := _TOLD["event"].fullmatch(name)):
        name, kind = event["place"], "place"
    spans = [(at, end) for at in range(len(words)) for end in range(len(words), at, -1)]
    inner = [(" ".join(words[at:end]), [*words[:at], *words[end:]]) for at, end in spans]
    parts = (p for p, rest in inner if p in ENGLISH.places and read.is_plain(" ".join(rest)))
    stem = next(parts, name) if kind in {"place", "organisation"} else name
    country = ENGLISH.of_country.get(stem, stem)
    if country in ENGLISH.countries and not (stem in ENGLISH.places and f", {stem}" in read.text):
        both = country, ENGLISH.adjectives[country]
        yield Entity("place", tuple(form for form in both if _stands(form, read.text)), "country")
        return
    short = re.findall(rf"{re.escape(stem)}(?: [\w.'’-]+){{0,4}} \(([A-Z][A-Z.&]+)\b", read.text)
    if any(each != initials(name) and each[0] == stem[0] for each in short):
        return
    placed = next((p for p, _ in inner if p in ENGLISH.places), "") if kind != "title" else ""
    if placed:
        yield Entity("place", (placed,))
    if placed == stem:
        return
    plain = read.is_plain(name)
    sure = kind and not _NATIONAL & {*words}
    answers = any(_stands(name, answer) for _, answer in read.asked)
    if sure or (told and not plain) or (answers and (told or not plain)):
        letters = initials(name)
        apart = [w for w in words if not _is_generic(w) and len(w) > 2 and w not in _PLACED]
        headed = all(map(_is_generic, words[1:])) or words[-1] in _HEADS
        stems = [w for w in apart if not read.common(w) or (headed and w in read.whole)]
        shorter = [letters] if len(letters) > 1 else []
        forms = _with_parts([name], list(dict.fromkeys([*shorter, *stems])), read)
        yield Entity(kind or "organisation", tuple(forms), "" if kind or plain else "coined")
