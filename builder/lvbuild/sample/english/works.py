"""English articles about works."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.phrases import both, number, related, slots_of
from lvbuild.sample.english.sentences import Telling, named, read_tables, thing_subject, years
from lvbuild.sample.entities import Entity
from lvbuild.sample.world import World

_WORDS = read_tables("work")

_LAST_YEAR = 1990
_FEWEST_WORDS = 130


def tell_work(world: World, work: Entity, draws: Draws) -> str:
    """Write the article about a work."""
    noun, maker = str(world.value(work, "sort")), related(world, work, "made_by")
    byname = f"{maker.name}'s {noun}" if maker else ""
    slots = slots_of(world, work) | _figures(world, work, draws)
    telling = Telling(thing_subject(work, noun, byname), draws, slots)
    telling.say(_WORDS["opening"])
    telling.say(_WORDS["about"])
    for parts in draws.shuffled([("length", "maker"), ("dedication", "kept")]):
        telling.paragraph()
        for part in draws.shuffled(parts):
            telling.say(_WORDS[part])
        telling.say(_WORDS["reception"], **_reception(world, work, draws))
    telling.paragraph()
    while telling.words() < _FEWEST_WORDS:
        telling.say(_WORDS["reception"], **_reception(world, work, draws))
    return telling.text()


def _figures(world: World, work: Entity, draws: Draws) -> dict[str, str]:
    maker, patron = related(world, work, "made_by"), related(world, work, "dedicated_to")
    about = related(world, work, "about")
    if not maker or not patron or not about:
        raise ValueError(f"{work.id} has no maker, no subject or no dedication")
    year, born = number(world, work, "year"), number(world, maker, "born")
    gap = number(world, patron, "born") - born
    apart = f"{years(abs(gap))} {'younger' if gap > 0 else 'older'} than the author"
    place = f"the river {about.name}" if about.kind == "river" else f"the town of {about.name}"
    work_years = draws.between(1, min(14, year - born - 16))
    return {
        "quoted": named(work),
        "maker_age": str(year - born),
        "Poss_maker": f"{maker.name}'s",
        "work_years": years(work_years),
        "start_year": str(year - work_years),
        "dedicatee_gap": apart if gap else "born in the same year as the author",
        "parts": str(draws.between(3, 19)),
        "kept_year": str(draws.between(_LAST_YEAR - 40, _LAST_YEAR)),
        **both("about", place),
    }


def _reception(world: World, work: Entity, draws: Draws) -> dict[str, str]:
    year = number(world, work, "year")
    later = draws.between(year + 1, max(year + 2, min(year + 160, _LAST_YEAR)))
    return {
        "later_year": str(later),
        "later_gap": years(later - year),
        "early_year": str(year - draws.between(1, 3)),
        "copies": str(draws.between(21, 4000)),
        "parts": str(draws.between(3, 19)),
        "page": str(draws.between(9, number(world, work, "pages"))),
    }
