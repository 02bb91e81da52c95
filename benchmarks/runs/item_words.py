"""The words by which an interviewer's question is recognised: beginnings of words with a weight, by Level-1 item.

A weight says how strongly one word points to an item: about 2.5 for a word that hardly any other item uses, under 1 for
one that several share. An entry ending in `$` is a whole word; any other is a beginning (`irrita` matches `irritable`).
"""

from functools import lru_cache
from typing import Final

CUES: Final[dict[int, str]] = {
    1: "interest 3 pleasur 3 enjoy 1 hobb 1.5 activit 0.7 motivat 1 anhedoni 2 fun$ 1 doing$ 0.3 things$ 0.2",
    2: "down$ 2 depress 2 hopeless 3 sad$ 1.5 sadness 1.5 low$ 1 mood 0.8 blue$ 1 gloom 1.5 empty 0.8 despair 1.5",
    3: "irrita 3 grouch 3 angr 2.5 anger 2.5 annoy 1.5 temper 1.5 frustrat 0.7 snap 0.7 mad$ 1 cranky 1.5 grump 1.5",
    4: "sleep 1.2 slept 1.2 energ 2.2 less$ 0.8 rest$ 0.3 fewer 0.6 mania 0.8 manic 0.8 wired 1",
    5: "project 3 risk 2.5 impulsiv 2 reckless 2 start 0.7 took$ 0.3 taken$ 0.2 spend 1 gambl 1 danger 0.5 mania 0.6",
    6: "nervous 2 anxi 1.3 frighten 0.6 worr 1.8 edge$ 1.5 fear 0.3 tense 1 uneasy 1",
    7: "panic 3 frighten 1.2 fear 0.8 terr 1 scared 1 sudden 0.7 attack 0.6 fright$ 1.5",
    8: "avoid 3 situation 1.5 anxi 0.5 places$ 0.7 away$ 0.5 steer 0.7",
    9: "ache 2.5 aching 2 pain$ 1.8 pains$ 1.8 painful 1 unexplain 1.5 head$ 0.5 headache 1 back$ 0.3 joint 1 abdom 1 "
    "legs$ 0.7 stomach 1 somatic 1.5 bodily 1 physical 0.4 discomfort 0.8",
    10: "illness 2.2 serious 2 taken$ 0.5 take$ 0.2 taking$ 0.2 dismiss 1.5 complaint 0.8 ailment 1.5 brush 0.7 "
    "somatic 0.5 condition 0.5 believe 0.4",
    11: "hurt 2.2 harm 2.2 actually 0.6 suicid 3 selfharm 3 selfinjur 3 die$ 1.5 dead$ 1.5 death 1.5 kill$ 2 killing 2 "
    "ending 1 alive$ 1.2 injur 1.5 yourself$ 0.2 living$ 0.7",
    12: "hear 1.2 heard$ 1.2 voice 2.2 sound 1 noise 1 around$ 0.7 couldnt 0.8 cant$ 0.4 hallucinat 2 psychosis 0.8 "
    "psychotic 0.8 alone$ 0.5 nobody 0.7 one$ 0.1 others$ 0.3",
    13: "hear 1 heard$ 0.8 thought 0.8 thinking$ 1.2 someone 1.2 somebody 1.2 another 1 person$ 0.8 reading$ 0.8 "
    "minds$ 1.5 mind$ 0.2 telepath 2.5 broadcast 2.5 psychosis 0.5 psychotic 0.5 read$ 0.8 elses$ 1",
    14: "sleep 1.8 slept 1.6 quality 1.5 insomn 2.5 asleep 1.5 awake 1.2 waking 1 wake$ 1 nights 0.8 overall 0.5 "
    "rested 1 restful 1.5 problem 0.2 trouble 0.2 nightmare 1",
    15: "memory 2.2 memories 0.6 location 2 learn 1.5 remember 1.8 forget 2 forgot 2 home 1 finding 0.6 way$ 0.6 "
    "concentrat 0.8 orient 1 disorient 1 lost$ 0.8 losing$ 0.4 information 0.8 cognit 0.8 recall 1.2",
    16: "unpleasant 2 urge 1.8 image 2 repeatedly 1 mind$ 1 enter 1.5 intrus 2.5 unwanted 1.5 obsess 2 recurr 1 "
    "thought 0.7 pop 0.6 keep$ 0.3 repetitive 0.8",
    17: "driven$ 2.2 compel 2.5 compuls 2.5 behav 1.3 acts$ 1.5 actions$ 1 mental 0.4 over$ 0.5 again$ 0.6 repeat 0.6 "
    "perform 1.2 ritual 2 routine 1 checking 1 counting 1 repetitive 0.8 need$ 0.3",
    18: "detach 2.5 distant 1.3 surround 2 body$ 1.2 disconnect 1.5 dissoci 2.5 unreal 2 reality 1 memories 1 "
    "yourself$ 0.3 physical 0.5 outside 0.8 dreamlike 1 depersonal 2.5 dereal 2.5 watching 0.5",
    19: "who$ 0.9 really$ 0.5 want$ 0.9 life$ 0.8 identity 2.2 know$ 0.6 knowing 0.8 known 0.6 purpose 1 direction 1.2 "
    "goals 1 sense 0.7 self$ 1 unsure 0.8 personality 0.6 yourself$ 0.2",
    20: "close$ 1.8 closeness 2.5 relationship 2.2 enjoy 0.8 people$ 0.5 others$ 0.5 connect 1 friend 1 family 0.7 "
    "isolat 1 lonel 1.2 intimacy 1.5 interpersonal 1.5 personality 0.6 social 0.4",
    21: "drink 2.2 alcohol 2.5 drank 2.5 drunk 2 beer 1.5 wine 1.5 beverage 1.5 binge 1.5 four$ 0.6 liquor 2 "
    "substance 0.7 single 0.6",
    22: "smok 2.5 cigar 2.5 tobacco 2.5 pipe 1.5 snuff 2 chew 1.5 nicotine 2.5 vap 2 substance 0.4",
    23: "medic 2 prescri 2.5 painkiller 2 stimulant 1.5 sedativ 1.5 drug 2 marijuana 2 cannabis 2 cocaine 2 heroin 2 "
    "opioid 2 pill 1.5 recreational 1.2 own$ 0.8 doctor 0.8 amount 0.6 substance 0.6 tranquil 1.5",
}


@lru_cache(maxsize=4096)
def weights(word: str) -> tuple[tuple[int, float], ...]:
    """How strongly a word (lower case, no apostrophes) points to each item: pairs of item and weight."""
    found: dict[int, float] = {}
    for item, entries in CUES.items():
        parts = entries.split()
        for cue, weight in zip(parts[::2], parts[1::2], strict=True):
            known = word == cue[:-1] if cue.endswith("$") else word.startswith(cue)
            if known:
                found[item] = max(found.get(item, 0.0), float(weight))
    return tuple(found.items())
