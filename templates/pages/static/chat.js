/** The patient's page: the conversation and nothing else. */
import { sendOnEnter, watchField } from "/static/composer.js";
import { coverUp, isCovered, uncover } from "/static/cover.js";
import { find, make, showProgress } from "/static/dom.js";
import { EarlierAnswers } from "/static/earlier.js";
import { tab } from "/static/kept.js";
import "/static/keys.js";
import { BREAKS, Line } from "/static/line.js";
import { QuickAnswers } from "/static/quick.js";
import { withPeople } from "/static/script.js";
import { append, ask, asks, bubble, follow, follows, log, offer, script, settle, toEnd } from "/static/talk.js";
import "/static/taps.js";
import { followWhoWasTold } from "/static/who_was_told.js";
import { fill, words } from "/static/words.js";

const STILL_WORKING_AFTER = 8_000; // milliseconds
const RELEASED_AFTER = 30_000; // a reply that is this late holds nobody back any longer
const REPLAYED_AFTER = 400;
const BACK_FOR = 6_000;
const SETTLES_IN = 400; // what has come up just now takes no tap yet: it was meant for what stood there before
const READ_IN = 1_000; // nobody has read a question sooner
/** What the interviewer says while an item, or its how-often, is open. */
const ASKS = new Set(
  ["question", "follow_up", "rephrase", "about", "kept", "revisit", "corrected", "resumed", "repeated", "language"],
);
const ABOUT_DANGER = new Set(["now", "go_on"]);
const REVIEWS = new Set(["review", "added"]);
const ENDING = new Set(["left", "erasure"]); // it is asked whether to end: nobody is on a break yet

const room = find("room");
const field = find("text");
const ID = room.dataset.id;
const LAST = Number(room.dataset.last); // up to here all had been said when the page was made
const unsettled = new Map(); // frame id -> its bubble
const earlier = new EarlierAnswers((itemId, text) => say({ type: "edit", itemId, text }), {
  read: () => tab.read(`edit-${ID}`),
  write: (begun) => (begun ? tab.write(`edit-${ID}`, begun) : tab.drop(`edit-${ID}`)),
});
const unsent = { read: () => tab.read(`unsent-${ID}`) ?? [], write: (frames) => tab.write(`unsent-${ID}`, frames) };
const quick = new QuickAnswers(field, {
  send: (text, inHand, id) => say({ id, type: "message", text, question: id ? tappedFor : lastAsked }, inHand ? log : null),
  hold: (text) => line.hold({ type: "message", text, question: (tappedFor = lastAsked) }),
  withdraw: (id) => line.withdraw(id),
  show: (...elements) => {
    log.append(...elements);
    toEnd();
  },
  changed: () => measureField(),
  undone: settleDown,
  tell,
});
let openItem = null;
let lastAsked; // the number of the interviewer's last message: what the next answer belongs to
let tappedFor; // what the answer beside Undo belongs to, whatever is asked meanwhile
let latest = {}; // that message
let waiting = true;
let unread = true; // what is asked is still to come, or not yet read: it can't be skipped
let reading = 0;
let settling = 0;
let paused = false;
let over = false;
let leaving = false;
let ready = false;
let linked = true;
let slow = 0;
let held = 0;
let back = 0;
let replay = 0;

const line = new Line(ID, { event: happened, state: connection, refused, script: unsaved }, { patient: true, kept: unsent });

function happened({ seq, kind, body }) {
  settleReplay();
  if (kind === "message" && body.role === "interviewer") told(body, seq);
  else if (kind === "message") said(body);
  else if (kind === "skipped") skipped(body);
  else if (kind === "held" || kind === "released") taken(kind === "held" ? body.why : null);
  else if (kind === "ended") {
    if (body.status !== "terminated_for_safety") close(body.erases ? words.end.deleting : words.end.finished);
    if (!body.erases) line.stop();
    forget();
  } else if (kind === "erased") {
    log.replaceChildren();
    room.dataset.over = "erased";
    close(fill(words.end.erased, find("ended").dataset));
    line.stop();
    forget();
  }
  refresh();
  if (seq >= LAST || over) reveal(); // what comes after the end is not for the patient
}

function told(body, seq) {
  lastAsked = seq;
  latest = body;
  if (body.purpose === "script") {
    if (!find("script")) append(script(body.text));
    close(words.end.alerted);
    return void followWhoWasTold(ID, close);
  }
  const followed = follows();
  if (body.help) offer(body.help);
  const mine = bubble("interviewer", words.talk.interviewer, asks(body));
  const begins = room.toggleAttribute("data-begins", body.phase === "INTRO");
  if (begins) mine.classList.add("introduction");
  append(mine);
  ask(mine, [ASKS, ABOUT_DANGER, REVIEWS].some((kinds) => kinds.has(body.purpose)));
  paused = BREAKS.has(body.purpose);
  openItem = REVIEWS.has(body.purpose) ? null : (body.itemId ?? openItem);
  earlier.told(body);
  wait(false);
  settleDown();
  reading = setTimeout(() => {
    unread = false;
    refresh();
  }, READ_IN);
  progress(body.progress);
  if (body.purpose === "closing") close(words.end.finished);
  if (body.purpose === "unsafe" && !("hidden" in log.dataset)) return coverUp(true);
  if (replaying()) return;
  tell([body.help?.said, asks(body)].filter(Boolean).join("\n"));
  follow(mine, followed);
}

/** The script, at once, though what called for it is not stored yet; the log brings it again later. */
function unsaved({ text }) {
  if (over) return;
  log.append(script(text));
  close(words.end.unsaved);
  refresh();
}

function said(body) {
  const mine = unsettled.get(body.clientId);
  unsettled.delete(body.clientId);
  if (mine) settle(mine);
  if (mine) sentNow();
  else append(bubble("patient", words.talk.patient, body.text));
  progress(body.progress);
  wait(true);
}

/** The last of what had waited for the line is there. */
function sentNow() {
  const banner = find("link-state");
  if (banner.textContent === words.line.back && !unsettled.size) tell((banner.textContent = words.line.back_sent));
}

function skipped({ late }) {
  wait(true);
  if (!late) append(make("p", { class: "aside" }, words.talk.skipped));
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
  unread = false;
  find("trouble").textContent = words.refused[error.code] ?? error.message;
  find("trouble").hidden = false;
  refresh();
}

/** The therapist paused the conversation, goes on in person, or gave it back. */
function taken(why) {
  const said = why ? words.held[why] : "";
  find("held-by").hidden = !why;
  find("held-by").textContent = said;
  wait(!why && latest.phase !== undefined);
  if (why) paused = false;
  find("composer").hidden = Boolean(why) || over;
  if (!replaying()) tell(said || words.held.back);
}

/** Who uses keys goes on in the field; on a touch screen its keyboard would cover what is said next. */
const atHand = () => (matchMedia("(pointer: fine)").matches || document.querySelector(":focus-visible") ? field : log);

/** Send a frame; words show at once, marked until the server has stored them. */
function say(frame, hand = atHand()) {
  quick.flush();
  find("trouble").hidden = true;
  const id = line.send(frame);
  if (frame.text) show({ ...frame, id });
  wait(true);
  refresh();
  if (hand === field) field.focus();
  else if (hand) log.lastElementChild.focus({ preventScroll: true });
}

function show({ id, type, text }) {
  const mine = bubble("patient", words.talk.patient, text);
  mine.classList.add("waiting");
  mine.tabIndex = -1;
  mine.prepend(make("span", { class: "about" }, markOf(type)));
  unsettled.set(id, mine);
  append(mine);
  toEnd();
}

function markOf(type) {
  if (!navigator.onLine) return words.talk.waiting;
  return type === "edit" ? words.talk.changing : words.talk.sending;
}

/** What is written while a reply is on its way goes out at once too, since it may tell of danger: it answers the question that stood there. */
function sendField() {
  if (find("send").disabled) return;
  const question = quick.waits ? tappedFor : lastAsked;
  const text = quick.with(field.value);
  field.value = "";
  measureField();
  say({ type: "message", text, question }, field);
}

function wait(now) {
  waiting = now;
  unread ||= now;
  clearTimeout(reading);
  clearTimeout(slow);
  clearTimeout(held);
  const said = find("typing-text");
  said.className = "visually-hidden";
  said.textContent = "";
  if (!now) return;
  slow = setTimeout(stillWorking, STILL_WORKING_AFTER);
  held = setTimeout(release, RELEASED_AFTER);
}

/** Other buttons have come up: for a moment they take no tap. */
function settleDown() {
  clearTimeout(settling);
  settling = setTimeout(() => {
    settling = 0;
    refresh();
  }, SETTLES_IN);
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
  said.textContent = find("link-state").textContent ? "" : words.talk.slow;
}

/** The line's state, said in the page for as long as it lasts; that it is back, for a moment. */
function connection(state) {
  const banner = find("link-state");
  const was = banner.textContent && !banner.classList.contains("good");
  clearTimeout(back);
  linked = state === "open";
  banner.classList.toggle("good", state === "open");
  if (state !== "open") banner.textContent = words.line[state];
  else banner.textContent = was ? words.line.back : "";
  if (banner.textContent) tell(banner.textContent);
  if (state === "open") back = setTimeout(() => (banner.textContent = ""), BACK_FOR);
  for (const late of unsettled.values()) {
    const about = late.querySelector(".about");
    if (about.textContent !== words.talk.changing) about.textContent = state === "offline" ? words.talk.waiting : words.talk.sending;
  }
  refresh();
}

/** Nothing more can be written; the status line under the conversation says how things stand. */
function close(status) {
  const panel = find("ended");
  if (over) {
    panel.firstElementChild.textContent = status;
    if (!replaying()) tell(status);
    return;
  }
  over = true;
  const hadFocus = find("composer").contains(document.activeElement) || find("earlier").open || document.activeElement === document.body;
  find("composer").hidden = true;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  panel.hidden = false;
  panel.replaceChildren(make("p", {}, status));
  if (find("script")) showPeople();
  wait(false);
  for (const name of ["draft", "edit"]) tab.drop(`${name}-${ID}`);
  toEnd();
  if (hadFocus || find("script")) (find("script") ?? panel).focus({ preventScroll: true });
  if (!replaying()) tell(status);
}

/** After a stop: the script, each number as a button below the sentence that names it, and below them the people of the
 * help whom it does not name; nothing else. */
function showPeople() {
  room.dataset.over = "stop";
  if (isCovered() && !replaying()) uncover();
  withPeople(find("script"), find("help").querySelector(".lines").cloneNode(true), words.end.people);
}

/** Bring everything that depends on the state into line with it. */
function refresh() {
  const quiet = waiting && linked && !over && log.childElementCount > 0;
  const starts = latest.phase === "INTRO" && !paused;
  const away = waiting || over || quick.waits;
  find("typing").hidden = !quiet;
  const ending = ENDING.has(latest.purpose);
  find("break").hidden = !paused || ending || over;
  find("start").hidden = !starts;
  find("choices").hidden = paused || starts;
  find("send").disabled = !ready || over;
  const none = !earlier.offer(openItem);
  for (const id of ["continue", "ready", "pause"]) still(id, away);
  for (const id of ["change", "look"]) still(id, away || none);
  still("skip", away || unsettled.size > 0 || openItem == null, unread);
  find("look").hidden = paused || over || !REVIEWS.has(latest.purpose);
  find("begun").hidden = find("look").disabled || paused || !earlier.begun(openItem);
  quick.offer(paused && !ending ? null : answers(), away, settling > 0);
  if (follows()) toEnd();
}

/** Switch a button off, or have it take no tap while it has just come up, and no key either while what it is for is
 * still unread: so it keeps its place on the way of the Tab key. */
function still(id, off, unread = false) {
  const button = find(id);
  button.disabled = off;
  button.ariaDisabled = settling > 0 || unread ? "true" : null;
  button.toggleAttribute("data-unread", unread);
}

/** The kind of answers that the open question offers to tap: never after a disclosure, until it was asked to go on. */
function answers() {
  if (latest.purpose === "erasure" && latest.text.includes(words.answers.offered)) return "deletion";
  if (ABOUT_DANGER.has(latest.purpose) || ENDING.has(latest.purpose)) return latest.purpose;
  if (REVIEWS.has(latest.purpose)) return "review";
  const asked = ASKS.has(latest.purpose) && latest.itemId != null && !latest.help;
  return asked && "quick" in room.dataset ? "often" : null;
}

function progress(now) {
  showProgress(now, fill(now.open ? words.page.progress_open : words.page.progress_text, now));
}
const replaying = () => log.getAttribute("aria-busy") === "true";

/** Read aloud, once: the page's one polite region. Nothing is read from behind the cover. */
function tell(text) {
  if (!isCovered()) find("live").textContent = text;
}

/** All that had been said is here: show it, unless it ended with a sign that showing it is not safe. */
function reveal() {
  if (!("hidden" in log.dataset)) return;
  if (latest.purpose === "unsafe" && paused) coverUp(true);
  delete log.dataset.hidden;
  toEnd();
}

/** What was said before this page was opened is not read aloud. */
function settleReplay() {
  if (!replaying()) return;
  clearTimeout(replay);
  replay = setTimeout(() => {
    log.setAttribute("aria-busy", "false");
    toEnd();
  }, REPLAYED_AFTER);
}

function forget() {
  for (const name of ["draft", "edit", "unsent"]) tab.drop(`${name}-${ID}`);
}

field.value = tab.read(`draft-${ID}`) ?? "";
const measureField = watchField(field, find("left"), (something) => {
  ready = something;
  if (field.value) tab.write(`draft-${ID}`, field.value);
  else tab.drop(`draft-${ID}`);
  refresh();
});
for (const frame of line.unsent) if (frame.text) show(frame);
sendOnEnter(field, sendField);
find("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  sendField();
});
find("skip").addEventListener("click", () => say({ type: "skip", question: lastAsked }));
find("pause").addEventListener("click", () => say({ type: "pause" }));
for (const [id, text] of [["continue", words.break.sent], ["ready", words.start.ready]]) {
  find(id).addEventListener("click", () => say({ type: "message", text, question: lastAsked }));
}
for (const id of ["change", "look", "begun"]) find(id).addEventListener("click", () => earlier.open(openItem, REVIEWS.has(latest.purpose)));
find("earlier").addEventListener("close", refresh);
find("uncover").addEventListener("click", () => {
  uncover();
  settleDown();
  refresh();
  toEnd();
  (over ? find("script") ?? find("ended") : field).focus({ preventScroll: true });
});
addEventListener("beforeunload", (event) => !leaving && line.busy && event.preventDefault());
document.addEventListener("leaving", () => {
  leaving = true;
  quick.flush();
  line.stop();
  wait(false);
});
find("composer").hidden = over;
if (!navigator.onLine) connection("offline");
if (matchMedia("(pointer: fine)").matches && !isCovered()) field.focus();
