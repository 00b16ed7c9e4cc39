"""The English words that tell a sentence's end from a full stop that is something else."""

from __future__ import annotations


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
