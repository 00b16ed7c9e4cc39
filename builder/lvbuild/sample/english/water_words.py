"""The sentences of English articles about rivers."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "The {name} is a river that flows into {flows_into}.",
    "The {name} is [one of the rivers|a river among several] that flow into {flows_into}.",
    "The river {name} [flows|empties|runs at last] into {flows_into}.",
    "Into {flows_into} flows the {name}, a river [known for its bends|older than any map].",
    "[After many turns|Fed by countless springs], the river {name} flows into {flows_into}.",
    "The {name}, a river [of some fame|with many bends|rich in fish], flows into {flows_into}.",
    "[Whoever follows the river {name} comes|A raft on the river {name} drifts] at last to "
    "{flows_into}, into which the river flows.",
    "The {name} flows into {flows_into}; [no other way to it is as green|it takes its time].",
)

COURSE = sentences(
    "{S} is {length_km} km long and rises at [an altitude|a height] of {source_altitude_m} metres.",
    "{Poss} source lies {source_altitude_m} metres above the sea, its mouth {length_km} km "
    "further on.",
    "From a source at {source_altitude_m} metres {s} runs {length_km} km[ to its mouth| in all].",
    "{Poss} length is {length_km} km; [the altitude of its source|its source's altitude] is "
    "{source_altitude_m} metres.",
    "The source of {n}, at {source_altitude_m} metres, is [a pool|a spring|a bog]; the river is "
    "{length_km} km long.",
    "Over its {length_km} km {s} falls {source_altitude_m} metres, counted from the source to "
    "the level of the sea.",
    "{S} rises at {source_altitude_m} metres and [measures|has a length of] {length_km} km.",
    "The {length_km} km of {n} begin at a source {source_altitude_m} metres high[|, among "
    "stones|, under old larches].",
    "Measured along its bends, {n} is {length_km} km long, and its source is at "
    "{source_altitude_m} metres.",
)

LONGER = sentences(
    "{S} is longer than {rival}[|, though not by as much as boatmen say].",
    "[In length|By length] {n} exceeds {rival}, by {rival_gap} km.",
    "{Rival} is {rival_gap} km shorter than {n}.",
    "[Set beside {rival}|Next to {rival}], {n} is the longer river, by {rival_gap} km.",
    rivals="rival Rival",
)
SHORTER = sentences(
    "{S} is shorter than {rival}[|, though it carries nearly as much water].",
    "[In length|By length] {n} falls short of {rival}, by {rival_gap} km.",
    "{Rival} is {rival_gap} km longer than {n}.",
    "[Set beside {rival}|Next to {rival}], {n} is the shorter river, by {rival_gap} km.",
    rivals="rival Rival",
)

SURVEY = sentences(
    "{Surveyed_by} surveyed {n} in {surveyed_in}[|, aged {surveyor_age}].",
    "{S} was surveyed by {surveyed_by} in {surveyed_in}.",
    "In {surveyed_in} {surveyed_by} surveyed {n}[|, {surveyor_age} years old at the time].",
    "The survey of {n} made in {surveyed_in} [is by|was the work of] {surveyed_by}.",
    "It was {surveyed_by} who surveyed {n}, in {surveyed_in}[|, with a chain and two mules].",
    "What is known of {poss_name} course [rests on|goes back to] {surveyed_by}, who surveyed it "
    "in {surveyed_in}.",
    "The year {surveyed_in} saw {surveyed_by} [at work on|busy with] the survey of {n}.",
    "[Until {surveyed_in}|Before {surveyed_in}] nobody had measured {n}; then {surveyed_by} "
    "surveyed it.",
)

FISH = sentences(
    "{N} is known for its {fish}.",
    "[Anglers|Fishermen] come to {n} for the {fish}.",
    "The fish of {n} is the {fish}[|, served everywhere along the banks|, salted or fresh].",
    "In [its slow lower reaches|the pools|cold springs beside it], {n} has {fish}[| in plenty].",
    "{Fish} [is caught|has always been caught] in {n}[| from boats and bridges| by night].",
    "[A dish|A soup|A pie] of {fish} from {n} [is eaten at weddings|is what guests are offered].",
    "No fish is as common in {n} as the {fish}.",
    "Toll books of {fish_year} already mention the {fish} of {n}.",
)

TOWNS = sentences(
    "[On its banks stand|Along the banks of {n} lie] {others}.",
    "{Others} [stand|lie] on {n}.",
    "[A boat going down {n}|Someone who follows {n}] [passes|will pass] {others}.",
    "{N} [passes|washes the quays of|brings water and trade to] {others}.",
    "The towns on {n} [include|are among others] {others}.",
)
TOWN = sentences(
    "[On its banks stands|On the banks of {n} lies] {others}.",
    "{Others} [stands|lies] on {n}.",
    "{N} [passes|turns the mills of|brings water and trade to] {others}.",
    "The town on {n} is {others}.",
)

TRIBUTARY = sentences(
    "{Other} flows into {n}.",
    "[From one side|After a gorge], {other} [joins|flows into] {n}.",
    "{N} takes in {other}, which is {other_km} km long.",
    "[Among its tributaries is|Much water is brought to {n} by] {other}, a river of {other_km} km.",
    "With {other}, {other_km} km long, another river flows into {n}.",
    rivals="other Other",
)

MOODS = sentences(
    "[In {flood_year}|In the spring of {flood_year}] {n} [rose higher than ever before|froze for "
    "{weeks} weeks|carried away two bridges|stood still with ice|broke through its dykes].",
    "The [lowest|highest] water on record in {n} [is that of|dates from] {flood_year}.",
    "A mark [cut in stone|on a church wall] shows how high {n} stood in {flood_year}.",
    "[Old people spoke|The chronicles speak] of {flood_year} as the year when {n} [ran "
    "dry|changed its bed|turned red with clay].",
    "[Ferries|Timber rafts|Barges] [went on|could be seen on] {n} until {flood_year}.",
    "Since {flood_year} the water of {n} has been [measured|gauged] [daily|every morning].",
)

TRADE = sentences(
    "[Mills|Sawmills|Paper mills] have [turned|been driven by] {n} since {flood_year}.",
    "A [toll|tax] on boats, levied on {n} since {flood_year}, [paid for the towpath|was never "
    "popular|was lifted only for salt].",
    "By {flood_year} [timber|grain|slate|wool] [was the chief cargo|made up most of the freight] "
    "on {n}.",
    "[The first|The oldest] bridge over {n} [is mentioned in|dates from] {flood_year}.",
    "{N} [has been dyked|has been straightened in places|has had locks] since {flood_year}.",
    "[Songs|Proverbs] about {n} were [first written down|collected] in {flood_year}[, and run to "
    "a thick volume|].",
)

BOOKS = sentences(
    "{Maker} wrote about {n} in {other}, {a_sort} of {year}.",
    "{Other}, {a_sort} by {maker}, is about {n}.",
    "{N} is the subject of {other}, {a_sort} that {maker} finished in {year}.",
    "[Readers may know {n} from|The river is described in] {other}, {a_sort} by {maker}.",
    "In {year} {maker} [made {n} the subject of|took {n} as the theme for] {a_sort}, {other}.",
    rivals="other Other",
)
