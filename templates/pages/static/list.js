/** The list of interviews keeps itself up to date, so that an alert does not wait for a reload. */
import { localTimes } from "/static/dom.js";

const EVERY = 10_000; // milliseconds

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

localTimes();
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
