/** The 13 domains: each item's score as it comes, each domain's highest. */
import { find, make } from "/static/dom.js";
import { ANCHORS } from "/static/wording.js";

const TO_ASK = "unclear, to be asked by you";
const STOOD_IN = " could not answer ("; // as agents/llm/failover.py writes it
const YES_ALONE = "yes, how often is not known";
const NO_SCORE = "asked, no score";
let derived = true; // nothing is derived from an interview that was not held to the end
const responses = new Map(); // item number -> the latest response

/** The item's number and short name, as the page wrote them. */
export const nameOf = (item) => document.querySelector(`[data-item="${item}"] dt`)?.textContent ?? "";

/** Show a scored item and its domain anew. */
export function showResponse(response) {
  responses.set(response.itemId, response);
  const cell = document.querySelector(`[data-item="${response.itemId}"]`);
  if (!cell) return;
  cell.querySelector("dd").replaceChildren(...wordsFor(response));
  showDomain(cell.closest("details"));
}

/** The interview ended before its last question: the answers stand, and no domain is said to be over anything. */
export function nothingDerived() {
  if (!derived) return;
  derived = false;
  for (const domain of document.querySelectorAll("[data-domain]")) {
    delete domain.querySelector(".steps").dataset.threshold;
    if (domain.hasAttribute("data-over")) showDomain(domain);
  }
  find("domains-hint").textContent = "The answers as they were scored. Nothing is derived from them.";
}

/** An item's question was asked; until its answer is scored, and for ever after a stop, that is all there is to say. */
export function showAsked(item) {
  const cell = document.querySelector(`[data-item="${item}"]`);
  if (!cell || responses.has(item)) return;
  cell.querySelector("dd").textContent = NO_SCORE;
  const said = cell.closest("details").querySelector(".said");
  if (![...responses.keys()].some((one) => cell.closest("details").querySelector(`[data-item="${one}"]`))) said.textContent = NO_SCORE;
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
  const items = [...domain.querySelectorAll("[data-item]")].map((cell) => responses.get(Number(cell.dataset.item)));
  const known = items.filter((one) => one && !one.declined && !one.unclear);
  const toAsk = items.filter((one) => one?.unclear && !passed(one)).length;
  const asked = items.filter(Boolean).length;
  const highest = known.length ? Math.max(...known.map(({ score }) => score)) : null;
  const often = known.some(({ score, yesAlone }) => score === highest && !yesAlone);
  const over = derived && highest !== null && highest >= Number(domain.dataset.threshold);
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
