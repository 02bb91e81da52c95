/** Today and the list of interviews keep themselves up to date, so that an alert does not wait for a reload. */
import { offerAlarm, sound } from "/static/alarm.js";
import { find, localTimes } from "/static/dom.js";

const EVERY = 10_000; // milliseconds; news comes at once, this is for when none can
const DEAF_AFTER = 30_000;
const LISTEN_AGAIN_AFTER = 2_000;
const known = new Set();
const after = [];
let heard = Date.now();

/** Call this whenever the page has been brought up to date. */
export const replaced = (act) => after.push(act);

/** Bring the page up to date. Nobody is said to be here while the page is hidden. */
export async function refresh() {
  const headers = { accept: "text/html", ...(document.hidden ? { "x-hidden": "1" } : {}) };
  const answer = await fetch(location.pathname + location.search, { headers, signal: AbortSignal.timeout(DEAF_AFTER) }).catch(() => null);
  const page = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
  if (page) heard = Date.now();
  find("deaf").hidden = !answer?.redirected && Date.now() - heard < DEAF_AFTER;
  if (!page) return;
  const fresh = new DOMParser().parseFromString(page, "text/html");
  localTimes(fresh);
  document.title = fresh.title;
  tellNew(fresh);
  for (const id of ["alerts", "model-state", "list"]) replace(document.getElementById(id), fresh.getElementById(id));
  for (const act of after) act();
}

/** Swap only what changed, and never under the reader's focus. */
function replace(shown, fresh) {
  for (const fold of fresh?.querySelectorAll("details[id]") ?? []) if (document.getElementById(fold.id)?.open) fold.open = true;
  if (!fresh || shown.innerHTML === fresh.innerHTML) return;
  const focused = shown.contains(document.activeElement) ? named(document.activeElement) : null;
  shown.replaceChildren(...fresh.childNodes);
  if (focused) shown.querySelector(focused)?.focus();
}

/** How to find an element again in the fresh page. */
function named(element) {
  const { tagName, value, dataset } = element;
  if (element.hasAttribute("href")) return `a[href="${CSS.escape(element.getAttribute("href"))}"]`;
  if (tagName === "SUMMARY" && element.parentElement.id) return `#${element.parentElement.id} > summary`;
  if (dataset.door) return `[data-door="${dataset.door}"]`;
  if (dataset.do) return `[data-do="${dataset.do}"]`;
  return tagName === "INPUT" && value ? `input[value="${CSS.escape(value)}"]` : null;
}

/** The alerts that a page shows, by what a new one changes: each is told of once. */
const alarms = (page) => [...page.querySelectorAll("[data-alarm]")].map((row) => row.dataset);

function tellNew(fresh) {
  for (const { alarm, interview, transcript, href, level } of alarms(fresh)) {
    if (!known.has(alarm)) sound({ key: interview ?? transcript, level, href });
    known.add(alarm);
  }
}

/** Hear of news, in a hidden tab too. The browser reconnects by itself, except where it was refused (a proxy whose server
 * starts anew); each connection begins with an event. */
function listen() {
  const news = new EventSource("/interviews/news");
  news.addEventListener("news", refresh);
  news.addEventListener("error", () => news.readyState === EventSource.CLOSED && setTimeout(listen, LISTEN_AGAIN_AFTER));
}

for (const { alarm } of alarms(document)) known.add(alarm);
localTimes();
offerAlarm();
listen();
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
