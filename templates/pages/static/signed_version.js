/** A signed version of a report, rendered by streamdown; should that fail, its text is there. */
import { find, localText, plainPlaces } from "/static/dom.js";

const report = find("signed-report");
find("print").addEventListener("click", () => window.print());

/** The conversation stands on the interview's page: what points to a turn leads there. */
report.addEventListener("click", (event) => {
  const turn = event.target.closest('a[href^="#turn-"]');
  if (!turn) return;
  event.preventDefault();
  location.assign(`/interviews/${report.dataset.interview}${turn.hash}`);
});

const { mountReport } = await import("/static/streamdown.js");
for (const inside of report.children) {
  const markdown = plainPlaces(localText(inside.textContent));
  inside.replaceChildren();
  mountReport(inside)([{ key: inside.dataset.key, markdown }]);
}
