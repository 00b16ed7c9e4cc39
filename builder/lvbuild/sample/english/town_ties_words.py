"""The sentences of English articles about towns: who and what came from there."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

NATIVES = sentences(
    "[Among those born in {n}|Among the natives of {n}] [was|one counts] {others}.",
    "{Others} [came from {n}|was a native of {n}|was born in {n}].",
    "{N} was the birthplace of {others}.",
    "[The best-known child of {n} is|In the parish book of {n} one finds the birth of] {others}.",
    "It was in {n} that {others} [was born|first saw daylight|came into the world].",
    "The house in {own} where {others} was born [still stands|can be visited|burned down long "
    "ago].",
    "A [plate|plaque] on a house front in {n} [recalls|names] {others}, born there.",
)

DEATHS = sentences(
    "{Others} [died in {n}|spent a last winter in {n}, and died there].",
    "{N} is where {others} died.",
    "[In the old churchyard|By the east wall] one may look for {others}, who died in {n}.",
    "[The town|{N}] was the last home of {others}, who died there.",
)

HOUSES = sentences(
    "{Other}, opened in {year}, [is in {n}|stands in {n}|has its seat in {n}].",
    "Since {year} {n} has had {a_sort}, {other}.",
    "[The pride of {n} is|Not to be missed in {n} is] {other}, which opened in {year}.",
    "In {year} {other} opened in {n}.",
    "{N} is the seat of {other}, {a_sort} opened in {year}.",
    "[Close to the river|Near the bridge|Behind the market] in {n} [stands|is] {other}, opened "
    "in {year}.",
    "[{Other}, {after_years} younger than the town, opened in {n} in {year}|When {n} was "
    "{after_years} old, in {year}, {other} opened there].",
    "{N} also has {a_sort}: {other}, which has been open since {year}.",
)

BOOKS = sentences(
    "{Maker} wrote about {n} in {other}, {a_sort} of {year}.",
    "{Other}, {a_sort} by {maker}, is about {n}.",
    "{N} is the subject of {other}, {a_sort} that {maker} finished in {year}.",
    "[Readers may know {n} from|The town is described in] {other}, {a_sort} by {maker}.",
    "In {year} {maker} [made {n} the subject of|took {n} as the theme for] {a_sort}, {other}.",
    "What {n} was like in {year} can be read in {other}, {a_sort} by {maker}.",
    rivals="other Other",
)

HISTORY = sentences(
    "[A fire in {past_year}|The great flood of {past_year}|A hard frost in {past_year}] "
    "[spared|changed] [most of|little in|the lower half of] {n}.",
    "[In {past_year}|From {past_year} on] {n} had [a bridge of stone|paved streets|street "
    "lamps|a fire watch|a town clock].",
    "The [oldest map|oldest view|first census] of {n} [that survives is from|is dated] "
    "{past_year}, {past_gap} after the founding.",
    "By {past_year}, {past_gap} after it was founded, {n} had [outgrown its walls|a council of "
    "twelve|filled both banks].",
    "[Letters|Rent rolls|Toll books] of {past_year} [tell|speak] of {n} as a "
    "[busy|sleepy|prosperous|muddy|cheerful] place.",
    "{N} was {past_gap} old when, in {past_year}, [the town hall was roofed|the mill was "
    "built|the first coach arrived].",
    "The [bells|chestnut trees|drains|almshouses] of {n} [date from|are of the year] "
    "{past_year}[, when the town was {past_gap} old|].",
    "In {past_year} {n} [took in people from a flooded village|quarrelled with its neighbours "
    "over a weir|paid off its debts|sold the town silver].",
    "[A guidebook|An almanac|A sermon] printed in {past_year} [calls {n} a town of cats and "
    "steps|warns of the pavements of {n}|finds the air of {n} healthy].",
    "[A travelling circus|A troupe of actors|The mail coach|A cattle plague] [came to|passed by] "
    "{n} in {past_year}[, {past_gap} after its founding|].",
    "[Storks|Swallows|Bats] have [nested|lived] in the [church tower|granaries] of {n}, [it is "
    "said|so the children learn], since {past_year}.",
    "[Twice|Three times] a [theatre|newspaper|bank] was opened in {n} [and closed again|without "
    "success], [most recently|the last time] in {past_year}.",
    "[A traveller|A tax collector|A bishop] who came to {n} in {past_year} [praised the "
    "bread|complained about the beds|counted nine inns|lost his hat on the bridge].",
)
