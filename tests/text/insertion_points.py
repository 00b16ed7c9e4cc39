"""Print places where a needle would be inserted, for a person to judge.

    python tests/text/insertion_points.py en ../shared/corpora/pg19/test --seed 1
    python tests/text/insertion_points.py zh ../shared/corpora/hongloumeng --seed 1 --doubtful

Of every text in the folder as many random places are drawn, one in each of equal stretches, and the
firm boundary nearest to each is shown with 60 characters on either side (`--doubtful`: the nearest
that is not firm). Newlines are shown as ⏎, and after the number stand the flags: F firm, P a
paragraph of its own. Bad is a place inside a word, abbreviation, number, title, heading or line of
verse, inside or beside speech that a tag goes with, or in a sentence's middle.
"""

from __future__ import annotations

import argparse
import random
import unicodedata
from pathlib import Path

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary


def read(path: Path, language: LanguageCode) -> str:
    text = unicodedata.normalize("NFC", path.read_text(encoding="utf-8"))
    if language == "zh":
        return "\n".join(line.strip() for line in text.split("\n") if line.strip())
    return text.strip()


def draw(
    text: str, language: LanguageCode, count: int, seed: int, doubtful: bool
) -> list[Boundary]:
    found = [
        place for place in find_language(language).boundaries(text) if place.firm is not doubtful
    ]
    chance = random.Random(seed)
    targets = [(part + chance.random()) / count * len(text) for part in range(count)]
    return [min(found, key=lambda place: abs(place.offset - target)) for target in targets]


def shown(text: str, place: Boundary, width: int = 60) -> str:
    before = text[max(0, place.offset - width) : place.offset]
    after = text[place.offset : place.offset + width]
    flags = ("F" if place.firm else "-") + ("P" if place.paragraph else "-")
    return f"{flags} {before}⟦HERE⟧{after}".replace("\n", "⏎")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print places where a needle would be inserted.")
    parser.add_argument("language", choices=["en", "zh"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200, help="over all texts of the folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doubtful", action="store_true", help="places that are not firm")
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.txt"))
    number = 0
    for path in paths:
        text = read(path, options.language)
        count = options.count // len(paths)
        for place in draw(text, options.language, count, options.seed, options.doubtful):
            number += 1
            print(f"{number:3} {path.stem} {shown(text, place)}")


if __name__ == "__main__":
    main()
