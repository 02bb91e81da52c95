/** The conversation on the page: its bubbles, and where the patient is in it. */
import { find, icon, make } from "/static/dom.js";
import { scriptBlocks } from "/static/script.js";
import { words } from "/static/words.js";

const NEAR = 120; // pixels from the end that still count as its end
export const log = find("log");
const room = find("room");
const scroller = find("main");
const newer = find("newer");
let following = true; // the end stays in view, until the patient scrolls up
let placed = 0;

/** Whether the end of the conversation is, and stays, in view. */
export const follows = () => following;

/** One message; each paragraph of the interviewer's is a bubble of its own. */
export function bubble(role, who, text) {
  const parts = role === "interviewer" ? text.split(/\n\s*\n/u) : [text];
  const shown = parts.map((part) => make("span", { class: "words" }, part.trim()));
  return make("div", { class: `message ${role}` }, make("span", { class: "visually-hidden" }, `${who}: `), ...shown);
}

/** Put it at the end; what waits to be stored stays behind it, in its order. */
export function append(element) {
  const late = element.classList.contains("waiting") ? [] : log.querySelectorAll(":scope > .waiting");
  log.append(element, ...late);
  if (following) toEnd();
}

/** It is stored: it looks like any other, and stands where the log has it. */
export function settle(element) {
  element.classList.remove("waiting");
  element.querySelector(".about")?.remove();
  const next = element.nextElementSibling;
  if (next && next.id !== "script" && !next.classList.contains("waiting")) log.append(element);
}

/** Show the end of the conversation; of a last message taller than the screen, its beginning. */
export function toEnd() {
  const last = log.lastElementChild;
  scroller.scrollTop = scroller.scrollHeight;
  if (last) scroller.scrollTop -= Math.max(0, scroller.getBoundingClientRect().top + 16 - last.getBoundingClientRect().top);
  placed = scroller.scrollTop;
  following = true;
  newer.hidden = true;
}

/** The question that is open stands out; those before it no longer do. */
export function ask(mine, open) {
  for (const old of log.querySelectorAll(".asking")) old.classList.remove("asking");
  if (open) mine.lastElementChild.classList.add("asking");
}

/** Who was at the end, and had nothing else in hand, has the new words in hand; who reads above finds a button. */
export function follow(mine, followed) {
  if (!followed) return void (newer.hidden = false);
  const hand = document.activeElement;
  if (hand !== document.body && (hand === log || !log.contains(hand))) return;
  mine.lastElementChild.tabIndex = -1;
  mine.lastElementChild.focus({ preventScroll: true });
}

/** The safety script. */
export const script = (text) => make("div", { class: "script", id: "script", tabindex: "-1" }, ...scriptBlocks(text));

/** A kind word, and who answers now: each number a button that calls or writes. */
export function offer({ locale, said, lines }) {
  const kind = bubble("interviewer", words.talk.interviewer, said);
  kind.lang = locale;
  append(kind);
  append(make("div", { class: "care lines", role: "group", lang: locale, "aria-label": said }, ...lines.map(helpline)));
}

const helpline = ({ name, ways }) => make("div", { class: "line" }, make("p", {}, name), make("div", { class: "ways" }, ...ways.map(way)));

function way({ label, href }) {
  const beside = href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" };
  return make("a", { class: "button call", href, ...beside }, icon(href.startsWith("tel:") ? "phone" : "text"), label);
}

/** The words of a message without those of the help, which stand above them. */
export const asks = ({ text, help }) => (help ? text.slice(help.text.length).trim() : text);

/** A phone's keyboard takes its part of the screen: the page keeps to what is left, with help on top. */
function fit({ height, offsetTop, scale }) {
  room.style.height = scale > 1.01 ? "" : `${height}px`;
  room.style.translate = scale > 1.01 || offsetTop < 1 ? "" : `0 ${offsetTop}px`;
  if (following) toEnd();
}

scroller.addEventListener(
  "scroll",
  () => {
    if (Math.abs(scroller.scrollTop - placed) < 2) return;
    following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    if (following) newer.hidden = true;
  },
  { passive: true },
);
newer.addEventListener("click", () => {
  toEnd();
  follow(log.lastElementChild, true);
});
for (const happening of ["resize", "scroll"]) window.visualViewport?.addEventListener(happening, ({ target }) => fit(target));
