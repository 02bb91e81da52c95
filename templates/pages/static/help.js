/** "Get help now" opens by itself; this closes it: with Esc, or with a click beside it. */

const help = document.getElementById("help");

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !help.open) return;
  help.open = false;
  help.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  if (help.open && !help.contains(target)) help.open = false;
});
