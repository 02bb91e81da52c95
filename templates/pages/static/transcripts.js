/** The form for a transcript: a dropped file becomes the chosen one; the chosen file's name is said. */
import { find, localTimes } from "/static/dom.js";
import { keys } from "/static/rows.js";

const [field, file, said] = [find("transcript"), find("file"), find("file-hint")];

field.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  field.classList.add("dropping");
});
field.addEventListener("dragleave", () => field.classList.remove("dropping"));
field.addEventListener("drop", (event) => {
  field.classList.remove("dropping");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  file.dispatchEvent(new Event("change"));
});
file.addEventListener("change", () => {
  const chosen = file.files[0];
  said.textContent = chosen ? `${chosen.name} is assessed instead of pasted text.` : "Plain text, DAIC-WOZ tables, JSON, WebVTT or SRT.";
});
localTimes();
keys();
