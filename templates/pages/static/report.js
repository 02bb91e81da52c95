/** The report in full on the therapist's page: a fold for each section as it arrives, rendered by streamdown; copy and print. */
import { Refused, copy, reason } from "/static/ask.js";
import { find, localText, make, plainPlaces, zone } from "/static/dom.js";
import { toast } from "/static/toast.js";

const TITLES = {
  executive_summary: "Summary",
  domains: "Domain table",
  items: "All 23 items",
  impressions: "Reasoning and citations",
  limitations: "Method and limits",
};
const sections = new Map(); // key -> Markdown, in the order of arrival
const shown = new Map(); // key -> its renderer, once there is one
const SCREEN = /Administer C-SSRS or ASQ: [^\n]*/g; // as agents/reporter/summary.py writes it
let screened = "";
let done = false;

export function showSection({ key, markdown }) {
  sections.set(key, markdown);
  find("report").hidden = find("report-actions").hidden = false;
  tell(done ? "" : "Being written…");
  return render(key);
}

/** The report is complete. */
export function finishReport() {
  done = true;
  tell("");
  return Promise.all([...sections.keys()].map(render));
}

function tell(words) {
  if (find("report-state").textContent !== words) find("report-state").textContent = words;
}

const markdown = () => [...sections.values()].map((section) => section.trim()).join("\n\n") + "\n";

async function render(key) {
  if (!shown.has(key)) shown.set(key, mounted(key));
  const show = await shown.get(key);
  show([{ key, markdown: plainPlaces(localText(sections.get(key))).replace(SCREEN, (step) => `${step}${screened}`) }], !done);
}

/** Who noted the suicide screen that the summary's next steps ask for, in words that follow it; empty where nobody did. */
export function screenDone(words) {
  const told = words && ` ${words.replace(/\s+/g, " ").trim().replace(/[^\p{L}\p{N}\s“”,:;]/gu, "\\$&")}`;
  if (told === screened) return;
  screened = told;
  for (const key of sections.keys()) render(key);
}

/** A fold for one section. The renderer is large and loaded only where there is a report; should that fail, the report is
 * still readable. */
function mounted(key) {
  const inside = make("div", { class: "folded" });
  find("report-body").append(make("details", { class: "fold", "data-row": "", "data-key": key }, make("summary", {}, TITLES[key] ?? key), inside));
  const plainly = () => ([{ markdown: text }]) => inside.replaceChildren(make("pre", {}, text));
  return import("/static/streamdown.js").then(({ mountReport }) => mountReport(inside), plainly);
}

async function copied(text, as) {
  toast((await copy(text)) ? `Copied as ${as}.` : "This browser does not allow copying here; take the file from “Save or send” instead.");
}

/** One of the interview's own files onto the clipboard. */
async function copyFile(name, as) {
  try {
    const answer = await fetch(`/interviews/${find("interview").dataset.id}/${name}?${new URLSearchParams({ zone: zone() })}`);
    if (!answer.ok) throw new Refused("The text could not be made just now; try again in a moment.");
    copied(await answer.text(), as);
  } catch (error) {
    toast(reason(error));
  }
}

for (const file of find("export").querySelectorAll("a[download]")) file.search = new URLSearchParams({ zone: zone() });
find("copy-report").addEventListener("click", () => copied(markdown(), "Markdown"));
find("copy-note").addEventListener("click", () => copyFile("record.txt", "a note"));
find("copy-text").addEventListener("click", () => copyFile("report.txt", "text"));
find("doings").addEventListener("keydown", ({ key, target }) => {
  const open = target.closest("details[open]");
  if (key !== "Escape" || !open) return;
  open.open = false;
  open.firstElementChild.focus();
});
find("print").addEventListener("click", () => window.print());
const head = find("doings").parentElement;
const phone = matchMedia("(max-width: 44rem)");
/** On a phone risk comes first, for eyes and keyboard alike: below the alert, and after a stop below what to do next,
stands what can be done with the report. */
export function placeDoings() {
  const doings = find("doings");
  const focused = document.activeElement;
  const above = phone.matches ? find(find("interview").dataset.phase === "SAFETY_STOP" ? "view" : "alert") : head.lastElementChild;
  if (above === doings || above.nextElementSibling === doings) return;
  above.after(doings);
  if (doings.contains(focused)) focused.focus({ preventScroll: true });
}
placeDoings();
phone.addEventListener("change", placeDoings);
// Every impression is on the sheet; of the report's sections those that are open are.
addEventListener("beforeprint", () => {
  for (const fold of find("view").querySelectorAll("details")) fold.open = true;
});
find("unfold").addEventListener("click", () => {
  const folds = [...find("report-body").querySelectorAll("details")];
  const open = folds.some((fold) => !fold.open);
  for (const fold of folds) fold.open = open;
  find("unfold").textContent = open ? "Close all" : "Open all";
});
