/** What is typed into a form and not saved yet outlives another form of the page, a link and a reload: this tab keeps it
 * until it is saved, or its writer discards it. */
import { make } from "/static/dom.js";
import { tab } from "/static/kept.js";

const forms = [...document.querySelectorAll("form[data-keep]")];
const nameOf = (form) => `unsaved-${form.dataset.keep}`;
const fields = (form) => [...form.elements].filter(({ name, type }) => name && !["hidden", "submit", "file"].includes(type));
const radio = ({ type }) => type === "radio";
const values = (form) => Object.fromEntries(fields(form).filter((one) => !radio(one) || one.checked).map(({ name, value }) => [name, value]));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
let within = false; // to another page of this server, where what is kept is still there

function fill(form, given) {
  for (const one of fields(form)) {
    if (radio(one)) one.checked = given[one.name] === one.value;
    else one.value = given[one.name] ?? one.value;
  }
}

function watch(form) {
  const stored = values(form);
  const kept = tab.read(nameOf(form));
  const path = form.dataset.unsaved; // the server shows what was sent, and has not kept it
  const saved = form.closest("section").querySelector("#saved");
  if (saved) tab.drop(nameOf(form));
  else if (path) tab.write(nameOf(form), { typed: stored, base: kept?.base });
  else if (kept && !same(kept.typed, stored)) {
    fill(form, kept.typed);
    say(form, stored, kept.base && !same(kept.base, stored));
  }
  if (path) say(form, null, false);
  form.addEventListener("input", () => {
    const typed = values(form);
    if (!path && same(typed, stored)) tab.drop(nameOf(form));
    else tab.write(nameOf(form), { typed, base: path ? kept?.base : stored });
  });
}

/** Say that it is not saved, unless the server says so, with the way back to what is. */
function say(form, stored, changed) {
  const button = make("button", { type: "button" }, "Discard what is not saved");
  const words = `What stands in this form is not saved yet.${changed ? " Somebody has saved something else in its place since you began." : ""}`;
  const note = make("p", { class: "note warn unsaved", role: "status" }, make("span", {}, words), button);
  button.addEventListener("click", () => {
    tab.drop(nameOf(form));
    within = true;
    if (!stored) return location.assign(form.dataset.unsaved);
    fill(form, stored);
    note.remove();
    fields(form)[0].focus();
  });
  if (stored) form.prepend(note);
  else form.querySelector(".primary").after(button);
}

forms.forEach(watch);
for (const link of document.querySelectorAll("[data-place]:not([aria-current])")) {
  const kept = ["texts", "safety"].some((part) => tab.read(`unsaved-${part}-${link.dataset.place}`));
  if (kept) link.append(make("span", { class: "hint" }, "not saved"));
}
const here = new URL(location);
if (here.searchParams.has("saved")) {
  here.searchParams.delete("saved"); // a reload is no second saving
  history.replaceState(history.state, "", here);
}
document.addEventListener("submit", () => (within = true));
document.addEventListener("click", ({ target }) => (within = Boolean(target.closest?.(`a[href^="/"], a[href^="#"]`))));
addEventListener("pageshow", ({ persisted }) => persisted && (within = false)); // who saves before all is loaded goes on
addEventListener("beforeunload", (event) => !within && forms.some((form) => tab.read(nameOf(form))) && event.preventDefault());
