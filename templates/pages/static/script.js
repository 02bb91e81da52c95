/** The safety script with its numbers made dialable, on any phone. */
import { make } from "/static/dom.js";

const NUMBER = /(\btext(?:ing)?\s+[^\s\d.]+\s+to\s+)?(?<![\d-])(\+?\d(?:[\d\s()-]{0,14}\d)?)(?![\d-]|\/7|\s*hours)/giu;

/** The script's text as nodes: digits of three or more become links that call, or write where the script says "text". */
export function dialable(text) {
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(NUMBER)) {
    const [whole, text_to = "", number] = match;
    const digits = number.replace(/[^\d+]/g, "");
    if (digits.length < 3) continue;
    const start = match.index + text_to.length;
    nodes.push(text.slice(at, start), make("a", { href: `${text_to ? "sms" : "tel"}:${digits}` }, number));
    at = match.index + whole.length;
  }
  return [...nodes, text.slice(at)];
}
