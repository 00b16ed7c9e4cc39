"""The Chinese words that tie what follows a full stop or a quotation to what stands before it."""

from __future__ import annotations

import re

ENDED = re.compile(r"[。．！？…!?.][”’\"」』）)】-]*\Z")
"""A sentence's end with the marks that close behind it."""

LEAD_IN = re.compile(r"(?:[:：]|——|(?:诗|词|赞|偈|歌|判)[云曰])[“\"「]?\Z")
"""What leads in the words of another: verse, a letter, a speech."""

AWAITS_WORDS = re.compile(r"[（(][^（）()\n]{0,12}[云唱白念曰][）)][。．]?\Z")
"""A direction that somebody speaks or sings what follows."""

GOES_ON = re.compile(r"\s*[，、；：。．！？…—,;:.!?~·》〉）)】」』”’-]")
"""Punctuation after which the sentence has not ended."""

CONTINUES_QUOTATION = re.compile(
    "|".join(
        (
            "[ぁ-ん]|的|之|地|得|着|了|过|者|也|呢|吗|吧",
            "等|云云|云尔|字样",
            "与|和|及|或|而|是|在|为",
            "[一二两三四五六七八九十几数]个?字",
            "[这那一两几]+[句番声]",
        )
    )
)
"""What makes a quotation a part of the sentence that follows its closing mark."""

SPEECH_TAG = re.compile(
    r"[^，。．！？；：“”\"、,.:;!?\n]{0,9}"
    r"(?:说|道|问|答|喊|叫|嚷|回答|表示|指出|认为|写道)[，。．！？,.!?]"
)
"""A speech tag behind the speech ("他说，")."""

HANGS_ON = re.compile(
    r"\s*(?:"
    + "|".join(
        (
            "[因又便遂乃忙方且则即就却再复并将把]|连忙",
            "[笑说问叹哭]道|说[着毕罢完了的得]|言[毕罢]|想[毕罢定]|话",
            "一面|一语|一言|一句|一席|口[里内]",
            "[引唬气慌喜哄][的得]|递[与给]",
            "[正刚][说想看听问哭笑闹]|[说想]到|说话|想了|如此",
            "要知|欲知|不知|未知|正是|[后下]回|且听|不在话下|不必|不提",
        )
    )
    + ")"
)
"""A sentence without a subject, one that takes up the speech before it, or a chapter's last words:
nothing should come between."""

CLINGS = re.compile(
    r"\s*(?:"
    + "|".join(
        (
            "(?:话|一?[语言]|一?句话|说)[犹还]?未[说曾]?[了终完毕]",
            "终不知|[要欲未]知(?![道数名的])|不知[^，。．]{0,6}[，。．](?:且听|[后下]回)",
            "正是[：:]|且听|[后下]回",
            '[^，。．！？：“”"]{0,6}(?:不[题提表叙]|不在话下|无话|后话)[。．]',
        )
    )
    + ")"
)
"""A phrase that no other sentence may come before: it breaks off the speech that stands there, or
closes what is told."""

CHAPTER_CLOSE = re.compile(r"(?:下回|分解|端的|如何)[^，。．]{0,4}[．。.?？]?\Z")
"""The last words of a chapter ("且听下回分解．")."""
