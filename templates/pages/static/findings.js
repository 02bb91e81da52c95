/** Risk findings and the alert that stands above everything until a member of staff has acknowledged it. */
import { ask } from "/static/ask.js";
import { find, make } from "/static/dom.js";
import { ABOUT, BADGES, higher } from "/static/wording.js";

const TITLE = document.title;
const seen = new Set();
let alerted = "none";

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
    make("span", { class: "meta" }, badge(tier), ABOUT[about] ?? about, make("a", { href: `#turn-${turn}` }, `turn ${turn}`)),
    make("q", {}, text),
    make("span", { class: "hint" }, `rule ${rule}, found by ${engine}`),
  );
}

/** Raise the alert. Quotes are the words that it rests on. */
export function showAlert(tier, findings) {
  alerted = higher(tier, alerted);
  const stopped = alerted === "stop";
  find("alert-title").textContent = stopped ? "Ended for safety" : "Urgent: please read this now";
  find("alert-text").textContent = stopped
    ? "The patient was given the safety message and the conversation has ended. Reach out to them now."
    : "The conversation goes on. Something was said that should not wait.";
  find("alert-quotes").append(...findings.map(({ text }) => make("li", {}, make("q", {}, text))));
  find("alert").hidden = false;
  document.title = `(!) ${TITLE}`;
  find("acknowledge").hidden = false;
  find("acknowledged").hidden = true;
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
