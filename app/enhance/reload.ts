/** Reads this page again; not before a chat that is open over it has been closed. */
export function reload() {
  const open = document.querySelector("dialog[open]");
  if (open) open.addEventListener("close", () => location.reload());
  else location.reload();
}
