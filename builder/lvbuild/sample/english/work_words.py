"""The sentences of English articles about works."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

OPENING = sentences(
    "{Quoted} is {a_sort} by {made_by}[, made in {year}|, finished in {year}|; it dates from "
    "{year}].",
    "{Quoted}, {a_sort} by {made_by}, [dates from|was finished in|appeared in] {year}.",
    "In {year} {made_by} [finished|completed|brought out] {quoted}, {a_sort}.",
    "{Made_by} is the author of {quoted}, {a_sort} [that appeared in|of] {year}.",
    "The {sort} {quoted} [was made by {made_by} in {year}|is by {made_by} and dates from {year}].",
    "{Made_by} was {maker_age} years old when the {sort} {quoted} appeared in {year}.",
    "{A_sort} by {made_by}, {quoted} [was finished|appeared|was first shown to friends] in {year}.",
    "[It was in {year} that|In {year}, at the age of {maker_age},] {made_by} completed the "
    "{sort} {quoted}.",
    "The {sort} called {quoted}, [which appeared in {year}|from the year {year}], is by {made_by}.",
)

ABOUT = sentences(
    "{S} is about {about}.",
    "Its subject is {about}[|, seen with love and some malice|, in all weathers].",
    "[What {made_by} writes about is|The subject that runs through {n} is] {about}.",
    "{About} is [what {n} is about|the subject of {n}].",
    "[Page after page|From first to last], {s} is about {about}.",
    "Readers of {n}, which is about {about}, [learn|hear] much about [bread prices and "
    "floods|boats and quarrels|wind and weddings].",
    "The [choice of subject|theme], {about}, [surprised nobody|was thought daring at the time].",
    "[Nobody has written better|Few have written more] about {about} than {made_by} in {n}.",
    "{S} tells of {about}, [which it is about|its subject] from the first line on.",
)

LENGTH = sentences(
    "{S} has {pages} pages[|, not one too many|, and reads faster than that].",
    "{S} fills {pages} pages[|, of which the last ten are an index| in a small hand].",
    "[The manuscript of {n} runs to|The first copy of {n} counts] {pages} pages.",
    "At {pages} pages, {s} [is no light reading|can be finished in a week|kept a copyist busy].",
    "The {pages} pages of {n} are [divided into {parts} parts|in {parts} parts].",
    "On its {pages} pages {s} [wastes few words|finds room for {parts} drawings].",
    "{N} is {pages} pages long.",
    "In length {n} comes to {pages} pages.",
    "With its {pages} pages, {n} [was bound in {parts} volumes|weighs as much as a goose].",
)

DEDICATION = sentences(
    "{S} is dedicated to {dedicated_to}.",
    "{Made_by} dedicated {n} to {dedicated_to}[|, {dedicatee_gap}].",
    "The dedication of {n} names {dedicated_to}[|, {dedicatee_gap}].",
    "[The first page|The title page] of {n} bears a dedication to {dedicated_to}.",
    "{Dedicated_to}[|, {dedicatee_gap},] is the person to whom {n} is dedicated.",
    "[In gratitude|As a token of respect|For reasons not given], {n} was dedicated to "
    "{dedicated_to}.",
    "It was to {dedicated_to} that {made_by} dedicated {n}.",
    "[A few warm lines|Two verses] on the first page of {n} dedicate it to {dedicated_to}.",
)

KEPT = sentences(
    "{S} is kept at {kept_at}.",
    "Today {n} is kept at {kept_at}[|, in an iron chest|, where it may be read].",
    "{Kept_at} keeps {n}[| under glass|, and shows it on request].",
    "[The original|The only complete copy] of {n} is kept at {kept_at}.",
    "Those who wish to see {n} [must go|have to apply] to {kept_at}, where it is kept.",
    "{N} is in the keeping of {kept_at}[|, {pages} pages and all].",
    "[Since {kept_year}|From {kept_year} on] {n} has been kept at {kept_at}.",
    "In the care of {kept_at}, {n} [is kept dry and dark|has survived well|is kept to this day].",
)

RECEPTION = sentences(
    "[A second copy|A pirated copy|A cheap reprint] of {n} [turned up|was on sale] in "
    "{later_year}, {later_gap} after the first.",
    "[Critics of {later_year}|Readers of {later_year}] [thought {n} long-winded|found {n} "
    "charming|preferred the quieter parts of {n}|knew whole pages of {n} by heart].",
    "By {later_year} {n} [had been translated {parts} times|was read in schools|had gone out of "
    "fashion|was hard to find].",
    "[In {later_year}|As late as {later_year}] {n} was [banned|read aloud|praised|parodied] in "
    "{parts} towns.",
    "{Made_by} [was proudest of|changed the ending of] {n}[, as a letter of {early_year} shows|, "
    "or so it was said in {later_year}].",
    "[Work on {n} began|The first sketches for {n} were made] in {start_year}.",
    "The [paper|binding] of {n} was [examined|restored] in {later_year}, [and proved to be of "
    "the best|{later_gap} after it was made].",
    "[Sales were slow|Success came late]: by {later_year} only {copies} copies of {n} had been "
    "[sold|bound].",
    "[Some {copies} copies|At least {copies} copies] of {n} are thought to have existed in "
    "{later_year}.",
    "A [proverb|nickname|tune] taken from {n} was [common|heard everywhere] by {later_year}.",
    "[The worst page of {n}|The finest page of {n}], [a storm|a wedding|a fish supper|a "
    "lawsuit], is number {page}.",
    "[On page {page}|By page {page}] {n} [breaks off for a recipe|turns to the weather|loses its "
    "temper|comes to the point].",
)

MAKER = sentences(
    "{Made_by} was {maker_age} [when it appeared|at the time] and had worked on {n} for "
    "{work_years}.",
    "It took {made_by} {work_years} to finish {n}.",
    "[After {work_years} of work|Having spent {work_years} on it], {made_by} let {n} go at last.",
    "{Made_by}, who was {maker_age} in {year}, [said little about|spoke often of] {n}.",
    "{Poss_maker} {work_years} of work on {n} ended in {year}.",
    "At {maker_age} {made_by} was [neither young nor famous|already well known|short of money], "
    "and {n} [changed little|changed that|was begun as a diversion].",
)
