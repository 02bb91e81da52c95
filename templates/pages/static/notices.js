/** What the therapist should know about how the interview is run. Of each kind there is one entry, which counts. */
import { find, make } from "/static/dom.js";

const times = (count, one, many) => (count === 1 ? one : `${count} ${many}`);
const SUMMARIES = {
  engine: (count) =>
    `${times(count, "Once", "times")} the language model did not answer, and the rule engine did. The report says for each item who scored it.`,
  risk: (count) =>
    `${times(count, "One message was", "messages were")} not read for risk by the language model. The rules read every message first.`,
};
const kinds = new Map();

/** Show a notice; those of a known kind fold into one, with what happened inside. */
export function noticed({ code, text }) {
  find("notices-card").hidden = false;
  if (!(code in SUMMARIES)) {
    find("notices").append(make("li", {}, text));
    return;
  }
  const kind = kinds.get(code) ?? opened(code);
  kind.count += 1;
  kind.summary.textContent = SUMMARIES[code](kind.count);
  if (!kind.seen.has(text)) kind.list.append(make("li", {}, text));
  kind.seen.add(text);
}

function opened(code) {
  const kind = { count: 0, seen: new Set(), summary: make("p"), list: make("ul") };
  const inside = make("details", {}, make("summary", {}, "What happened"), kind.list);
  find("notices").append(make("li", {}, kind.summary, inside));
  kinds.set(code, kind);
  return kind;
}
