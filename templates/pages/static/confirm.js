/** Answers to confirm: the keys, what a score would mean, and the field for a reason once the score differs. */
import { find, localTimes } from "/static/dom.js";
import { keys } from "/static/rows.js";

const form = find("rate");
const machine = form?.dataset.machine ?? "";
const theirs = form && "byHand" in form.dataset ? "The" : "The machine's"; // recorded in person by a clinician
const meaning = form ? JSON.parse(form.dataset.meaning) : [];
const steps = form ? [...form.querySelectorAll("[name=score]")] : [];
const chosen = () => steps.find((one) => one.checked)?.value ?? "";
const before = chosen();

let warned = ""; // the key that was pressed although a score is chosen and not saved

function show() {
  if (!form) return;
  warned = "";
  const score = chosen();
  const other = score !== "" && score !== machine;
  find("why-other").hidden = !other;
  find("reason").required = other && machine !== "";
  find("meaning").hidden = score === "";
  find("meaning").textContent = score === "" ? "" : `With your ${score}: ${meaning[Number(score)]}${machine === "" ? "" : ` ${theirs} ${machine} stays on record beside it.`}`;
  find("save").hidden = score === "";
  find("save").textContent = `Save ${score}`;
}

/** What a key does; where a score is chosen and not saved, only once it is pressed again: the score would be lost. */
function ifSaved(key, act) {
  return () => {
    if (chosen() === before || warned === key) return act();
    find("meaning").textContent = `Your ${chosen()} is not saved yet. Enter on “Save ${chosen()}” saves it; ${key} once more goes on without it.`;
    find("save").focus();
    warned = key;
  };
}

/** Take the machine's score; where it has none, say what there is to do. */
function accept() {
  if (find("accept")) return find("accept").click();
  if (!form) return;
  find("meaning").hidden = false;
  find("meaning").textContent = "The machine has no score to accept here: press 0 to 4 for yours, or p to ask in person.";
}

function choose(score) {
  const step = steps[score];
  if (!step) return;
  step.checked = true;
  show();
  (find("reason").required ? find("reason") : find("save")).focus();
}

/** To the answer after this one in the queue, or before it. */
function move(by) {
  const links = [...document.querySelectorAll("#queue a")];
  const place = links.findIndex((one) => one.hasAttribute("aria-current"));
  const next = links[place < 0 ? 0 : place + by];
  if (next) location.assign(next.href);
}

const latest = () => [...document.querySelectorAll(":is(#settled, #asked) li:has([data-undo])")].sort((a, b) => Date.parse(b.querySelector("time").dateTime) - Date.parse(a.querySelector("time").dateTime))[0];

for (const step of steps) step.addEventListener("change", show);
for (const button of document.querySelectorAll("[data-reason]")) {
  button.addEventListener("click", () => {
    find("reason").value = button.dataset.reason;
    find("reason").focus();
  });
}
// A reason is asked for only where a score differs: accepting or putting off must not wait for one.
for (const id of ["accept", "person"]) find(id)?.addEventListener("click", () => (find("reason").required = false));
keys({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((score) => [String(score), () => choose(score)])),
  a: ifSaved("a", accept),
  p: ifSaved("p", () => find("person")?.click()),
  u: () => latest()?.querySelector("[data-undo]")?.click(),
  s: ifSaved("s", () => (find("to-sign") ?? find("to-report"))?.click()),
  j: ifSaved("j", () => move(1)),
  k: ifSaved("k", () => move(-1)),
});
/** The answer at hand is in sight in a long queue; the page itself stays where it is. */
function inSight() {
  const now = document.querySelector("#queue .now");
  if (now) find("queue").scrollTop = now.offsetTop - find("queue").offsetTop - now.offsetHeight;
}

localTimes();
show();
inSight();
(find("case-title") ?? find("next") ?? find("to-sign"))?.focus({ preventScroll: true });
