/** The report on the therapist's page: sections as they arrive, rendered by streamdown; copy and print. */
import { copy } from "/static/ask.js";
import { find, make } from "/static/dom.js";

const sections = new Map(); // key -> Markdown, in the order of arrival
let renderer = null;
let done = false;

export function showSection({ key, markdown }) {
  sections.set(key, markdown);
  find("report").hidden = false;
  if (!done) find("report-state").textContent = "Being written…";
  return render();
}

/** The report is complete. */
export function finishReport() {
  done = true;
  find("report-state").textContent = "";
  return render();
}

const markdown = () => [...sections.values()].map((section) => section.trim()).join("\n\n") + "\n";

/** The renderer is large and loaded only where there is a report. */
async function render() {
  renderer ??= import("/static/streamdown.js").then(({ mountReport }) => mountReport(find("report-body")), plainly);
  const show = await renderer;
  show([...sections].map(([key, text]) => ({ key, markdown: text })), !done);
}

/** Should the renderer fail to load, the report is still readable. */
function plainly() {
  return () => find("report-body").replaceChildren(make("pre", {}, markdown()));
}

/** The contents list follows the headings as they arrive. */
new MutationObserver(() => {
  const parts = [...find("report-body").querySelectorAll(".report-section:has(h2)")];
  const links = parts.map((part) => make("li", {}, make("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)));
  const list = find("report-contents");
  const fresh = make("ul", {}, ...links);
  list.hidden = links.length < 2;
  if (list.firstElementChild?.textContent !== fresh.textContent) list.replaceChildren(fresh);
}).observe(find("report-body"), { childList: true, subtree: true, characterData: true });

find("copy-report").addEventListener("click", async () => {
  find("report-state").textContent = (await copy(markdown())) ? "Copied." : "This browser does not allow copying here; select the text instead.";
});
find("print").addEventListener("click", () => window.print());
