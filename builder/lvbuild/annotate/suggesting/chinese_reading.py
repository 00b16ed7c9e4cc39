"""What is read in Chinese texts: the names that the tagger takes for some, their kinds and places.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from lvbuild.annotate.suggesting.chinese_names import (
    APART,
    CHINESE,
    PAIR,
    simplified,
    sort_of,
)
from lvbuild.annotate.suggesting.entities import trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_words
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

_TOLD = CHINESE.patterns
TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
"""The tagger's tags of names; that of nz may be of any kind."""
_IN_BRACKETS = re.compile(r"\s*[（(][^（）()]*[)）]")
MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
PLACES = {*CHINESE.places, *CHINESE.countries}
KNOWN = re.compile(f"({any_of(PLACES)})[省市县区州府]?")
LEAD = 120
_USUAL = 5
"""Of jieba's counts, that of what is rarely a word."""
_SHARE = 3
"""Of how many places of a name the tagger has to take it for one in one."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there.

    `votes` count for each name the kinds that the tagger takes it for, `marked` are those in marks
    of works, `about` what documents are about, `answers` the kinds that are asked for.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        _: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        said = [part for pair in asked for part in pair]
        self.texts = "\n".join([*documents, *said])
        simple = list(map(simplified, documents))
        self.documents, self.said = "\n".join(simple), simplified("\n".join(said))
        self.simple = "\n".join([self.documents, self.said])
        self.leads = [text[:LEAD] for text in simple]
        plain = [_IN_BRACKETS.sub("", text)[:LEAD] for text in simple]
        heads = (match[1] for lead in plain if (match := _TOLD["lead"].match(lead)))
        own = (_IN_BRACKETS.sub("", simplified(title)) for title in titles)
        self.about = dict.fromkeys([*filter(None, own), *(h for h in heads if not is_phrase(h))])
        self.answers = {
            bare(simplified(answer)): _kinds_asked(simplified(question))
            for question, answer in asked
        }
        self.marked = {m[1].strip(MARKS) for m in _TOLD["marked"].finditer(self.simple)}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        for name, kind in self._tagged():
            self.votes[name][kind] += 1
        words = tagged(self.simple)
        self.begins = {at: w.start for w in words for at in range(w.start, w.start + len(w.text))}
        self.dotted = [name for name in self.votes if APART.search(name)]

    def _tagged(self) -> Iterator[tuple[str, Kind | None]]:
        """Yield the names that a pipeline and the tagger tell, wherever they stand."""
        trained = trained_kinds([self.simple], CHINESE.code)
        yield from ((name, kind) for name, kind in trained.items() for _ in range(LEAD))
        whole = ""
        for word in tagged(self.simple):
            joined = whole and (APART.match(word.text) or APART.fullmatch(whole[-1]))
            whole, end = whole * bool(joined) + word.text, word.start + len(word.text)
            kind, name = TAGS.get(word.tag), whole.strip(MARKS)
            kind = None if word.tag == "nr" and name.isascii() else kind
            name = _TOLD["before name"].sub("", name) if kind == "person" else name
            begin = end - len(whole)
            beside = (_TOLD["within"].match(self.simple, at) for at in (end, max(begin - 1, 0)))
            if word.tag in TAGS and name[1:] and not (any(beside) or _TOLD["marks"].search(name)):
                yield name, kind

    def is_cut(self, name: str) -> bool:
        """Tell whether a name is often the end of words, or within them."""
        places = [at.start() for at in re.finditer(re.escape(name), self.simple)]
        cut = sum(self.begins.get(place, place) < place for place in places)
        return cut * _SHARE > len(places)

    def is_told(self, name: str) -> bool:
        """Tell whether the tagger takes a name for one in enough of its places."""
        return sum(self.votes[name].values()) * _SHARE >= self.simple.count(name)

    def lead_of(self, name: str) -> str:
        """Return the beginning of the document that has a name there, "" for none."""
        return next((lead for lead in self.leads if name in lead), "")

    def described(self, name: str) -> Kind | None:
        """Return the kind that the first sentence on a name tells."""
        about = next((lead for lead in self.leads if name in lead[: len(name) + PAIR]), "")
        sentence = _IN_BRACKETS.sub("", about.partition(name)[2]).partition("。")[0]
        told = [each["told"] for each in _TOLD["is"].finditer(sentence)]
        nouns = {
            kind: (*ns, *(end for end in CHINESE.ends.get(kind, ()) if end[1:]))
            for kind, ns in CHINESE.nouns.items()
        }
        kinds = (kind for each in told for kind in nouns if each.endswith(nouns[kind]))
        person = sort_of(name) == "chinese" and _TOLD["of people"].search(sentence)
        return next(kinds, "person" if person else None)

    def kind_of(self, name: str) -> Kind | None:
        """Return the kind of a name: its description's, its end's, or that of most of its places.

        A work that is called after a person is one in all its places.
        """
        votes = self.votes[name]
        told = next((kind for kind, _ in votes.most_common() if kind), None)
        if name in self.marked:
            return "person" if votes["person"] and sort_of(name) else "title"
        described = self.described(name) if name in self.about else None
        headed = None if told == "person" and sort_of(name) else headed_kind(name)
        asked = next((kinds[0] for a, kinds in self.answers.items() if a == name and kinds), None)
        if asked and sort_of(name) == "transcribed" and not APART.search(name):
            told = asked  # its characters tell nothing
        return described or headed or told or asked or ("person" if APART.search(name) else None)

    def full(self, name: str) -> str:
        """Return the longer name with dots of one that is its last part, or that documents lack."""
        parts = APART.split(name)[::2]
        longer = (n for n in self.dotted if {*parts} < {*APART.split(n)[::2]})
        longer = (n for n in longer if parts[1:] or n.endswith(name))
        return name if parts[1:] and name in self.documents else next(longer, name)


def is_phrase(text: str) -> bool:
    """Tell whether a text has several names, or words that no name has."""
    tags = [word.tag for word in tagged(text)]
    return not {"p", "u", "r"}.isdisjoint(tags) or sum(tag in TAGS for tag in tags) > 1


def is_word(name: str, least: int = _USUAL) -> bool:
    """Tell whether jieba's dictionary counts a word more often than `least`, and as no name."""
    usual = chinese_words().count(name) > least
    return usual and (chinese_words().tag(name) or "nz")[:2] not in TAGS


def _kinds_asked(question: str) -> list[Kind]:
    """Return the kinds of names that a question asks for."""
    kinds: Sequence[Kind] = ("person", "organisation", "title", "place")
    return [kind for kind in kinds if any(w in question for w in CHINESE.lists[f"{kind} asked"])]


_WITH_ONE = frozenset("县郡陵湖河江")
"""The ends of places that one character may stand before."""


def headed_kind(name: str) -> Kind | None:
    """Return the kind that the longest word in which a name ends tells."""
    ends = {end: kind for kind in CHINESE.ends for end in CHINESE.ends[kind]}
    held = (e for e in ends if name.endswith(e) and (len(name) > PAIR or e in _WITH_ONE))
    return ends.get(max(held, key=len, default=""))
