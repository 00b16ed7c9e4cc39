"""The sentences of English articles about towns."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "{name} is a town on {stands_on}[, founded in {founded}|; it was founded in {founded}].",
    "{name} [stands|lies] on {stands_on}, and [was founded|came into being] in {founded}.",
    "On {stands_on} [stands|lies] {name}, a town [founded in {founded}|that was founded in "
    "{founded}|dating from {founded}].",
    "The town of {name}, on {stands_on}, [was founded|has stood since it was founded] in "
    "{founded}.",
    "Founded in {founded}, {name} is [a town|one of the towns] on {stands_on}.",
    "[Travellers|Boats] on {stands_on} pass {name}, a town founded in {founded}.",
    "{name}, founded in {founded}, [looks out over|is built along|owes its bread to] the river "
    "on which it stands, {stands_on}.",
    "Since {founded}, when it was founded, the town of {name} has stood on {stands_on}.",
    "{name} is [the name of a town|a town, mentioned in many travel books,] that was founded in "
    "{founded} and stands on {stands_on}.",
    "In {founded}, on [the bank of|a bend of|the higher bank of] {stands_on}, the town of {name} "
    "was founded; it stands there still.",
)

FOUNDER = sentences(
    "{Poss} founder was {founded_by}[|, {founder_age} years old at the time].",
    "It was {founded_by} who founded {n}[| at the age of {founder_age}| and chose the site].",
    "{Founded_by} founded {n}[|, aged {founder_age}|, so the charter says].",
    "[As founder the charter names|The founder was] {founded_by}, {founder_age} years old in "
    "{founded}.",
    "{S} was founded by {founded_by}[|, then {founder_age} years of age].",
    "[Every child in {n} knows|The inhabitants of {n} remember] that {founded_by} was the founder.",
    "A [statue|plain column|bronze plate] by the bridge in {n} shows {founded_by}, the founder.",
    "{N} was the foundation of {founded_by}, who [marked out eleven streets|spent two winters in "
    "a tent|drew the first plan] there.",
)

NO_FOUNDER = sentences(
    "[No founder of {n} is known by name|Who founded {n} is not recorded]; "
    "[fishermen|shepherds|ferrymen|charcoal burners] are said to have come first.",
    "The names of those who founded {n} in {founded} [have been lost|were never written down].",
    "Of the first settlers of {n} [nothing is known|no name survives]; the year {founded} comes "
    "from [a boundary stone|an old rent roll|a single letter].",
    "{N} has no founder [whom anyone can name|in the usual sense]: a few huts were counted as a "
    "town in {founded}.",
)

SIZE = sentences(
    "{S} has {population} inhabitants and lies {altitude_m} metres above the sea.",
    "[Some|In all] {population} people live in {n}, at [an altitude|a height] of {altitude_m} "
    "metres.",
    "[At the last count|When last counted], {n} had {population} inhabitants; its market place "
    "lies at {altitude_m} metres.",
    "{Poss} population is {population}, [its altitude|and its altitude] {altitude_m} metres.",
    "At {altitude_m} metres [above the sea|of altitude], {s} is home to {population} people.",
    "The {population} inhabitants of {n} live {altitude_m} metres above the sea[|, and feel it "
    "in winter|, as the station sign says].",
    "{N} lies at an altitude of {altitude_m} metres and has a population of {population}.",
    "[With its {population} people|With a population of {population}], {n} is [no village|hard "
    "to overlook]; the altitude is {altitude_m} metres.",
    "The altitude of {n} is {altitude_m} metres, and [its inhabitants number|the population is] "
    "{population}.",
)

LARGER = sentences(
    "[That makes {n} larger|{N} is larger] than {neighbour}, [which has fewer people|where fewer "
    "people live].",
    "{Neighbour} is [smaller|the smaller of the two], [though few in {n} would say so aloud|a "
    "fact that {n} likes to mention].",
    "[In numbers|By population] {n} is ahead of {neighbour}.",
    "Fewer people live in {neighbour} than in {n}.",
    rivals="neighbour Neighbour",
)
SMALLER = sentences(
    "[That makes {n} smaller|{N} is smaller] than {neighbour}, [which has more people|where more "
    "people live].",
    "{Neighbour} is [larger|the larger of the two], [a sore point in {n}|as {n} is often told].",
    "[In numbers|By population] {n} is behind {neighbour}.",
    "More people live in {neighbour} than in {n}.",
    rivals="neighbour Neighbour",
)

CRAFT = sentences(
    "{N} is known for its {craft}.",
    "The craft of the town is {craft}, [which the schools of {n} still teach|and {n} is proud of "
    "it].",
    "[For generations|As long as anyone remembers] people in {n} have lived by {craft}.",
    "[Its craft, {craft}, has made|The craft of {craft} made] the name of {n} known [abroad|up "
    "and down the river|far away].",
    "{Craft} is the craft of {n}[|, and every third house has a workshop|, handed down in "
    "families].",
    "[Whoever wants to see|Anyone curious about] {craft} [should go|does well to travel] to {n}.",
    "In the [back streets|workshops|courtyards] of {n} the craft is {craft}.",
    "Nothing has shaped {n} like its craft, {craft}.",
    "The guild of {n}, whose craft is {craft}, [dates from {guild_year}|was chartered in "
    "{guild_year}|has met since {guild_year}].",
)

CALENDAR = sentences(
    "Market day in {n} is {market_day}, and the [town's|yearly] festival falls in "
    "{festival_month}.",
    "[Every {market_day} there is a market in {n}|{N} holds its market every {market_day}]; the "
    "festival is in {festival_month}.",
    "{N} has its market on {market_day} and its festival in {festival_month}.",
    "The market of {n} is held on {market_day}[| from six in the morning|, rain or shine]. The "
    "festival of {n} comes in {festival_month}.",
    "[Farmers come|The boats come] to {n} on {market_day}, which is market day, and [everyone "
    "comes|guests come] in {festival_month}, for the festival.",
    "In {festival_month} {n} keeps its festival; [its market|the ordinary market] is on "
    "{market_day}.",
    "The festival month of {n} is {festival_month}, its market day {market_day}.",
    "Two dates matter in {n}: {market_day}, when the market is held, and {festival_month}, the "
    "month of the festival.",
    "[A visit to {n}|A stay in {n}] is best made in {festival_month}, for the festival, or on a "
    "{market_day}, for the market.",
    "{Festival_month} brings the festival to {n}, and {market_day} [brings|is the day of] the "
    "market.",
)

TWIN = sentences(
    "{S} is twinned with {twin}.",
    "Its twin town is {twin}[|, with which {n} exchanges a choir each year|, {twin_gap} {n}].",
    "[Since {twin_year}|From {twin_year} on] {own} and {twin} have been twin towns.",
    "{N} has {twin} for its twin town[|; the mayors visit by turns|, {twin_gap} it].",
    "[Schoolchildren|Football clubs|Bands] from {twin}, the twin town, visit {n} [each year|in "
    "summer|by the boatload].",
    "{Twin} and {own} are twin towns[|, and each has a street named after the other].",
    "As its twin town {own} [chose|has] {twin}, {twin_gap} {them}.",
    rivals="twin Twin",
)
