/** The list of interviews keeps itself up to date, so that an alert does not wait for a reload. */
import { localTimes } from "/static/dom.js";

const EVERY = 10_000; // milliseconds; news comes at once, this is for when none can
let news = null;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  localTimes(fresh);
  document.title = fresh.title;
  for (const id of ["alerts", "list"]) replace(document.getElementById(id), fresh.getElementById(id));
}

/** Swap only what changed, and never under the reader's focus. */
function replace(shown, fresh) {
  if (!fresh || shown.innerHTML === fresh.innerHTML) return;
  const focused = shown.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  shown.replaceChildren(...fresh.childNodes);
  if (focused) shown.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

/** Hear of news while the page is looked at. The browser reconnects by itself, and each connection begins with an event. */
function listen() {
  if (document.hidden) {
    news?.close();
    news = null;
  } else if (!news) {
    news = new EventSource("/interviews/news");
    news.addEventListener("news", refresh);
  }
}

localTimes();
listen();
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", () => {
  listen();
  refresh();
});
