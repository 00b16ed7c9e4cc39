"""English questions whose answers are put together from several articles.

Under the name of a survey: `?` questions, `=` answers. {a}, {b} and {c} are what is asked about,
{a_born_in} a fact of it, {leading} whichever is ahead in what is compared, {trailing} the other;
in a journey {made_by} is what its relation leads to. A capital begins a sentence.
"""

SURVEYS = """
births
? Tell where {a} and {b} were born and which of the two was born first.
? In which towns were {a} and {b} born, and who of them is the older?
? Compare {a} and {b}: where was each born, and who came first into the world?
= {A} was born in {a_born_in} and {b} in {b_born_in}. {Leading} was born first.
= The birthplace of {a} is {a_born_in}, that of {b} {b_born_in}; {leading} is the older.
founders
? Tell who founded {a} and who founded {b}, and which of the two towns is older.
? Who were the founders of the towns {a} and {b}, and which town was founded first?
? Name the founders of {a} and {b} and say which town has stood longer.
= {A} was founded by {a_founded_by} and {b} by {b_founded_by}. The older town is {leading}.
= The founder of {a} was {a_founded_by}, that of {b} {b_founded_by}; {leading} is older.
lengths
? Tell who surveyed {a} and who surveyed {b}, and which river is longer.
? Which is the longer river, {a} or {b}, and who surveyed each?
? Name the surveyors of {a} and {b}, and the longer of the two rivers.
= {A} was surveyed by {a_surveyed_by} and {b} by {b_surveyed_by}. The longer is {leading}.
= {Leading} is longer than {trailing}; {a_surveyed_by} surveyed {a}, {b_surveyed_by} {b}.
sizes
? Tell which crafts {a} and {b} are known for, and which town has more inhabitants.
? What are the crafts of {a} and {b}, and where do more people live?
? Name the crafts of the towns {a} and {b}, and the larger of the two by population.
= {A} is known for {a_craft}, {b} for {b_craft}. More people live in {leading}.
= The craft of {a} is {a_craft} and that of {b} {b_craft}; {leading} is larger.
heads
? Tell who headed {a} and who headed {b}, and which of them opened first.
? Who were the heads of {a} and of {b}, and which of the two is the older house?
? Name the heads of {a} and {b} and say which has been open longer.
= {A} was headed by {a_headed_by} and {b} by {b_headed_by}. {Leading} opened first.
= The head of {a} was {a_headed_by}, that of {b} {b_headed_by}; {leading} is older.
authors
? Tell who made {a} and who made {b}, and which has more pages.
? Who are the authors of {a} and {b}, and which of the two is longer?
? Name the authors of {a} and {b}, and the longer work by its pages.
= {A} is by {a_made_by} and {b} by {b_made_by}. {Leading} has more pages.
= The author of {a} is {a_made_by}, that of {b} {b_made_by}; {leading} is longer.
collectors
? Tell what {a}, {b} and {c} collected.
? What did each of {a}, {b} and {c} collect?
? Name the things collected by {a}, by {b} and by {c}.
= {A} collected {a_collected}, {b} {b_collected} and {c} {c_collected}.
= In the house of {a} were {a_collected}, in that of {b} {b_collected}; {c} had {c_collected}.
treasures
? Tell what the treasures of {a}, {b} and {c} are.
? Which treasure does each of {a}, {b} and {c} own?
? Name the treasure of {a}, that of {b} and that of {c}.
= The treasure of {a} is {a_treasure}, that of {b} {b_treasure} and that of {c} {c_treasure}.
= {A} owns {a_treasure}, {b} {b_treasure}, and {c} {c_treasure}.
author
? Who made {a}, where was that person born, and on which river does the birthplace stand?
? Tell of {a} who its author was, from which town that author came, and which river flows there.
? Follow {a} to its author, the author to a birthplace, and the birthplace to its river.
= {A} is by {made_by}, who was born in {born_in}, a town on {stands_on}.
= Its author is {made_by}, born in {born_in}; that town stands on {stands_on}.
keeper
? Where is {a} kept, who founded that place, and what did the founder collect?
? Tell which institution keeps {a}, who its founder was, and what that founder collected.
? Name the keeper of {a}, that institution's founder, and the founder's collection.
= {A} is kept at {kept_at}, founded by {founded_by}, who collected {collected}.
= The keeper is {kept_at}; its founder {founded_by} collected {collected}.
school
? Where did {a} study, in which town is that institution, and who founded the town?
? Tell at which institution {a} studied, where it is found, and who founded that town.
? Name the place where {a} was a student, its town, and the founder of the town.
= {A} studied at {studied_at} in {located_in}, a town founded by {founded_by}.
= The institution was {studied_at}; it is in {located_in}, which {founded_by} founded.
teacher
? Who taught {a}, where did that teacher die, and for which craft is the town known?
? Tell who the teacher of {a} was, in which town the teacher died, and what its craft is.
? Name the teacher of {a}, the town of the teacher's death, and that town's craft.
= {A} was taught by {taught_by}, who died in {died_in}, a town known for {craft}.
= The teacher was {taught_by}; {died_in}, the place of death, is known for {craft}.
"""
