/** The line to one interview's socket (docs/socket.md): it reconnects by itself, resumes after the last event that it
 * has, and keeps every frame until the server has acknowledged it. */

const ACK_WITHIN = 15_000; // milliseconds; a silent line is taken for dead then
const RETRY_AFTER = 1_500;
const LONGEST_WAIT = 15_000;
const LONGEST_WAIT_STUCK = 30_000;
const STEADY_AFTER = 5_000; // a line that lasts so long, or brings something, is one
const ASLEEP_AFTER = 60_000; // a page hidden for longer trusts its line no more: phones cut it without a word
const SHUT_OUT = 4403; // docs/socket.md
const FAILED = 4500;
const STUCK_AFTER = 2; // times that the server was there, and this interview could not be opened
const ASK_WHY_AFTER = 2; // attempts that never came to a line: perhaps this browser may no longer be here
const RETRIED = new Set(["too_fast", "try_again"]);

/** The purposes of what the interviewer says before a break (docs/socket.md). */
export const BREAKS = new Set(["paused", "left", "erasure", "person", "help", "unsafe", "waiting"]);

/** A name for a frame. crypto.randomUUID is missing where the page is served without TLS. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line {
  #address;
  #on;
  #socket = null;
  #outbox = new Map();
  #lastSeq = 0;
  #attempts = 0;
  #stuck = 0;
  #steady = 0;
  #timer = 0;
  #stopped = false;
  #hiddenAt = 0;
  #kept;

  /** `on` holds `event(event)`, `state("open" | "waiting" | "lost" | "stuck" | "offline")`, `refused(frame, error)`, for staff `draft(frame)`: what is
   * still being written of the report, and for the patient `script(frame)`: the safety script while what was said is not stored yet. `patient` asks to be let in
   * as the patient: the browser of a therapist who tries the link holds both cookies. `kept` (`read()`, `write(frames)`) keeps
   * what is not acknowledged over a reload: it goes out again under its own names, and so counts once. */
  constructor(interview, on, { patient = false, kept = null } = {}) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${location.host}/interviews/${interview}/socket${patient ? "?as=patient" : ""}`;
    this.#on = on;
    this.#kept = kept;
    for (const frame of kept?.read() ?? []) this.#outbox.set(frame.id, { frame, at: 0 });
    addEventListener("online", () => this.#now());
    addEventListener("offline", () => this.#cut());
    document.addEventListener("visibilitychange", () => this.#turned(document.hidden));
    setInterval(() => this.#checkAcks(), 1_000);
    this.#connect();
  }

  /** Whether something sent here has not been acknowledged yet. */
  get busy() {
    return [...this.#outbox.values()].some(({ held }) => !held);
  }

  /** What was said here and has not been acknowledged yet, in order. */
  get unsent() {
    return [...this.#outbox.values()].map(({ frame }) => frame);
  }

  /** Send a frame, now or as soon as there is a line; returns its id. */
  send(frame) {
    const id = this.hold(frame);
    this.#outbox.get(id).held = false;
    this.#transmit(id);
    return id;
  }

  /** Keep a frame that may still be taken back; returns the id to send or withdraw it by. After a reload it goes out. */
  hold(frame) {
    const id = frame.id ?? newId();
    this.#outbox.set(id, { frame: { v: 1, ...frame, id }, at: 0, held: true });
    this.#keep();
    return id;
  }

  /** Forget a frame. */
  withdraw(id) {
    this.#outbox.delete(id);
    this.#keep();
  }

  /** The interview is over for this page: hang up and stay silent. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = ({ data }) => socket === this.#socket && this.#received(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && (code === SHUT_OUT ? this.#leave() : this.#closed(code));
  }

  #opened(socket) {
    this.#steady = setTimeout(() => this.#holds(), STEADY_AFTER);
    socket.send(JSON.stringify({ v: 1, type: "resume", lastSeq: this.#lastSeq }));
    for (const id of this.#outbox.keys()) this.#transmit(id);
    if (!this.#stuck) this.#on.state("open");
  }

  /** The line has brought something, or lasts: it counts as one. */
  #holds() {
    clearTimeout(this.#steady);
    this.#attempts = 0;
    if (this.#stuck) this.#on.state("open");
    this.#stuck = 0;
  }

  #closed(code = 0) {
    this.#socket = null;
    clearTimeout(this.#steady);
    if (this.#stopped) return;
    this.#attempts += 1;
    if (code === FAILED) this.#stuck += 1;
    this.#on.state(this.#state());
    if (this.#attempts >= ASK_WHY_AFTER) this.#askWhy();
    const most = navigator.onLine ? 400 * 2 ** this.#attempts : LONGEST_WAIT; // `online` calls before that
    const longest = this.#stuck ? LONGEST_WAIT_STUCK : LONGEST_WAIT;
    this.#timer = setTimeout(() => this.#connect(), Math.min(longest, most) * (0.5 + Math.random() / 2));
  }

  #state() {
    if (!navigator.onLine) return "offline";
    if (this.#stuck >= STUCK_AFTER) return "stuck";
    return this.#attempts > 4 ? "lost" : "waiting";
  }

  /** The server answers, but no longer lets this browser in (signed out, a newer link): let the page say so. */
  async #askWhy() {
    const page = await fetch(location.href, { redirect: "manual" }).catch(() => null);
    if (page && (page.type === "opaqueredirect" || [401, 403, 404].includes(page.status))) return this.#leave();
    if (this.#socket) return;
    this.#stuck = page?.ok ? this.#stuck + 1 : 0;
    if (!this.#stopped) this.#on.state(this.#state());
  }

  #leave() {
    if (this.#stopped) return;
    this.#outbox.clear();
    this.stop();
    location.reload();
  }

  /** The browser has lost its network: the line is dead, whatever it says. */
  #cut() {
    if (this.#stopped) return;
    if (this.#socket) this.#hangUp();
    else this.#on.state("offline");
  }

  #now() {
    if (!this.#socket && !this.#stopped) this.#connect();
  }

  #turned(hidden) {
    if (hidden) this.#hiddenAt = Date.now();
    else if (this.#socket && Date.now() - this.#hiddenAt > ASLEEP_AFTER) this.#hangUp();
    if (!hidden) this.#now();
  }

  #transmit(id) {
    const kept = this.#outbox.get(id);
    if (!kept || kept.held || this.#socket?.readyState !== WebSocket.OPEN) return;
    kept.at = Date.now();
    this.#socket.send(JSON.stringify(kept.frame));
  }

  #checkAcks() {
    const late = Date.now() - ACK_WITHIN;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if ([...this.#outbox.values()].some(({ at }) => at && at < late)) this.#hangUp();
  }

  /** Drop the line without waiting for the other end's goodbye, and dial again. */
  #hangUp() {
    const socket = this.#socket;
    this.#closed();
    socket.close();
  }

  #keep() {
    this.#kept?.write(this.unsent);
  }

  #received(frame) {
    if (this.#attempts && (frame.type === "event" || frame.type === "ack")) this.#holds();
    if (frame.type === "ack") this.withdraw(frame.id);
    else if (frame.type === "event") this.#happened(frame);
    else if (frame.type === "script") this.#on.script?.(frame);
    else if (frame.type === "draft") this.#on.draft?.(frame);
    else if (frame.type === "error") this.#refused(frame);
  }

  #happened(event) {
    if (event.seq <= this.#lastSeq) return;
    if (event.seq > this.#lastSeq + 1) return this.#hangUp();
    this.#lastSeq = event.seq;
    this.#on.event(event);
  }

  #refused(error) {
    const kept = this.#outbox.get(error.id);
    if (kept && RETRIED.has(error.code)) {
      kept.at = 0;
      setTimeout(() => this.#transmit(error.id), RETRY_AFTER);
      return;
    }
    this.withdraw(error.id);
    this.#on.refused(kept?.frame ?? null, error);
  }
}
