"""The sentences of English articles about institutions."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "The {name} is {a_sort} in {located_in}[, opened in {opened}|; it opened in {opened}].",
    "The {name}, {a_sort} in {located_in}, opened [|its doors ]in {opened}.",
    "In {opened} the {name}, {a_sort}, opened in {located_in}.",
    "[Since {opened}|Since it opened in {opened}], the {name} has been [the {sort} of|{a_sort} "
    "in] {located_in}.",
    "{Located_in} is the seat of the {name}, {a_sort} that opened in {opened}.",
    "The {sort} known as the {name} [opened in {located_in} in {opened}|is in {located_in}, "
    "where it opened in {opened}].",
    "[Opened|First opened] in {opened}, the {name} is {a_sort} in {located_in}.",
    "{Located_in} [has|takes pride in] {a_sort}, the {name}, opened in {opened}.",
    "It was in {opened} that the {name}, {a_sort}, opened its doors in {located_in}.",
)

FOUNDER = sentences(
    "{S} was founded by {founded_by}[|, then {founder_age} years old|, who gave the land].",
    "{Poss} founder was {founded_by}[|, {founder_age} years old at the opening].",
    "It was {founded_by} who founded {n}[| at the age of {founder_age}| against much opposition].",
    "{Founded_by} founded {n}[|, aged {founder_age}|, and chose the first staff].",
    "[As its founder {n} honours|The founder was] {founded_by}, who was {founder_age} in {opened}.",
    "The founder of {n} was {founded_by}, who [turned {founder_age} in the year it opened|came "
    "to every meeting].",
    "A [portrait|bust|window] in {n} shows {founded_by}, who founded it.",
    "For {n} we have to thank {founded_by}, who founded it[|, and paid for the roof|, aged "
    "{founder_age}].",
)

HEAD = sentences(
    "{S} was headed by {headed_by}[|, whose diary survives|, a hard worker].",
    "{Headed_by} headed {n}[|, with a light hand| in its good years].",
    "[Its head was|As head it had] {headed_by}[|, born in {head_born}|, who lived until "
    "{head_died}].",
    "The head of {n} was {headed_by}[|, whose motto still hangs in the hall].",
    "[Much|A good deal] in {n} goes back to {headed_by}, who headed it.",
    "Under {headed_by}, who headed it, {n} [doubled its rooms|won a name abroad|learnt thrift].",
    "{N} had {headed_by} as its head.",
    "At the head of {n} stood {headed_by}[|, feared and loved|, born in {head_born}].",
)

SIZE = sentences(
    "{Poss} holdings number {holdings} [items|pieces|objects], and the staff {staff}.",
    "{S} has a staff of {staff} and holdings of {holdings} [items|pieces].",
    "[In all|Today] {n} [employs a staff of {staff}|has a staff of {staff}] and [counts|holds] "
    "{holdings} [items|objects].",
    "A staff of {staff} [looks after|watches over] the {holdings} [items|pieces] that {n} holds.",
    "With {holdings} items in its holdings and a staff of {staff}, {s} is [no small house|well "
    "equipped|larger than it looks].",
    "The inventory of {n} lists {holdings} [items|objects]; the staff numbers {staff}.",
    "The holdings of {n} [amount to|come to] {holdings} items, in the care of a staff of {staff}.",
    "Some {staff} people form the staff of {n}, whose holdings [run to|amount to] {holdings} "
    "items.",
    "Holdings of {holdings} items and a staff of {staff}: [such are|these are] the figures that "
    "{n} [gives|reports].",
)

TREASURE = sentences(
    "{Poss} treasure is {a_treasure}[|, kept behind two doors].",
    "[The treasure of {n}|What {n} treasures most] is {a_treasure}.",
    "Visitors to {n} [ask first for|queue for] its treasure, {a_treasure}.",
    "[No inventory of {n} fails to mention|Every guide to {n} mentions] its treasure, "
    "{a_treasure}.",
    "{A_treasure} is the treasure of {n}[|, shown on request| and its emblem].",
    "{N} owes its fame to a treasure, {a_treasure}[|, bought in {deed_year}].",
    "In {deed_year} {n} [acquired|was given] its treasure, {a_treasure}.",
    "Pride of place in {n} goes to its treasure, {a_treasure}.",
    "The treasure of {n}, {a_treasure}, was [nearly sold|cleaned|first shown] in {deed_year}.",
)

PEOPLE = sentences(
    "[Among those who worked at {n}|Among its people] one finds {others}.",
    "{Others} worked at {n}.",
    "[The pay lists|The minute books] of {n} [name|mention] {others}, who worked there.",
    "{N} [counted|had] {others} among those who worked there.",
)
STUDENTS = sentences(
    "{Others} studied at {n}.",
    "[Among those who studied at {n}|Among its students] one finds {others}.",
    "[The matriculation book|The register] of {n} [names|shows] {others}, who studied there.",
    "{N} [counted|had] {others} among its students.",
)

KEPT = sentences(
    "{Other}, {a_sort} by {maker}, is kept at {n}.",
    "[On its shelves|In a glass case], {n} keeps {other}, {a_sort} by {maker}.",
    "{N} also keeps {a_sort} of {year}, {other}, by {maker}.",
    "The {sort} {other}, [made by {maker}|by {maker}|of {year}], is kept at {n}.",
    "[Scholars visit|Readers come to] {n} for {other}, {a_sort} by {maker} that is kept there.",
    "[It is at {n} that|At {n}] {other}, {a_sort} of {year}, is kept.",
    rivals="other Other",
)

HISTORY = sentences(
    "[In {deed_year}|After a fire in {deed_year}] {n} [moved into larger rooms|was given a new "
    "roof|rebuilt its east wing|closed for a winter].",
    "[By {deed_year}|In {deed_year}], {deed_gap} after opening, {n} [was out of debt|had "
    "outgrown its house|printed its first catalogue|had a lamp in every room].",
    "The [bell|clock|gate|staircase] of {n} [dates from|was made in] {deed_year}.",
    "The statutes of {n} were [revised|printed|nearly forgotten] in {deed_year}[, {deed_gap} "
    "after it opened|].",
    "[A quarrel over|A lawsuit about] [a wall|a window|the water supply|a legacy] "
    "[occupied|divided] {n} [in {deed_year}|until {deed_year}].",
    "In {deed_year} {n} [mourned its oldest porter|gave a dinner that is still talked of|bought "
    "the house next door|lent its best pieces to nobody, as ever].",
    "[The rules|The house rules] of {n} from {deed_year} forbid [whistling|wet boots|dogs|the "
    "carrying of lamps][| on pain of a fine| without exception].",
    "[Cats|Mice|Moths|Pigeons] [were a trouble|were a standing item of expense] at {n} [until|up "
    "to] {deed_year}.",
    "The [garden|courtyard|forecourt] of {n}, [laid out|repaired] in {deed_year}, [is a|serves "
    "as a] meeting place [for the whole quarter|on warm evenings].",
    "Visitors of {deed_year} found {n} [cold but friendly|full to the doors|quieter than a "
    "church|smelling of wax and paper].",
    "[Women were first admitted to|Strangers were first let into] {n} in {deed_year}.",
    "{N} was {deed_gap} old when, in {deed_year}, [its well ran dry|the cellar was flooded|the "
    "king's envoy came|a new wing was begun].",
)
