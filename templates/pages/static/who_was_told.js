/** The status line beside the safety script: what the server can prove about who was told, asked again until it is settled. */

const AGAIN = 2_000; // milliseconds
const LONGEST = 15 * 60_000;

/** Show the sentence now and whenever it changes; a server out of reach leaves the last one standing. */
export async function followWhoWasTold(interview, show) {
  const until = Date.now() + LONGEST;
  let said = "";
  while (Date.now() < until) {
    const answer = await fetch(`/chat/${interview}/told`, { headers: { accept: "application/json" } }).catch(() => null);
    const known = answer?.ok ? await answer.json().catch(() => null) : null;
    if (known && known.words !== said) show((said = known.words));
    if (known?.telling === "sent") return;
    await new Promise((later) => setTimeout(later, AGAIN));
  }
}
