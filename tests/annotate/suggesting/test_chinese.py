"""Names in Chinese texts."""

from __future__ import annotations

from lvbuild.annotate.suggesting.chinese import find_names
from lvbuild.annotate.suggesting.chinese.words import ChineseWords
from lvbuild.annotate.suggesting.entities import Entity
from tests.annotate.suggesting.test_english import Anything

TEXT = "作家查理·芒格在底特律写了《白夜之灯》。芒格后来到杭州，与陈志强一起在法国教书。"


def named(text: str) -> dict[str, Entity]:
    return {entity.forms[0]: entity for entity in find_names([text], [])}


def test_names_are_found_with_their_kinds() -> None:
    kinds = {name: entity.kind for name, entity in named(TEXT).items()}
    assert kinds["查理·芒格"] == "person"
    assert kinds["白夜之灯"] == "title"
    assert kinds["杭州"] == kinds["法国"] == "place"


def test_a_transliterated_name_keeps_its_length_and_its_parts() -> None:
    entity = named(TEXT)["查理·芒格"]
    words = ChineseWords([TEXT], Anything(), 1).words(entity, 0)
    assert words is not None
    for whole, part in zip(words["查理·芒格"], words["芒格"], strict=True):
        assert len(whole) == len("查理·芒格")
        assert whole.endswith(f"·{part}")


def test_new_names_share_no_character_and_keep_the_words_of_kind() -> None:
    words = ChineseWords([TEXT], Anything(), 1)
    for form in ("杭州", "白夜之灯"):
        new = words.words(named(TEXT)[form], 0)
        assert new is not None
        for each in new[form]:
            assert len(each) == len(form)
            assert not set(each) - {"州"} & set(form)


def test_a_name_with_dots_is_taken_without_the_words_beside_it() -> None:
    found = named("大股东华伦·巴菲特来访。内托·克鲁斯曾效力于此，总统查理·芒格当选。")
    assert {name for name in found if "·" in name} == {"华伦·巴菲特", "内托·克鲁斯", "查理·芒格"}


def test_what_is_named_after_a_place_has_the_row_of_the_place() -> None:
    found = named("他毕业于哈佛大学，从南京站出发，到上海铁路局工作，住在中山东一路。")
    assert found["南京"].kind == found["上海"].kind == "place"
    assert not {"南京站", "上海铁路局", "山东"} & set(found)
