"""What is asked, and stated of strangers, about English people, institutions and works.

The tables are written as in `question_words_land`.
"""

LIVES = """
person.born born|into the world|saw
? In which year was {s} born?
? What is the year of birth of {s}?
? When was {s} born?
= {S} was born in {v}.
= The registers give {v} as the year in which {s} was born.
person.born_in born|into the world|saw|came from
? In which town was {s} born?
? Where was {s} born?
? What is the birthplace of {s}?
= {S} was born in {v}.
= {S} came from {v}, a small town at the time.
> the birthplace of {s}
> the town where {s} was born
person.died died|death|life ended|end came
? In which year did {s} die?
? What is the year of death of {s}?
? When did {s} die?
= {S} died in {v}.
= The life of {s} ended in {v}.
person.died_in died|death|life ended|last
? In which town did {s} die?
? Where did {s} die?
? Which town was the last home of {s}?
= {S} died in {v}.
= {V} is where {s} died.
> the town where {s} died
> the place of death of {s}
person.profession .
? What was {s} by profession?
? What was the profession of {s}?
? What did {s} do for a living?
= {S} was {v} by trade.
= For most of a long life {s} was {v}.
person.collected collect
? What did {s} collect?
? Which things did {s} collect?
? What was in the collection of {s}?
= {S} collected {v}.
= Visitors to {s} were always shown a collection of {v}.
person.married marri|marry
? To whom was {s} married?
? Whom did {s} marry?
? With whom did {s} share a married life?
= {S} was married to {v}.
= In marrying {v}, {s} made a happy choice.
> the person whom {s} married
> the spouse of {s}
person.taught_by taught|teacher|pupil|learn
? Who taught {s}?
? Who was the teacher of {s}?
? As whose pupil did {s} learn?
= {S} was taught by {v}.
= The teacher of {s} was {v}.
> the teacher of {s}
> the person who taught {s}
person.studied_at stud|school
? Where did {s} study?
? At which institution was {s} a student?
? Which institution counted {s} among its students?
= {S} studied at {v}.
= The studies of {s} were at {v}.
> the institution where {s} studied
> the place where {s} was a student
person.worked_at work|post|employed
? Where did {s} work?
? At which institution did {s} have a post?
? Which institution gave {s} work?
= {S} worked at {v}.
= The working life of {s} was spent at {v}.
> the institution where {s} worked
> the place of work of {s}
institution.located_in .
? In which town is {s}?
? Where is {s} to be found?
? Which town is the seat of {s}?
= {V} is the seat of {s}.
= {S} is in {v}.
> the town where {s} is found
> the seat of {s}
institution.opened open
? In which year did {s} open?
? When did {s} open its doors?
? What is the opening year of {s}?
= {S} opened in {v}.
= The doors of {s} have been open since {v}.
institution.holdings hold|items|objects|pieces
? How many items do the holdings of {s} number?
? How large are the holdings of {s}, counted in items?
? How many pieces does {s} hold?
= The holdings of {s} number {v} items.
= {S} holds {v} objects.
institution.staff staff
? How many people are on the staff of {s}?
? What number does the staff of {s} reach?
? How large is the staff of {s}?
= {S} has a staff of {v}.
= The staff of {s} numbers {v}.
institution.treasure treasure
? What is the treasure of {s}?
? Which treasure does {s} own?
? What do visitors to {s} ask to see as its treasure?
= The treasure of {s} is {v}.
= {S} owes its fame to a treasure, {v}.
institution.founded_by found
? Who founded {s}?
? Who was the founder of {s}?
? To whom does {s} owe its foundation?
= {S} was founded by {v}.
= The founder of {s} was {v}.
> the founder of {s}
> the person who founded {s}
institution.headed_by head
? Who headed {s}?
? Who was the head of {s}?
? Whom did {s} have as its head?
= {S} was headed by {v}.
= At the head of {s} stood {v}.
> the head of {s}
> the person who headed {s}
work.made_by .
? Who is the author of {s}?
? Who made {s}?
? Whose work is {s}?
= {S} is by {v}.
= {V} is the author of {s}.
> the author of {s}
> the person who made {s}
work.year .
? From which year does {s} date?
? In which year did {s} appear?
? When was {s} finished?
= {S} dates from {v}.
= {S} was finished in {v}.
work.pages pages
? How many pages does {s} have?
? To how many pages does {s} run?
? How long is {s}, counted in pages?
= {S} has {v} pages.
= In length {s} comes to {v} pages.
work.dedicated_to dedicat
? To whom is {s} dedicated?
? Whom does the dedication of {s} name?
? Whose name stands in the dedication of {s}?
= {S} is dedicated to {v}.
= The dedication of {s} names {v}.
> the person to whom {s} is dedicated
> the person named in the dedication of {s}
work.kept_at kept|keep|care of
? Where is {s} kept?
? Which institution keeps {s}?
? In which institution can {s} be seen?
= {S} is kept at {v}.
= Those who wish to see {s} must go to {v}.
> the institution that keeps {s}
> the place where {s} is kept
work.about about|subject|theme|writes|tells
? What is {s} about?
? What is the subject of {s}?
? With which place does {s} deal?
= {S} is about {v}.
= The subject of {s} is {v}.
"""
