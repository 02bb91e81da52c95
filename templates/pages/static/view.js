/** The ended interview at a glance, as the server renders it: asked for anew when more of it is there. What the reader has
 * opened stays open, and the focus stays where it was. */
import { find, localTimes } from "/static/dom.js";
import { riskTold, screenNoted } from "/static/findings.js";
import { begin, mark } from "/static/quotes.js";
import { screenDone } from "/static/report.js";

const SOON = 150; // milliseconds
let path = "";
let soon = 0;

/** Take over what came with the page, and keep it up to date. */
export function followView(interview) {
  path = `/interviews/${interview}/view`;
  take();
  if (location.hash === "#any-answer-open" && find("any-answer")) {
    find("any-answer").open = true; // whoever comes back from one answer goes on with the next
    find("any-answer-open").focus();
  }
}

/** More of the report has come: ask in a moment. */
export function viewChanged() {
  clearTimeout(soon);
  soon = setTimeout(refresh, SOON);
}

/** The transcript is whole: go where the address says. */
export function transcriptThere() {
  take();
  if (find("seen")) begin();
}

async function refresh() {
  const answer = await fetch(path, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  localTimes(fresh);
  const focused = document.activeElement.closest("#view, #signing") ? document.activeElement.id : "";
  const open = [...document.querySelectorAll(":is(#view, #signing) details[id][open]")].map((one) => one.id);
  find("signing").replaceChildren(...fresh.querySelectorAll("#version"));
  find("view").replaceChildren(...fresh.childNodes);
  for (const id of open) find(id)?.setAttribute("open", "");
  take();
  if (focused) find(focused)?.focus();
}

function take() {
  const seen = find("seen");
  if (!seen) return;
  const raised = find("raised");
  if (raised?.children.length) riskTold([...raised.children]);
  screenNoted(find("screened")?.dataset.at); // what to do may stand below the alert now
  screenDone(find("screened")?.textContent ?? "");
  mark(JSON.parse(seen.dataset.passages));
}
