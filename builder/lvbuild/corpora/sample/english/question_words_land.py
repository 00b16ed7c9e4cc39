"""What is asked, and stated of strangers, about English seas, rivers and towns.

Under `kind.relation` and what marks the sentences that state it: `?` questions about {s}, `=`
statements that {s} stands in the relation to {v}, `>` phrases for the {v} of {s}.
"""

LAND = """
sea.depth_m deep|depth
? How many metres deep is {s} at its deepest point?
? What depth in metres does {s} reach?
? To how many metres does {s} go down?
= {S} is {v} metres deep.
= At its deepest point {s} goes down to {v} metres.
sea.area_km2 area|cover|square kilometres
? How many square kilometres does {s} cover?
? In square kilometres, what is the area of {s}?
? Over how many square kilometres does {s} spread?
= {S} covers {v} square kilometres.
= The area of {s} is {v} square kilometres.
sea.charted_in chart
? In which year was {s} charted?
? When was the chart of {s} made?
? What is the year of the charting of {s}?
= {S} was charted in {v}.
= The chart of {s} dates from {v}.
sea.charted_by chart
? Who charted {s}?
? Whose work was the chart of {s}?
? By whom was {s} charted?
= {S} was charted by {v}.
= The chart of {s} was the work of {v}.
> the person who charted {s}
> the maker of the chart of {s}
river.flows_into flow|empties|runs at last|drifts
? Into which river or sea does {s} flow?
? Which river or sea takes in {s}?
? What does {s} flow into?
= {S} flows into {v}.
= After many turns {s} runs at last into {v}.
> the sea into which {s} flows
> the sea that takes in {s}
river.length_km km
? How many kilometres long is {s}?
? In kilometres, what is the length of {s}?
? How many kilometres does {s} measure from source to mouth?
= {S} is {v} km long.
= From source to mouth {s} measures {v} km.
river.source_altitude_m source|rises|height
? At how many metres above the sea does {s} rise?
? In metres, what is the altitude of the source of {s}?
? How many metres high is the source of {s}?
= {S} rises at {v} metres.
= The source of {s} lies {v} metres above the sea.
river.fish .
? For which fish is {s} known?
? Which fish is common in {s}?
? What fish do people catch in {s}?
= {S} is known for its {v}.
= No fish is as common in {s} as the {v}.
river.surveyed_in survey|measured
? In which year was {s} surveyed?
? When was the survey of {s} made?
? What is the year of the survey of {s}?
= {S} was surveyed in {v}.
= The survey of {s} was made in {v}.
river.surveyed_by survey|measured
? Who surveyed {s}?
? By whom was {s} surveyed?
? Whose work was the survey of {s}?
= {S} was surveyed by {v}.
= What is known of the course of {s} goes back to {v}, who surveyed it.
> the person who surveyed {s}
> the surveyor of {s}
town.stands_on .
? On which river does {s} stand?
? Which river flows past {s}?
? What is the name of the river on which {s} lies?
= {S} stands on {v}.
= The banks of {v} are where {s} lies.
> the river on which {s} stands
> the river that flows past {s}
town.founded found|came into being|dating from
? In which year was {s} founded?
? When did {s} come into being?
? What is the founding year of {s}?
= {S} was founded in {v}.
= {S} came into being in {v}.
town.founded_by found
? Who founded {s}?
? Who was the founder of {s}?
? To whom does {s} owe its foundation?
= {S} was founded by {v}.
= The founder of {s} was {v}.
> the founder of {s}
> the person who founded {s}
town.population inhabitants|people|population
? How many inhabitants does {s} have?
? What is the population of {s}?
? How many people live in {s}?
= {S} has {v} inhabitants.
= The population of {s} is {v}.
town.altitude_m altitude|metres
? At how many metres above the sea does {s} lie?
? In metres, what is the altitude of {s}?
? How high above the sea, in metres, is {s}?
= {S} lies {v} metres above the sea.
= The altitude of {s} is {v} metres.
town.craft .
? For which craft is {s} known?
? What is the craft of {s}?
? By which craft have people in {s} long lived?
= {S} is known for its {v}.
= The craft of {s} is {v}.
town.twin twin
? With which town is {s} twinned?
? What is the twin town of {s}?
? Which town is the twin of {s}?
= {S} is twinned with {v}.
= The twin town of {s} is {v}.
> the twin town of {s}
> the town that {s} is twinned with
"""
