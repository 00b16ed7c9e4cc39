"""English questions whose answers are put together from several articles.

Under the name of a survey: `?` questions, `=` answers. {a}, {b} and {c} are what is asked about,
{a_born_in} a fact of it, {leading} whichever is ahead in what is compared, {trailing} the other;
in a journey {made_by} is what its relation leads to. A capital begins a sentence.
"""

SURVEYS = """
births
? In which town was {a} born, in which {b}, and which of the two was born first?
? Tell in which town {a} was born, in which town {b} was, and who is the older.
? Compare {a} and {b}: in which town was each born, and who came first into the world?
= {A} was born in {a_born_in} and {b} in {b_born_in}. {Leading} was born first.
= The birthplace of {a} is {a_born_in}, that of {b} {b_born_in}; {leading} is the older.
founders
? Who is remembered as the founder of {a}, who as that of {b}, and which town is older?
? Tell who is remembered as the founder of {a} and who as that of {b}, and the older town.
? Of {a} and {b}, who is remembered as the founder of each, and which has stood longer?
= {A} was founded by {a_founded_by} and {b} by {b_founded_by}. The older town is {leading}.
= The founder of {a} was {a_founded_by}, that of {b} {b_founded_by}; {leading} is older.
lengths
? Who surveyed the course of {a}, who surveyed that of {b}, and which river is longer?
? Which is the longer river, {a} or {b}, and who surveyed the course of each?
? By whom was the course of {a} surveyed, by whom that of {b}, and which river is longer?
= {A} was surveyed by {a_surveyed_by} and {b} by {b_surveyed_by}. The longer is {leading}.
= {Leading} is longer than {trailing}; {a_surveyed_by} surveyed {a}, {b_surveyed_by} {b}.
sizes
? For which craft is {a} known, for which is {b}, and which town has more inhabitants?
? Tell the craft for which {a} is known, the craft of {b}, and where more people live.
? Which craft is each of the towns {a} and {b} known for, and where do more people live?
= {A} is known for {a_craft}, {b} for {b_craft}. More people live in {leading}.
= The craft of {a} is {a_craft} and that of {b} {b_craft}; {leading} is larger.
heads
? Who stood at the head of {a}, who at that of {b}, and which of the two opened first?
? Tell who stood at the head of {a} and who at that of {b}, and which opened first.
? Of {a} and {b}, who stood at the head of each, and which has been open longer?
= {A} was headed by {a_headed_by} and {b} by {b_headed_by}. {Leading} opened first.
= The head of {a} was {a_headed_by}, that of {b} {b_headed_by}; {leading} is older.
authors
? Who is the author of the work {a}, who of the work {b}, and which has more pages?
? Tell the author of the work {a}, that of {b}, and which of the two is longer.
? Of {a} and {b}, who is the author of each work, and which is longer by its pages?
= {A} is by {a_made_by} and {b} by {b_made_by}. {Leading} has more pages.
= The author of {a} is {a_made_by}, that of {b} {b_made_by}; {leading} is longer.
collectors
? Which things did {a} collect, which {b}, and which {c}?
? What things did each of {a}, {b} and {c} collect?
? Tell which things {a}, {b} and {c} liked to collect.
= {A} collected {a_collected}, {b} {b_collected} and {c} {c_collected}.
= In the house of {a} were {a_collected}, in that of {b} {b_collected}; {c} had {c_collected}.
treasures
? Of which treasure is each of {a}, {b} and {c} proud?
? Tell which treasure {a} is proud of, which {b}, and which {c}.
? Name the treasure of which {a} is proud, that of {b} and that of {c}.
= The treasure of {a} is {a_treasure}, that of {b} {b_treasure} and that of {c} {c_treasure}.
= {A} owns {a_treasure}, {b} {b_treasure}, and {c} {c_treasure}.
author
? Who made {a}, in which town was its author born, and which river has that town on its banks?
? Tell who made {a}, the town where its author was born, and the river whose banks it lies on.
? Follow {a} to its author, the town where the author was born, and the river on whose banks it is.
= {A} is by {made_by}, who was born in {born_in}, a town on {stands_on}.
= Its author is {made_by}, born in {born_in}; that town stands on {stands_on}.
keeper
? Where is {a} kept, who is honoured as the founder there, and which things did they collect?
? Tell what keeps {a}, who is honoured as its founder, and the things this founder would collect.
? Name the keeper of {a}, its honoured founder, and the things that founder liked to collect.
= {A} is kept at {kept_at}, founded by {founded_by}, who collected {collected}.
= The keeper is {kept_at}; its founder {founded_by} collected {collected}.
school
? Where was {a} a student, which town is its seat, and who is remembered as the town's founder?
? Tell where {a} was a student, the town of its seat, and who is remembered as founder there.
? Name the school of {a}, the town of its seat, and the one remembered as founder of the town.
= {A} studied at {studied_at} in {located_in}, a town founded by {founded_by}.
= The institution was {studied_at}; it is in {located_in}, which {founded_by} founded.
teacher
? Who taught {a}, what is the town where the teacher died, and for which craft is it known?
? Tell who taught {a}, the town where the teacher died, and the craft for which it is known.
? Name the teacher of {a}, the town where the teacher died, and the craft it is known for.
= {A} was taught by {taught_by}, who died in {died_in}, a town known for {craft}.
= The teacher was {taught_by}; {died_in}, the place of death, is known for {craft}.
"""
