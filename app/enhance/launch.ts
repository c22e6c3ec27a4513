/** Sends the form that leads into a game. Its fields have the provider's names, which may hide `submit`. */
export function launchGames() {
  const form = document.querySelector<HTMLFormElement>("form[data-launch]");
  if (form) HTMLFormElement.prototype.submit.call(form);
}
