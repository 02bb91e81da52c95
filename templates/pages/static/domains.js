/** The 13 domains: each item's score as it comes, each domain's highest. */
import { make } from "/static/dom.js";
import { ANCHORS } from "/static/wording.js";

const responses = new Map(); // item number -> the latest response

/** The item's short name, as the page wrote it. */
export const nameOf = (item) => document.querySelector(`[data-item="${item}"] dt`)?.textContent ?? "";

/** Show a scored item and its domain anew. */
export function showResponse(response) {
  responses.set(response.itemId, response);
  const cell = document.querySelector(`[data-item="${response.itemId}"]`);
  if (!cell) return;
  cell.querySelector("dd").replaceChildren(...wordsFor(response));
  showDomain(cell.closest("details"));
}

function wordsFor({ score, ambiguity, declined }) {
  if (declined) return ["declined"];
  return [make("strong", {}, String(score)), ` ${ANCHORS[score]}, ambiguity ${ambiguity}`];
}

function showDomain(domain) {
  const items = [...domain.querySelectorAll("[data-item]")].map((cell) => responses.get(Number(cell.dataset.item)));
  const scores = items.filter((response) => response && !response.declined).map(({ score }) => score);
  const asked = items.filter(Boolean).length;
  const highest = scores.length ? Math.max(...scores) : null;
  const over = highest !== null && highest >= Number(domain.dataset.threshold);
  domain.toggleAttribute("data-over", over);
  const steps = domain.querySelector(".steps");
  if (highest === null) delete steps.dataset.score;
  else steps.dataset.score = highest;
  domain.querySelector(".said").textContent = summary(highest, over, asked, items.length);
}

function summary(highest, over, asked, total) {
  const level = highest === null ? "declined" : `${highest} of 4, ${ANCHORS[highest]}`;
  const verdict = over ? " · look closer" : "";
  return `${level}${verdict}${asked < total ? ` · ${asked} of ${total} asked` : ""}`;
}
