"""Texts that a tokenizer must survive: every script, and the characters that fold, join and vanish."""

from __future__ import annotations

from hypothesis import strategies as st

LAST_LETTERS = 0x20000
"""Beyond the first two planes there are no letters but Han, each of which folds to itself or to another."""

TRICKY = (
    "aAzZ09 _-'’\n\0ßſﬁ№½①İIıΣςǅ´¨\u0301\u0345\u0308\u00ad\u034f\u200b\u200c\u200d\u200f\ufe0f\ufeff"
    "\u00a0…™，！ﾞ日本語カｶﾞー々〇㈱\u3099ᄒ\u1161\u11a8한กำไທမြខ្มែ\u17b4क्षि१يُـە\u0640שׁבἈᾳΐ😀❤𝔘𠀀\U000e0100\ud800\udfff"
)

texts = st.one_of(
    st.text(st.sampled_from(TRICKY), max_size=40),
    st.text(st.characters(), max_size=40),
    st.text(st.sampled_from("abcä 日本"), max_size=80),
)
