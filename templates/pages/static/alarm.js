/** A sound and a desktop notification for a new alert. Offered once, with two buttons; this browser keeps the answer. Neither says
 * whose interview it is, nor what was said. */
import { find } from "/static/dom.js";

const KEPT = "anamnesis-alarm";
const TITLES = { stop: "Safety alert: stop", urgent: "Safety alert: urgent", attention: "An interview needs attention" };
const TONES = { stop: [880, 660, 880, 660], urgent: [880, 660], attention: [660] }; // Hz, one after the other
const TONE_SECONDS = 0.22;
const SILENT = 0.0001; // a gain of zero cannot be approached exponentially
const TOUCHES = ["pointerdown", "pointerup", "keydown"]; // which of them counts is for the browser to say
let audio = null;

const kept = () => localStorage.getItem(KEPT);
const on = () => kept() === "on";
const mayPlay = () => navigator.userActivation?.hasBeenActive ?? true;
const canNotify = () => isSecureContext && "Notification" in window;

/** An alert has come: `key` is the same wherever it is shown, `href` leads to it. */
export function sound({ key, level, href }) {
  if (!on()) return;
  play(TONES[level] ?? TONES.attention);
  if (canNotify() && Notification.permission === "granted") notify(key, level, href);
}

function notify(key, level, href) {
  try {
    const shown = new Notification(TITLES[level] ?? TITLES.attention, {
      body: "Open it to read what was said.",
      tag: key,
      renotify: true,
      requireInteraction: level !== "attention",
    });
    shown.onclick = () => {
      focus();
      shown.close();
      if (location.pathname !== href) location.href = href;
    };
  } catch {
    // some phones show notifications of installed pages alone; the sound and the page remain
  }
}

function play(tones) {
  audio ??= new AudioContext();
  audio.resume();
  tones.forEach((tone, place) => {
    const begin = audio.currentTime + place * TONE_SECONDS;
    const voice = audio.createOscillator();
    const loudness = audio.createGain();
    voice.frequency.value = tone;
    loudness.gain.setValueAtTime(0.3, begin);
    loudness.gain.exponentialRampToValueAtTime(SILENT, begin + TONE_SECONDS);
    voice.connect(loudness).connect(audio.destination);
    voice.start(begin);
    voice.stop(begin + TONE_SECONDS);
  });
}

/** Browsers play nothing before somebody has touched the page: the first touch prepares the sound, and calls `ready`. */
export function prepareSound(ready = () => {}) {
  const prepare = () => {
    if (!mayPlay()) return;
    for (const touch of TOUCHES) removeEventListener(touch, prepare);
    if (on()) (audio ??= new AudioContext()).resume();
    ready();
  };
  for (const touch of TOUCHES) addEventListener(touch, prepare);
}

/** Wire the buttons of the list. */
export function offerAlarm() {
  find("alarm-on").addEventListener("click", async () => {
    localStorage.setItem(KEPT, "on");
    play(TONES.attention);
    tell();
    if (canNotify() && Notification.permission === "default") {
      await Notification.requestPermission(); // whoever leaves the browser's question open has the sound all the same
      tell();
    }
  });
  find("alarm-try").addEventListener("click", () => sound({ key: "try", level: "attention", href: location.pathname }));
  find("alarm-off").addEventListener("click", () => {
    localStorage.setItem(KEPT, "off");
    tell();
  });
  find("alarm-not").addEventListener("click", () => {
    localStorage.setItem(KEPT, "off");
    tell();
    find("main").focus({ preventScroll: true });
  });
  find("alarm").hidden = false;
  prepareSound(tell);
  tell();
}

function tell() {
  find("alarm-on").hidden = on();
  find("alarm-not").hidden = kept() !== null;
  if (kept() === "off") find("main").append(find("alarm")); // it was refused: below what matters, and still to be had
  find("alarm-try").hidden = find("alarm-off").hidden = !on();
  find("alarm-text").textContent = on() ? `${said()}${mayPlay() ? "" : MUTE}` : offered();
}

const MUTE = " Click on this page or press a key once: until then the browser keeps it silent.";
const NO_HTTPS = "Desktop notifications need https (or localhost), and this page came without.";

function offered() {
  return canNotify()
    ? "This page can tell you of an alert with a sound and a desktop notification, while you look at something else too."
    : `This page can tell you of an alert with a sound. ${isSecureContext ? "" : NO_HTTPS}`;
}

function said() {
  if (!isSecureContext) return `A new alert makes a sound while this page is open. ${NO_HTTPS}`;
  if (canNotify() && Notification.permission === "granted") return "A new alert makes a sound and shows a desktop notification while this page is open.";
  return "A new alert makes a sound while this page is open. This browser does not let the page show notifications: allow them in its settings for this site.";
}
