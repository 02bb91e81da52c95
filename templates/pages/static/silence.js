/** The line about a model that gives no usable answer: asked for anew when it may have changed, and its one button. */
import { ask, reason } from "/static/ask.js";
import { find, localTimes } from "/static/dom.js";
import { followJob, hasEnded } from "/static/job.js";
import { toast } from "/static/toast.js";

const SOON = 300; // milliseconds
let path = "";
let soon = 0;
let followed = null;

/** Take over what came with the page. */
export function followModel(interview) {
  path = `/interviews/${interview}`;
  take();
}

/** A notice has come, or something was read again: ask in a moment. */
export function modelChanged() {
  clearTimeout(soon);
  soon = setTimeout(refresh, SOON);
}

async function refresh() {
  const answer = await fetch(`${path}/model`, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  localTimes(fresh);
  const shown = find("model-line");
  const open = shown.querySelector("details")?.open;
  const focused = shown.contains(document.activeElement);
  shown.replaceChildren(...fresh.childNodes);
  const fold = shown.querySelector("details");
  if (fold && open) fold.open = true;
  if (focused) (find("read-again") ?? shown.querySelector("summary"))?.focus();
  take();
}

function take() {
  find("read-again")?.addEventListener("click", again);
  const job = find("model-said")?.dataset.job;
  if (job && job !== followed) follow(job);
}

async function again({ target }) {
  target.disabled = true;
  await ask(`${path}/reread`).catch((error) => toast(reason(error)));
  await refresh();
  target.disabled = false; // of the line that stays where there was no fresh one
}

function follow(job) {
  followed = job;
  followJob(job, (now) => {
    const { read = 0, total } = now.progress;
    const said = find("model-job");
    if (said && total) said.textContent = `Being read again: ${read} of ${total}.${now.error ? ` ${now.error}` : ""}`;
    if (hasEnded(now)) {
      followed = null;
      modelChanged();
    }
  });
}
