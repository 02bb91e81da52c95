/** The 13 domains: each item's score as it comes, each domain's highest. */
import { find, make } from "/static/dom.js";
import { ANCHORS } from "/static/wording.js";

const TO_ASK = "unclear, to be asked by you";
const STOOD_IN = " could not answer ("; // as agents/llm/failover.py writes it
const YES_ALONE = "yes, how often is not known";
const NO_SCORE = "asked, no score";
const responses = new Map(); // item number -> the latest response

/** The item's number and short name, as the page wrote them. */
export const nameOf = (item) => document.querySelector(`[data-item="${item}"] dt`)?.textContent ?? "";

/** Show a scored item and its domain anew. */
export function showResponse(response) {
  responses.set(response.itemId, response);
  const cell = document.querySelector(`[data-item="${response.itemId}"]`);
  if (!cell) return;
  cell.querySelector("dd").replaceChildren(...wordsFor(response));
  showDomain(cell.closest("[data-domain]"));
}

/** The interview ended before its last question: the answers stand item by item, and no domain is told. */
export function nothingDerived() {
  const list = document.querySelector("ul.domains");
  if (!list) return;
  list.replaceWith(make("dl", { class: "domains" }, ...list.querySelectorAll("[data-item]")));
  find("domains-hint").textContent = "Each answer as it was scored. Nothing is derived from them. What is not listed was not asked.";
}

/** An item's question was asked; until its answer is scored, and for ever after a stop, that is all there is to say. */
export function showAsked(item) {
  const cell = document.querySelector(`[data-item="${item}"]`);
  if (!cell || responses.has(item)) return;
  cell.querySelector("dd").textContent = NO_SCORE;
  const domain = cell.closest("[data-domain]");
  if (domain && ![...responses.keys()].some((one) => domain.querySelector(`[data-item="${one}"]`))) domain.querySelector(".said").textContent = NO_SCORE;
}

function wordsFor({ score, ambiguity, declined, unclear, yesAlone, note, engine }) {
  const instead = note?.includes(STOOD_IN) ? " (the rules, for the model)" : "";
  if (declined) return ["declined"];
  if (unclear) return [passed({ unclear, engine }) ? "not asked" : TO_ASK + instead];
  if (yesAlone) return [`${YES_ALONE}, ambiguity ${ambiguity} of 10${instead}`];
  return [make("strong", {}, String(score)), ` ${ANCHORS[score]}, ambiguity ${ambiguity} of 10${instead}`];
}

/** Left out by whoever held it in person: nobody is asked to ask it again. */
const passed = ({ unclear, engine }) => unclear && engine === "clinician";

function showDomain(domain) {
  if (!domain) return; // the answers stand by themselves
  const items = [...domain.querySelectorAll("[data-item]")].map((cell) => responses.get(Number(cell.dataset.item)));
  const known = items.filter((one) => one && !one.declined && !one.unclear);
  const toAsk = items.filter((one) => one?.unclear && !passed(one)).length;
  const asked = items.filter(Boolean).length;
  const highest = known.length ? Math.max(...known.map(({ score }) => score)) : null;
  const often = known.some(({ score, yesAlone }) => score === highest && !yesAlone);
  const over = highest !== null && highest >= Number(domain.dataset.threshold);
  domain.toggleAttribute("data-over", over);
  const steps = domain.querySelector(".steps");
  if (!often) delete steps.dataset.score;
  else steps.dataset.score = highest;
  domain.querySelector(".said").replaceChildren(...summary(highest, often, over, toAsk, asked, items.length, items.some((one) => one?.declined)));
}

function summary(highest, often, over, toAsk, asked, total, declined) {
  const parts = highest === null ? [] : [often ? `${highest} · ${ANCHORS[highest]}` : YES_ALONE];
  if (toAsk) parts.push(highest === null ? TO_ASK : ` · ${toAsk} to be asked by you`);
  if (!parts.length) parts.push(declined ? "declined" : "not asked");
  if (over) parts.push(" · ", make("strong", {}, "look closer"));
  if (asked < total) parts.push(` · ${asked} of ${total} asked`);
  return parts;
}
