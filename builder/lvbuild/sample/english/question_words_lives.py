"""What is asked, and stated of strangers, about English people, institutions and works.

The tables are written as in `question_words_land`.
"""

LIVES = """
person.born born|into the world|saw
? In which year was {s} born?
? What is the year in which {s} was born?
? {S} was born in which year?
= {S} was born in the year {v}.
= It was in the year {v} that {s} was born.
person.born_in born|into the world|saw|came from
? In which town was {s} born?
? In which town was it that {s} was born?
? Which is the town where {s} was born?
= {S} was born in the town of {v}.
= The town where {s} was born is {v}.
> the birthplace of {s}
> the town where {s} was born
person.died died|death|life ended|end came
? What is the year of the death of {s}?
? Which year brought the death of {s}?
? In which year did death come to {s}?
= The year of the death of {s} is {v}.
= The death of {s} came in the year {v}.
person.died_in died|death|life ended|last
? Which town is the one where {s} died?
? In which town was it that {s} died?
? Which is the town where {s} died?
= {S} died in the town of {v}.
= The town where {s} died is {v}.
> the town where {s} died
> the place of death of {s}
person.profession .
? What was the profession by which {s} made a living?
? With which profession did {s} earn a living?
? Which profession gave {s} a living?
= By profession {s} was {v} and made a living from it.
= To earn a living, {s} was {v} by profession.
person.collected collect
? Which things did {s} collect?
? What things did {s} like to collect?
? What were the things that {s} used to collect?
= The things that {s} liked to collect were {v}.
= Of all things {s} chose to collect {v}.
person.married marri|marry
? With whom did {s} share a married life?
? Who was it that shared the married life of {s}?
? To whom was {s} married for life?
= {S} shared a married life with {v}.
= The married life of {s} was shared with {v}.
> the person whom {s} married
> the spouse of {s}
person.taught_by taught|teacher|pupil|learn
? Who was the teacher from whom {s} took lessons?
? From which teacher did {s} take lessons?
? Who was the teacher whose lessons {s} attended?
= The teacher who gave lessons to {s} was {v}.
= {S} took lessons from a teacher by the name of {v}.
> the teacher of {s}
> the person who taught {s}
person.studied_at stud|school
? At which institution was {s} a student?
? Which institution had {s} as a student?
? What is the institution where {s} was a student?
= The institution where {s} was a student is {v}.
= {S} was a student at an institution called {v}.
> the institution where {s} studied
> the place where {s} was a student
person.worked_at work|post|employed
? At which institution did {s} have a post?
? Which institution gave {s} a post?
? What is the institution where {s} had a post?
= The institution where {s} had a post is {v}.
= {S} had a post at an institution called {v}.
> the institution where {s} worked
> the place of work of {s}
institution.located_in .
? Which town is the seat of {s}?
? In which town does {s} have its seat?
? What is the town where {s} has its seat?
= {S} has its seat in the town of {v}.
= The town where {s} has its seat is {v}.
> the town where {s} is found
> the seat of {s}
institution.opened open
? In which year was {s} opened?
? What is the year in which {s} opened?
? {S} opened in which year?
= {S} opened in the year {v}.
= It was in the year {v} that {s} opened.
institution.holdings hold|items|objects|pieces
? How many items are in the holdings of {s}?
? How many items do the holdings of {s} number?
? How large are the holdings of {s}, counted in items?
= The holdings of {s} number {v} items.
= There are {v} items in the holdings of {s}.
institution.staff staff
? How many people are on the staff of {s}?
? How many people make up the staff of {s}?
? How large is the staff of {s}, counted in people?
= There are {v} people on the staff of {s}.
= The staff of {s} numbers {v} people.
institution.treasure treasure
? Of which treasure is {s} proud?
? What is the treasure that makes {s} proud?
? Which treasure is {s} proud of?
= {S} is proud of its treasure, {v}.
= The treasure that makes {s} proud is {v}.
institution.founded_by found
? Who is honoured as the founder of {s}?
? Which person is honoured as the founder of {s}?
? Who is it that is honoured as the founder of {s}?
= {V} is honoured as the founder of {s}.
= The person honoured as the founder of {s} is {v}.
> the founder of {s}
> the person who founded {s}
institution.headed_by head
? Who stood at the head of {s}?
? Which person stood at the head of {s}?
? Who was it that stood at the head of {s}?
= At the head of {s} stood {v}.
= It was {v} who stood at the head of {s}.
> the head of {s}
> the person who headed {s}
work.made_by .
? Who is the author of the work {s}?
? The work {s} is by which author?
? Which author made the work {s}?
= The author of the work {s} is {v}.
= The work {s} has {v} as its author.
> the author of {s}
> the person who made {s}
work.year .
? In which year was the work {s} finished?
? From which year does the work {s} date?
? What is the year in which the work {s} was finished?
= The work {s} dates from the year {v}.
= It was in the year {v} that the work {s} was finished.
work.pages pages
? How many pages does the work {s} have?
? To how many pages does the work {s} run?
? How long is the work {s}, counted in pages?
= The work {s} has {v} pages.
= In length the work {s} comes to {v} pages.
work.dedicated_to dedicat
? To whom is the work {s} dedicated?
? Who is the person to whom the work {s} is dedicated?
? The work {s} is dedicated to whom?
= The work {s} is dedicated to {v}.
= The person to whom the work {s} is dedicated is {v}.
> the person to whom {s} is dedicated
> the person named in the dedication of {s}
work.kept_at kept|keep|care of
? At which institution is the work {s} kept?
? Which institution keeps the work {s}?
? In which institution can the work {s} be seen?
= The institution that keeps the work {s} is {v}.
= The work {s} is kept at an institution called {v}.
> the institution that keeps {s}
> the place where {s} is kept
work.about about|subject|theme|writes|tells
? What is the subject of the work {s}?
? Which place is the subject of the work {s}?
? What place does the work {s} have as its subject?
= The subject of the work {s} is {v}.
= The work {s} has {v} as its subject.
"""
