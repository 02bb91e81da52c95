/** "Get help now" opens by itself; this closes it: with Esc, or with a click beside it. From a dialog, which lies over it, a
 * button leads there. */

const help = document.getElementById("help");

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !help.open) return;
  help.open = false;
  help.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  if (help.open && !help.contains(target)) help.open = false;
});
for (const button of document.querySelectorAll("[data-help]")) {
  const dialog = button.closest("dialog");
  const open = () => {
    help.open = true;
    help.querySelector("summary").focus();
  };
  button.addEventListener("click", () => {
    dialog.addEventListener("close", open, { once: true });
    dialog.close("");
  });
}
