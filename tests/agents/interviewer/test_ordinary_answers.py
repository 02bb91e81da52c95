"""Ordinary answers, short and chatty, are no question, request, or word about an earlier answer."""

import pytest

from agents.interviewer.dialogue_acts import act
from agents.interviewer.port import Act, Situation
from agents.language import Language
from agents.questions.bank import wording


@pytest.mark.parametrize(
    ("language", "item", "said"),
    [
        ("en", 2, "pretty low most days"),
        ("en", 2, "meh, some days yes some days no"),
        ("en", 2, "honestly every single day"),
        ("en", 2, "not really, i've been ok"),
        ("en", 2, "a couple times when my dog was sick"),
        ("en", 2, "can't complain, maybe twice"),
        ("en", 2, "how would i know, maybe 3 days"),
        ("en", 2, "what a week, sad nearly every day"),
        ("en", 3, "my boss makes me so mad, like daily"),
        ("en", 3, "snapped at the kids twice"),
        ("en", 3, "no more than usual"),
        ("en", 3, "just a little, few days"),
        ("en", 14, "can't sleep most nights"),
        ("en", 14, "took ages to fall asleep, 4 nights or so"),
        ("en", 14, "i sleep like a baby"),
        ("en", 14, "up at 3 every night and then i cant get back"),
        ("en", 14, "is it bad that i only sleep 4 hours? every night"),
        ("en", 9, "back pain all the time"),
        ("en", 9, "headaches twice, and my knee once"),
        ("en", 6, "worried about my job and the kids, most days"),
        ("en", 6, "who isn't? every day"),
        ("en", 6, "what if something happens to my mom, i think that every day"),
        ("en", 8, "i stay home mostly, crowds get me"),
        ("en", 8, "avoided the dentist once"),
        ("en", 16, "checking the stove like 5 times every night"),
        ("en", 17, "i have to go back and check the door"),
        ("en", 3, "one minute im fine the next i'm snapping"),
        ("en", 2, "What a good question. I'd say three days"),
        ("es", 2, "Me siento sola, casi siempre. Además fumo a diario"),
        ("en", 18, "like im not here, half the time"),
        ("en", 19, "dont know who i am most days"),
        ("en", 20, "im close to my wife, so no"),
        ("en", 21, "beer on saturday, 5 of them"),
        ("en", 21, "wine with dinner every night but one glass"),
        ("en", 22, "a pack a day"),
        ("en", 22, "quit in may"),
        ("en", 22, "vape all day"),
        ("en", 23, "just ibuprofen as prescribed"),
        ("en", 23, "took my husband's pills twice"),
        ("en", 1, "nothing is fun anymore, all days"),
        ("en", 1, "i do enjoy my work still"),
        ("en", 5, "started three projects this week, so several days"),
        ("en", 10, "my doctor thinks i fake it, happens a lot"),
        ("en", 15, "forgot my keys 2 or 3 times"),
        ("es", 2, "triste casi todos los dias"),
        ("es", 2, "la verdad no, estoy bien"),
        ("es", 2, "unos dias si, otros no"),
        ("es", 2, "mas o menos la mitad"),
        ("es", 3, "me enojo con mis hijos diario"),
        ("es", 3, "poquito, dos veces"),
        ("es", 14, "no duermo bien, casi nunca"),
        ("es", 14, "como tres noches"),
        ("es", 14, "desperte a las 4 casi todas las noches"),
        ("es", 9, "me duele la espalda siempre"),
        ("es", 6, "preocupada por los papeles, todos los dias"),
        ("es", 6, "que si me corren del trabajo, lo pienso cada noche"),
        ("es", 8, "no salgo mucho, varios dias"),
        ("es", 21, "unas cervezas el domingo"),
        ("es", 22, "un cigarro al dia"),
        ("es", 23, "solo lo que me receto el doctor"),
        ("es", 1, "nada me gusta ya, todos los dias"),
        ("es", 20, "solo, desde que se fue mi hijo, siempre"),
        ("es", 15, "se me olvidan las cosas a veces"),
        ("es", 16, "reviso la puerta varias veces cada noche"),
    ],
)
def test_an_ordinary_answer_is_one(language: Language, item: int, said: str) -> None:
    asked = wording(item, language).questions[0]
    answered = tuple(range(1, item))
    heard = act(said, Situation(item=item, question=asked, language=language, answered=answered, just=item - 1 or None))
    assert heard.act in (Act.ANSWER, Act.ELSEWHERE)
    assert heard.then is None


@pytest.mark.parametrize(
    ("item", "said", "then"),
    [
        (2, "terrible every night can we stop", Act.PAUSE),
        (2, "most days, why do you ask", None),
        (2, "twice. how many left?", None),
    ],
)
def test_what_is_asked_beside_an_answer_takes_nothing_from_it(item: int, said: str, then: Act | None) -> None:
    heard = act(said, Situation(item=item, question=wording(item).questions[0], answered=(1,)))
    assert heard.act is Act.ANSWER
    assert heard.then in (then, Act.LEAVE if then else None)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("no! i said several days", Act.BACK),
        ("i didnt say not at all", Act.BACK),
        ("no i mean mood", Act.BACK),
        ("no the other thing", Act.BACK),
        ("no thats weird", Act.ANSWER),
        ("no. and about my sleep, that's every night", Act.ANSWER),
        ("temper: twice", Act.ANSWER),
        ("the kids fought, i told you about it but never this bad", Act.ANSWER),
        ("down to 3 a day", Act.ANSWER),
    ],
)
def test_a_correction_needs_a_word_of_correcting(said: str, wanted: Act) -> None:
    item = 22 if "day" in said and "said" not in said else 3
    answered = tuple(range(1, item))
    heard = act(said, Situation(item=item, question=wording(item).questions[0], answered=answered, just=2))
    assert heard.act is wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("can u delete my answers", Act.ERASE),
        ("i want my data gone", Act.ERASE),
        ("dont save any of this", Act.ERASE),
        ("shred it", Act.ERASE),
        ("delete what i said about drinking", Act.ASK),
        ("erase what I just said", Act.ASK),
        ("that bit about my dad, take it out please", Act.ASK),
        ("delete my last answer", Act.BACK),
        ("my husband is here", Act.UNSAFE),
        ("My husband lives here", Act.ANSWER),
        ("i dont trust this", Act.ASK),
        ("i don't trust anyone", Act.ANSWER),
        ("sorry that was the baby", Act.ASK),
        ("no more plz", Act.LEAVE),
        ("i changed my mind about doing this", Act.LEAVE),
        ("thank you", Act.ASK),
        ("hold on let me think", Act.ASK),
        ("my eyes are bad say it shorter", Act.CLARIFY),
    ],
)
def test_a_request_in_everyday_words_is_one(said: str, wanted: Act) -> None:
    assert act(said, Situation(item=2, question=wording(2).questions[0], answered=(1,))).act is wanted
