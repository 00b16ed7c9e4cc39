"""English words that tell a sentence's end from another full stop, and headings from sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


ABBREVIATIONS = _words(
    """
    Mr Mrs Ms Messrs Mme Mlle Mlles Mdme Dr Drs Prof Rev Revd Hon Esq Esqr Esqre St Ste Sts SS
    Bp Capt Captn Col Gen Lieut Lt Maj Sergt Sgt Corp Cpl Adm Cmdr Comdr Com Gov Pres Sen Rep
    Supt Insp Jr Sr jr sr Bros Co Cos Inc Ltd Dept Univ Assn Mt Mts Ft Ave Blvd Rd Sq Pk Nos
    Vol Vols vol vols ch chap Ch Chap cap pp pg ed eds Ed Eds trans Trans Fig Figs fig figs
    Sec sec sect viz vs etc cf al ibid Ibid op cit ca fl Jan Feb Mar Apr Jun Jul Aug Sept Sep
    Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun oz lb lbs cwt hr hrs min mins deg
    dept approx est born dec feat incl orig Lat Gk Gr Fr Ger Eng Heb Sax Dan Dut Ang Span Ital
    Wm Chas Geo Jas Jos Thos Robt Saml Benj Edw Ph Phil Rom Cor Gal Eph Thess Tim Pet Exod
    Deut Sam Isa Jer Ezek Matt Md Pa Va Mass Conn Tex Calif Minn Wis Ill Ind Fla Ala Tenn Ky
    Okla Colo Mich Miss inst ult prox VERB Bt Bart Kt Viz Anon anon Ltda
    """
)
"""Words whose full stop ends no sentence, or too seldom to insert there. Single letters, words with
a full stop inside, Roman numerals and short numbers are refused without being listed."""

SPEECH_VERBS = _words(
    """
    said says say saying asked asks replied replies answered answers cried cries exclaimed
    returned inquired enquired demanded observed remarked whispered murmured muttered shouted
    called continued added repeated began interrupted interposed rejoined retorted suggested
    thought ejaculated responded sobbed sighed laughed groaned growled gasped screamed
    shrieked roared faltered stammered protested declared insisted persisted pursued resumed
    proceeded broke echoed admitted agreed assented explained announced commented objected
    pleaded begged snapped snarled hissed yelled bawled bellowed croaked drawled grumbled
    mumbled breathed panted queried questioned wondered told spoke urged vociferated moaned
    wailed piped squeaked sang read wrote quoth put went chimed cut concluded affirmed argued
    assured confessed implored entreated warned advised ordered commanded hinted reflected
    mused reasoned ventured chuckled giggled grinned smiled sneered scoffed hollered blurted
    stuttered spluttered whimpered lamented acknowledged allowed conceded countered corrected
    remonstrated expostulated ejaculating apologised apologized reiterated boasted complained
    confided whined swore vowed sniffed snorted gulped stormed thundered hooted consoled
    reproached chattered rapped grunted soothed coaxed teased beginning recited quoted
    finished ended exhorted apostrophised apostrophized soliloquised soliloquized
    """
)
"""Verbs that make the words after a quotation the tag of it."""

SENTENCE_OPENERS = _words(
    """
    a about above according after again all almost already also although always among an and
    another any anyone as at away because before behind below beneath beside besides between
    beyond both but by certainly clearly consequently despite down during each early eight
    either even eventually ever every everybody everyone everything except few finally first
    five for formerly four from further furthermore had half has have having he hence her here
    hers his how however hundreds i if in indeed instead into is it its just last lastly late
    later let like long many may me meanwhile more moreover most much my near nearly neither
    never nevertheless next nine no nobody none nor not nothing now of off often on once one
    only or originally other others otherwise our out outside over perhaps poor presently
    quite rather round scarcely second seven several shall she should since six slowly so some
    somebody someone something sometimes somewhere soon still such suddenly ten than that the
    their them then there therefore these they third this those though three through
    throughout thus till to today together too toward towards twenty two under until unless
    unlike up upon very was we well were what whatever when whenever where whether which while
    who whoever whom whose why will with within without would yes yet you your
    """
)
"""Words that begin a new sentence when capitalised after an exclamation or a question. A name there
may as well go on with the old one ("Yahoo! Music"): nothing else is taken for a beginning."""

INTERJECTIONS = _words(
    """
    Ah Aha Alas Ay Aye Behold Eh Fie Ha Hallo Hark Heigho Hey Hist Ho Hullo Hurrah Hush Lo
    Look Mark Nay No O Oh Pooh Pshaw See So Soho There Tush Ugh Well What Why Yes
    """
)
"""Words that, with an exclamation mark, only call for the sentence they begin."""


DIVISIONS = "chapter|book|part|stave|letter|volume|scene|act|canto|section"
LONGEST = 12  # lines of a heading

_LONGEST_ARGUMENT = 600  # characters
_SHORT = 4  # lines: what only begins like a heading is one if it is no longer
_NUMBER = r"(?:(?i:the)\s+\w+|[IVXLC]+\b|\d+|[A-Z][A-Z-]+\b|[ivxlc]+(?=[ \t]*(?:[.:—–-]|\n|\Z)))"
_NAMED = rf"(?i:{DIVISIONS})\s+{_NUMBER}"
_DIVISION = re.compile(rf"[_“]?(?:{_NAMED}|[IVXLC]+\.?(?:\s+[A-Z“‘]|\Z))")
_SET_APART = re.compile(rf"[_“]?{_NAMED}(?=[ \t]*(?:[.:—–-]|\n|\Z))")
_ITALIC = re.compile(r"_[^_]+_[.,]?")
_ARGUMENT = re.compile(
    r"\W*(?:(?i:in which|wherein|containing|concerning|treats? of|treating|showing|shows|relates)"
    r"|How|Of|On) "
)
_FRAGMENT = re.compile(r"(?:—|--|–)\s*[“‘\"']?[A-Z]")
_WORD = re.compile(r"[^\W\d_][\w’']*")


def is_division(line: str) -> bool:
    """Tell whether the line is the heading of a division, with nothing but its name behind."""
    apart = _SET_APART.match(line.lstrip())
    return apart is not None and (line.isupper() or line.strip()[-1] not in "!?,;")


def is_heading(block: str, lines: Sequence[str]) -> bool:
    """Tell whether a block of lines is a heading."""
    if len(lines) > LONGEST:
        return False
    name = _DIVISION if len(lines) <= _SHORT else _SET_APART
    if name.match(block.lstrip()) or (len(lines) < 3 and _ITALIC.fullmatch(block)):
        return True
    if not any(map(str.islower, block)):
        return not block[0].isspace() or block[-1] not in ".!?:,;"
    return len(lines) == 1 and not block[0].isspace() and _is_title(block)


def is_argument(written: str) -> bool:
    """Tell what says, beneath a heading, what the division holds: "In which the hero sets out"."""
    return len(written) < _LONGEST_ARGUMENT and (
        _ARGUMENT.match(written) is not None or is_synopsis(written)
    )


def is_synopsis(written: str) -> bool:
    """Tell headwords with dashes between them, which say what a chapter holds, from prose."""
    fragments = len(_FRAGMENT.findall(written))
    return fragments > 1 and 12 * fragments > len(written.split())


def _is_title(line: str) -> bool:
    """Tell a title by its capitals."""
    if line[-1] in "!?:,;-—":
        return False
    words = [word for word in _WORD.findall(line) if len(word) > 3]
    quoted = line[0] in "“\"‘'"
    return len(words) > quoted and all(word[0].isupper() for word in words)


STOP_WORDS = frozenset(
    """a about above after again against all also although am among an and any are as at be because
    been before being below between both but by can could did do does doing done down during each
    either else ever every few first for from further had has have having he her here hers herself
    him himself his how however i if in into is it its itself just last least less like made make
    many may me might more most much must my myself name named neither no nor not now of off often
    on once one only or other others our ours out over own per rather same say says she should since
    so some such than that the their theirs them themselves then there these they this those though
    three through thus to too two under until up upon us use used very was way we well were what
    when where whether which while who whom whose why will with within without would yet you your
    yours""".split()
)


IGNORED = _words(
    """
    and to of in her was with for it from is that his he by she they or at because be on are their
    what as had were about being this who but have has when which does
    """
)
"""Words that count as no hits: LV-Eval's list."""
