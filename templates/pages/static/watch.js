/** The therapist's page: the conversation as it happens, scores, risk findings, and the report at the end. */
import { find, localTimes, make, showProgress } from "/static/dom.js";
import { endDraft, showDraft } from "/static/drafts.js";
import { nameOf, nothingDerived, showAsked, showResponse } from "/static/domains.js";
import { prepareSound, sound } from "/static/alarm.js";
import { acknowledgeWith, alertErased, alertHelped, alertInPerson, alertKnows, alertNow, alertTurn, arriveAtAlert, badge, entitle, findingsFirst, screenNoted, showAcknowledged, showAlert, showFindings } from "/static/findings.js";
import { BREAKS, Line } from "/static/line.js";
import { offerLink } from "/static/link.js";
import { noticed } from "/static/notices.js";
import { followModel, modelChanged } from "/static/silence.js";
import { keys } from "/static/rows.js";
import { drawTurn } from "/static/quotes.js";
import { finishReport, placeDoings, showSection } from "/static/report.js";
import { readNotes } from "/static/screen.js";
import { scriptBlocks } from "/static/script.js";
import { followMessages, messagesChanged } from "/static/told.js";
import { followView, transcriptThere, viewChanged } from "/static/view.js";
import { ACTS, PURPOSES, stateOf } from "/static/wording.js";

const REPLAYED_AFTER = 400; // milliseconds
const STATES = { open: "", waiting: "Reconnecting…", offline: "You're offline; this page reconnects by itself.", lost: "No connection to the server; this page keeps trying.", stuck: "This conversation can't be opened at the moment; this page keeps trying." };
const OVER = { REPORT: 1, DONE: 2, LEFT: 3, SAFETY_STOP: 3 }; // phases in which nothing is asked any more, the later the higher
const ANSWERS = { SAFETY_STOP: "Answers before the stop", LEFT: "Answers before the end" };
const interview = find("interview").dataset.id;
const log = find("log");
const shownAtFirst = find("progress").value;
let now = { phase: find("interview").dataset.phase, paused: false, begun: "begun" in find("interview").dataset };
const cameOver = now.phase in OVER;
let inPerson = false; // what is said then is said to the clinician, unless
let wrote = false; // the patient wrote the last words on their page
let answeredThere = false; // the patient has written something on their page
let askedNow = false; // what was asked last is whether such thoughts are there right now
const inTheRoom = () => inPerson && !wrote;
let replay = 0;
let sent = false; // a form of this page is on its way: where it leads is not to be overtaken by a reload
addEventListener("submit", ({ target, defaultPrevented }) => (sent ||= !defaultPrevented && target.method !== "dialog"));
addEventListener("pageshow", () => (sent = false));

const HANDLERS = {
  message: said,
  skipped: ({ itemId }) => append(make("p", { class: "aside" }, itemId ? `Skipped: ${nameOf(itemId)}` : "Skipped")),
  tool: called,
  risk: (body) => raised(body.turn, body.reading ?? body),
  alert: alerted,
  acknowledged,
  notice: told,
  reread: modelChanged,
  report: reported,
  ended,
  erased,
  in_person: recordedAnswer,
  held: taken,
  released: taken,
  rated: changed,
  unrated: changed,
  signed: changed,
  reopened: changed,
  discarded: changed,
};

function happened({ kind, body, at }) {
  HANDLERS[kind]?.(body, at);
  settleReplay();
}

function said(body) {
  const patient = body.role === "patient";
  const recorded = !patient && (body.inPerson ?? inTheRoom()); // an older entry does not say so
  append(
    make(
      "div",
      { class: `message ${body.role}`, id: `turn-${body.turn}`, "data-turn": body.turn, "data-unsaid": recorded },
      make("div", { class: "about" }, about(body, patient, recorded)),
      body.purpose === "script" ? make("div", { class: "words prose" }, ...scriptBlocks(body.text)) : make("span", { class: "words" }, body.text),
    ),
  );
  if (patient) [wrote, answeredThere] = [!body.by, answeredThere || !body.by];
  if (patient && body.act === "erase" && body.sure) find("wants-erased").hidden = false;
  if (patient && askedNow && body.text.trim()) alertNow(body.turn, body.text);
  askedNow = patient ? askedNow && !body.text.trim() : body.purpose === "now";
  if (patient) drawTurn(body.turn);
  if (patient && body.risk) raised(body.turn, body.risk);
  if (!patient && body.itemId) showAsked(body.itemId);
  if (body.help && !recorded) alertHelped();
  if (body.purpose === "script" && recorded) alertInPerson();
  if (log.getAttribute("aria-busy") === "false" || body.progress.answered >= shownAtFirst) progressed(body.progress); // in person, answers bring no message
  show({ phase: body.phase, paused: patient ? now.paused : BREAKS.has(body.purpose), begun: now.begun || patient || body.phase !== "INTRO", held: now.held });
}

/** How many have an answer, and how many were passed without one. */
function progressed({ answered, total, open }) {
  const known = answered - (open ?? 0);
  showProgress({ answered, total }, `${known} of ${total} answered${open ? `, ${open} skipped or left open` : ""}`);
}

/** An answer given in person. */
function recordedAnswer({ response }) {
  wrote = false;
  showResponse(response);
}

/** An alert that was raised before this page was opened makes no sound. */
function alerted(body, at) {
  showAlert(body, at, inTheRoom());
  messagesChanged();
  if (log.getAttribute("aria-busy") === "false") sound({ key: interview, level: body.level, href: location.pathname });
}

function acknowledged(body) {
  showAcknowledged(body);
  messagesChanged();
  if (now.phase in OVER) changed();
}

/** A score is shown; impressions that are formed come with the view. */
function called({ tool, output }) {
  if (tool === "score_response") showResponse(output.response);
  if (tool === "diagnose") endDraft("impressions");
}

/** What a model gives no usable answer to is one line at the head of the page; the rest are notices. */
function told(body) {
  if (body.role) modelChanged();
  else noticed(body);
}

/** A section that comes while this page is open; those of before it came with the page. */
function reported(body) {
  endDraft(body.key);
  showSection(body);
  if (log.getAttribute("aria-busy") === "false") viewChanged();
}

/** Somebody paused the interview, took it over or gave it back while this page was open: what can be done now is another. */
function taken(body) {
  inPerson = body.why === "in_person"; // a release has no reason
  if (inPerson && !answeredThere) for (const message of log.querySelectorAll(".message.interviewer:not([data-unsaid])")) unsaid(message);
  show({ ...now, held: body.why, paused: now.paused && Boolean(body.why) });
  if (!sent && log.getAttribute("aria-busy") === "false") location.reload();
}

/** The clinician said something of an answer, or signed: the view says what stands now. */
function changed() {
  if (log.getAttribute("aria-busy") === "false") viewChanged();
}

const UNSAID = "Written, not said aloud";

/** What was written for a page at which nobody answered, before the interview was held in person. */
function unsaid(message) {
  message.dataset.unsaid = "";
  const shown = message.querySelector(".about").firstChild;
  shown.textContent = shown.textContent.replace("Interviewer", UNSAID);
}

function about({ role, itemId, purpose, act, then, pauses }, patient, recorded) {
  const words = [patient ? "Patient" : recorded ? UNSAID : "Interviewer"];
  if (itemId) words.push(nameOf(itemId));
  const move = patient ? ACTS[then ?? (pauses ? "pause" : act)] : PURPOSES[purpose];
  return [...words, ...(move ? [move] : [])].join(" · ");
}

/** A reading of a turn: mark the words, list the findings. */
function raised(turn, { tier, findings, engine }) {
  const message = find(`turn-${turn}`);
  if (message && tier !== "none") {
    message.dataset.tier = tier;
    message.querySelector(".badge")?.remove();
    message.querySelector(".about").append(badge(tier));
  }
  showFindings(turn, findings, engine);
  if (!(now.phase in OVER)) findingsFirst();
}

const knowAlert = () => alertKnows(now.phase, now.paused, now.closed, now.held);

function ended({ status }) {
  const stopped = status === "terminated_for_safety";
  const closed = status === "ended_by_clinician";
  const left = closed || status === "ended_by_patient";
  show({ ...now, paused: false, closed, phase: stopped ? "SAFETY_STOP" : left ? "LEFT" : "DONE" });
  if (!stopped && !left) finishReport();
}

/** What was said is gone from the server, so it goes from a page that shows it, too. */
function erased() {
  if (log.childElementCount > 0) location.reload();
  else alertErased();
}

/** The state is shown, unless it is of before the one that the page came with. */
function show(state) {
  if ((OVER[state.phase] ?? 0) < (OVER[now.phase] ?? 0)) return;
  if (OVER[state.phase] && state.phase !== now.phase) viewChanged();
  now = state;
  const words = stateOf(state, state.held && find("interview").dataset.held);
  const shown = find("status").firstElementChild;
  if (shown.textContent !== words) shown.textContent = words;
  shown.dataset.phase = state.phase;
  entitle(`${find("interview").dataset.label}: ${words.toLowerCase()} · Anamnesis`);
  find("report-rules")?.toggleAttribute("hidden", state.phase !== "REPORT");
  shown.toggleAttribute("data-paused", state.paused || state.held === "pause");
  knowAlert();
  find("interview").dataset.phase = state.phase;
  if (state.phase === "SAFETY_STOP") placeDoings();
  if (state.phase in ANSWERS) nothingDerived();
  if (state.phase in OVER) find("no-findings").textContent = "None.";
  find("no-report").hidden = state.phase !== "SAFETY_STOP";
  find("left-early").hidden = state.phase !== "LEFT";
  find("domains-title").textContent = ANSWERS[state.phase] ?? "By domain";
  find("export").hidden = !["DONE", "LEFT", "SAFETY_STOP"].includes(state.phase);
  if (!find("export").hidden) find("report-actions").hidden = false;
  find("invite").hidden = "nobody" in find("invite").dataset || state.phase in OVER;
  find("hand")?.toggleAttribute("hidden", state.phase in OVER);
  if (state.phase in OVER) turnOver(state.phase);
}

/** The questions are over: the transcript stands behind the report, and what was beside it folds, unless it was stopped. */
function turnOver(phase) {
  const columns = document.querySelector(".columns");
  if (columns.lastElementChild === find("transcript")) return;
  columns.append(find("transcript"));
  if (cameOver) return; // what the reader has opened since stays open
  if (phase === "REPORT" || phase === "DONE") for (const fold of document.querySelectorAll(".side .fold, #who-was-told .fold")) fold.open = false;
}

/** The end stays in view for who is there, but nobody is taken away from a turn that a link has led to. */
function append(element) {
  const atEnd = !(now.phase in OVER) && !log.querySelector(":focus") && log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  find("nothing-yet").hidden = true;
  log.append(element);
  if (atEnd) log.scrollTop = log.scrollHeight;
}

/** Show a message in the middle of what is seen of the transcript, its beginning where it is longer; the page itself
 * stays where it is. */
function openAt(message) {
  if (!message) return;
  const [box, one] = [log.getBoundingClientRect(), message.getBoundingClientRect()];
  const seen = box.top < innerHeight ? Math.min(box.bottom, innerHeight) - box.top : box.height;
  log.scrollTop += one.top - box.top - Math.max(0, (seen - one.height) / 2);
}

/** What was said before this page was opened is not read aloud. */
function settleReplay() {
  clearTimeout(replay);
  if (log.getAttribute("aria-busy") === "false") return;
  replay = setTimeout(() => {
    log.setAttribute("aria-busy", "false");
    transcriptThere();
    if (!history.state?.quote && !/^#(words|turn)-/.test(location.hash)) openAt(find(`turn-${alertTurn()}`));
    if (location.hash === "#hand-title" && document.activeElement === document.body) document.querySelector("h1").focus(); // the last item is settled
    if (location.hash === "#alert" && document.activeElement === document.body) arriveAtAlert();
  }, REPLAYED_AFTER);
}

localTimes();
keys({
  c: () => !find("report-actions").hidden && find("copy-note").click(),
  w: () => find("interview-note").focus(),
});
if (now.phase in OVER) turnOver(now.phase);
followView(interview);
followModel(interview);
acknowledgeWith(interview, async () => {
  const given = await readNotes();
  if (given) screenNoted(given);
  if (now.phase in OVER) changed();
});
offerLink(interview);
followMessages(interview);
prepareSound();
new Line(interview, {
  event: happened,
  draft: showDraft,
  state: (state) => (find("link-state").textContent = STATES[state]),
  refused: (_frame, error) => noticed({ text: error.message }),
});
