"""The scripted provider's answers. It reads the role and the data from a request and lets that role's rule engine
answer in the role's JSON. Pure; `server/engines/stub_provider.py` puts it behind HTTP, `ScriptedAdapter` behind the
port.

It relies on three conventions, which every prompt template of the product follows:

- the first line of the system message is `role: NAME` (interviewer, scorer, risk, diagnostician, reporter, ...);
- the data are in a user message, in a block that opens with ```` ```json data ```` and closes with ```` ``` ````,
  each on a line of its own. The last such block counts. It holds one JSON object, camelCase, with the fields of the
  role's contract (`agents/ROLE/port.py`); other fields may stand beside them:
  interviewer `Brief`; scorer `Answer`; risk `Message`; diagnostician `{mode, profile, passages}`; reporter `Brief`.
  A profile may leave out irrelevant parts (`sessionMeta`, parts of the transcript), a quote may be a plain string;
- a request with tools gets one call of the first tool, and the answer once a tool result is there.

A role without a rule engine is answered with the plainest value of its schema.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from agents.errors import CorrectInput
from agents.llm.port import JsonObject
from agents.scripted.interview_roles import ROLES
from agents.scripted.sample import conform

_ROLE: Final = re.compile(r"\Arole:[ \t]*([\w-]+)", re.IGNORECASE)
_BLOCK: Final = re.compile(r"^```json data[ \t]*\n(.*?)\n```[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, whichever dialect it came in. `users` are the user messages and `results` the tools' answers, oldest
    first; `schema` is the JSON schema asked for, `tools` the names of callable tools with their arguments' schemas."""

    system: str
    users: tuple[str, ...]
    results: tuple[str, ...] = ()
    schema: JsonObject | None = None
    tools: tuple[tuple[str, JsonObject], ...] = ()

    @property
    def role(self) -> str:
        """The role that the prompt names, `none` when it names none."""
        found = _ROLE.match(self.system)
        return found[1].lower() if found else "none"

    def data(self) -> JsonObject:
        """The last block of data, empty when there is none. Raises CorrectInput when it is not a JSON object."""
        for text in reversed(self.users):
            if blocks := _BLOCK.findall(text):
                return _object(blocks[-1])
        return {}


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: JSON, text, or the call of a tool with its arguments."""

    content: JsonObject | str
    tool: str | None = None

    @property
    def text(self) -> str:
        """The content as it is sent."""
        return self.content if isinstance(self.content, str) else json.dumps(self.content, ensure_ascii=False)


def answer(asked: Asked) -> Said:
    """The role's answer. Raises CorrectInput when the prompt lacks something the role needs."""
    if asked.tools and not asked.results:
        name, schema = asked.tools[0]
        return Said(conform({"query": "symptoms that stand out"}, schema), tool=name)
    engine = ROLES.get(asked.role)
    plain: JsonObject | str = {} if asked.schema is not None else "This is the scripted provider."
    content = engine(_with_results(asked)) if engine else plain
    if isinstance(content, dict) and asked.schema is not None:
        content = conform(content, asked.schema)
    return Said(content)


def _with_results(asked: Asked) -> JsonObject:
    """The data, with the passages from tool results added to its own."""
    data = asked.data()
    found = [passage for result in asked.results for passage in _passages(result)]
    return {**data, "passages": [*(data.get("passages") or ()), *found]} if found else data


def _passages(result: str) -> list[Any]:
    try:
        read = json.loads(result)
    except ValueError:
        return []
    passages = read.get("passages", ()) if isinstance(read, dict) else read
    return [one for one in passages if isinstance(one, dict)] if isinstance(passages, list) else []


def _object(text: str) -> JsonObject:
    try:
        read = json.loads(text)
    except ValueError as failed:
        raise CorrectInput(f"the block of data is not JSON: {failed}") from None
    if not isinstance(read, dict):
        raise CorrectInput("the block of data is not a JSON object")
    return read
