/** What a model is still writing of the report: only what has passed its check so far, and gone as soon as the part itself is there. */
import { find } from "/static/dom.js";

const there = new Set(); // the parts that are written
let show = null; // the renderer, once there is one

export async function showDraft({ key, markdown }) {
  if (there.has(key)) return;
  find("draft").dataset.key = key;
  show ??= import("/static/streamdown.js").then(({ mountReport }) => mountReport(find("draft-body")), () => plainly);
  const render = await show;
  if (there.has(key) || find("draft").dataset.key !== key) return;
  find("draft-title").textContent = key === "impressions" ? "Impressions, being formed" : "Summary, being written";
  find("draft").hidden = markdown === "";
  render([{ key, markdown }], true);
}

/** This part is written, or will not be. */
export function endDraft(key) {
  there.add(key);
  if (find("draft").dataset.key === key) find("draft").hidden = true;
}

function plainly([{ markdown }]) {
  find("draft-body").textContent = markdown;
}
