"""What the words of a mixup's record must and must not say: checks for the walk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lvbuild.languages.english.words import STOP_WORDS
from lvbuild.text.pairs import Pair
from tests.release.mixup_walk import Check, Line

END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"
YES_NO = {*"yes no true false 是 否 不是 对 不对 有 没有 能 不能".split()}


def passages_are_the_documents_with_the_questions_pairs(line: Line) -> Iterator[str]:
    for passage, text in line.passages:
        name = passage["document_id"]
        whole = line.built.text(name)
        pairs = line.pairs if line.is_own(passage) else ()
        names = [] if passage["role"] == "rival" else [name]
        kept = whole[slice(*passage["cut"])]
        if line.bare(passage) != line.built.worded(kept, names, pairs):
            yield f"passage {passage['number']} is not {passage['document_id']}: {text[:60]!r}"


def no_record_prints_the_evidence_of_another_unreplaced(line: Line) -> Iterator[str]:
    language = line.record["language"]
    for passage, _ in line.passages:
        text = line.bare(passage)
        pairs = [
            pair
            for name in line.built.owned_by(passage["document_id"])
            for pair in line.built.pairs[name]
        ]
        news = " ".join(pair.replacement for pair in (*pairs, *line.pairs)).casefold()
        for pair in pairs:
            if pair.original.casefold() in news:
                continue
            for pattern in _originals(pair, language):
                if left := pattern.search(text):
                    around = text[max(left.start() - 20, 0) : left.end() + 20]
                    yield f"{pair.original!r} stands in {passage['document_id']}: {around!r}"


def questions_and_answers_are_those_of_the_corpus_with_their_pairs(line: Line) -> Iterator[str]:
    record, source = line.record, line.question
    asked, *answers = (line.built.new(each, line.pairs) for each in (source.input, *source.answers))
    if record["input"] != asked:
        yield f"asks {record['input']!r}, not {asked!r}"
    # Of one that is drawn those that nothing bears out are dropped.
    left = iter(answers)
    if not record["answers"] or not all(each in left for each in record["answers"]):
        yield f"expects {record['answers']}, not of {answers}"


def trimmed_supporting_passages_hold_their_evidence(line: Line) -> Iterator[str]:
    marked = line.question.evidence or line.question.answers[:1]
    names = line.question.supporting
    wanted = [line.built.worded(evidence, names, line.pairs) for evidence in marked]
    held: dict[str, list[str]] = {}
    for passage, text in line.of_role("supporting"):
        if line.is_cut(passage):
            held.setdefault(passage["document_id"], []).append(text)
    for name, texts in held.items():
        whole = line.built.worded(line.built.sources.texts[name], [name], line.pairs)
        for evidence in (each for each in wanted if each in whole):
            if not any(evidence in text for text in texts):
                yield f"{name} has lost {evidence[:60]!r}"
    for passage, text in line.of_role("distracting"):
        for evidence in wanted if passage["document_id"] in held else ():
            if evidence in text:
                yield f"passage {passage['number']} holds {evidence[:60]!r}"


def no_original_is_left_in_the_questions_own_texts(line: Line) -> Iterator[str]:
    record = line.record
    fields = [record["input"], *record["answers"], record.get("answer_keywords", "")]
    # The numbers of passages are no words of theirs.
    fields += record.get("confusing_facts", [])
    fields += (text for passage, text in line.passages if passage["role"] != "distracting")
    yield from _left(line.pairs, "\n\n".join(fields), line)


def no_other_passage_names_what_is_replaced(line: Line) -> Iterator[str]:
    names = line.built.names(line.question.id)
    others = [text for passage, text in line.passages if not line.is_own(passage)]
    yield from _left(names, "\n\n".join(others), line)


def _left(pairs: Iterable[Pair], spoken: str, line: Line) -> Iterator[str]:
    folded = spoken.casefold()
    news = " ".join(pair.replacement for pair in line.pairs).casefold()
    for pair in pairs:
        longest = max(pair.original.split(), key=len).casefold()
        if longest not in folded or pair.original.casefold() in news:
            continue
        for pattern in _originals(pair, line.record["language"]):
            if left := pattern.search(spoken):
                yield f"{pair.original!r} is left: {spoken[left.start() - 20 : left.end() + 20]!r}"


def _originals(pair: Pair, language: str) -> Iterator[re.Pattern[str]]:
    """Yield what finds an original as written and in capitals, over line breaks, possessive too."""
    for form in dict.fromkeys((pair.original, pair.original.upper())):
        words = r"\s+".join(map(re.escape, form.split()))
        if form[0].isdecimal():
            words = rf"(?<!\d)(?<!\d[.,:/–]){words}"
        if form[-1].isdecimal():
            words = rf"{words}(?!\d)(?![.,:/–]\d)"
        if pair.kind == "term" and form[:1].isupper() and not pair.any_case:
            continue  # a capitalised term within a sentence is part of a name
        yield _by_itself(words, form, language)


def _by_itself(words: str, name: str, language: str) -> re.Pattern[str]:
    """Find a name, by a pattern of its words, that is no part of longer ones.

    In English "Lio" is none in "Lion"; in Chinese only Latin letters make a longer word.
    """
    letter = r"[^\W_]" if language == "en" else "[A-Za-zÀ-ž]"
    before = rf"(?<!{letter})" if language == "en" or name[0].isascii() else ""
    behind = rf"(?!{letter})" if language == "en" or name[-1].isascii() else ""
    return re.compile(before + words + behind)


def new_names_stand_nowhere_in_the_corpora(line: Line) -> Iterator[str]:
    named = {"person", "place", "organisation", "title"}
    for passage, text in line.passages:
        original = line.built.text(passage["document_id"])
        for pair in line.pairs:
            if pair.kind not in named or pair.replacement not in text:
                continue
            name, language = pair.replacement, line.record["language"]
            if _by_itself(re.escape(name), name, language).search(original):
                yield f"{pair.replacement!r} stood in {passage['document_id']} before"


def keywords_are_words_of_the_answer(line: Line) -> Iterator[str]:
    words = line.record.get("answer_keywords", "").casefold().split()
    answers = [answer.casefold() for answer in line.record["answers"]]
    if words and not any(_holds(answers[0], word, line) for word in words):
        yield f"none of {words} is in {answers[0]!r}"
    for word in words:
        # A no may be told by other words: no, it is not.
        if not any(_holds(answer, word, line) for answer in answers):
            yield f"{word!r} is in none of {answers}"


def _holds(answer: str, word: str, line: Line) -> bool:
    if line.record["language"] == "zh":
        return word in answer
    return {*re.findall(r"[^\W_]+", word)} <= {*re.findall(r"[^\W_]+", answer)}


def no_distracting_passage_holds_an_answer(line: Line) -> Iterator[str]:
    record, language = line.record, line.record["language"]
    told = [line.bare(passage) for passage, _ in line.of_role("distracting")]
    written = "\n\n".join(told)
    spoken = _folded(written)
    phrases = [*record["answers"], record.get("answer_keywords", "")]
    for phrase in filter(None, dict.fromkeys(each.strip(END_MARKS) for each in phrases)):
        folded = _folded(phrase)
        word = re.sub(r"\A(?:the|an?) ", "", phrase, flags=re.IGNORECASE)
        name = rf"\b(?:{re.escape(word)}|{re.escape(word.upper())})\b"
        if _is_name(word, language) and not re.search(name, written):
            continue
        if len(phrase.split()) > 6 if language == "en" else len(phrase) > 20:
            yield from _sentences_like(phrase, spoken, language, 4)
        elif folded in YES_NO:
            yield from _sentences_like(record["input"], spoken, language, 2)
        elif _whole(folded, language).search(spoken):
            if len(phrase) > 1 and not _is_common(folded, line):
                yield f"a distracting passage holds {phrase!r}"
            pattern = _whole(folded, language)
            for sentence in _sentences_like(record["input"], spoken, language, 2):
                if pattern.search(sentence):
                    yield f"beside {phrase!r} stands {sentence!r}"


_NUMERAL = "[一二三四五六七八九十百千万〇零]"
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()


def _folded(text: str) -> str:
    """Return a text without case, its small numbers in figures, as readers take them alike."""
    return re.sub(
        rf"\b(?:{'|'.join(_SMALL)})\b", lambda word: str(_SMALL.index(word[0])), text.casefold()
    )


def _is_name(phrase: str, language: str) -> bool:
    """Tell whether a phrase is a name of one word, which keeps its case."""
    return language == "en" and phrase.isalpha() and phrase[0].isupper() and phrase[1:].islower()


def _whole(folded: str, language: str) -> re.Pattern[str]:
    letter = r"[^\W_]" if language == "en" else r"[0-9a-zà-ɏ]"
    if language == "zh" and re.fullmatch(f"{_NUMERAL}+", folded):
        letter = _NUMERAL  # 四十九 is another number than 十九
    before = rf"(?<!{letter})" if re.match(letter, folded) else ""
    if folded[0].isdecimal():
        before += r"(?<!\d[.,])"  # 23.7 is another number than 7
    after = rf"(?!{letter})" if re.match(letter, folded[-1]) else ""
    return re.compile(before + r"\s+".join(map(re.escape, folded.split())) + after)


_PASSAGE = 3000


def _is_common(folded: str, line: Line) -> bool:
    """Tell whether over 5% of the pool, as the question words it, and 20 documents hold it.

    A long document counts as so many as it has passages.
    """
    pool = [
        text[at : at + _PASSAGE]
        for text in line.built.sources.pool
        for at in range(0, len(text), _PASSAGE)
    ]
    pattern = _whole(folded, line.record["language"])
    new = (_folded(line.built.new(text, line.pairs)) for text in pool)
    holders = sum(pattern.search(text) is not None for text in new)
    return holders >= 20 and holders > 0.05 * len(pool)


def _sentences_like(text: str, spoken: str, language: str, run: int) -> Iterator[str]:
    """Yield the sentences that hold half of a text's content words, in Chinese of its runs."""
    wanted = _content(text, language, run)
    if not wanted:
        return
    # In English a stop before a quotation's last mark ends a sentence too.
    ends = (
        r"(?<=[.!?])\s+|(?<=\.[\"”])\s+|\n+"
        if language == "en"
        else r"(?<=[。．！？!?…])|(?<=\.)\s+|\n+"
    )
    for sentence in re.split(ends, spoken):
        if sum(each in sentence for each in wanted) * 2 >= len(wanted) and (
            len(wanted & _content(sentence, language, run)) * 2 >= len(wanted)
        ):
            yield sentence


def _content(text: str, language: str, run: int) -> set[str]:
    folded = text.casefold()
    if language == "en":
        return {*re.findall(r"[^\W_]+(?:['’][^\W_]+)?", folded)} - STOP_WORDS
    # A number by itself, such as a day's, is too common to be content.
    parts = [part for part in re.findall(r"[^\W_]+", folded) if not part.isdigit()]
    return {part[i : i + run] for part in parts for i in range(max(len(part) - run, 0) + 1)}


WORDS: tuple[Check, ...] = (
    passages_are_the_documents_with_the_questions_pairs,
    no_record_prints_the_evidence_of_another_unreplaced,
    questions_and_answers_are_those_of_the_corpus_with_their_pairs,
    trimmed_supporting_passages_hold_their_evidence,
    no_original_is_left_in_the_questions_own_texts,
    no_other_passage_names_what_is_replaced,
    new_names_stand_nowhere_in_the_corpora,
    keywords_are_words_of_the_answer,
    no_distracting_passage_holds_an_answer,
)
