/** How states, tiers and moves are worded; `status.html.j2` says the same for the server's side. */

export const BADGES = { flag: "Flagged", urgent: "Urgent", stop: "Stop" };
export const MEANS = { flag: "wording to check in person", urgent: "to be read at once", stop: "acute danger read in a message" };
export const LEVELS = ["none", "attention", "urgent", "stop"];
export const ANCHORS = ["not at all", "rarely (1-2 days)", "several days", "more than half the days", "nearly every day"];
export const ABOUT = {
  suicide: "Suicide",
  self_harm: "Self-harm",
  violence: "Violence",
  abuse: "Hurt by others",
  substance: "Substance use",
  language: "Language",
};
export const PURPOSES = {
  intro: "introduction",
  reassure: "introduction",
  follow_up: "follow-up",
  rephrase: "in other words",
  about: "answers a question",
  revisit: "once more",
  corrected: "after a change",
  paused: "break",
  kept: "kept for its question",
  left: "answers a request",
  erasure: "answers a request",
  farewell: "ended by the patient",
  person: "answers a request",
  help: "answers a request",
  unsafe: "answers a request",
  waiting: "waits until the patient goes on",
  now: "asks whether it is there now",
  go_on: "asks whether to go on",
  resumed: "after the break",
  repeated: "asked again",
  language: "language",
  script: "safety message",
  closing: "closing",
};
export const ACTS = {
  clarify: "asks what is meant",
  ask: "asks about the conversation",
  decline: "would rather not say",
  pause: "takes a break",
  leave: "wants to end the conversation",
  erase: "wants everything deleted",
  person: "wants to talk to a person",
  help: "asks for help",
  unsafe: "may not be safe to speak",
  safety: "answers whether it is there now",
  elsewhere: "answers a later question",
  back: "goes back",
  correct: "changes an answer",
  other_language: "another language",
  late: "for an earlier question, kept and not scored",
};

/** The alert's level that outranks the other. */
export const higher = (one, other) => (LEVELS.indexOf(one) >= LEVELS.indexOf(other) ? one : other);

/** The interview's state in words; `held` is how the server says who holds it. */
export function stateOf({ phase, paused, begun, closed }, held) {
  if (phase === "SAFETY_STOP") return "Ended for safety";
  if (phase === "LEFT") return closed ? "Closed early" : "Ended by the patient";
  if (phase === "DONE") return "Completed";
  if (phase === "REPORT") return "Writing the report";
  if (held) return held;
  if (paused) return "On a break";
  return begun ? "In progress" : "Not begun";
}
