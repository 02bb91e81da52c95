/** The patient's page: the conversation and nothing else. */
import { sendOnEnter, watchField } from "/static/composer.js";
import { find, icon, make, showProgress } from "/static/dom.js";
import { EarlierAnswers } from "/static/earlier.js";
import { BREAKS, Line } from "/static/line.js";
import { scriptBlocks } from "/static/script.js";
import { followWhoWasTold } from "/static/who_was_told.js";

const STILL_WORKING_AFTER = 8_000; // milliseconds
const RELEASED_AFTER = 30_000; // a reply that is this late holds nobody back any longer
const OWED = "Your last message is being answered. What you write here stays; you can send it in a moment.";
const REPLAYED_AFTER = 400;
const FINISHED = "This conversation is finished. Your therapist has your answers. You can close this page.";
/** Said of a stop once the log holds it, until the server says what it knows about who was told. */
const ALERTED = "Please don't wait for an answer here.";
const DELETING = "This conversation is finished. What you wrote is being deleted.";
/** Said once everything was erased: what stays, too. */
const ERASED =
  "What you wrote has been deleted from this server, as you wanted. That there was a conversation, and when it was deleted, stays; so does that there was an alert, if there was one. Your therapist may have read what you wrote before. If you are in danger, please call your local emergency number.";
/** Said of a stop that the server could not store so far. */
const UNSAVED = "Your message has not reached your therapist yet. This page keeps trying; please don't wait for it.";
const STATES = {
  open: "",
  waiting: "Reconnecting… what you write is kept.",
  lost: "There is no connection at the moment. This page keeps trying. If this goes on, ask your therapist for a new link.",
};

const log = find("log");
const field = find("text");
const scroller = find("main");
const unsettled = new Map(); // frame id -> its bubble
const earlier = new EarlierAnswers((itemId, text) => say({ type: "edit", itemId, text }));
let openItem = null;
let lastAsked; // the number of the interviewer's last message: what the next answer belongs to
let waiting = true;
let paused = false;
let over = false;
let ready = false;
let slow = 0;
let held = 0;
let replay = 0;

const line = new Line(
  find("room").dataset.id,
  { event: happened, state: (state) => (find("link-state").textContent = STATES[state]), refused, script: unsaved },
  { patient: true },
);

function happened({ seq, kind, body }) {
  settleReplay();
  if (kind === "message" && body.role === "interviewer") told(body, seq);
  else if (kind === "message") said(body);
  else if (kind === "skipped") skipped(body);
  else if (kind === "ended") {
    if (body.status !== "terminated_for_safety") close(body.erases ? DELETING : FINISHED);
    if (!body.erases) line.stop();
  } else if (kind === "erased") {
    log.replaceChildren();
    close(ERASED);
    line.stop();
  }
  refresh();
}

function told(body, seq) {
  lastAsked = seq;
  if (body.purpose === "script") {
    if (!find("script")) append(script(body.text));
    close(ALERTED);
    return void followWhoWasTold(find("room").dataset.id, close);
  }
  if (body.help) offer(body.help);
  append(bubble("interviewer", "Interviewer", asks(body)));
  paused = BREAKS.has(body.purpose);
  openItem = body.itemId ?? openItem;
  earlier.asked(body);
  wait(false);
  showProgress(body.progress);
  if (body.purpose === "closing") close(FINISHED);
}

/** The script, at once, though what called for it is not stored yet; the log brings it again later. */
function unsaved({ text }) {
  if (over) return;
  log.append(script(text));
  close(UNSAVED);
  refresh();
}

const script = (text) => make("div", { class: "script", id: "script", tabindex: "-1" }, ...scriptBlocks(text));

/** A kind word, and who answers now: each number a button that calls or writes. */
function offer({ locale, said, lines }) {
  append(make("p", { class: "message interviewer", lang: locale }, make("span", { class: "visually-hidden" }, "Interviewer: "), said));
  append(make("section", { class: "care", lang: locale, "aria-label": said }, ...lines.map(helpline)));
}

const helpline = ({ name, ways }) => make("div", {}, make("p", {}, name), make("div", { class: "actions" }, ...ways.map(way)));
const way = ({ label, href }) => make("a", { class: "button", href }, icon(href.startsWith("sms:") ? "text" : "phone"), label);

/** The words of a message without those of the help, which stand above them. */
const asks = ({ text, help }) => (help ? text.slice(help.text.length).trim() : text);

function said(body) {
  const mine = unsettled.get(body.clientId);
  unsettled.delete(body.clientId);
  if (mine) settle(mine);
  else append(bubble("patient", "You", body.text));
  if (body.answers == null) earlier.answered(body.itemId, body.text);
  showProgress(body.progress);
  wait(true);
}

function skipped({ itemId, late }) {
  wait(true);
  if (late) return;
  append(make("p", { class: "aside" }, "You skipped this question."));
  earlier.answered(itemId, "Skipped");
}

function settle(element) {
  element.classList.remove("waiting");
  element.querySelector(".about")?.remove();
  const next = element.nextElementSibling;
  if (next && next.id !== "script" && !next.classList.contains("waiting")) log.append(element);
}

function refused(frame, error) {
  const mine = frame && unsettled.get(frame.id);
  if (mine) {
    mine.remove();
    unsettled.delete(frame.id);
    if (frame.text) field.value = [frame.text, field.value].filter(Boolean).join("\n");
    measureField();
  }
  wait(false);
  find("trouble").textContent = error.message;
  find("trouble").hidden = false;
  refresh();
}

function bubble(role, who, text) {
  return make("div", { class: `message ${role}` }, make("span", { class: "visually-hidden" }, `${who}: `), make("span", { class: "words" }, text));
}

function append(element) {
  const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 120;
  log.append(element);
  for (const late of unsettled.values()) if (late !== element) log.append(late);
  if (atEnd) toEnd();
}

/** Show the end of the conversation; of a last message taller than the screen, its beginning. */
function toEnd() {
  const last = log.lastElementChild;
  scroller.scrollTop = scroller.scrollHeight;
  if (last) scroller.scrollTop -= Math.max(0, scroller.getBoundingClientRect().top + 16 - last.getBoundingClientRect().top);
}

/** Send a frame; words show at once, marked until the server has stored them. */
function say(frame) {
  find("trouble").hidden = true;
  const id = line.send(frame);
  if (frame.text) {
    const mine = bubble("patient", "You", frame.text);
    mine.classList.add("waiting");
    mine.prepend(make("span", { class: "about" }, frame.type === "edit" ? "Changing an earlier answer…" : "Sending…"));
    unsettled.set(id, mine);
    append(mine);
    toEnd();
  }
  wait(true);
  refresh();
  field.focus();
}

function sendField() {
  if (find("send").disabled) return;
  if (waiting) return void (find("held").textContent = OWED);
  const text = field.value;
  field.value = "";
  measureField();
  say({ type: "message", text, question: lastAsked });
}

function wait(now) {
  waiting = now;
  clearTimeout(slow);
  clearTimeout(held);
  find("held").textContent = "";
  const said = find("typing-text");
  said.className = "visually-hidden";
  said.textContent = "";
  if (!now) return;
  slow = setTimeout(stillWorking, STILL_WORKING_AFTER);
  held = setTimeout(release, RELEASED_AFTER);
}

/** The reply does not come: let the patient write again, once all that was said has been stored. */
function release() {
  if (line.busy) {
    held = setTimeout(release, RELEASED_AFTER);
    return;
  }
  wait(false);
  refresh();
}

function stillWorking() {
  const said = find("typing-text");
  said.className = "";
  said.textContent = find("link-state").textContent ? "" : "This takes a little longer than usual.";
}

/** Nothing more can be written; the status line under the conversation says how things stand. */
function close(words) {
  const panel = find("ended");
  if (over) return (panel.firstElementChild.textContent = words);
  over = true;
  const hadFocus = find("composer").contains(document.activeElement) || find("earlier").open;
  find("composer").hidden = true;
  find("earlier").close();
  panel.hidden = false;
  panel.replaceChildren(make("p", { role: "status" }, words));
  wait(false);
  toEnd();
  if (hadFocus) (find("script") ?? panel).focus({ preventScroll: true });
}

/** Bring everything that depends on the state into line with it. */
function refresh() {
  const quiet = waiting && !over && log.childElementCount > 0;
  const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 120;
  find("typing").hidden = !quiet;
  find("break").hidden = !paused || over;
  find("choices").hidden = paused;
  find("send").disabled = !ready || over;
  find("send").setAttribute("aria-disabled", String(waiting));
  find("continue").disabled = waiting;
  find("skip").disabled = waiting || over || openItem == null;
  find("pause").disabled = waiting || over;
  find("change").disabled = waiting || over || !earlier.offer(openItem);
  if (atEnd) toEnd();
}

/** What was said before this page was opened is not read aloud. */
function settleReplay() {
  if (log.getAttribute("aria-busy") === "false") return;
  clearTimeout(replay);
  replay = setTimeout(() => {
    log.setAttribute("aria-busy", "false");
    toEnd();
  }, REPLAYED_AFTER);
}

const measureField = watchField(field, find("left"), (something) => {
  ready = something;
  refresh();
});
sendOnEnter(field, sendField);
find("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  sendField();
});
find("skip").addEventListener("click", () => say({ type: "skip", question: lastAsked }));
find("pause").addEventListener("click", () => say({ type: "pause" }));
find("continue").addEventListener("click", () => say({ type: "message", text: "I'm ready to carry on.", question: lastAsked }));
find("change").addEventListener("click", () => earlier.open(openItem));
addEventListener("beforeunload", (event) => line.busy && event.preventDefault());
window.visualViewport?.addEventListener("resize", () => {
  find("room").style.height = `${window.visualViewport.height}px`;
  toEnd();
});
find("composer").hidden = over;
if (matchMedia("(pointer: fine)").matches) field.focus();
