/** The admin's pages keep themselves up to date while they are looked at; jobs are tried again and cancelled from their list. */
import { find, localTimes } from "/static/dom.js";
import { reason } from "/static/ask.js";
import { cancelJob, retryJob } from "/static/job.js";
import { keys } from "/static/rows.js";

const EVERY = 5_000; // milliseconds
const ACTS = { retry: [retryJob, "It is tried again."], cancel: [cancelJob, "Cancelled."] };

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = fresh.title;
  localTimes(fresh);
  replace(find("live"), fresh.getElementById("live"));
}

/** Swap what changed; what was opened stays open, and the focus where it was. */
function replace(shown, fresh) {
  for (const { id } of shown.querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
  const plain = (part) => part.innerHTML.replace(/name="_csrf_token" value="[^"]*"/g, "");
  if (plain(shown) === plain(fresh)) return;
  const focused = shown.contains(document.activeElement) ? named(document.activeElement) : null;
  shown.replaceChildren(...fresh.childNodes);
  if (focused) shown.querySelector(focused)?.focus();
}

function named(element) {
  const { dataset, tagName } = element;
  if (dataset.do) return `[data-id="${dataset.id}"]`;
  if (element.hasAttribute("href")) return `a[href="${CSS.escape(element.getAttribute("href"))}"]`;
  if (tagName === "SUMMARY") return `#${element.parentElement.id} > summary`;
  const form = element.closest("form");
  return form ? `form[action="${CSS.escape(form.getAttribute("action"))}"] button` : null;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-do]");
  if (!button) return;
  const [act, words] = ACTS[button.dataset.do];
  const said = await act(button.dataset.id).then(() => words, reason);
  await refresh();
  find("said").textContent = said;
});

localTimes();
keys();
setInterval(refresh, EVERY);
