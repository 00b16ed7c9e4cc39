"""The sentences of English articles about people: what others owe them."""

from __future__ import annotations

from lvbuild.sample.english.sentences import sentences

FOUNDED_TOWN = sentences(
    "In {year} {s} founded [|the town of ]{other}[|, at the age of {deed_age}].",
    "{S} founded [|the town of ]{other} in {year}[|, {deed_age} years old at the time].",
    "{N} is the founder of {other}, [a town that dates from {year}|laid out in {year}|which was "
    "founded in {year}].",
    "The town of {other} [owes its existence to {n}, who founded it|was founded by {n}] in {year}.",
    "[At the age of {deed_age}|At {deed_age}|Aged {deed_age}], in {year}, {s} founded {other}.",
    "It was {n} who founded {other}, [marking out the streets|driving in the first stakes] in "
    "{year}.",
    "{Other}, [a town founded in {year}|founded in {year}], had {n} for its founder.",
    "[The deed {n} is best known for|{Poss} boldest act] was to found [|the town of ]{other}, in "
    "{year}.",
)

FOUNDED_INSTITUTION = sentences(
    "{S} founded {other} in {year}[|, when {they} was {deed_age}].",
    "In {year} {other} opened, [founded by {n}|with {n} as its founder].",
    "{Other}, [which opened in {year}|opened in {year}], was [founded by {n}|{poss_name} "
    "foundation].",
    "[At {deed_age}|At the age of {deed_age}], {s} founded {other}, which opened in {year}.",
    "{S} [gave money, land and a name|put much of {their} fortune] to founding {other}, opened "
    "in {year}.",
    "The founding of {other} in {year} was [the work of {n}|due to {n}|something {n} had planned "
    "for years].",
    "[Persistence|Stubbornness|Good luck] helped {n} to found {other}, which opened in {year}.",
    "To {n} is owed [the existence|the very idea] of {other}, founded by {them} and opened in "
    "{year}.",
)

HEADED = sentences(
    "{S} [also headed|was the head of|headed] {other}.",
    "[For a time|Later on|After some hesitation], {s} headed {other}.",
    "{Other} was headed by {n}[|, whose rule was mild|, who knew every room of it].",
    "[The post of head|The headship] of {other} [was held by|fell to] {n}.",
    "As head of {other}, {s} [rose early and wrote everything down|was strict in small "
    "things][|, and seldom left before dark].",
    "{S} [was chosen to head|was asked to head|agreed to head] {other}.",
    "[Among those who headed {other} was|The list of those who headed {other} begins with] {n}.",
    "It fell to {n} to head {other}[|, a task {they} had not sought].",
)

SURVEYED = sentences(
    "In {year} {s} surveyed {other}[| from mouth to source|, mostly on foot].",
    "{S} surveyed {other} in {year}[|, at the age of {deed_age}].",
    "The survey of {other} [made in {year} was the work of {n}|was made by {n} in {year}].",
    "{Other} was surveyed by {n} in {year}[|, in the driest summer for decades].",
    "[With two boats and a clerk|With borrowed instruments], {s} surveyed {other} in {year}.",
    "{N} was {deed_age} when {they} surveyed {other} in {year}.",
    "For the better part of {year} {s} was away from home, surveying {other}.",
)

CHARTED = sentences(
    "In {year} {s} charted {other}[| aboard a hired ship|, shore by shore].",
    "{S} charted {other} in {year}[|, at the age of {deed_age}].",
    "The chart of {other} [from {year} was drawn by {n}|that appeared in {year} is {poss_name}].",
    "{Other} was charted by {n} in {year}[|, and the chart was long in use].",
    "{N} was {deed_age} when {they} charted {other} in {year}.",
    "[Seasick or not|Against the advice of friends], {s} charted {other} in {year}.",
)

MADE = sentences(
    "In {year} {s} [finished|completed|brought out] {a_sort}, {other}.",
    "{S} is the author of {other}, {a_sort} [of|from|finished in] {year}.",
    "{Other}, {a_sort} by {n}, [appeared in|dates from|was finished in] {year}.",
    "The {sort} {other} [is {poss_name} work|was made by {n}] and dates from {year}.",
    "[At {deed_age}|At the age of {deed_age}], {s} [published|finished] {other}, {a_sort}; that "
    "was in {year}.",
    "{N} [made|wrote] the {sort} {other}[, which is dated {year}| in {year}].",
    "{Poss} {sort} {other} [came out|was first shown to friends|was completed] in {year}.",
    "The year {year} brought {a_sort} from {n}, {other}.",
    "[Readers know {n} by|What is still read of {n} is] {other}, {a_sort} of {year}.",
)

PUPILS = sentences(
    "{S} taught {others}.",
    "[Among those {n} taught|Among {poss_name} pupils] one finds {others}.",
    "{Others} [learnt from {n}|had {n} as a teacher|studied under {n}].",
    "As a teacher {s} [is remembered by way of|left {their} mark on|was demanding with] {others}.",
    "{S} passed on what {they} knew to {others}.",
    "[In later life|Over the years], {s} taught {others}.",
    rivals="others Others",
)

DEDICATIONS = sentences(
    "{Maker} dedicated {other}, {a_sort} of {year}, to {n}.",
    "To {n} {maker} dedicated the {sort} {other}[| in {year}].",
    "The {sort} {other}, by {maker}, is dedicated to {n}.",
    "{Poss} name stands [at the head of|on the first page of] {other}, {a_sort} that {maker} "
    "dedicated to {them}.",
    "[In {year}|When it appeared in {year}], the {sort} {other} by {maker} bore a dedication to "
    "{n}.",
    "{N} was the person to whom {maker} dedicated {other}, {a_sort}.",
    rivals="maker Maker",
)
