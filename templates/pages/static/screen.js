/** The suicide screen that was given: what a form says of it, and the notes of the page once one is kept. */
import { find, localTimes } from "/static/dom.js";

for (const choice of document.querySelectorAll(".screen-given")) {
  choice.addEventListener("change", () => ask(choice));
  ask(choice);
}

/** Ask for what came of a screen that was given, and for words where none was. */
function ask(choice) {
  const chosen = choice.querySelector('[name="screen"]:checked')?.value ?? "none";
  const [result, note] = [choice.querySelector('[name="result"]'), choice.form.querySelector("#interview-note")];
  result.required = chosen !== "none";
  result.disabled = !result.required; // what was written of no screen is not sent
  if (note) note.required = result.disabled;
}

/** What the form says, for the server. */
export function screenIn(form) {
  const screen = form.querySelector('[name="screen"]:checked')?.value ?? "none";
  return { screen, result: screen === "none" ? "" : form.querySelector('[name="result"]').value };
}

/** The field that still has to say what came of the screen; null where it does, or where none was given. */
export function lackingIn(form) {
  const { screen, result } = screenIn(form);
  return screen !== "none" && !result.trim() ? form.querySelector('[name="result"]') : null;
}

/** Show the notes as the server has them now: when the suicide screen was given that stands; undefined for none, or if
 * they cannot be read. */
export async function readNotes() {
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected || !find("notes-kept")) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("notes-kept");
  if (!fresh) return;
  localTimes(fresh);
  find("notes-kept").replaceChildren(...fresh.childNodes);
  return fresh.dataset.screened;
}
