/** Risk findings and the alert that stands above everything until a member of staff has acknowledged it. */
import { ask } from "/static/ask.js";
import { find, make } from "/static/dom.js";
import { ABOUT, BADGES, higher } from "/static/wording.js";

const TITLE = document.title;
const seen = new Set();
const quoted = new Set();
let alerted = "none";
let over = false;

/** List a turn's findings of tier flag or above, newest first. */
export function showFindings(turn, findings, engine) {
  for (const finding of findings ?? []) {
    const key = `${turn}/${finding.rule}/${finding.start}`;
    if (finding.tier === "none" || seen.has(key)) continue;
    seen.add(key);
    find("no-findings").hidden = true;
    find("findings").prepend(entry(turn, finding, engine));
  }
}

export const badge = (tier) => make("span", { class: `badge ${tier}` }, BADGES[tier]);

function entry(turn, { tier, about, text, rule }, engine) {
  return make(
    "li",
    {},
    make("span", { class: "meta" }, badge(tier), ABOUT[about] ?? about, turnLink(turn)),
    make("q", {}, text),
    make("span", { class: "hint" }, `rule ${rule}, found by ${engine}`),
  );
}

const turnLink = (turn) => make("a", { href: `#turn-${turn}` }, `turn ${turn}`);

/** Raise the alert. Quotes are the words that it rests on, each with the way to its turn. */
export function showAlert(turn, tier, findings) {
  alerted = higher(tier, alerted);
  for (const { text } of findings.filter((one) => !findings.some((other) => holds(other, one)))) quote(turn, text);
  find("alert").hidden = false;
  document.title = `(!) ${TITLE}`;
  find("acknowledge").hidden = false;
  find("acknowledged").hidden = true;
  tellAlert();
}

/** Whether one finding's words are only a part of the other's. */
const holds = (other, one) => other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start;

function quote(turn, text) {
  const key = `${turn}/${text}`;
  if (quoted.has(key)) return;
  quoted.add(key);
  find("alert-quotes").append(make("li", {}, make("q", {}, text), turnLink(turn)));
}

/** The conversation's state has changed: an alert must not say that a finished one goes on. */
export function alertKnows(phase) {
  over = phase === "REPORT" || phase === "DONE";
  if (alerted !== "none") tellAlert();
}

function tellAlert() {
  const stopped = alerted === "stop";
  const words = stopped
    ? "The patient was given the safety message and the conversation has ended. Reach out to them now."
    : `Something was said that should not wait. ${over ? "The patient has since answered the last question." : "The conversation goes on."}`;
  find("alert-title").textContent = stopped ? "Ended for safety" : "Urgent: please read this now";
  if (find("alert-text").textContent !== words) find("alert-text").textContent = words;
}

export function showAcknowledged() {
  document.title = TITLE;
  find("acknowledge").hidden = true;
  find("acknowledged").hidden = false;
}

/** Wire the button. */
export function acknowledgeWith(interview) {
  const button = find("acknowledge");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask(`/interviews/${interview}/acknowledge`);
      showAcknowledged();
    } catch {
      find("alert-text").textContent = "That could not be stored. Check the connection and try again.";
    }
    button.disabled = false;
  });
}
