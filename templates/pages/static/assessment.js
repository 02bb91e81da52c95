/** One assessment: its job live while it runs; the page is read anew when it has ended. */
import { find, localTimes } from "/static/dom.js";
import { followJob, hasEnded } from "/static/job.js";
import { keys } from "/static/rows.js";

const STAGES = {
  qualitative: "Writing the assessment",
  judge: "Judging it",
  refine: "Writing it again",
  evidence: "Looking for the participant's words",
  references: "Looking for similar interviews",
  scoring: "Scoring the items",
  meta: "Reviewing the whole",
  done: "Done",
};
const running = find("running");
if (running) {
  followJob(running.dataset.job, (job) => {
    const { stage, begun = [] } = job.progress;
    if (stage) find("stage").textContent = `${STAGES[stage]}.`;
    find("stages").value = new Set(begun).size;
    if (hasEnded(job)) window.location.reload();
  });
}
localTimes();
keys();
