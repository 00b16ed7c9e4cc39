"""In which characters a Chinese text is written."""

from __future__ import annotations

import pytest

from lvbuild.languages.characters import script


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("依南洋储蓄会的约定，联名卡持卡人逾期未缴款时，联名商店不负清偿责任。", "simplified"),
        ("依南洋儲蓄會的約定，聯名卡持卡人逾期未繳款時，聯名商店不負清償責任。", "traditional"),
        ("清末的书家题写了「臺」字，后来人们把这间屋子叫做台屋，至今仍在使用。", "simplified"),
        ("ABC 123", "simplified"),
        ("", "simplified"),
    ],
)
def test_a_script_is_told_by_the_characters_that_would_be_simplified(
    text: str, wanted: str
) -> None:
    assert script(text) == wanted
