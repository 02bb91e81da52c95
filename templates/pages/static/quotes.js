/** Every quote leads to the very words in the transcript, and marked words lead back to where they are quoted. Where one came
 * from stands in the browser's history, so that "back" returns there, with the focus. */
import { find, make } from "/static/dom.js";

const WORDS = /^#words-(\d+)-(\d+)-(\d+)$/;
const TURN = /^#turn-\d+$/;
let passages = []; // {turn, start, end}: code points of the turn's text
let cameFrom = null; // the quote that was followed or returned to last
let current = ""; // the passage that was lit last
let awaited = ""; // the passage that the address names, while its words are not there yet
let begun = false;

const keyOf = ({ turn, start, end }) => `${turn}-${start}-${end}`;

/** The page points to these places now: `[[turn, start, end], …]`. */
export function mark(places) {
  passages = places.map(([turn, start, end]) => ({ turn, start, end }));
  for (const turn of new Set(passages.map((one) => one.turn))) drawTurn(turn);
}

/** Once transcript and report are there: go where the address says. */
export function begin() {
  if (begun) return;
  begun = true;
  settle();
}

/** Cut a turn's words at the ends of its passages; what lies in one becomes a link back. */
export function drawTurn(turn) {
  const words = find(`turn-${turn}`)?.querySelector(".words");
  const here = passages.filter((one) => one.turn === turn);
  if (!words || !here.length) return;
  const text = [...words.textContent];
  const cuts = [...new Set([0, text.length, ...here.flatMap(({ start, end }) => [start, end])])].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  const focused = words.contains(document.activeElement) ? document.activeElement.dataset.from : null;
  const lit = new Set([...words.querySelectorAll(".lit")].map((one) => one.dataset.from));
  words.replaceChildren(...cuts.slice(1).map((end, at) => stretch(text.slice(cuts[at], end).join(""), cuts[at], end, here)));
  for (const one of words.querySelectorAll("a.quoted")) one.classList.toggle("lit", lit.has(one.dataset.from));
  if (focused) words.querySelector(`[data-from="${focused}"]`)?.focus();
  if (awaited.startsWith(`${turn}-`)) toWords(awaited);
}

function stretch(text, start, end, here) {
  const inside = here.filter((one) => one.start <= start && end <= one.end).sort((a, b) => a.end - a.start - (b.end - b.start));
  if (!inside.length || !text.trim()) return text;
  const link = make("a", { class: "quoted", href: `#words-${keyOf(inside[0])}`, "data-from": start, "data-keys": inside.map(keyOf).join(" ") }, text);
  link.title = "Quoted in the report";
  return link;
}

const marksOf = (key) => [...document.querySelectorAll(`a.quoted[data-keys~="${key}"]`)];
const usesOf = (key) => [...document.querySelectorAll(`#interview a[href="#words-${key}"]:not(.quoted)`)];

function light(...lit) {
  for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
  for (const one of lit) one?.classList.add("lit");
}

/** Show an element in the middle of its scroller, and take the focus there. */
function go(element, block) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  element.scrollIntoView({ block });
  element.focus({ preventScroll: true });
}

/** Light up the words of a passage, and the quote that led there. */
function toWords(key) {
  const marks = marksOf(key);
  awaited = marks.length ? "" : key;
  if (!marks.length) return;
  current = key;
  light(...marks, cameFrom?.dataset.key === key ? cameFrom : usesOf(key)[0]);
  find("back").hidden = false;
  go(marks[0], "center");
}

function toQuote(quote, marks = []) {
  cameFrom = quote;
  awaited = "";
  light(quote, ...marks);
  find("back").hidden = true;
  go(quote, "nearest");
}

/** Where the address and the history say that one is. */
function settle() {
  const from = history.state?.quote && find(history.state.quote);
  const words = WORDS.exec(location.hash);
  if (from) toQuote(from, from.dataset.key ? marksOf(from.dataset.key) : WORDS.test(from.hash) ? marksOf(from.hash.slice(7)) : []);
  else if (words) toWords(location.hash.slice(7));
  else {
    find("back").hidden = true;
    if (TURN.test(location.hash)) toTurn(find(location.hash.slice(1)));
  }
}

/** A turn that another page leads to: it takes the focus, so that the next key goes on from there. */
function toTurn(turn) {
  if (!turn) return;
  turn.tabIndex = -1;
  light(turn);
  go(turn, "center");
}

/** Leave a link for what it names; the place that is left behind remembers the link. */
function leave(link, hash) {
  named(link);
  cameFrom = link;
  history.replaceState({ quote: link.id }, "");
  history.pushState(null, "", hash);
}

/** Follow a quote to its words. */
function follow(link, key) {
  leave(link, `#words-${key}`);
  toWords(key);
}

/** Follow a link to a whole turn: to the middle of the screen, where what grows above pushes nothing out of it. */
function followTurn(link, turn, hash = link.hash) {
  leave(link, hash);
  awaited = "";
  find("back").hidden = true;
  toTurn(turn);
}

/** From marked words to where they are quoted: to the quote that led here, else to the first one. */
function home(mark) {
  const keys = mark.dataset.keys.split(" ").sort((a, b) => (b === current) - (a === current));
  const quote = keys.includes(cameFrom?.dataset.key) ? cameFrom : (keys.flatMap(usesOf)[0] ?? inFull(keys[0]));
  if (!quote) return;
  named(quote);
  history.pushState({ quote: quote.id }, "", location.pathname);
  toQuote(quote, marksOf(keys[0]));
}

/** The link has an id, by which the history finds it again. */
function named(link) {
  link.id ||= `from-${document.querySelectorAll("[id^=from-]").length + 1}`;
}

/** The link beside this passage's quote in the full report; what stands nowhere else is in the table of items. */
function inFull(key) {
  const turn = key.split("-")[0];
  const said = marksOf(key).map((one) => one.textContent).join("");
  return [...document.querySelectorAll(`#report-body a[href="#turn-${turn}"]`)].find((link) => quoteBefore(link) === said);
}

/** The quote that stands before a link to its turn. */
function quoteBefore(link) {
  let before = link.previousElementSibling;
  while (before && !before.matches("q")) before = before.previousElementSibling;
  return before?.textContent;
}

/** The passage that a link to a turn in the full report stands beside, if it is one of the marked ones. */
function passageBeside(link) {
  const turn = Number(link.hash.slice(6));
  const text = find(`turn-${turn}`)?.querySelector(".words")?.textContent;
  const said = text && quoteBefore(link);
  const found = said && passages.find((one) => one.turn === turn && [...text].slice(one.start, one.end).join("") === said);
  return found ? keyOf(found) : null;
}

/** The link to its turn that stands behind a quote of the full report. */
function turnBehind(quote) {
  let next = quote.nextElementSibling;
  while (next?.matches("q")) next = next.nextElementSibling;
  return next?.matches('a[href^="#turn-"]') ? next : null;
}

/** Every quote of the full report that has a turn is a link, for the pointer and the keyboard. The renderer owns the
 * elements, so they get what a link needs and stay where they are. */
function linkQuotes() {
  for (const quote of find("report-body").querySelectorAll("q:not([role])")) {
    if (!turnBehind(quote)) continue;
    quote.setAttribute("role", "link");
    quote.tabIndex = 0;
  }
}

/** Follow a quote of the full report: to the words, or to the whole turn where no passage is exactly these. */
function followQuote(quote) {
  const link = turnBehind(quote);
  const key = link && passageBeside(link);
  if (key && marksOf(key).length) {
    quote.dataset.key = key;
    return follow(quote, key);
  }
  const turn = link && find(link.hash.slice(1));
  if (turn) followTurn(quote, turn, link.hash);
}

const quoteAt = (target) => target.closest?.('#report-body q[role="link"]');

new MutationObserver(linkQuotes).observe(find("report-body"), { childList: true, subtree: true });
document.addEventListener("keydown", (event) => {
  const quote = event.key === "Enter" && quoteAt(event.target);
  if (quote) take(event, () => followQuote(quote));
});
document.addEventListener("click", (event) => {
  const quote = quoteAt(event.target);
  if (quote && !getSelection().toString()) return take(event, () => followQuote(quote));
  const link = event.target.closest("a");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !find("interview").contains(link)) return;
  if (link.matches(".quoted")) return take(event, () => home(link));
  const key = WORDS.test(link.hash) ? link.hash.slice(7) : link.matches('#report-body a[href^="#turn-"]') ? passageBeside(link) : null;
  if (key && marksOf(key).length) {
    link.dataset.key = key;
    return take(event, () => follow(link, key));
  }
  const turn = TURN.test(link.hash) && find(link.hash.slice(1));
  if (turn) take(event, () => followTurn(link, turn));
});

function take(event, act) {
  event.preventDefault();
  act();
}

addEventListener("popstate", settle);
find("back").addEventListener("click", () => {
  const lit = document.querySelector("a.quoted.lit");
  if (lit) home(lit);
});
