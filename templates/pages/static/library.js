/** The library's pages: a book on its way up, the jobs that read books, and the list of sections. */
import { reason } from "/static/ask.js";
import { localTimes, find, make } from "/static/dom.js";
import { keys } from "/static/rows.js";
import { cancelJob, followJob, hasEnded, retryJob } from "/static/job.js";

const STAGES = {
  waiting: "Another book is being read; this one waits for its turn.",
  reading: "Reading pages",
  vectors: "Making vectors",
  index: "Building the index",
  done: "Done",
};
const COUNTS = [["pages", "Pages"], ["sections", "Sections"], ["kept", "Kept"], ["pagesLeftOut", "Pages left out"], ["chunks", "Passages"], ["vectors", "Stored"]];

/** 75 -> "1 min 15 s" */
function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** How far a job is, from 0 to 1; null where that can't be said. */
function share({ stage, pages, pagesTotal, vectors, chunks }) {
  if (stage === "reading") return pagesTotal ? pages / pagesTotal : null;
  if (stage === "vectors") return chunks ? vectors / chunks : null;
  return stage === "index" ? 1 : null;
}

function words(job) {
  if (job.state === "cancelled") return "Cancelled. Nothing of it is left in the library.";
  if (job.state === "failed") return job.error;
  if (job.state === "queued") return job.error ? `${job.error} Trying again…` : "Waiting for its turn…";
  const { stage, perSecond, secondsLeft } = job.progress;
  const parts = [STAGES[stage] ?? "Starting"];
  if (perSecond) parts.push(`${perSecond} a second`);
  if (secondsLeft != null) parts.push(`about ${duration(secondsLeft)} left`);
  return `${parts.join(" · ")}${stage === "waiting" ? "" : "…"}`;
}

function show(card, job) {
  const said = card.querySelector(".job-said");
  if (said.textContent !== words(job)) said.textContent = words(job);
  card.dataset.state = job.state;
  const bar = card.querySelector(".job-bar");
  const done = hasEnded(job) ? null : share(job.progress);
  bar.hidden = hasEnded(job);
  if (done === null) bar.removeAttribute("value");
  else bar.value = done;
  const counts = card.querySelector(".job-counts");
  const known = COUNTS.filter(([key]) => job.progress[key] != null);
  counts.hidden = known.length === 0;
  counts.replaceChildren(...known.map(([key, name]) => make("div", {}, make("dt", {}, name), make("dd", {}, String(job.progress[key])))));
  card.querySelector(".job-cancel").hidden = hasEnded(job);
  card.querySelector(".job-retry").hidden = !["failed", "cancelled"].includes(job.state);
}

function follow(card) {
  const id = card.dataset.job;
  let seen = card.dataset.state;
  followJob(id, (job) => {
    show(card, job);
    if (job.state === "done" && seen !== "done") location.reload();
    seen = job.state;
  });
  const buttons = [...card.querySelectorAll("button")];
  const free = (yes) => buttons.forEach((button) => (button.disabled = !yes));
  const act = (button, does) =>
    card.querySelector(button).addEventListener("click", async () => {
      free(false); // both: the page is read anew, and would lose a second click
      try {
        await does(id);
        location.reload();
      } catch (error) {
        card.querySelector(".job-said").textContent = reason(error);
        free(true);
      }
    });
  act(".job-cancel", cancelJob);
  act(".job-retry", retryJob);
  free(true);
}

/** Sends the form by script, so that it shows how far it is and what is wrong with the file without leaving the page. */
function sendWithProgress(form) {
  const said = find("hand-in-said");
  const bar = find("sent");
  const button = form.querySelector("button[type=submit]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = form.elements.file.files[0];
    if (file.size > Number(form.dataset.most)) {
      const [has, most] = [file.size, Number(form.dataset.most)].map((bytes) => Math.round(bytes / 1048576));
      said.textContent = `This file has ${has} MB; at most ${most} MB are read. Save it with smaller images, or upload its volumes one by one.`;
      return;
    }
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("x-csrftoken", document.querySelector('meta[name="csrf-token"]').content);
    request.setRequestHeader("accept", "application/json");
    request.responseType = "json";
    const ended = (message) => {
      said.textContent = message;
      bar.hidden = true;
      button.disabled = false;
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => (bar.value = total ? loaded / total : 0));
    request.addEventListener("error", () => ended("The connection broke; please try again."));
    request.addEventListener("load", () => {
      const answer = request.response;
      if (request.status >= 400) return ended(answer?.message ?? `The server answered ${request.status}.`);
      if (answer.already) return ended(`This file is already in the library, as “${answer.book}”. Nothing was changed.`);
      location.assign(`/admin/documents/${answer.document}`);
    });
    said.textContent = "Uploading…";
    bar.hidden = false;
    button.disabled = true;
    request.send(new FormData(form));
  });
}

function findSections(input) {
  const rows = [...document.querySelectorAll(".sections li")];
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  input.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}

/** Of the two ways to name a document only the fields of the chosen one are shown. */
function chooseNaming(form) {
  const parts = [...form.querySelectorAll("[data-for]")];
  const show = () => {
    const chosen = form.elements.as?.value || (form.elements.as ? "" : "own");
    for (const part of parts) part.hidden = part.dataset.for !== chosen;
  };
  form.addEventListener("change", show);
  show();
}

localTimes();
keys();
document.querySelectorAll("form:has([data-for])").forEach(chooseNaming);
document.querySelectorAll("[data-job]").forEach(follow);
if (find("hand-in")) sendWithProgress(find("hand-in"));
if (find("find-section")) findSections(find("find-section"));
