"""Questions about the conversation itself: which topic they are of, and what is no such question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.interviewer.complaints import complaint
from agents.interviewer.port import Act, Brief, Purpose, Situation
from agents.interviewer.process import Asked, answering, asked, beside, topic
from agents.interviewer.replies import for_therapist
from agents.interviewer.rules import hear, say
from agents.questions.bank import wording
from agents.questions.catalogue import catalogue, entry

COMPLAINTS = """
unheard | you're not listening
unheard | ur not even listening to me!!
unheard | I already told you that
unheard | this is pointless, you keep asking the same thing
unheard | no you never listen. i just answered that
unheard | how many times do i have to say it
unheard | stop asking me the same thing
rude | fuck off
rude | oh shut up
rude | you stupid idiot
none | fuck my life
none | i'm an idiot
none | she told me to shut up
tiresome | these questions are stupid
tiresome | omg what a waste of time
tiresome | i'm so tired of these stupid questions
unheard | you asked me that
unheard | why are you asking me the same again
none | no, i already told you
none | i already told you, every day
none | i told you i sleep badly
none | like i said before
none | you're not listening. it was every day
none | you can't hear yourself think
none | my husband says you never listen
none | nobody listens to me
none | people keep asking me the same thing and i snap
none | i get so frustrated with stupid questions
none | everything feels pointless
none | these thoughts are ridiculous
none | i'm so tired of the pain
"""
TOPICS = """
readers | who will read this?
readers | Who's going to see what I write here
readers | does anyone actually read these?
readers | where do my answers go?
readers | has anybody read this yet
purpose | what is this
private | is this confidential?
private | Is it private, what I tell you?
others | will my boss find out?
family | Can my husband see this?
family | u gonna tell my mom
told | did you tell anyone
told | Will you be ringing somebody?
unsaid | forget i said it
unsaid | Pretend I didn't say that.
common | Do other people get that?
common | does everyone get that
told | please don't tell my dad
machine | you a machine?
machine | am i talking to a human
machine | is anyone there
machine | anybody out there?
machine | is this chatgpt
kept | are my answers saved
kept | do you store this
others | does my company get this
must | can i lie
must | what if i make stuff up
purpose | why are you asking me that
machine | is there a person behind this
readers | whos going to see this
readers | is someone reading this
length | when are we done
length | what number are we on?
police | will the police come?
readers | who will know?
there_now | what happens if I say yes?
length | whats left
purpose | why the hell do you need to know that
others | do you tell the insurance
others | are you going to share this with my employer?
record | does this go on my medical record?
police | are you going to call the police?
police | will you send an ambulance
police | will I get sectioned?
machine | are you a real person?
machine | am I talking to a bot
machine | Who are you?
machine | is there a person behind this?
kept | how long do you keep it?
kept | what happens to my answers
kept | will this be used to train AI?
length | how long does this take?
length | how many questions are left
length | are we nearly done?
length | how much longer is this
diagnosis | is this a diagnosis?
diagnosis | so do I have depression?
diagnosis | am I crazy?
purpose | what is this for?
purpose | why do you need to know that?
must | do I have to answer this?
must | what if I don't want to say?
must | can I skip this
right | is there a right answer?
next | what happens next?
next | when will my therapist get back to me?
stop | can I stop whenever I want?
"""
FIRST = Asked(wording(1).questions[0], 1)
ANSWERS = (
    "I keep asking myself who reads my mind, it happens every day",
    "My boss reads all my mails and I worry",
    "I worried about what my husband would see",
    "No idea who I am any more",
    "I asked the police for help last week",
    "A person watched me, I think.",
    "How long? About ten days.",
    "I had to stop on my way home",
    "It was on my record that I drank",
    "My doctor diagnosed me with anxiety years ago, it's most days",
    "I checked if the door was locked, who wouldn't",
)


def asking(item: int) -> Situation:
    return Situation(item=item, answered=tuple(range(1, item)), question=wording(item).questions[0])


@pytest.mark.parametrize("line", TOPICS.strip().splitlines())
def test_a_question_about_the_conversation_has_its_topic(line: str) -> None:
    key, text = line.split(" | ")
    found = topic(text, FIRST)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize("text", ANSWERS)
@pytest.mark.parametrize("item", [6, 12, 21])
def test_an_answer_is_no_question_about_the_conversation(text: str, item: int) -> None:
    assert topic(text, Asked(wording(item).questions[0], item)) is None
    assert hear(text, asking(item)).act is not Act.ASK


@pytest.mark.parametrize("item", [2, 9, 11, 23])
@pytest.mark.parametrize("text", ["who reads this?", "Sorry, are you an AI?", "Sorry. How many more questions?"])
def test_it_is_answered_at_every_item(text: str, item: int) -> None:
    assert hear(text, asking(item)).act is Act.ASK
    told = say(Brief(purpose=Purpose.ABOUT, item=item, reply=text, asked=item))
    found = topic(text, FIRST)
    assert found is not None
    assert told.startswith(catalogue().answer(found, item))
    assert told.count("?") <= 1


@pytest.mark.parametrize("item", [2, 14, 21])
@pytest.mark.parametrize("text", ["what did you put for my last answer?", "what did you write down for me?"])
def test_a_question_means_the_same_however_the_item_was_asked(text: str, item: int) -> None:
    for question in wording(item).questions:
        assert hear(text, asking(item)._replace(question=question)).act is Act.ASK, question


def test_what_was_asked_is_passed_on_only_where_the_answer_says_so() -> None:
    boss = Brief(purpose=Purpose.ABOUT, item=3, reply="Does my boss see this?", asked=3)
    robot = Brief(purpose=Purpose.ABOUT, item=3, reply="Are you a robot?", asked=3)
    assert for_therapist(boss) == "Does my boss see this?"
    assert for_therapist(robot) is None


def test_the_last_item_is_called_the_last() -> None:
    told = say(Brief(purpose=Purpose.ABOUT, item=23, reply="how many more?", asked=23))
    assert told.startswith(entry("length").at_last or "-")


def test_a_question_the_catalogue_does_not_know_is_said_to_be_unknown() -> None:
    text = "Is there an app for this on my phone?"
    told = say(Brief(purpose=Purpose.ABOUT, item=3, reply=text, asked=3, previous=wording(3).questions[0]))
    assert told.startswith("I don't know that.")
    assert hear(text, asking(3)).act is Act.ASK


@pytest.mark.parametrize("text", ["is somebody real reading this", "is there a real therapist behind this"])
def test_whether_a_person_is_there_is_answered_in_words_the_catalogue_does_not_know(text: str) -> None:
    found = asked(text, Asked(wording(4).questions[0], 4))
    assert found is not None
    assert found.key == "machine"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Never. Will anyone see this?", "Never."),
        ("Who reads this? Three days.", "Three days."),
        ("Will anyone see this?", "Will anyone see this?"),
        ("About ten days, I think.", "About ten days, I think."),
    ],
)
def test_what_is_asked_beside_an_answer_is_not_read_as_part_of_it(text: str, kept: str) -> None:
    found = answering(text, FIRST)
    assert len(found) == len(text)
    assert found.strip() == kept


@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_every_place_of_any_text_stays(text: str) -> None:
    found = answering(text, FIRST)
    assert len(found) == len(text)
    assert all(one in (" ", other) for one, other in zip(found, text, strict=True))


def test_a_request_in_a_sentence_of_its_own_is_heard_beside_an_answer() -> None:
    assert beside("No, not at all. I want to talk to a person.", FIRST) is Act.PERSON
    assert beside("Every day. It was awful.", FIRST) is None


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("no more questions", Act.LEAVE),
        ("i dont want to do this anymore", Act.LEAVE),
        ("forget it im out", Act.LEAVE),
        ("its not safe for me to write this", Act.UNSAFE),
        ("my partner goes through my messages", Act.UNSAFE),
        ("he just came home", Act.UNSAFE),
        ("kids are here", Act.UNSAFE),
        ("not safe", Act.UNSAFE),
        ("i give up", Act.LEAVE),
        ("no more. delete it all", Act.ERASE),
        ("what is 4", Act.CLARIFY),
        ("he checks my phone so i have to be quick", Act.UNSAFE),
        ("are we nearly done", Act.ASK),
        ("can i be done soon", Act.ASK),
        ("has anybody read this yet", Act.ASK),
        ("r u human", Act.ASK),
        ("whats this for. my mom made me do it", Act.ASK),
        ("sos", Act.HELP),
        ("1 sec", Act.PAUSE),
        ("i want to leave", Act.LEAVE),
        ("bye forever", Act.LEAVE),
        ("is somebody real reading this", Act.ASK),
        ("is there a real therapist behind this", Act.ASK),
        ("do i get paid for this", Act.ASK),
        ("not any more", Act.ANSWER),
        ("whats intrusive mean", Act.CLARIFY),
        ("hold on, someone's at the door", Act.PAUSE),
        ("i want to stop drinking for good", Act.ANSWER),
        ("i stopped going out for good, every day", Act.ANSWER),
        ("my husband is in hospital, i worry every day", Act.ANSWER),
    ],
)
@pytest.mark.parametrize("item", [7, 9, 14])
def test_requests_in_few_words_are_heard_and_answers_stay_answers(item: int, text: str, act: Act) -> None:
    assert hear(text, asking(item)).act is act


def test_who_was_told_is_said_only_where_an_alert_stands() -> None:
    told = entry("told")
    shown = "Your therapist's page shows an alert about what you wrote"
    assert catalogue().answer(told, 3, alerted=True).startswith(shown)
    before = catalogue().answer(told, 3)
    assert shown not in before
    assert "what sounds like danger raises an alert" in before


@pytest.mark.parametrize("line", COMPLAINTS.strip().splitlines())
def test_a_complaint_of_the_conversation_is_told_from_what_is_said_of_others(line: str) -> None:
    wanted, _, text = line.partition(" | ")
    found = complaint(text, "en")
    assert (found.key if found else "none") == wanted
    heard = hear(text, Situation(item=9, answered=(1, 2, 3), question=wording(9).questions[0]))
    assert (heard.act is Act.ASK) is (wanted != "none")


@pytest.mark.parametrize("purpose", [Purpose.ABOUT, Purpose.QUESTION, Purpose.NOW, Purpose.GO_ON])
def test_beside_a_danger_nobody_is_told_what_counts(purpose: Purpose) -> None:
    brief = Brief(purpose=purpose, item=21, reply="Does wine count?", asked=20)
    said = catalogue().answer(entry("counts_drinks"), 21)
    assert (said in say(brief)) == (purpose in (Purpose.ABOUT, Purpose.QUESTION))
    assert said not in say(brief.model_copy(update={"danger": True}))
