"""Texts that were misread: in another encoding than they were written, or without a letter."""

from __future__ import annotations

import re

MISREAD = re.compile(
    r"�|ï¿½|锟斤拷|烫烫|鈥[檃渟]|â€|Ã[\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]|Â[\u00a0-\u00bf]"
    r"|Ð[\u0080-\u00bf]|[äåæç][\u0152-\u0192\u2020-\u2022\u2026\u2030\u20ac\u2122]"
    r"|[äåæç][\u00a0-\u00bf¸¹º»¼½¾]"
    r"|(?:(?<=[\s(\"'?-])|^)[A-Za-zÀ-ÿ]+\?[a-zß-ÿ]+(?![^\s]*[=/])"
)
"""UTF-8 read as Latin-1 or GBK, lost characters, and "?" within a word ("Erdo?an")."""
