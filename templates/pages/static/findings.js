/** Risk findings and the alert that stands above everything until a member of staff has acknowledged it. */
import { ask, reason } from "/static/ask.js";
import { find, make } from "/static/dom.js";
import { lackingIn, screenIn } from "/static/screen.js";
import { ABOUT, ANCHORS, BADGES, MEANS, higher } from "/static/wording.js";

let title = document.title;
const seen = new Set();
const quoted = new Set();
const subjects = new Set(); // what the alerts that stand are about
const meaning = JSON.parse(find("interview").dataset.rules); // a rule -> what it means, in one sentence
let alerted = "none";
let worst = "none"; // of all alerts, acknowledged or not
let worstAt = null;
let stopped = null; // when an alert ended the conversation, not one that was read again later
let waiting = false;
let said = false;
const GOES_ON = "The conversation goes on.";
const HELD = { pause: "The conversation is paused until it is given back to the patient.", in_person: "The interview goes on in person." };
let stands = GOES_ON;
let helped = false;
let spoken = false; // in person
let there = false; // the last alert came while the clinician had the patient before them
let answer = null; // the score of item 11, where that raised an alert
let at = null; // the turn of the words that raised the most serious one
let latest = null; // when the last alert came
let since = null; // when the first of the most serious alerts came that nobody has acknowledged
let told = false; // the server has told what all alerts rest on
let gone = false; // what was said has been erased
let wanted = null; // what the patient asked for, where an alert stands for that

/** List a turn's findings of tier flag or above, newest first. */
export function showFindings(turn, findings, engine) {
  for (const finding of findings ?? []) {
    const key = `${turn}/${finding.rule}/${finding.start}`;
    if (finding.tier === "none" || seen.has(key)) continue;
    seen.add(key);
    find("no-findings").hidden = true;
    find("findings").prepend(entry(turn, finding, engine));
  }
}

/** While the questions go on, what was found stands first beside the transcript. */
export function findingsFirst() {
  const card = find("findings-card");
  if (seen.size && card.parentElement.firstElementChild !== card) card.parentElement.prepend(card);
}

/** The turn of the most serious words that wait for somebody, or that ended the interview; null where none do. */
export const alertTurn = () => (waiting || alerted === "stop" ? at : null);

export const badge = (tier) => make("span", { class: `badge ${tier}`, title: MEANS[tier] }, BADGES[tier]);

function entry(turn, { tier, about, text, rule }, engine) {
  return make(
    "li",
    {},
    make("span", { class: "meta" }, badge(tier), ABOUT[about] ?? about, turnLink(turn)),
    make("q", {}, text),
    make("span", { class: "hint" }, `${meaning[rule] ?? ""}${engine === "rules" ? "" : ` Read by ${engine}.`}`),
  );
}

const turnLink = (turn) => make("a", { href: `#turn-${turn}` }, `turn ${turn}`);

/** The page's title: how the interview stands, and a mark while an alert waits. */
export function entitle(words = title) {
  title = words;
  document.title = waiting ? `(!) ${title}` : title;
}

/** Raise the alert. Quotes are the sentences that it rests on, each with the way to its turn; what a model read without
 * the message's words stands apart from them. */
export function showAlert({ turn, level, findings, quotes, aside, before, unlocated, itemId, score, act, later }, when, inPerson) {
  if (!waiting) {
    [said, wanted, answer] = [false, null, null];
    subjects.clear();
  }
  if (!waiting || higher(level, alerted) !== alerted) [at, since] = [turn, when];
  alerted = waiting ? higher(level, alerted) : level;
  latest = when;
  if (higher(level, worst) !== worst) [worst, worstAt] = [level, when];
  waiting = true;
  if (level === "stop" && !later) stopped ??= when;
  for (const parts of quotes?.length ? quotes : findings.map(({ text }) => [{ text, marked: false }])) quote(turn, parts, after(aside, before));
  if (unlocated?.length) apart(turn);
  for (const { about } of findings) subjects.add(about);
  if (itemId != null) subjects.add("item");
  said ||= findings.length > 0 || itemId != null;
  wanted = act ?? wanted;
  answer = score ?? answer;
  there = inPerson;
  find("alert").hidden = false;
  find("alert").dataset.level = alerted;
  entitle();
  find("acknowledge").hidden = !find("what-was-done").hidden;
  find("acknowledged").hidden = true;
  tellAlert();
}

function quote(turn, parts, asked) {
  if (quoted.has(`${turn}/now`)) return;
  const words = parts.map(({ text, marked }) => (marked ? make("mark", {}, text) : text));
  listed(`${turn}/${plain(parts)}`, make("q", {}, ...words), turn, asked);
}

const plain = (parts) => parts.map(({ text }) => text).join("");

/** What was asked, where the words answer what a wish to end is about, behind the words that it was asked about. */
function after(aside, before) {
  return aside in ENDINGS && before?.length ? `After “${plain(before)}”, asked ${ENDINGS[aside]}:` : "";
}

/** What the patient answered when asked whether such thoughts were there right now stands with the alert. */
export function alertNow(turn, text) {
  listed(`${turn}/now`, make("q", {}, text), turn, "Asked whether it is there right now:");
}

function apart(turn) {
  const words = "The model read a risk; its words are not in the message. Please check.";
  listed(`${turn}/apart`, make("span", { class: "apart" }, words), turn);
}

function listed(key, element, turn, asked = "") {
  if (told || quoted.has(key)) return;
  quoted.add(key);
  find("alert-quotes").append(make("li", {}, asked ? make("span", { class: "asked" }, asked) : null, element, turnLink(turn)));
}

/** What the alerts rest on, as the server tells it once the questions are over: each sentence leads to its words. */
export function riskTold(entries) {
  told = true;
  find("alert-quotes").replaceChildren(...entries);
}

/** The server has told anew whether a call is still to be made. */
export function callTold() {
  if (alerted !== "none") tellAlert();
}

/** When staff gave the suicide screen that stands; undefined where they gave none since the last alert, or took it
 * back. What to do is told anew. */
export function screenNoted(at) {
  if (at) find("alert").dataset.screened = at;
  else delete find("alert").dataset.screened;
  callTold();
}

/** Whether one was given since the last alert. */
const screenGiven = () => new Date(find("alert").dataset.screened) > new Date(latest);

/** The conversation's state has changed: an alert must not say that a finished one goes on, nor one that is held by the clinician. */
export function alertKnows(phase, paused, closed, held) {
  if (phase === "LEFT") stands = closed ? "The interview has since been closed." : "The patient has since ended the conversation.";
  else if (phase === "REPORT" || phase === "DONE") stands = ""; // the status says so
  else if (held) stands = HELD[held];
  else stands = paused ? "The questions wait until the patient writes again." : GOES_ON;
  if (alerted !== "none") tellAlert();
}

const TITLES = { stop: "Ended for safety", urgent: "Urgent: please read this now", attention: "Needs attention" };
const SEEN = { stop: "Ended for safety", urgent: "Was urgent", attention: "Needed attention" }; // once acknowledged
const SPOKE = {
  suicide: "The patient spoke of death or suicide.",
  self_harm: "The patient spoke of hurting themselves.",
  violence: "The patient spoke of violence.",
  abuse: "The patient told of being hurt or threatened by somebody.",
  substance: "The patient spoke of a danger from alcohol, drugs or medicines.",
  language: "A message was in a language that is not read here.",
};
const ACT = { stop: " Call them now. If nobody answers: the emergency contact, then the emergency services, by your clinic's procedure.", urgent: " It cannot wait: read it now, and decide whether to call them.", attention: " Read it today, and decide what is to be done." }; // until then
const WITH_YOU = { urgent: " The patient is with you: ask about it now, before they go.", attention: " The patient is with you: talk about it before they go." };
const SCREEN = "C-SSRS or ASQ, in person.";
const SAFETY_PLAN = "a safety plan agreed with the patient.";
const AFTER_STOP = "your own assessment of the risk (C-SSRS or ASQ, in person) and a safety plan agreed with the patient.";
const WANTED = {
  person: "The patient would like to talk to a person.",
  help: "The patient asked for help, without saying more.",
  unsafe: "The patient may not be able to speak freely where they are.",
};
const ENDINGS = { left: "whether they meant this conversation", erasure: "whether to end it and delete everything" };
const ERASED = "What raised this alert was deleted on the patient's wish.";
const CLAIMED = "A language model read a risk and did not show it in the patient's words. Please check what was said.";

/** The patient has been offered the numbers: with the alert stands what was done. */
export function alertHelped() {
  helped = true;
  if (alerted !== "none") tellAlert();
}

/** What ended the interview was said in person: the patient was shown nothing. */
export function alertInPerson() {
  spoken = true;
  const [first] = find("what-was-done").querySelectorAll("[data-words]");
  first.dataset.words = first.textContent = "Stayed with the patient";
  if (alerted !== "none") tellAlert();
}

/** Whoever comes for the alert goes on from there with the next key. */
export function arriveAtAlert() {
  [find("acknowledge"), find("acknowledged")].find((one) => one.checkVisibility())?.focus();
}

/** The words behind the alert were erased on the patient's wish. */
export function alertErased() {
  gone = true;
  if (alerted !== "none") tellAlert();
}

const LATER = "A language model read it later, when only the rules had read it, and found a danger to life. The conversation was not ended by it.";
const STOPPED = "The patient was given the safety message and the conversation has ended.";
const SPOKEN = "What was said in person has ended the interview. The patient was shown no safety message.";
const STAY = " Stay with them, and tell them whom to call.";

/** What comes once the alerts are acknowledged, where they are about suicide or self-harm: as agents/interview/safety/to_do.py says it. */
function nextStep() {
  if (!["suicide", "self_harm", "item"].some((about) => subjects.has(about))) return "";
  if (alerted === "stop") return screenGiven() ? SAFETY_PLAN : AFTER_STOP;
  return screenGiven() ? "" : SCREEN;
}

function actNow(step) {
  const then = step && ` Then ${step}`;
  if (alerted === "stop" && spoken) return `${STAY}${then}`;
  if (there && alerted !== "stop") return `${WITH_YOU[alerted]}${then}`;
  return step && alerted === "attention" ? ` Read it today, then ${step}` : `${ACT[alerted]}${then}`;
}

/** What the answer to item 11 was, in words. */
const asked = () => `Asked about thoughts of self-harm, they did not say “not at all”${answer === null ? "" : `, but “${ANCHORS[answer]}” (${answer})`}.`;

function tellAlert() {
  const late = alerted === "stop" && !stopped;
  const level = waiting ? alerted : worst;
  const from = (level === "stop" && stopped) || (waiting ? since : worstAt);
  const title = level === "stop" && !stopped ? "Danger found on reading again" : (waiting ? TITLES : SEEN)[level];
  const spoke = [...subjects].map((about) => (about === "item" ? asked() : SPOKE[about])).filter(Boolean).join(" ");
  const why = gone ? ERASED : said ? spoke || CLAIMED : (WANTED[wanted] ?? CLAIMED);
  const what = alerted !== "stop" ? why : late ? LATER : spoken ? SPOKEN : STOPPED;
  const step = nextStep();
  const listed = find("what-next"); // what to do stands there, and once is enough
  const act = !listed && waiting && (alerted === "stop" || (said && !gone)) ? actNow(step) : "";
  const owed = "owed" in find("alert-messages").dataset;
  const after = [owed && "reach the patient, if nobody has yet", step].filter(Boolean).join("; then ");
  const next = !listed && !waiting && after && !("recorded" in find("alert").dataset) ? ` Next: ${after.replace(/[^.]$/, "$&.")}` : "";
  const words = [`${what}${act}${next}`, ...(alerted === "stop" ? [] : [helped && "Numbers to call were given.", stands])].filter(Boolean).join(" ");
  find("alert").toggleAttribute("data-seen", !waiting && !owed);
  find("status").firstElementChild.toggleAttribute("data-seen", !waiting);
  find("alert-title").textContent = from ? `${title}, ${waiting && title !== TITLES.stop ? "since " : ""}${shortly(from)}` : title;
  if (find("alert-text").textContent !== words) find("alert-text").replaceChildren(...whole(words));
}

/** Words in which the name of the screen does not break at its hyphen. */
const whole = (words) => words.split(/(C-SSRS)/).map((part) => (part === "C-SSRS" ? make("span", { class: "whole" }, part) : part));

/** The time of day; with the date where that is another day. It stays on one line. */
function shortly(moment) {
  const at = new Date(moment);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(at).replaceAll(" ", "\u00a0");
}

/** Somebody has acknowledged what stands: who, when, and what was done. One from before notes has neither name nor note. */
export function showAcknowledged({ by, name, at, note }) {
  const who = name ? `${name} (${by})` : by;
  const when = at ? ` on ${new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at))}` : "";
  waiting = false;
  entitle();
  find("acknowledge").hidden = true;
  find("what-was-done").hidden = true;
  find("acknowledged").hidden = false;
  find("acknowledged").querySelector("span").textContent = `Acknowledged by ${who}${when}${note ? `: ${note}` : "."}`;
  if (alerted !== "none") tellAlert();
}

/** Wire the form that asks what was done; `screened` follows where a suicide screen was given. */
export function acknowledgeWith(interview, screened = async () => {}) {
  const form = find("what-was-done");
  find("acknowledge").addEventListener("click", () => {
    asking(true);
    find("note").focus();
  });
  find("not-yet").addEventListener("click", () => later());
  form.addEventListener("keydown", (event) => event.key === "Escape" && later());
  for (const button of form.querySelectorAll("[data-words]")) button.addEventListener("click", () => begin(button.dataset.words));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [submit] = form.querySelectorAll('[type="submit"]');
    submit.disabled = true;
    try {
      const given = screenIn(form);
      showAcknowledged(await ask(`/interviews/${interview}/acknowledge`, { note: find("note").value, ...given }));
      form.reset();
      find("note-wrong").textContent = "";
      find("acknowledged").focus();
      if (given.screen !== "none") await screened();
    } catch (error) {
      find("note-wrong").textContent = reason(error);
      (lackingIn(form) ?? find("note")).focus();
    }
    submit.disabled = false;
  });
}

/** Show the form in place of the button, or the other way round. */
function asking(open) {
  find("what-was-done").hidden = !open;
  find("acknowledge").hidden = open;
  find("acknowledge").setAttribute("aria-expanded", String(open));
}

function later() {
  asking(false);
  find("acknowledge").focus();
}

/** Ready words go into the field, where they can be changed. */
function begin(words) {
  const field = find("note");
  field.value = words;
  field.focus();
  field.setSelectionRange(words.length, words.length);
}
