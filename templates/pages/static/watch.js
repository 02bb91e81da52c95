/** The therapist's page: the conversation as it happens, scores, risk findings, and the report at the end. */
import { find, localTimes, make, showProgress } from "/static/dom.js";
import { nameOf, showAsked, showResponse } from "/static/domains.js";
import { prepareSound, sound } from "/static/alarm.js";
import { acknowledgeWith, alertErased, alertHelped, alertKnows, badge, showAcknowledged, showAlert, showFindings } from "/static/findings.js";
import { BREAKS, Line } from "/static/line.js";
import { offerLink } from "/static/link.js";
import { noticed } from "/static/notices.js";
import { finishReport, showSection } from "/static/report.js";
import { scriptBlocks } from "/static/script.js";
import { followMessages, messagesChanged } from "/static/told.js";
import { ACTS, PURPOSES, stateOf } from "/static/wording.js";

const REPLAYED_AFTER = 400; // milliseconds
const STATES = { open: "", waiting: "Reconnecting…", offline: "You're offline; this page reconnects by itself.", lost: "No connection to the server; this page keeps trying." };
const interview = find("interview").dataset.id;
const log = find("log");
let now = { phase: find("interview").dataset.phase, paused: false, answered: 0 };
let replay = 0;

const HANDLERS = {
  message: said,
  skipped: ({ itemId }) => append(make("p", { class: "aside" }, itemId ? `Skipped: ${nameOf(itemId)}` : "Skipped")),
  tool: ({ tool, output }) => tool === "score_response" && showResponse(output.response),
  risk: (body) => raised(body.turn, body.reading ?? body),
  alert: alerted,
  acknowledged,
  notice: noticed,
  report: showSection,
  ended,
  erased,
};

function happened({ kind, body }) {
  HANDLERS[kind]?.(body);
  settleReplay();
}

function said(body) {
  const patient = body.role === "patient";
  append(
    make(
      "div",
      { class: `message ${body.role}`, id: `turn-${body.turn}`, "data-turn": body.turn },
      make("div", { class: "about" }, about(body, patient)),
      body.purpose === "script" ? make("div", { class: "words prose" }, ...scriptBlocks(body.text)) : make("span", { class: "words" }, body.text),
    ),
  );
  if (patient && body.risk) raised(body.turn, body.risk);
  if (!patient && body.itemId) showAsked(body.itemId);
  if (body.help) alertHelped();
  showProgress(body.progress);
  show({ phase: body.phase, paused: patient ? now.paused : BREAKS.has(body.purpose), answered: body.progress.answered });
}

/** An alert that was raised before this page was opened makes no sound. */
function alerted(body) {
  showAlert(body);
  messagesChanged();
  if (log.getAttribute("aria-busy") === "false") sound({ key: interview, level: body.level, href: location.pathname });
}

function acknowledged(body) {
  showAcknowledged(body);
  messagesChanged();
}

function about({ role, itemId, purpose, act, then, pauses }, patient) {
  const words = [patient ? "Patient" : "Interviewer"];
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
}

function ended({ status }) {
  const stopped = status === "terminated_for_safety";
  const left = status === "ended_by_patient";
  show({ ...now, paused: false, phase: stopped ? "SAFETY_STOP" : left ? "LEFT" : "DONE" });
  if (!stopped && !left) finishReport();
}

/** What was said is gone from the server, so it goes from a page that shows it, too. */
function erased() {
  if (log.childElementCount > 0) location.reload();
  else alertErased();
}

function show(state) {
  now = state;
  const words = stateOf(state.phase, state.paused, state.answered);
  const shown = find("status").firstElementChild;
  if (shown.textContent !== words) shown.textContent = words;
  shown.dataset.phase = state.phase;
  shown.toggleAttribute("data-paused", state.paused);
  alertKnows(state.phase, state.paused);
  find("interview").dataset.phase = state.phase;
  find("no-report").hidden = state.phase !== "SAFETY_STOP";
  find("left-early").hidden = state.phase !== "LEFT";
  find("domains-title").textContent = state.phase === "SAFETY_STOP" ? "Scores before the stop" : "By domain";
  find("export").hidden = !["DONE", "LEFT", "SAFETY_STOP"].includes(state.phase);
  find("invite").hidden = ["REPORT", "DONE", "LEFT", "SAFETY_STOP"].includes(state.phase);
}

function append(element) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  find("nothing-yet").hidden = true;
  log.append(element);
  if (atEnd) log.scrollTop = log.scrollHeight;
}

/** What was said before this page was opened is not read aloud. */
function settleReplay() {
  clearTimeout(replay);
  replay = setTimeout(() => log.setAttribute("aria-busy", "false"), REPLAYED_AFTER);
}

localTimes();
acknowledgeWith(interview);
offerLink(interview);
followMessages(interview);
prepareSound();
new Line(interview, {
  event: happened,
  state: (state) => (find("link-state").textContent = STATES[state]),
  refused: (_frame, error) => noticed({ text: error.message }),
});
