"""Kinds of reply that the rules once misread, each in sentences of our own: item, lowest and highest score, text."""

import pytest

from agents.scorer.port import Answer
from agents.scorer.rules import score

CLEAR = [
    # typed without a mark
    (5, 0, 0, "No I haven't noticed that I've mostly been avoiding extra projects"),
    (5, 0, 0, "Not really I haven't been starting anything new Mostly just trying to get through each day"),
    (4, 0, 0, "actually no sleep has been a problem i wake up very early and i feel tired all the time"),
    (8, 0, 0, "no i see people most days"),
    (2, 0, 0, "um no my mood has been fine"),
    (6, 4, 4, "yes it is every day"),
    (1, 2, 3, "yes i dont enjoy my hobbies about four days a week"),
    # a time of its own beside another
    (14, 2, 2, "Weekends I can't drop off, weekdays I'm out cold."),
    # past, and well now; never again since
    (6, 0, 0, "I was a bag of nerves last spring. These days I'm calm."),
    (7, 0, 0, "Not since my teens."),
    (22, 0, 0, "Ditched it in 2015, not a puff since."),
    # a cause that is known
    (9, 0, 0, "My hip aches, but that's from the old rugby injury."),
    (16, 0, 0, "Just a jingle going round and round, nothing nasty."),
    (17, 0, 0, "I lock the shop once, same as anyone, and go home."),
    (17, 0, 0, "I check the gas before bed, but that's just being sensible."),
    # somebody else
    (3, 0, 0, "My brother has been a monster, yelling at the dog every night, but not me."),
    (21, 0, 0, "My flatmate is the drinker, sinking ten pints every evening, not me."),
    # good things at their best are no lack of them
    (20, 0, 0, "Never been closer, me and the wife."),
    (1, 0, 0, "no i just joined a band and a chess club"),
    (14, 0, 0, "I've never slept better."),
    (14, 0, 0, "Couldn't sleep better."),
    (14, 0, 0, "I've not slept this well in years."),
    (1, 0, 0, "I've never enjoyed things more."),
    (14, 4, 4, "I've never slept so badly."),
    # likenesses of being well
    (6, 0, 0, "Calm as a millpond."),
    (9, 0, 0, "Fit as a flea, me."),
    (10, 0, 0, "I've no quarrel with my surgery."),
    (6, 0, 0, "Why would I be? Life's a peach."),
    # how often
    (2, 4, 4, "evry day since my dog died, it's like lead"),
    (14, 2, 2, "One night good, the next night bad, that's how it goes."),
    (14, 4, 4, "I haven't slept properly once these two weeks."),
    (8, 4, 4, "I haven't left the flat for the whole two weeks."),
    (2, 3, 3, "Two days out of three I feel low."),
    (7, 1, 1, "Couple of evenings I felt panicky, not more."),
    (8, 1, 1, "There was one meeting I skipped. Other than that I turned up to the lot."),
    (22, 1, 1, "One cigar, when my niece got married."),
    (17, 4, 4, "Constantly. I must tap the rail nine times or something bad will come."),
    (7, 1, 1, "One bad panic about nine days ago. Not a thing since."),
    (9, 0, 0, "Only the usual stiffness after the gym."),
    (19, 0, 0, "I have a strong sense of who I am."),
    (13, 0, 0, "My twin and I finish each other's jokes, but not literally."),
    (20, 1, 1, "Twice I hid in my room, but otherwise I've enjoyed their company."),
    (5, 0, 0, "I started a quilt, but that's quite normal for me in winter."),
    (15, 0, 0, "I mix up names, but I've always been like that."),
    # the thing named and then denied
    (3, 0, 0, "Anger isn't my thing."),
    (6, 0, 0, "Nervous is not something I am."),
    (15, 0, 0, "I'd have to answer no. I blanked on a street, then I had it again."),
    (11, 0, 0, "No, never. I'm far too afraid of death for that."),
    # everyday ways to say how often, what others call it, and what was before
    (12, 4, 4, "Every day. Three of them."),
    (12, 4, 4, "Every night. Two of them, a man and a woman."),
    (16, 4, 4, "Yes, hourly."),
    (7, 3, 3, "More often than not these days. I used to be so calm."),
    (7, 3, 3, "More often than not. I was the calm one once."),
    (7, 4, 4, "Like, every day now? Sometimes twice a day."),
    (7, 4, 4, "Every day. Sometimes twice."),
    (19, 1, 1, "Not a lot. Maybe once, late at night."),
    (3, 1, 1, "Not much. Like, maybe once."),
    (8, 3, 3, "More than half of the days, I'd guess, because my classes are Monday to Thursday and I skip them."),
    (8, 3, 3, "More than half of the days, I'd guess."),
    (13, 4, 4, "It's been like that nearly every day this week and last."),
    (14, 3, 3, "It takes me an hour or two to fall asleep. It's been that way more nights than not."),
    (14, 3, 3, "more of the nights than not"),
    (16, 1, 1, "Thought about the accident a lot the first two days. Not now."),
    (21, 0, 0, "I have been abstinent for thirty-one days. Before that I drank daily."),
    (21, 0, 0, "I've been sober for six weeks. Before that it was every day."),
    (23, 0, 0, "I've been clean for forty days. Before that I was using every day."),
    (12, 0, 0, "Not since they changed my injection. Before, yeah, all the time."),
    (2, 1, 2, "Less than in spring. Back then it was from waking to sleeping; now it's one bad day a week."),
    (7, 0, 0, "I have not had an attack in nineteen days."),
    (
        7,
        3,
        3,
        "I wake up choking most nights, for a minute I'm back in the truck. Then the dog comes and I know where I am.",
    ),
    (7, 3, 3, "I wake up in a panic most nights. Then the dog comes and I know where I am."),
    (23, 3, 3, "The lorazepam is prescribed, one at night. On most days I've allowed myself a second one."),
    (
        23,
        4,
        4,
        "It was prescribed for my knee, and the knee healed last spring. I buy them from someone now, every morning.",
    ),
    (22, 1, 1, "I bummed one off a mate on Saturday."),
    (15, 1, 1, "I got lost coming home from my own gym. That was just the one time though."),
    (10, 1, 1, "The doctor sent me home on Thursday. It was just that one visit."),
    (22, 1, 1, "I asked a stranger for one outside, and I smoked it. It was only that one."),
    (22, 2, 2, "A few nights last week and once this week."),
    (6, 1, 2, "I had a few anxious days around the interview. Once it was over I slept properly again."),
    (
        15,
        1,
        1,
        "During an attack I cannot recall where I parked. This has occurred perhaps once in the past two weeks.",
    ),
    (20, 2, 3, "When I'm with people, about half the time I'd rather leave."),
    (23, 0, 0, "I get them from my doctor, every morning, as prescribed."),
    (23, 0, 0, "I got it from the pharmacy with a prescription."),
    (23, 4, 4, "I buy them off a guy in town, every day."),
    # the window, the days by turns, one week of two, days that come again
    (22, 2, 2, "I lit up three times in fourteen days."),
    (9, 2, 2, "One good day, one bad day, that's my back."),
    (2, 2, 2, "Last week I cried every day. This week, honestly fine, I've been out cycling."),
    (6, 3, 3, "I get so nervous from Monday to Friday, then I can breathe."),
    (17, 4, 4, "I haven't skipped a day of touching the gate twice."),
    (22, 1, 1, "I smoked precisely one cigar, when my nephew was born."),
    # other days than those that were told
    (21, 1, 1, "On Saturday I got hammered. Otherwise I stick to two at the most."),
    (21, 2, 2, "Fridays and Saturdays I get hammered. In the week I don't drink."),
    # a word named only for its no; two halves of which one is taken back
    (2, 0, 0, "Sad, no. Hungry, yes."),
    (6, 0, 0, "Anxious, no. I'm thrilled about it."),
    (4, 0, 0, "Less sleep, yes; energy, sadly not."),
    (4, 0, 0, "I do sleep less. But energy? I nap on the bus."),
    # what everyone hears, what the trade asks for
    (12, 0, 0, "I hear a hum from the fridge, but it is really there."),
    (17, 0, 0, "I count the drawer over and over, but that is my job."),
    # a good memory, a self that is known, doctors who fuss
    (19, 0, 0, "I know precisely who I am."),
    (11, 0, 0, "I have no wish to harm myself. My worries are about my daughter."),
    # amounts a day and hours a day; most days with one of them told; one evening last week
    (22, 4, 4, "I smoke. Half a pack a day, and the odd one of my brother's."),
    (22, 4, 4, "I dip. A tin lasts me three days."),
    (16, 4, 4, "Scores of pictures, dozens of times a day."),
    (17, 4, 4, "I polish every knob nine times. It takes me three hours a day."),
    (7, 3, 3, "I get panicky most days. I had one in the queue at the bank."),
    (14, 4, 4, "Awful, every night since the flood in May."),
    (7, 1, 1, "I panicked one evening last week, on the ferry."),
]
ASKED = [
    (3, 1, 3, "Yes, somewhat. The lack of sleep makes me snappy in the mornings."),
    (2, 1, 3, "Down, yes. Hopeless, no, I have my garden."),
    (5, 1, 3, "Projects, yes. Risks, no."),
    (6, 1, 3, "Nervous, yes. Frightened, no."),
    (22, 1, 4, "I bum one off the nurses."),
    (1, 2, 4, "Yes, I'd say that. I don't feel any drive to paint any more."),
    (12, 2, 4, "Somebody whispers behind the tiles. My sister swears there's nothing, only she can't hear it."),
    (11, 1, 2, "Not really. I just wish I could disappear."),
    (14, 1, 2, "Sometimes I sleep badly, especially on Sundays."),
    (20, 2, 4, "Yes. Before I was laughing with everybody, now they are far away."),
    (10, 2, 4, "Four doctors and not one of them would look at my legs."),
    (5, 1, 3, "More than once I drove home drunk."),
    (22, 1, 3, "only when i'm at the pub"),
    (13, 3, 3, "Yes, my boss can hear my thoughts, I'm certain."),
    (4, 1, 2, "I sleep less and feel wired some evenings, but I don't know if I'd call it energy."),
    (9, 3, 3, "My whole body is hurting, the neck most of all."),
    (1, 2, 4, "I still enjoy cooking, I think, but it feels like somebody else is eating."),
    (6, 2, 4, "I just can't seem to settle."),
    (2, 2, 4, "I honestly don't see a way through."),
    (17, 2, 4, "I have to try the handle a few times before I can go to bed."),
    (19, 2, 4, "I've lost all sense of who I am."),
    (20, 2, 4, "I'm not close to anybody, no."),
    (8, 2, 4, "I do dodge things, yes."),
    (11, 1, 4, "Yes. I think about cutting myself. I haven't done it."),
    (18, 2, 4, "I float about half a metre outside my body."),
    (10, 2, 4, "Nobody takes my dizziness seriously."),
    (14, 2, 4, "It takes me hours to drop off, because I plan tomorrow."),
    (9, 2, 4, "There's an ache in my ribs and the doctor can't explain it."),
    (19, 1, 3, "I'm twenty-six and I've no clue what I want."),
    (12, 1, 3, "The kettle mutters at me. I mutter back."),
]


@pytest.mark.parametrize(("item", "lowest", "highest", "text"), CLEAR)
def test_a_clear_reply_is_scored_and_not_asked_back(item, lowest, highest, text):
    got = score(Answer(item=item, reply=text))
    assert (lowest <= got.score <= highest, got.needs_followup) == (True, False), got


@pytest.mark.parametrize(("item", "lowest", "highest", "text"), ASKED)
def test_a_reply_without_how_often_is_asked_back(item, lowest, highest, text):
    got = score(Answer(item=item, reply=text))
    assert (lowest <= got.score <= highest, got.needs_followup) == (True, True), got


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (17, "I don't think so, though I do scrub the sink a lot."),
        (9, "Sometimes my back aches, but I couldn't really say whether it's the stress."),
        (
            6,
            "When I'm low I'm anxious all the time. I'm constantly fretting. But in my high phases it's gone.",
        ),
    ],
)
def test_what_is_said_with_doubt_is_more_ambiguous_than_an_open_frequency(item, text):
    plain = score(Answer(item=item, reply="Sometimes."))
    told = score(Answer(item=item, reply=text))
    assert told.needs_followup
    assert told.ambiguity >= plain.ambiguity


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (10, "My GP is an angel, she always has a minute."),
        (20, "My grandchildren are round every afternoon."),
    ],
)
def test_what_others_do_always_is_not_how_often_the_problem_comes(item, text):
    assert score(Answer(item=item, reply=text)).score < 4


@pytest.mark.parametrize(
    ("item", "text", "language"),
    [
        (12, "my sister hears voices daily", "en"),
        (15, "my dad forgets everything, every day", "en"),
        (22, "my roommate smokes a pack a day", "en"),
        (3, "mi hijo llora cada noche", "es"),
        (21, "mi padre bebe todos los días", "es"),
    ],
)
def test_how_often_somebody_else_has_it_answers_nothing(item, text, language):
    told = score(Answer(item=item, reply=text, language=language))
    assert (told.answered, told.needs_followup, told.score) == (False, True, 0)


@pytest.mark.parametrize(
    ("item", "text", "language"),
    [
        (6, "how can i not be worried?", "en"),
        (5, "What if I sleep little but I'm tired, does that count?", "en"),
        (12, "is hearing my name when nobody is there a voice?", "en"),
        (2, "isn't everybody sad these days?", "en"),
        (3, "Wouldn’t you be angry?", "en"),
        (6, "when am i not worried?", "en"),
        (14, "sleep? what sleep?", "en"),
        (6, "¿cómo no voy a preocuparme?", "es"),
        (2, "¿y quién no?", "es"),
    ],
)
def test_nothing_but_questions_is_asked_back(item, text, language):
    assert score(Answer(item=item, reply=text, language=language)).missing == "endorsement"


@pytest.mark.parametrize(
    ("item", "text", "language", "expected"),
    [
        (21, "do cigars count? one a week", "en", 1),
        (2, "is every day too much?", "en", 4),
        (6, "never, and you?", "en", 0),
        (2, "no, why?", "en", 0),
        (2, "pues no, ¿y usted?", "es", 0),
        (2, "¿como tres días?", "es", 2),
    ],
)
def test_a_question_beside_an_answer_leaves_it_as_it_is(item, text, language, expected):
    told = score(Answer(item=item, reply=text, language=language))
    assert (told.score, told.needs_followup) == (expected, False)


def test_a_question_that_tells_of_self_harm_is_asked_how_often():
    told = score(Answer(item=11, reply="is it bad that i think about it?"))
    assert (told.score, told.missing) == (2, "frequency")


@pytest.mark.parametrize(
    ("item", "text", "language"),
    [
        (22, "i used to smoke", "en"),
        (14, "i used to sleep well", "en"),
        (15, "I used to have a good memory.", "en"),
        (14, "antes dormía bien", "es"),
        (22, "solía fumar", "es"),
    ],
)
def test_how_it_used_to_be_is_not_how_it_is(item, text, language):
    told = score(Answer(item=item, reply=text, language=language))
    assert (told.needs_followup, told.missing) == (True, "endorsement")


@pytest.mark.parametrize("text", ["dejé de fumar hace dos meses", "lo dejé hace un año"])
def test_what_was_given_up_months_ago_is_none_in_spanish(text):
    told = score(Answer(item=22, reply=text, language="es"))
    assert (told.answered, told.score, told.needs_followup) == (True, 0, False)


@pytest.mark.parametrize(
    ("item", "text", "language"),
    [
        (21, "two beers every night", "en"),
        (21, "just one glass of wine with dinner, most days", "en"),
        (21, "me tomo dos cervezas cada noche", "es"),
        (23, "i take my blood pressure pill every day like the doctor says", "en"),
        (23, "solo las pastillas que me manda el doctor, todos los días", "es"),
    ],
)
def test_less_than_the_item_asks_for_is_none_however_often(item, text, language):
    told = score(Answer(item=item, reply=text, language=language))
    assert (told.answered, told.score, told.needs_followup) == (True, 0, False)
    assert all(text[piece.start : piece.end] == piece.text for piece in told.evidence)


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (21, "two beers before work and six after, every day"),
        (21, "two bottles of wine every night"),
        (23, "every day, twice what the doctor says"),
    ],
)
def test_more_than_the_item_asks_for_counts(item, text):
    assert score(Answer(item=item, reply=text)).score == 4


def test_beside_what_somebody_else_does_the_patients_own_words_are_scored():
    told = score(Answer(item=22, reply="my roommate smokes a pack a day, i don't"))
    assert (told.answered, told.score, told.needs_followup) == (True, 0, False)
    assert [piece.text for piece in told.evidence] == ["i don't"]


@pytest.mark.parametrize(
    ("item", "text", "quoted"),
    [
        (1, "Yes, somewhat. Lately I just do not care for my hobbies.", "just do not care"),
        (1, "I don't enjoy anything, most days.", "don't enjoy"),
        (20, "I don't really feel close to people, on ten days.", "don't really feel close"),
        (2, "I'm not sad.", "not sad"),
    ],
)
def test_a_quote_carries_the_word_that_turns_it(item, text, quoted):
    assert any(quoted in evidence.text for evidence in score(Answer(item=item, reply=text)).evidence)


@pytest.mark.parametrize(
    ("text", "endorsed"),
    [
        ("um well so ok no", False),
        ("well ok so not really", False),
        ("um ok so well yes", True),
        ("um oh well of course", True),
        ("so so so so so", None),
    ],
)
def test_a_reply_without_marks_may_end_with_its_answer(text, endorsed):
    assert score(Answer(item=2, reply=text)).endorsed is endorsed
