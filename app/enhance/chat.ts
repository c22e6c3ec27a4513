/** Loads the chat's own script where there is a conversation (`data-chat`: its address). */
export function openChat() {
  const { chat } = document.querySelector<HTMLElement>("[data-chat]")?.dataset || {};
  if (chat) void import(chat);
}
