/** Background jobs: follow one until it has ended, end it, do it again. */
import { ask } from "/static/ask.js";

const ENDED = ["done", "failed", "cancelled"];

/**
 * Calls `onChange(job)` now and whenever the job changes: {id, kind, key, state, progress, error, attempts, ...}.
 * The browser reconnects by itself; `onLost(lost)` says whether the connection is gone. Returns a function that stops.
 */
export function followJob(id, onChange, onLost = () => {}) {
  const source = new EventSource(`/jobs/${id}/events`);
  source.addEventListener("open", () => onLost(false));
  source.addEventListener("error", () => onLost(true));
  source.addEventListener("job", (event) => {
    const job = JSON.parse(event.data);
    if (ENDED.includes(job.state)) source.close();
    onChange(job);
  });
  return () => source.close();
}

export const hasEnded = (job) => ENDED.includes(job.state);
export const cancelJob = (id) => ask(`/jobs/${id}/cancel`);
export const retryJob = (id) => ask(`/jobs/${id}/retry`);
