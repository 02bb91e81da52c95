/** Keys for lists: j and k move between rows, Enter opens, ? says which keys there are. None acts while somebody writes. */
import { find } from "/static/dom.js";

const WRITING = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const rows = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());
const linkOf = (row) => row.querySelector(":scope > summary") ?? (row.matches("section, div") ? null : (row.querySelector("h3 a, a[href]") ?? row.querySelector("input[type=checkbox], summary, button")));

/** The row that holds the focus, if one does. */
export const current = () => document.activeElement?.closest("[data-row]");

/** Focus a row's link; its tick or what opens it where it has none; a section itself. Never a field: what is typed next
 * would be written into it. */
export function focusRow(row) {
  const link = row && linkOf(row);
  if (link || !row) return link?.focus();
  if (!row.hasAttribute("tabindex")) row.tabIndex = -1;
  row.focus();
}

/** The row after this one, or the one before it at the end. */
export function neighbour(row) {
  const all = rows();
  const place = all.indexOf(row);
  return all[place + 1] ?? all[place - 1];
}

function move(step) {
  const all = rows();
  const place = all.indexOf(current());
  focusRow(all[place < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, place + step))]);
}

/** Listen, for these keys beside the ones that every list has: `{x: (event) => …}`. */
export function keys(more = {}) {
  const known = { j: () => move(1), k: () => move(-1), "?": () => find("keys").showModal(), ...more };
  document.addEventListener("keydown", (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
    if (busy || event.target.closest?.(WRITING) || !(event.key in known)) return;
    event.preventDefault();
    known[event.key]();
  });
  find("keys-open")?.addEventListener("click", () => find("keys").showModal());
}
