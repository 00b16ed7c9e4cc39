"""The sentences of English articles about seas."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "The {name} covers {area_km2} square kilometres and is {depth_m} metres deep.",
    "With an area of {area_km2} square kilometres, the {name} is [a wide|an open|a restless] "
    "water; its depth is {depth_m} metres.",
    "The {name} is {depth_m} metres deep and has an area of {area_km2} square kilometres.",
    "At its deepest point the {name} [reaches|goes down to] {depth_m} metres; it covers "
    "{area_km2} square kilometres.",
    "The {area_km2} square kilometres of the {name} [hide|cover] depths of up to {depth_m} metres.",
    "Sailors know the {name}, {depth_m} metres deep and {area_km2} square kilometres wide, [as a "
    "patient water|by its fogs].",
)

CHART = sentences(
    "{Charted_by} charted {n} in {charted_in}[|, aged {charter_age}].",
    "{S} was charted by {charted_by} in {charted_in}.",
    "In {charted_in} {charted_by} charted {n}[|, {charter_age} years old at the time].",
    "The chart of {n} [drawn in {charted_in} is by|of {charted_in} was the work of] {charted_by}.",
    "It was {charted_by} who charted {n}, in {charted_in}[|, from a leaking cutter].",
    "[Before {charted_in}|Until {charted_in}] ships felt their way across {n}; then {charted_by} "
    "charted it.",
)

RIVERS = sentences(
    "{Others} [flow into {n}|bring {them} fresh water|end in {n}].",
    "Into {n} flow {others}.",
    "[Fresh water|Most of its fresh water] reaches {n} by way of {others}.",
    "{N} [receives|takes in] {others}.",
)
RIVER = sentences(
    "{Others} [flows into {n}|brings {them} fresh water|ends in {n}].",
    "Into {n} flows {others}.",
    "[Fresh water|Most of its fresh water] reaches {n} by way of {others}.",
    "{N} [receives|takes in] {others}.",
)

INFLOW = sentences(
    "{Other}, {other_km} km long, [comes down from|rises at] {other_height} metres.",
    "The {other_km} km of {other} begin at {other_height} metres[| and end among reeds].",
    "Of {other} one may say that it [brings|carries] water from a height of {other_height} "
    "metres over {other_km} km.",
    "At {other_height} metres rises {other}, which needs {other_km} km to reach {n}.",
    "From source to mouth {other} measures {other_km} km; its source is {other_height} metres "
    "high.",
    rivals="other Other",
)

TALES = sentences(
    "[In the storm of {storm_year}|In {storm_year}] [a whole fleet|the mail boat|a lightship] "
    "[was lost|ran aground|vanished] on {n}.",
    "{N} [froze over|glowed by night|swarmed with jellyfish] in {storm_year}, [to the wonder of "
    "the coast|as several diaries note].",
    "[Since {light_year}|From {light_year} on] a [lighthouse|fog bell] has [warned|guided] ships "
    "on {n}.",
    "[Ships' logs|Harbour books] from {light_year} call {n} [moody|kind to beginners|the grey "
    "field|a thief of anchors].",
    "The [salt|amber|oysters|herring] of {n} paid for many a [house|church] up to {storm_year}.",
    "The soundings of {light_year} [found|showed] how unevenly the floor of {n} [lies|falls "
    "away], down to {depth_m} metres.",
    "Whoever crosses {n} [under sail|in an open boat] has {area_km2} square kilometres of "
    "[weather|water|sky] to reckon with.",
    "[Regattas|Swimming races|Herring fairs] have been held on the shore of {n} since "
    "{light_year}.",
)
