"""The phrases by which people make a move other than answering, as patterns over one lower-case sentence.

Every pattern must match the whole sentence: "I skip meals" and "I had to go back and check" are answers. A sentence may
begin with filler ("um, sorry,") and end with courtesy ("please, if that's ok") or with a reason, which the group `why` holds.
"""

import re
from typing import Final

_FILLER = (
    r"(?:(?:u+m+|u+h+|e+r+m?|h+m+|well|ok|okay|k|sorry|i'm sorry|im sorry|please|pls|plz|honestly|look|listen|hey|hi|oh|ah|thanks"
    r"|thank you|and|so|but|excuse me|actually|to be honest|tbh|if possible|just|maybe|perhaps|i think|i guess|nah|ugh|wait|wow"
    r"|alright|all right|right|doctor|doc|now|sir|ma'?am|yeah|yea|yep|yes|no|nope|then|like|again|lol|also|you know|the|a)[,\s]+)*"
)
_COURTESY = (
    r"(?:[,\s]+(?:please|pls|plz|thanks|thank you|thx|sorry|ok|okay"
    r"|if (?:that's|that is|thats|it's|its|it is) (?:ok|okay|alright|all right|possible|fine|allowed|cool)(?: with you)?"
    r"|if (?:i|we) (?:may|might|can|could)|for (?:now|today|the moment)|right now|today|tonight|now|though|tho|lol|at the moment"
    r"|if you don'?t mind|i think|i guess|here|then|again|too|sir|doc|doctor|actually|maybe|haha|instead))*"
)
_WHY = (
    r"(?P<why>,?\s+(?:because|cause|cuz|bc|since|as|it's|its|that's|thats|this is|it is|i'm|im|i am|i feel|it feels|too|not|very"
    r"|i don'?t|i can'?t|so)\s.{1,100})?"
)
_THIS = r"(?:this|that|it|these|those|the)(?: (?:one|1|question|item|topic|subject|answer|questions))?"
_MAY = (
    r"(?:(?:can|could|may|might|shall|should) (?:i|we|you)|(?:would it be|is it|would that be) (?:ok|okay|possible|all right|alright|fine)"
    r"(?: if (?:i|we)| for me to| to)?|do you mind if (?:i|we)|am i allowed to)(?: (?:please|just|maybe|also|have to))*"
)
_LET = r"(?:let me|let's|lets|let us|we (?:can|could|should))(?: (?:please|just|maybe))*"
_WILL = (
    r"(?:i'?ll|i will|i(?:'d| would)? (?:like|prefer|rather|choose|wish)(?: to)?|i want to|i wanna|i(?:'m| am|m) (?:going to|gonna)|gonna|imma)"
    r"(?: (?:just|have to|probably|really|please))*"
)
_MUST = r"(?:(?:i(?:'ve| have)? )?(?:need to|have to|gotta|got to|must|should|had better|better)(?: really)?)"
_TALK = r"(?:(?:the|this|these|our) (?:interview|questionnaire|questions?|survey|session|chat|conversation)|answering(?: questions)?)"
_ABOUT = (
    r"(?: (?:that|this|it|these|those|this one|that one|to you|with you|here|(?:the|this|that|these|those) (?:question|questions|topic|subject|one)|such (?:things|questions)"
    r"|(?:personal|private) (?:stuff|things|questions|matters)|(?:things|stuff|anything) like (?:that|this)|anymore|any more|further|right now|yet))*"
)
_TIMES = (
    r"(?:later(?: on)?|tomorrow|another (?:time|day)|some other time|next time|next week|soon|tonight|this evening"
    r"|in (?:a|an|one|five|ten|half an|a few|a little|\d+)(?: (?:few|little))?(?: (?:bit|while|minutes?|mins?|moment|hours?|sec))?|after (?:work|lunch|dinner|class)|when i(?:'m| am| have| feel).{1,30})"
)
_YOU = r"(?:you|u|that|this|it|the question)"


def _whole(*cores: str) -> re.Pattern[str]:
    return re.compile(f"{_FILLER}(?:{'|'.join(cores)}){_COURTESY}{_WHY}\\s*[.,!?…:)(-]*")


CLARIFY: Final = _whole(
    r"\?+|huh|wh?at|wut|pardon(?: me)?|come again|say (?:that|what)(?: again)?|eh|sorry|excuse me|meaning(?: what)?",
    rf"what (?:do|did|does|are|is|would|was) {_YOU}(?: (?:even|exactly|actually|really))? (?:mean|asking|ask|saying|say|referring to|want to know|getting at)\b.{{0,80}}",
    r"what(?:'s| is| was|s) (?:that|this|the question)(?: (?:mean|supposed to mean|about|asking))?",
    r"what(?:'s| is|s)? (?:meant|the meaning|the definition|considered|counts?)\b.{0,60}",
    r"how do (?:you|u) mean(?: that)?|(?:in )?what (?:way|sense|kind|sort|type)(?: of .{1,40})?|wdym.{0,40}|like (?:what|how)|such as(?: what)?|for (?:example|instance)|(?:an )?example",
    r"(?:can|could|would|will) (?:you|u)(?: please| just| maybe| possibly)? (?:explain|rephrase|clarify|elaborate|repeat|reword|say|give me an? (?:example|hint)"
    r"|give an example|put|be more|ask (?:that|it|this|the question) (?:again|differently|in)|phrase|define|specify|tell me what|help me understand|make|simplify)\b.{0,80}",
    r"(?:please )?(?:explain|rephrase|clarify|repeat|elaborate|reword|define)(?: (?:this|that|it|the question|please|more|again|what you mean))*",
    r"(?:i )?(?:don'?t|do not|didn'?t|did not)(?: (?:really|quite|fully|even|exactly|completely))? (?:(?:understand|follow)(?: (?:you|it|this|that))?|get it)",
    rf"(?:i )?(?:don'?t|do not|didn'?t|did not|can'?t|cannot)(?: (?:really|quite|fully|even|exactly|completely))? (?:understand|get|follow|see) (?:(?:the|your|this|that) question|this one|what {_YOU}(?: [\w']+){{1,4}})",
    rf"i(?:'m| am|m)? ?(?:not|unsure|confused|unclear|lost)(?: (?:really|quite|too|so|entirely|exactly|totally))?(?: (?:sure|certain|clear))?(?: (?:by|about|of|on|with))?"
    rf" (?:what {_YOU}(?: [\w']+){{1,4}}|(?:that |if )?i (?:understand|follow|get)(?: \w+){{0,5}}|(?:the|your|this|that) question|how to (?:answer|understand)(?: \w+){{0,3}})",
    rf"(?:not sure|no idea|unsure|(?:i )?don'?t know) (?:what {_YOU}(?: (?:mean|means|meant|are|is|want|refer|asking|asks|re|'re|to|me|know|from))+|(?:that |if )?i (?:understand|follow|get)(?: \w+){{0,4}}"
    r"|how to (?:answer|understand)(?: \w+){0,3})(?: (?:by|with) .{1,40})?",
    r"that (?:makes no sense|doesn'?t make sense|isn'?t clear)(?: to me)?|unclear(?: question)?|(?:the|this|that|your) question (?:is|isn'?t|is not|'s)(?: \w+){0,2} (?:clear|unclear|confusing|vague)(?: to me)?",
    r"(?:do|did) (?:you|u) mean\b.{0,80}\?|(?:you|u) mean\b.{0,60}\?|(?:does|do|would|did) .{1,60} count(?: as .{1,30})?\?|are you (?:asking|talking about|referring to)\b.{0,80}\?",
    r"why (?:do|are|would|did) (?:you|u|they)(?: (?:need to|have to|want to|even))? ?(?:ask|asking|know|care)\b.{0,40}|why (?:this|that) question|why does (?:that|this|it) matter",
    r"(?:do|must) i (?:have|need)? ?(?:to )?(?:answer|say|tell|respond|do)(?: (?:this|that|it|you|to|one|question|every|all|of|them|everything))*\?",
)

DECLINE: Final = _whole(
    rf"(?:(?:{_MAY}|{_LET}|{_WILL}) )?(?:skip|pass|leave out)(?: (?:on|over))?(?: (?:{_THIS}|question))?(?: (?:and|to|go to|move on to|go|then|come back to it|the next(?: one| question)?|later))*",
    rf"(?:(?:{_MAY}|{_LET}|{_WILL}) )?(?:(?:move on|go on|go|jump|skip)(?: ahead)? to |do |try |have |take )?(?:the )?next(?: one| question| item| topic)?|(?:{_MAY}|{_LET}) (?:just )?move on(?: from (?:this|that|it)(?: one)?)?"
    r"|moving on|move on|skipping(?: (?:this|that|it)(?: one)?)?|hard pass|i pass(?: on (?:this|that|it)(?: one)?)?",
    r"(?:i(?:'d| would|d)? )?(?:really |much |honestly |just |kind of |kinda )*(?:rather|prefer)(?: it if i did)? not(?: to)?(?: (?:say|answer|tell|talk|discuss|share|go|get|respond|do|disclose|comment|speak|open|reveal|be asked)"
    r"(?: (?:about|into|on|there|that|this|it|these|those|to|up|you|with|anything|details?|my|things|the|one|question|here|of|private|personal|stuff|such|family|past|kind|any|more|further|right|now|yet)){0,7})?",
    rf"i(?:'d| would)? ?(?:really |just |honestly |simply )*(?:don'?t|do not|not)(?: really| even| particularly)? (?:want to|wanna|wish to|care to|feel like|like to|feel comfortable|feel ready to|want to be) ?(?:answer|answering|say|saying|tell you|discuss|discussing|share|sharing|(?:talk|talking|speak|speaking) about|get into|getting into|go into|going into|go|comment on){_ABOUT}(?: there)?",
    rf"i(?:'m| am|m)? ?(?:won'?t|will not|refuse to|decline to|not going to|not gonna|not willing to|not able to|can'?t|cannot) (?:answer|tell you|discuss|share|(?:talk|speak) about|get into|go into|go there|comment on){_ABOUT}",
    rf"i(?:'m| am|m)? ?(?:won'?t|will not|not going to|not gonna|refuse to) say{_ABOUT}|(?:i'?m |i am )?not answering{_ABOUT}",
    rf"(?:don'?t|do not)(?: really)? (?:want to|wanna|feel like|care to|wish to) (?:answer|answering|say|share|(?:talk|talking) about|discuss|go into|get into){_ABOUT}",
    r"(?:can|could|may) (?:we|i) not (?:talk about|discuss|answer|do|go into|go there|get into)(?: (?:this|that|it|this one|that one|there))?",
    r"no comments?|none of (?:your|ur) (?:damn )?(?:business|concern)|(?:that's|thats|that is|it's|its|this is|this one is)(?: \w+)? (?:private|too personal|personal|none of (?:your|ur) business|off limits|not your business"
    r"|not something i (?:want|wanna|wish|like|care|am ready|feel like|feel comfortable)(?: \w+){0,4})|too (?:personal|private)|private",
    r"(?:(?:i'?m|i am) not(?: really)? (?:comfortable|ok|okay|at ease|ready)|i (?:don'?t|do not) feel (?:comfortable|ready)|not comfortable)(?: (?:with|answering|talking about|sharing|discussing|saying|to answer|to talk about|to share|to say)(?: (?:this|that|it|one|question|these|here|you|yet|with)){1,3})?",
    rf"(?:(?:{_MAY}|{_LET}|{_WILL}) )?leave (?:this|that|it)(?: one| question)? (?:out|blank|empty|unanswered)|(?:{_LET} )leave (?:that|it|this)(?: one)?(?: alone)?|(?:{_MAY} )?(?:ask|do|talk about) (?:me )?(?:something else|another (?:one|question)|a different (?:one|question))"
    r"|another question|something else|(?:i )?decline(?: to (?:answer|say))?(?: (?:this|that)(?: one)?)?|i refuse",
)

PAUSE: Final = _whole(
    rf"(?:{_MAY}|{_LET}) (?:stop|pause|quit|end|finish|leave|break|wrap up|wrap it up|call it a day|halt)(?: (?:it|this|here|there|now|{_TALK}|at this point|off|for (?:a|some)(?: little)? (?:bit|while|minute|moment|time|day)|for (?:now|today)|and|then|continue|finish|resume|come back|carry on|go on|do the rest|to it|{_TIMES}))*",
    rf"(?:{_WILL}|{_MUST}|please) (?:stop|pause|quit|end|finish|leave|break)(?: (?:here|there|{_TALK}|at this point|for (?:a|some)(?: little)? (?:bit|while|minute|moment|time)|for (?:now|today)))+(?: (?:and|then) .{{1,40}})?|(?:{_WILL}|{_MUST}) pause",
    rf"(?:{_MAY}|{_LET}|{_WILL}|{_MUST}) (?:take|have|get|grab)(?: (?:a|some))?(?: (?:short|quick|little|small|brief|five|5|ten|10|minute|min))* (?:break|pause|breather|rest|minutes?|mins?|moment|sec|second|time ?out)(?: (?:here|from (?:this|it)))?",
    r"(?:i )?(?:need|want|would like|d like|'d like|could use|require|taking|take) (?:a|some|another|5|five|10|ten)(?: (?:short|quick|little|small|bit of a|brief|bit of))* (?:break|pause|breather|minute|moment|min|mins|minutes|sec|second|time ?out)(?: (?:from (?:this|it|the questions)|to (?:breathe|think|myself|collect myself|calm down)))?",
    r"(?:quick |short )?(?:break|pause|time ?out|breather)(?: (?:please|time))?",
    rf"(?:{_MAY}|{_LET}|{_WILL}|{_MUST})(?: \w+)? ?(?:finish|continue|carry on|do|resume|come back|pick this up|pick it up|return|be back|go on|get back|try|talk|answer)(?: (?:this|it|up|to|the rest|the others|these|them|more|on|again|with))* {_TIMES}|(?:finish|continue|do this|do it|the rest|come back|be back|to be continued) {_TIMES}",
    r"(?:i(?:'ve| have)?(?: really)? ?)?(?:gotta|got to|have to|need to|must|should|better|hafta|'d better|had better)(?: really)? (?:go|run|leave|head out|head off|get going|log off|sign off|hang up|dash)(?: (?:now|soon|to (?:work|bed|class|an? (?:appointment|meeting|class))|for (?:now|a bit)|somewhere|pick up .{1,25}))*(?:[, ]+(?:talk|ttyl|bye|later|see you|back|be back|be right back|brb)(?: .{0,20})?)?",
    r"brb|g2g|gtg|ttyl|afk|bbl|be right back(?: .{1,25})?|back (?:soon|later|in (?:a|\d+)(?: (?:bit|min\w*|sec|second|moment|few))?)|bye(?: bye)?|good ?bye|good night|see (?:you|ya)(?: later| tomorrow| soon)?|talk (?:to you )?(?:later|soon|tomorrow)|later|l8r|another time|some other time",
    rf"(?:pause|stop)(?: (?:here|now|it here|there|for (?:now|today)|{_TALK}|this|asking(?: me)?(?: (?:these )?questions)?))*|(?:exit|quit|end)(?: (?:the )?(?:interview|session|questionnaire|chat))|exit|(?:that's |thats )?enough (?:for (?:today|now)|questions)",
    r"(?:give me|gimme|just|hang on|hold on|wait)(?: for)? (?:a|one|1|2|two|5|five|a few)(?: (?:sec|second|seconds|secs|minute|min|mins|minutes|moment|moments|bit))|hold on|hang on|one (?:sec|second|minute|moment)|wait",
    r"i(?:'m| am|m)? ?(?:can'?t|cannot|don'?t (?:want to|wanna|feel like|think i can)|do not want to|won'?t|unable to|not able to|not up (?:to|for))(?: (?:continue|do|doing|go on with|keep|finish|answering|answer|carry on with))* (?:this (?:right now|today|now|at the moment|interview)|(?:these|any ?more|more|the) (?:questions|interview)(?: anymore)?|the rest|continue (?:right now|today|now|this))",
    rf"i(?:'m| am|m)? (?:done|finished|through) (?:for (?:now|today|the day|tonight)|with (?:this|these|the) (?:questions?|interview|questionnaire|survey|chat)|{_TALK})|i(?:'m| am|m) (?:logging|signing) off",
)

# Said alone these may as well be about the symptom; they count as a pause only where the item can't be meant.
LOOSE_PAUSE: Final = _whole(
    r"(?:i (?:want|need|have|would like|wanna|'d like)|i'd like) ?(?:to )?(?:stop|quit)(?: now)?|let me stop|quit|enough|that's enough|i need to stop here"
    r"|i (?:don'?t|do not) want to continue|i (?:can'?t|cannot) continue|this is too much(?: for me)?|i need some (?:time|air|space)"
)

READY_AGAIN: Final = _whole(
    r"(?:i'?m|i am|we're) (?:back|here|ready)(?: (?:now|again|to (?:go|continue|go on|start|resume|keep going|carry on)))*|back(?: again)?|here|ready|hello|hi|hey|hi there|hey there|good (?:morning|afternoon|evening)",
    rf"(?:(?:{_MAY}|{_LET}|{_WILL}) )?(?:continue|go on|carry on|resume|keep going|go ahead|proceed|start(?: again)?|get going|go|restart|get back to it|pick (?:it )?up(?: where .{{1,30}})?|finish (?:this|it|the rest))(?: (?:with (?:it|this|the questions)|the (?:interview|questions)|where we (?:were|left off|stopped)))?",
    r"ok|okay|yes|yeah|yep|yup|sure|y|k+|alright|all right|let'?s do it|ready when you are|sorry(?: (?:about|for) (?:that|the (?:wait|delay|break|interruption)))?|thanks(?: for waiting)?|thank you(?: for waiting)?|where were we|next(?: question)?",
)

# Words that say how often: with one of them a sentence has content beyond the move.
FREQUENCY: Final = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|one day|every|each|daily|most(?:ly)?|sometimes|often"
    r"|always|never|rarely|seldom|usually|occasionally|constantly|once|twice|couple|several|half|all the time|nearly|almost|days|nights|times|weeks?|weekends?|mornings?)\b"
)
EXTENT: Final = re.compile(
    r"(?:(?:u+m+|well|oh|so|ok|okay)[,\s]+)*(?:yes|no|nope|nah|yeah|yep|yup|none|nothing|not at all|not really)\b|.*\b(?:a lot|a few|a little|a bit|not at all|i do|i did|i have)\b"
)

# Sentences that only explain a refusal, a question or a pause.
REASON: Final = re.compile(
    r"(?:(?:sorry|please|thanks|thank you|because|it's|its|that's|thats|that is|this is|too|it feels|i feel (?:uncomfortable|embarrassed|ashamed)"
    r"|i'?m (?:not (?:sure|comfortable|ready)|sorry|tired|confused|exhausted|lost|embarrassed|uncomfortable)|i don'?t (?:know|understand|feel comfortable|get it)|my english|english is|not something"
    r"|you don'?t need|i need|i just|i have to|someone|something came up|hope that|is that|if that's|ok|okay|hmm+|um+|uh+|well|oh|no off?en[cs]e)\b.{0,90}|.{0,2})"
)
