"""Which move a message is: true moves, and answers that merely contain their words."""

import pytest

from agents.interviewer.port import Act, Heard, Situation
from agents.interviewer.rules import hear
from agents.questions.bank import wording

ASKED = tuple(range(1, 24))


def asked(item: int, awaiting: str = "reply") -> Situation:
    """The situation in which an item is asked and all earlier ones are answered."""
    question = wording(item).questions[0]
    return Situation(item=item, awaiting=awaiting, answered=ASKED[: item - 1], question=question)


CLARIFY = """
what do you mean?
What do you mean
what do you mean by cut off?
sorry, what do you mean by that?
wdym
huh?
Huh
?
???
what?
Pardon?
can you explain?
Could you please explain that question again
can you rephrase
Can you give me an example?
could you say that differently please
not sure what you're asking
I'm not sure what you mean
I'm not sure I understand the question
I don't understand
I don’t understand the question, sorry.
I don't really get what you mean
sorry i dont follow
I'm confused by the question
no idea what you mean by that
like what?
such as?
For example?
in what way?
how do you mean?
what does that mean?
What's the question?
what counts as a drink?
What kind of thoughts?
do you mean at night?
explain please
I don't understand the question. Can you explain?
Sorry, English is my second language. What does this mean?
What do you mean? I'm not sure.
"""

DECLINE = """
skip
Skip please
skip this one
can we skip this question?
I'd like to skip that one
let's skip it
pass
Pass.
I'll pass on this one
hard pass
next
next question
Next question please
can we go to the next one?
can we move on
move on please
let's move on
I'd rather not say
I’d rather not say.
i would rather not answer that
I'd really rather not talk about that
rather not
prefer not to say
I prefer not to answer
Yeah, I'd rather not say.
no, I'd rather not
no, skip
no comment
No comment!
I don't want to talk about that
I don't want to answer this question
i dont want to answer
I really don't want to talk about it right now
I don't feel comfortable answering that
I'm not comfortable with this question
that's private
it's too personal
None of your business
I won't answer that
I'm not going to answer that.
I can't talk about that
I'd rather not answer that, it's too personal
Skip this one, it's too painful
skip. sorry.
I'd rather not say. It's private.
leave this one blank
ask me something else
"""

PAUSE = """
my dad walked in brb
one sec, kid's crying
hold on my boyfriend is calling
brb bathroom
can we stop here?
Can we stop here for today please
could we take a break?
I need a break
i need a short break please
can i pause
pause
Pause please
stop
please stop
let's stop here
I want to stop here
I need to stop for today
gotta go
gotta go, later
got to go, bye
I have to go now
i need to go
brb
be right back
ttyl
bye
later
can we finish this later?
can we continue tomorrow
I'll finish this later
I'll come back later
can I do the rest another time?
give me a minute
hold on
one sec
I'm done for today
I can't do this right now
Sorry, someone is at the door. Can we continue later?
I'm really tired. Can we stop?
I'm tired, can we stop
sorry my boss is here, gotta go
"""

ANSWER = """
I don't want to stop
I can't stop worrying
I skip meals
I skip breakfast most days
I had to go back and check the stove 5 times
I pass out
pass out from drinking, twice
no
No.
nope
yes
I don't know
idk
not sure
I'm not sure how often
I'd rather not say, but maybe two days
I don't want to talk about it but yes, every night
Yes, but I don't want to talk about it.
skip, I never do that. Two days maybe
No. Next question.
no, next question
Every day. Next.
I have to go to the bathroom ten times a night
I need to go for a walk to calm down
I have to stop what I'm doing and count
I need to stop drinking
I want to end it
I want to end it all
I go back over conversations in my head
I want to go back to sleep all the time
I can't go back to sleep after three
I want to go back to how things were
I keep going back to check the lock
I changed my mind about everything this week
I change my answer to everything ten times a day
I don't understand why I feel like this
I don't understand people anymore
I don't get that
I don't see that
what do I mean to anyone, honestly
What?! No!
huh, no, never
I talk to nobody
I don't talk to anyone
I don't want to talk to anyone these days
I don't share my feelings with people
I would not say that
I wouldn't say so
can't say
I can't say how many, four maybe
I break things when I'm mad
I had a break from work and felt fine
I paused my hobby last week
later in the day it gets worse
Not now, but last week yes
I stopped smoking years ago
I quit on Monday
moved on from that long ago
I can't move on
I prefer not to go out, most days
I'd rather not leave the house
I'd rather be alone
What do you mean, of course I'm sad every day
the next day I was fine
my last answer at work got me fired
actually three days
It's all a mess. Sorry.
I get nervous in shops, so I have to leave
when it's loud I need a break
actually, no, four days
I correct myself over and over
I sleep. I wake. I sleep.
...
4
14
ok
fine
Mary
"""


def lines(block: str) -> list[str]:
    return [line for line in block.splitlines() if line]


@pytest.mark.parametrize("text", lines(CLARIFY))
def test_clarify(text: str) -> None:
    heard = hear(text, asked(6))
    assert (heard.act, heard.item) == (Act.CLARIFY, 6)


@pytest.mark.parametrize(
    ("item", "text", "act"),
    [
        (14, "do naps count?", Act.CLARIFY),
        (21, "does alcohol-free beer count?", Act.ASK),
        (21, "does wine count?", Act.ASK),
        (21, "does beer count", Act.ASK),
        (3, "should I count wine?", Act.ASK),
        (22, "does vaping count?", Act.ASK),
        (23, "does ibuprofen count?", Act.ASK),
        (23, "does weed count", Act.ASK),
    ],
)
def test_whether_something_counts_is_asked_back_however_the_item_was_asked(item: int, text: str, act: Act) -> None:
    for question in wording(item).questions:
        assert hear(text, asked(item)._replace(question=question)).act is act


@pytest.mark.parametrize(
    "text", ["wine, two days", "I had wine yesterday, does that count?", "I smoke weed, every day"]
)
def test_what_was_taken_is_an_answer(text: str) -> None:
    for question in wording(23).questions:
        assert hear(text, asked(23)._replace(question=question)).act is Act.ANSWER


@pytest.mark.parametrize("text", lines(DECLINE))
def test_decline(text: str) -> None:
    heard = hear(text, asked(6))
    assert (heard.act, heard.item) == (Act.DECLINE, 6)


@pytest.mark.parametrize("text", lines(PAUSE))
def test_pause(text: str) -> None:
    heard = hear(text, asked(6))
    assert (heard.act, heard.item) == (Act.PAUSE, 6)


@pytest.mark.parametrize("text", lines(ANSWER))
@pytest.mark.parametrize("item", [1, 11, 17, 22])
def test_answer(text: str, item: int) -> None:
    heard = hear(text, asked(item))
    assert heard.act in (Act.ANSWER, Act.ELSEWHERE)  # of this item or a later one, but never another move
    assert heard.item == item


@pytest.mark.parametrize("text", ["I want to stop", "I need to stop", "quit", "I don't want to do this anymore"])
@pytest.mark.parametrize("item", [2, 11, 17, 21, 22, 23])
def test_a_bare_wish_to_stop_may_be_about_the_symptom(text: str, item: int) -> None:
    heard = hear(text, asked(item))
    assert heard.act in (Act.ANSWER, Act.LEAVE)  # nothing ends by it: it is asked whether the conversation is meant
    assert not heard.sure


@pytest.mark.parametrize(("text", "item"), [("I don't want to go on", 11), ("I just want it to stop", 1)])
def test_what_may_mean_more_than_the_conversation_is_asked_about(text: str, item: int) -> None:
    assert hear(text, asked(item)) == Heard(act=Act.LEAVE, item=item)


@pytest.mark.parametrize(
    "text",
    [
        "stop asking me questions",
        "I'd like to stop the interview now",
        "I want to end the interview",
        "please end the interview",
        "I don't want to answer any more questions",
        "I won't answer any more questions",
        "done with this, bye",
    ],
)
@pytest.mark.parametrize("item", [6, 14])
def test_an_end_is_no_break(text: str, item: int) -> None:
    assert hear(text, asked(item)).act is Act.LEAVE


@pytest.mark.parametrize("text", ["I want to stop", "I'd like to stop", "quit", "This is too much for me."])
def test_a_bare_wish_to_stop_is_a_pause_elsewhere(text: str) -> None:
    assert hear(text, asked(14)).act is Act.PAUSE


@pytest.mark.parametrize(
    "text",
    [
        "I start the washing-up, then the letters, then I wander about and sit on the stairs and then I just... stop.",
        "I begin a page and then just... stop.",
        "My sister talks for an hour about the wedding and in the middle of it all my thoughts go quiet. Stop.",
    ],
)
def test_a_reply_that_ends_in_the_word_stop_is_an_answer(text: str) -> None:
    heard = hear(text, asked(15))
    assert (heard.act, heard.then) == (Act.ANSWER, None)


@pytest.mark.parametrize("text", ["Several days. Trying to quit.", "Trying to quit.", "most days. I want to stop"])
def test_whoever_wants_to_stop_smoking_goes_on_with_the_questions(text: str) -> None:
    heard = hear(text, asked(22))
    assert (heard.act, heard.then) == (Act.ANSWER, None)


@pytest.mark.parametrize(
    "text",
    [
        "Every day. Can we stop here?",
        "No, not at all. I need a break please.",
        "Three or four days this week. Let's stop for today.",
        "Most evenings, " + "and I walk the dog round the block and come home, " * 8 + "mostly. Could we take a break?",
    ],
)
def test_an_answer_that_asks_for_a_break_is_an_answer_first(text: str) -> None:
    heard = hear(text, asked(14))
    assert (heard.act, heard.item, heard.then) == (Act.ANSWER, 14, Act.PAUSE)


@pytest.mark.parametrize("text", ["stop.", "Ok. Stop.", "Stop please.", "I'm tired. Can we stop here?", "break please"])
def test_a_break_asked_for_without_an_answer_is_a_pause(text: str) -> None:
    heard = hear(text, asked(14))
    assert (heard.act, heard.then) == (Act.PAUSE, None)


BACK = {
    "go back": 13,
    "back": 13,
    "can we go back?": 13,
    "previous question": 13,
    "Can I change my last answer?": 13,
    "can i change my answer": 13,
    "I want to change my previous answer please": 13,
    "I made a mistake on the last one": 13,
    "go back to the pain one": 9,
    "can we go back to the question about anger?": 3,
    "Can I change my answer about the panic?": 7,
    "could I redo the worry question": 6,
    "go back to question 5": 5,
    "I'd like to go back to the first question": 1,
    "can we go back to panic?": 7,
    "I want to correct my answer on voices": 12,
    "wait, can I fix my answer to the energy question": 4,
}


@pytest.mark.parametrize(("text", "item"), BACK.items())
def test_back(text: str, item: int) -> None:
    heard = hear(text, asked(14))
    assert (heard.act, heard.item) == (Act.BACK, item)


def test_back_with_nothing_answered_asks_for_other_words() -> None:
    assert hear("go back", asked(1)).act is Act.CLARIFY


CORRECT = {
    "actually about the drinking, it was more like three days": 21,
    "for the last one I meant every day": 21,
    "Actually, for the sleep question, it was nearly every night": 14,
    "sorry, I meant most days for the memory one": 15,
    "Going back to the anger question: it was only two days": 3,
    "change my answer about panic to several days": 7,
    "can I change my last answer to every day": 21,
    "the worry one should be four days": 6,
    "about the aches, I said never but it was twice": 9,
    "I said no about the voices earlier but actually it happened once": 12,
    "Sorry, I meant three days": 21,
    "wait, I should have said nearly every day": 21,
    "scratch that, five days": 21,
    "Actually the drinking was more like three days": 21,
    "on question 8, I forgot, I stayed home twice": 8,
    "change 11 to several days": 11,
    "question 11: several days": 11,
    "11 was a lie its every day": 11,
    "actually number 3 should be most days": 3,
    "change question 3 from every day to never": 3,
    "3: never": 3,
    "11 should be every day": 11,
}


@pytest.mark.parametrize(("text", "item"), CORRECT.items())
def test_correct(text: str, item: int) -> None:
    heard = hear(text, asked(22))
    assert (heard.act, heard.item) == (Act.CORRECT, item)


REVISES = {
    "2 days. question 11 should be yes": {11: "yes"},
    "3 times. the answer to sleep was never": {14: "never"},
    "2 nights, the sleep one should be never": {14: "never"},
    "not at all. change sleep to 5 nights": {14: "5 nights"},
    "never. actually sleep was every day": {14: "every day"},
    "never. sleep was every single night": {14: "every single night"},
    "never. sleep was every other day": {14: "every other day"},
    "never. sleep was 5 out of 14 days": {14: "5 out of 14 days"},
    "every day. my sleep was never this bad": {},
    "every day. the pain is never gone": {},
    "most days. my sleep is always fine": {},
    "twice. my pain is a lot better most days": {},
    "never. my husband's anger is every day": {},
    "i want to change my diet": {},
    "i have to fix my bed until it is right": {},
}


@pytest.mark.parametrize(("text", "revised"), REVISES.items())
def test_an_answer_changes_an_earlier_one_only_where_it_plainly_says_so(text: str, revised: dict[int, str]) -> None:
    heard = hear(text, asked(16))
    assert (heard.act, heard.item) == (Act.ANSWER, 16)
    assert {one.item: text[one.new : one.end] for one in heard.revises} == revised


def test_a_list_in_the_review_may_speak_in_the_words_of_the_scale() -> None:
    text = "sleep more than half the days, anger once or twice"
    heard = hear(text, Situation(item=None, awaiting="review", answered=ASKED))
    told = {one.item: text[one.new : one.end] for one in heard.revises}
    assert told == {14: "more than half the days", 3: "once or twice"}


def test_what_follows_the_last_new_answer_in_the_review_is_kept_as_the_rest() -> None:
    text = "sleep should be never and anger every day and my mother died last week"
    heard = hear(text, Situation(item=None, awaiting="review", answered=ASKED))
    assert (heard.act, heard.then) == (Act.CORRECT, Act.ADDED)
    assert [text[one.new : one.end] for one in heard.revises] == ["never", "every day"]


@pytest.mark.parametrize(
    "text",
    [
        "Actually my sleep has been bad most days",
        "about the sleep, it was three nights",
        "Sorry, I meant three days",
        "I said it was bad but it was only two nights",
        "about my mother, she never lets me sleep",
        "actually I was so worried that I slept three hours each night",
        "I meant to sleep early every day",
        "i lied on 3 days",
    ],
)
def test_a_better_answer_to_the_open_question_is_no_correction(text: str) -> None:
    heard = hear(text, asked(14, awaiting="follow_up"))
    assert (heard.act, heard.item) == (Act.ANSWER, 14)


INTRO = {
    Act.READY: """
ready. on break so quick pls
ok go, mum is napping so I've got maybe 20 min
I'm on my lunch break, let's go
yes
ok
Ok let's go
sure
Yes, I'm ready.
ready
I guess so
Alright, I'll try.
let's do it
go ahead
yeah why not
Hi, yes
hello
I'm a bit nervous but ok
Sure, I don't mind. It's been a rough month.
can we start?
Fine.
My therapist told me to do this
I have not been sleeping so I may be slow
Yes I understand what this is for
""",
    Act.NOT_READY: """
who are you?
Who is this
what is this for?
What is this?
why do I have to do this
why?
how long does it take?
is this confidential?
Who will see my answers?
are you a robot?
are you a real person?
do I have to?
not really
not yet
not sure
I'm not ready
I'm nervous
I don't know
maybe
hmm
what?
?
No.
I'm not sure about this
Ok, but who reads this?
What happens with my answers?
what do you mean?
""",
    Act.PAUSE: """
not now
Not today, sorry
no thanks
no thank you
maybe later
I don't want to do this
I don't want to
I'd rather not
later
tomorrow
stop
can we do this later?
I have to go
leave me alone
""",
}


@pytest.mark.parametrize(("act", "text"), [(act, text) for act, block in INTRO.items() for text in lines(block)])
def test_introduction(act: Act, text: str) -> None:
    heard = hear(text, Situation())
    assert (heard.act, heard.item) == (act, None)


@pytest.mark.parametrize(
    "text",
    [
        "I'm back",
        "ok",
        "let's continue",
        "Hi, I'm back.",
        "ready",
        "hello",
        "Okay, let's go on",
        "sorry about that",
        "yes",
    ],
)
@pytest.mark.parametrize("item", [None, 14])
def test_back_after_a_pause(text: str, item: int | None) -> None:
    answered = ASKED[: (item or 1) - 1]
    situation = Situation(item=item, paused=True, answered=answered)
    assert hear(text, situation).act is Act.READY


def test_a_pause_may_go_on_or_end_with_an_answer() -> None:
    paused = asked(14)._replace(paused=True)
    assert hear("not yet", paused).act is Act.PAUSE
    assert hear("It was about four nights", paused).act is Act.ANSWER
