"""The sentences of English articles about people: their own lives."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "{name} was {a_profession} [born in {born_in} in {born}|from {born_in}, born there in {born}].",
    "{name} was {a_profession} who [was born in {born}|came into the world in {born}] in "
    "{born_in}.",
    "{name}, {a_profession}, was born in {born} in [|the town of ]{born_in}.",
    "In {born}, {name}, [later known as|who was to become] {a_profession}, was born in {born_in}.",
    "Born in {born} in {born_in}, {name} [made a living as|became|is remembered as] "
    "{a_profession}.",
    "The {profession} {name} [was born|first saw the light of day] in {born_in} in {born}.",
    "It was in {born_in}, in [|the year ]{born}, that {name}, [the future {profession}|later "
    "{a_profession}], was born.",
    "{name}, born in {born_in} in {born}, was [by trade|by calling|for most of {their} life] "
    "{a_profession}.",
    "Among the children born in {born_in} in {born} was {name}, who [grew up to be|would become] "
    "{a_profession}.",
    "{name} was born in {born_in} in {born} and [earned {their} bread|made {their} name] as "
    "{a_profession}.",
    "[The registers|The church books|The tax rolls] of {born_in} give {born} as the year in "
    "which {name}, the {profession}, was born.",
    "{name} came from {born_in}, where {they} was born in {born}; {they} [was|became] "
    "{a_profession}.",
)

LIFETIME = sentences(
    "{Poss} life ran from {born} to {died}, [a span of {age_years}|{age_years} in all].",
    "The {age_years} of {poss} life [fall|lie] between {born} and {died}.",
    "{S} lived to be {age}, and [the last years|most of those years] are [well recorded|easy to "
    "follow], up to {died}.",
    "[Nothing that {n} wrote|No letter of {n}] from before {young_year} has come down to us, so "
    "the first {youth} years are [known from hearsay|told briefly everywhere].",
    "[By {young_year}, at {youth},|At {youth}, in {young_year},] {s} [was known|was already "
    "spoken of] in {born_in} as somebody [with a steady hand|worth asking|who kept {their} word].",
    "[Neighbours|Older people] in {born_in} [remembered|used to tell of] {n} as a "
    "[restless|quiet|stubborn|curious|cheerful|solemn] child.",
    "Of the first {youth} years of {poss} life, up to {young_year}, [hardly anything|little] is "
    "written down.",
    "{N} was {youth} when {they} first [left {born_in}|saw anything of the world outside "
    "{born_in}], in {young_year}.",
)

STUDY = sentences(
    "{S} studied at {studied_at}[| for some years|, though never for long at a time].",
    "[When young|In {their} youth|Before {they} earned anything], {s} studied at {studied_at}.",
    "[{Poss} studies were at|{Poss} studies took {them} to] {studied_at}.",
    "{S} [was sent to study|went to study|won a place to study] at {studied_at}.",
    "It was at {studied_at} that {s} studied[|, not always willingly|, by all accounts with zeal].",
    "{Studied_at} counted {n} among [its students|those who studied there].",
    "For {their} studies {s} [chose|was given a place at|went to] {studied_at}.",
    "{S} had {their} schooling [at|within the walls of] {studied_at}, where {they} studied "
    "[until the money ran out|with few distractions|in the company of older pupils].",
    "What {n} knew of books {they} had learnt while studying at {studied_at}.",
)

TAUGHT = sentences(
    "{S} was taught by {taught_by}[|, who was {teacher_gap} older].",
    "{Poss} teacher was {taught_by}[|, {teacher_gap} {their} senior|, of whom {they} always "
    "spoke warmly].",
    "{Taught_by} taught {them} [the trade|all the essentials|patience as much as skill].",
    "{S} [learnt {their} calling|learnt what {they} knew] from {taught_by}, {their} teacher.",
    "{S} was a pupil of {taught_by}, and [never denied it|was proud of it|often said so].",
    "As a pupil of {taught_by}, {s} [learnt to take pains|was held to a strict standard].",
    "[Before {they} worked alone|As a beginner], {s} was taught by {taught_by}, {teacher_gap} "
    "older.",
    "[No influence|Nobody's influence] on {n} was greater than that of {taught_by}, who taught "
    "{them}.",
    "It was {taught_by}, [older by {teacher_gap}|{teacher_gap} {their} elder], who taught {them}.",
    rivals="taught_by Taught_by",
)

WORKED = sentences(
    "{S} worked at {worked_at}[| for much of {their} life|, though the dates are uncertain].",
    "[{Poss} working life was spent|The better part of {poss} working life was spent] at "
    "{worked_at}.",
    "[Later on|In due course|Once grown], {s} worked at {worked_at}.",
    "{S} [found work|took a post|was employed] at {worked_at}.",
    "{Worked_at} gave {them} work[| and a room| and a modest salary], and there {they} worked "
    "[gladly|well into old age|with few complaints].",
    "For {their} living {s} worked at {worked_at}[|, where {they} was well liked].",
    "[Those who|Anyone who] [came to|called at] {worked_at} in those years could see {n} at work "
    "there.",
    "Like [others of {their} age|many in {their} circle], {s} worked at {worked_at}.",
    "It was at {worked_at} that {n} worked[| longest|, year in and year out].",
)

MARRIED = sentences(
    "{S} married {married}, who was {spouse_age}.",
    "{S} was married to {married}[|, a match that surprised few|; the two had long known one "
    "another].",
    "{Married} and {n} were married, [and stayed so|as the registers confirm].",
    "[{Poss} marriage was to|The marriage {s} made was with] {married}, {spouse_age}.",
    "At home {s} shared a table with {married}, whom {they} had married [young|after a long "
    "courtship|against some advice].",
    "{S} married {married}, and the two [kept an open house|are seldom named apart|quarrelled "
    "only about money].",
    "{Married}, {spouse_age}, married {n}.",
    "In marrying {married}, {n} [found an ally|gained a reader and a critic|made a happy choice].",
    rivals="married Married",
)

COLLECTED = sentences(
    "{N} collected {collected}[| all {their} life|, and could talk of little else].",
    "[In spare hours|On journeys|When time allowed], {n} collected {collected}.",
    "Visitors to {n} were [always|invariably|at once] shown the {collected} that {they} collected.",
    "[A passion|A weakness] of {poss_name} was for {collected}, which {they} collected [with "
    "great care|without much system|by the hundred].",
    "{Collected} [filled the shelves|lay on every table] in the house of {n}, who collected them.",
    "Apart from {their} work {n} collected {collected}[|, a habit that began early].",
    "At {their} death in {died} {n} left behind [a cabinet|a room|several cases] of {collected} "
    "that {they} had collected.",
    "{N} is also remembered because {they} collected {collected}.",
    "By {old_year} the {collected} that {n} collected [had outgrown one room|were known for "
    "miles around|had been catalogued twice].",
)

CALLING = sentences(
    "As {a_profession}, {n} [was exact and slow|asked fair prices|trusted {their} own eyes "
    "first][|, and the work has lasted| and never hurried].",
    "[Few|Not many] worked as hard at being {a_profession} as {n} [did|in {their} best years].",
    "{Poss} [account book|workbook|diary] for {old_year}, [still in family hands|half of which "
    "survives], shows how {a_profession} [lived|passed the day] then.",
    "By {old_year} [any {profession} in those parts|every {profession} for miles around] had "
    "heard of {n}.",
    "[A letter|A bill|A court paper] of {old_year} calls {n} [the best {profession} to be had|an "
    "honest {profession}].",
    "What sort of {profession} {n} was can be [seen|judged] from the [orders|commissions|debts] "
    "of {old_year}.",
    "{N} once [wrote|remarked], in {old_year}, that {a_profession} [needs good shoes and better "
    "friends|is never finished, only tired|should own little and lend less].",
    "In {old_year}, {poss_name} busiest year, {they} [took on two helpers|hardly slept|turned "
    "work away].",
)

HABITS = sentences(
    "[Servants|Friends|Guests] [recalled|complained] that {n} [hummed while reading|never shut a "
    "door|slept with the windows open|salted everything twice].",
    "[Money|Gossip|Politics] [never interested|merely bored] {n}, who [preferred a game of "
    "cards|would rather talk of the weather|went to bed early], as a visitor of {old_year} noted.",
    "The year {old_year} was [a hard one for {n}, because of a long fever|a lucky one for {n}, "
    "who won a lawsuit|a quiet one for {n}, with much rain and few guests|an unsettled one for "
    "{n}, for reasons {they} kept to {themselves}].",
    "In {old_year} {n} [bought a house with a walled garden|gave up riding|had {their} portrait "
    "painted|learnt to swim|planted a row of pear trees].",
    "[Twice|More than once], the last time in {old_year}, {n} [refused an honour|lost everything "
    "in a fire|was offered a post at court|was elected to the town council].",
    "[A neighbour's diary|A tailor's bill|An inn's guest book] from {old_year} [shows|suggests] "
    "that {n} [liked bright colours|travelled light|kept late hours|paid late but paid].",
    "{N} [walked|rode] out every [morning|evening], [in rain and snow|with two dogs|alone][, and "
    "still did so in {old_year}|].",
    "The handwriting of {n} was [famously bad|much admired], [as notes from {old_year} show|to "
    "judge by notes from {old_year}].",
    "[Rumours|Stories] about {n} [went round|were told] [in the markets|in the taverns] [as "
    "early as|even before] {old_year}.",
    "{N} [owned|left notes in] some {books} books, [most of them borrowed|half of them about "
    "birds|nearly all in poor condition], when [a list|an inventory] was made in {old_year}.",
    "[Few enemies|Only one enemy] of {n} can be named: [a miller|a tax collector|a cousin], with "
    "whom {they} [made peace|went to law|stopped speaking] in {old_year}.",
    "[Until {old_year}|As late as {old_year}] {n} [kept bees|rented two rooms above a "
    "bakery|sang in a choir|played chess by letter].",
)

DEATH = sentences(
    "{S} died in {died_in} in {died}[, aged {age}|, at the age of {age}|].",
    "In {died}, at the age of {age}, {s} died in {died_in}.",
    "{S} [lived to the age of {age} and died|died, {age} years old,] in {died_in} in {died}.",
    "{Poss} life ended in {died_in} in {died}[|, {age_years} after it began].",
    "Death came to {n} in {died_in} in {died}[|, when {they} was {age}].",
    "{N} was {age} when {they} died in {died}; {died_in} [was the place|is where it happened].",
    "[It was in {died_in}|In {died_in} it was] that {s} died in {died}, aged {age}.",
    "{S} died in {died} in {died_in}, [mourned by many|after a short illness|in {their} sleep].",
    "The [year|date] of {poss} death is {died}, the place {died_in}[, and the age {age}|].",
    "{S} spent {their} last [months|weeks|days] in {died_in}, where {they} died in {died}.",
)

ENDING = sentences(
    "[A lane|A street|A small square|A footbridge] in {died_in} [is named after|still bears the "
    "name of] {n}.",
    "[The grave|A plain stone] in {died_in} gives {poss_name} name and [the years {born} and "
    "{died}|nothing else].",
    "Of the {age_years} that {n} lived, [the last ten were the calmest|none was idle]; {died_in} "
    "[has not forgotten|remembers] {them}.",
    "[Later generations|Later writers] knew {n} [chiefly as|first of all as] {a_profession} from "
    "{born_in}.",
    "In {born_in}, {their} birthplace, [people still|the older families] speak of {n} with "
    "[pride|affection|a smile].",
    "No portrait of {n} is known [from before {old_year}|that was done before {old_year}].",
)

ANNIVERSARY = sentences(
    "The year {century_year} marked a hundred years since {poss_name} death, and [speeches were "
    "made|a wreath was laid|a plaque was put up] in {died_in}.",
    "A hundred years after {n} died, in {century_year}, [the house was opened to visitors|a "
    "medal was struck|a tree was planted] in {died_in}.",
    "In {century_year}, [the hundredth year after {poss_name} death|a century after {n} died], "
    "{died_in} [put up a bust|named a school after {them}|printed the letters].",
)
