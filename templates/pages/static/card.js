/** The report card's page: parts show as they finish, one can be made again, engines stand side by side or in tabs.
    Figures are folded away until somebody asks for them, follows a link to one, or prints. */
import { ask, reason } from "/static/ask.js";
import { find, localTimes, make } from "/static/dom.js";
import { keys } from "/static/rows.js";
import { cancelJob, followJob, hasEnded, retryJob } from "/static/job.js";

const WORDS = {
  queued: "Waiting for a worker…",
  running: "Parts appear here as they finish.",
  done: "",
  failed: "The card could not be finished.",
  cancelled: "Stopped. The parts made so far are kept.",
};
const NARROW = 700; // pixels; below it one engine shows at a time
const card = find("card");
const shown = new Map(); // part -> the state that the page shows
let job = card?.dataset.job;
let fresh = false; // whether a part came since the sentence about all of them was told

localTimes();
keys();
if (card) begin();
else limitChoices();

function begin() {
  for (const part of parts()) shown.set(part.dataset.part, part.dataset.state);
  limitChoices();
  find("print").addEventListener("click", () => print());
  find("cancel").addEventListener("click", () => act(cancelJob));
  find("retry").addEventListener("click", () => act(retryJob));
  card.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-again]")?.dataset.again;
    if (key) makeAgain(key);
  });
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => {
    for (const fold of card.querySelectorAll(":scope > details, .opening details")) fold.open = true;
  });
  reveal();
  arrange(find("engines").children.length === 1 || innerWidth >= NARROW);
  find("beside")?.addEventListener("click", () => arrange(find("beside").getAttribute("aria-pressed") === "false"));
  if (job) follow();
}

/** Unfold what the address leads to, for browsers that don't. */
function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let fold = target && target.parentElement.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.focus?.();
}

function follow() {
  followJob(job, changed, (lost) => lost && say("Reconnecting…"));
}

async function changed(now) {
  const ended = hasEnded(now);
  for (const [key, state] of Object.entries(now.progress.parts ?? {})) {
    if (state === "waiting") underWay(key, !ended);
    else if (shown.get(key) === "again" || shown.get(key) !== state) {
      await show(key, state);
      fresh = true;
    }
  }
  if (!now.progress.parts && !ended) for (const part of parts()) if (part.dataset.state === "waiting") underWay(part.dataset.part, true);
  if (ended) for (const part of parts()) settle(part);
  count();
  say(now.error ?? WORDS[now.state]);
  find("cancel").hidden = ended;
  find("retry").hidden = !["failed", "cancelled"].includes(now.state);
  for (const button of card.querySelectorAll("[data-again]")) button.disabled = !ended;
  if (ended && fresh) await restate();
}

/** Put a part that is made into its place. Focus stays where it was. */
async function show(key, state) {
  const answer = await fetch(`/interviews/${card.dataset.interview}/card/parts/${key}`);
  if (!answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-part]");
  const old = partOf(key);
  localTimes(made);
  made.hidden = old.hidden;
  const focused = old.contains(document.activeElement);
  old.replaceWith(made);
  shown.set(key, state);
  if (focused) made.querySelector("[data-again]")?.focus();
}

/** How the figures stand beside those of other interviews can be said once they are there. */
async function restate() {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  fresh = false;
  find("stands").replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("stands"));
}

function underWay(key, on) {
  const part = partOf(key);
  if (!part) return;
  part.classList.toggle("under-way", on);
  const words = part.querySelector(".waits");
  if (words) words.textContent = on ? "Under way" : "Not made yet";
}

function settle(part) {
  part.classList.remove("under-way");
  const words = part.querySelector(".waits");
  if (words) words.textContent = "Not made yet";
}

async function makeAgain(key) {
  try {
    const answer = await ask(`/interviews/${card.dataset.interview}/card/again/${key}`);
    job = answer.job;
    shown.set(key, "again");
    follow();
  } catch (error) {
    say(reason(error));
  }
}

async function act(what) {
  try {
    const now = await what(job);
    if (hasEnded(now)) changed(now);
    else follow();
  } catch (error) {
    say(reason(error));
  }
}

function count() {
  const made = parts().filter((part) => part.dataset.state !== "waiting").length;
  find("made").value = made;
  find("made-text").textContent = `${made} of ${parts().length} parts`;
}

/** Engines side by side, or one at a time under tabs. */
function arrange(beside) {
  const engines = [...find("engines").children];
  find("beside")?.setAttribute("aria-pressed", String(beside));
  find("tabs").hidden = beside;
  find("tabs").replaceChildren(...(beside ? [] : engines.map(tab)));
  for (const engine of engines) engine.hidden = false;
  if (!beside) select(0);
}

function tab(engine, place) {
  const button = make("button", { type: "button", role: "tab", "aria-controls": engine.id }, engine.dataset.title);
  button.addEventListener("click", () => select(place));
  button.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) select((place + step + find("tabs").children.length) % find("tabs").children.length, true);
  });
  return button;
}

function select(place, focus = false) {
  [...find("engines").children].forEach((engine, at) => (engine.hidden = at !== place));
  [...find("tabs").children].forEach((button, at) => {
    button.setAttribute("aria-selected", String(at === place));
    button.tabIndex = at === place ? 0 : -1;
    if (focus && at === place) button.focus();
  });
}

function limitChoices() {
  for (const group of document.querySelectorAll("fieldset[data-most]")) {
    const boxes = [...group.querySelectorAll("input[type=checkbox]")];
    const limit = () => {
      const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.most);
      for (const box of boxes) box.disabled = full && !box.checked;
    };
    group.addEventListener("change", limit);
    limit();
  }
}

function parts() {
  return [...card.querySelectorAll("[data-part]")];
}

function partOf(key) {
  return parts().find((part) => part.dataset.part === key);
}

function say(words) {
  if (find("said").textContent !== words) find("said").textContent = words;
}
