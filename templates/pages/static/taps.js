/** One tap at a time: the second of a double tap does nothing. It would hit what has come up under the finger, or shut what the first has opened. Nor does a button that has just come up, or that skips what is still unread. */

const WITHIN = 400; // milliseconds
const NEAR = 24; // pixels
let last = { timeStamp: -WITHIN, clientX: 0, clientY: 0 };

addEventListener(
  "click",
  (event) => {
    if (event.target.closest(event.detail ? "button[aria-disabled=true]" : "[data-unread]")) return void event.stopImmediatePropagation();
    if (!event.detail || !event.target.closest("button:not(.send), summary, a")) return; // keys bring no detail
    const near = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
    const again = near && event.timeStamp - last.timeStamp < WITHIN;
    last = event;
    if (!again) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
