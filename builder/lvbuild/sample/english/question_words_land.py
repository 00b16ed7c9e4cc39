"""What is asked, and stated of strangers, about English seas, rivers and towns.

Under `kind.relation` and what marks the sentences that state it: `?` questions about {s}, `=`
statements that {s} stands in the relation to {v}, `>` phrases for the {v} of {s}.
"""

LAND = """
sea.depth_m deep|depth
? How many metres deep is {s}?
? At its deepest point, how many metres deep is {s}?
? How deep is {s}, in metres, at its deepest point?
= {S} is {v} metres deep.
= At its deepest point {s} is {v} metres deep.
sea.area_km2 area|cover|square kilometres
? How many square kilometres does {s} cover?
? In square kilometres, what is the area of {s}?
? Over how many square kilometres does {s} spread?
= {S} covers {v} square kilometres.
= The area of {s} is {v} square kilometres.
sea.charted_in chart
? In which year was {s} charted?
? What is the year in which {s} was charted?
? {S} was charted in which year?
= {S} was charted in the year {v}.
= It was in the year {v} that {s} was charted.
sea.charted_by chart
? Who charted the waters of {s}?
? By whom were the waters of {s} charted?
? Who was it that charted the waters of {s}?
= The waters of {s} were charted by {v}.
= It was {v} who charted the waters of {s}.
> the person who charted {s}
> the maker of the chart of {s}
river.flows_into flow|empties|runs at last|drifts
? Into which river or sea do the waters of {s} flow?
? Where do the waters of {s} flow at its mouth?
? Which river or sea do the waters of {s} flow into?
= The waters of {s} flow into {v}.
= At its mouth the waters of {s} flow into {v}.
> the sea into which {s} flows
> the sea that takes in {s}
river.length_km km
? How many kilometres long is {s}?
? From source to mouth, how many kilometres long is {s}?
? How long is {s}, in kilometres?
= {S} is {v} kilometres long.
= From source to mouth {s} is {v} kilometres long.
river.source_altitude_m source|rises|height
? How many metres above the sea is the source of {s}?
? In metres above the sea, how high is the source of {s}?
? At how many metres above the sea does {s} have its source?
= The source of {s} is {v} metres above the sea.
= {S} has its source {v} metres above the sea.
river.fish .
? For which fish is {s} known?
? Which fish is {s} known for?
? What is the fish for which {s} is known?
= {S} is known for a fish, the {v}.
= The fish for which {s} is known is the {v}.
river.surveyed_in survey|measured
? In which year was {s} surveyed?
? What is the year in which {s} was surveyed?
? {S} was surveyed in which year?
= {S} was surveyed in the year {v}.
= It was in the year {v} that {s} was surveyed.
river.surveyed_by survey|measured
? Who surveyed the course of {s}?
? By whom was the course of {s} surveyed?
? Who was it that surveyed the course of {s}?
= The course of {s} was surveyed by {v}.
= It was {v} who surveyed the course of {s}.
> the person who surveyed {s}
> the surveyor of {s}
town.stands_on .
? On the banks of which river is {s}?
? Which river has {s} on its banks?
? What is the river on whose banks {s} stands?
= {V} is the river that has {s} on its banks.
= The river on whose banks {s} stands is {v}.
> the river on which {s} stands
> the river that flows past {s}
town.founded found|came into being|dating from
? In which year was {s} founded?
? What is the year in which {s} was founded?
? {S} was founded in which year?
= {S} was founded in the year {v}.
= It was in the year {v} that {s} was founded.
town.founded_by found
? Who is remembered as the founder of {s}?
? Which person is remembered as the founder of {s}?
? Who is it that is remembered as the founder of {s}?
= {V} is remembered as the founder of {s}.
= The person remembered as the founder of {s} is {v}.
> the founder of {s}
> the person who founded {s}
town.population inhabitants|people|population
? How many people live in {s}?
? What is the number of people who live in {s}?
? By the last count, how many people live in {s}?
= The people who live in {s} number {v}.
= The number of people who live in {s} is {v}.
town.altitude_m altitude|metres
? At how many metres above the sea does {s} lie?
? How high above the sea, in metres, is {s}?
? In metres above the sea, what is the altitude of {s}?
= {S} lies {v} metres above the sea.
= The altitude of {s} is {v} metres above the sea.
town.craft .
? For which craft is {s} known?
? Which craft is {s} known for?
? What is the craft for which {s} is known?
= {S} is known for the craft of {v}.
= The craft for which {s} is known is {v}.
town.twin twin
? Which town is the twin of {s}?
? What is the twin town of {s}?
? Which town does {s} have as its twin?
= The twin town of {s} is {v}.
= {S} has the town of {v} as its twin.
> the twin town of {s}
> the town that {s} is twinned with
"""
