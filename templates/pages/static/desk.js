/** The list of interviews: choosing rows, archiving, deleting with undo, renaming; all of it with keys as well. */
import { ask, reason } from "/static/ask.js";
import { find, make } from "/static/dom.js";
import { refresh, replaced } from "/static/list.js";
import { current, focusRow, keys, neighbour } from "/static/rows.js";
import { toast, undoLast } from "/static/toast.js";

const BACK = { archive: "unarchive", unarchive: "archive", delete: "restore", restore: "delete" };
const SAID = { archive: "archived", unarchive: "taken out of the archive", delete: "deleted", restore: "taken back" };
const chosen = new Set();
const count = (number) => (number === 1 ? "One interview" : `${number} interviews`);
const ticks = () => [...document.querySelectorAll('#list input[name="interviews"]')];

function showChosen() {
  const here = new Set(ticks().map((tick) => tick.value));
  for (const id of chosen) if (!here.has(id)) chosen.delete(id);
  for (const tick of ticks()) tick.checked = chosen.has(tick.value);
  if (!find("bulk")) return;
  find("bulk").hidden = chosen.size === 0;
  find("bulk-count").textContent = `${count(chosen.size)} chosen`;
  if (find("rename")) find("rename").hidden = chosen.size !== 1;
}

/** Do it, and say what was done, with the way back, or why it was not done. */
async function act(what, ids) {
  try {
    tell(what, ids, (await change(what, ids)).undoMinutes);
  } catch (error) {
    toast(reason(error));
  }
}

async function change(what, ids) {
  const done = await ask(`/interviews/${what}`, { interviews: ids });
  for (const id of ids) chosen.delete(id);
  await refreshNear(ids);
  return done;
}

function tell(what, ids, minutes) {
  const later = minutes ? ` It can be taken back for ${minutes} minutes.` : "";
  toast(`${count(ids.length)} ${SAID[what]}.${ids.length === 1 ? later : later.replace("It", "They")}`, () => undo(() => change(BACK[what], ids)));
}

async function undo(step) {
  try {
    await step();
    toast("Undone.");
  } catch (error) {
    toast(reason(error));
  }
}

/** The focus goes to the row after those that left. */
async function refreshNear(ids) {
  let row = current() ?? document.querySelector(`[data-row][data-id="${ids[0]}"]`);
  while (row && ids.includes(row.dataset.id)) {
    const next = neighbour(row);
    row = next === row || ids.includes(next?.dataset.id) ? followingRow(row, ids) : next;
  }
  const to = row?.dataset.id;
  await refresh();
  focusRow(to ? document.querySelector(`#list [data-row][data-id="${to}"]`) : document.querySelector("#list [data-row]"));
  if (!document.activeElement || document.activeElement === document.body) find("find").focus();
}

function followingRow(row, ids) {
  const all = [...document.querySelectorAll("#list [data-row]")];
  const place = all.indexOf(row);
  return [...all.slice(place), ...all.slice(0, place).reverse()].find((one) => !ids.includes(one.dataset.id));
}

const meant = () => (chosen.size ? [...chosen] : current()?.dataset.id ? [current().dataset.id] : []);

function tick() {
  const box = current()?.querySelector('input[name="interviews"]');
  if (!box) return;
  if (chosen.has(box.value)) chosen.delete(box.value);
  else chosen.add(box.value);
  showChosen();
}

function archive() {
  const button = document.querySelector("#bulk [data-do]");
  if (meant().length && button?.dataset.do.endsWith("archive")) act(button.dataset.do, meant());
}

function rename() {
  const [id] = meant();
  if (meant().length !== 1 || !find("bulk")?.querySelector('[data-do="delete"]')) return;
  find("renaming").dataset.id = id;
  find("new-label").value = document.querySelector(`[data-row][data-id="${id}"]`)?.dataset.label ?? "";
  find("renaming-error").hidden = true;
  find("renaming").showModal();
  find("new-label").select();
}

async function renamed(event) {
  event.preventDefault();
  const { id } = find("renaming").dataset;
  const before = document.querySelector(`[data-row][data-id="${id}"]`)?.dataset.label ?? "";
  try {
    const { label } = await ask(`/interviews/${id}/rename`, { label: find("new-label").value });
    find("renaming").close();
    chosen.delete(id);
    await refresh();
    focusRow(document.querySelector(`#list [data-row][data-id="${id}"]`));
    toast(`Renamed to ${label}.`, () => undo(() => ask(`/interviews/${id}/rename`, { label: before }).then(refresh)));
  } catch (error) {
    find("renaming-error").replaceChildren(make("span", {}, reason(error)));
    find("renaming-error").hidden = false;
  }
}

find("list").addEventListener("change", ({ target }) => {
  if (target.name !== "interviews") return;
  if (target.checked) chosen.add(target.value);
  else chosen.delete(target.value);
  showChosen();
});
find("list").addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.dataset.do && chosen.size) act(event.submitter.dataset.do, [...chosen]);
});
find("list").addEventListener("click", ({ target }) => target.closest("#rename") && rename());
find("renaming").querySelector("form").addEventListener("submit", renamed);
find("renaming-close").addEventListener("click", () => find("renaming").close());
document.querySelector(".find select").addEventListener("change", (event) => event.target.form.requestSubmit());
keys({
  "/": () => find("find").focus(),
  x: tick,
  e: archive,
  r: rename,
  u: () => undoLast(),
  n: () => document.querySelector('#start input[name="label"]').focus(),
});
replaced(showChosen);
showChosen();
