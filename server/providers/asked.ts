/** What a member asks for by a form, and another page then shows once. */
export interface Asked {
  what: "launch" | "credentials";
  /** Code of the game. */
  code: string;
  /** `launch`: the receipt of the transfer that came before. `credentials`: `plain`, if the password is to be read. */
  detail?: string;
}

export interface AskedFor {
  note(asked: Asked): void;
  /** Null if the member has not asked for it in the last minute, or it was taken. */
  take(what: Asked["what"], code: string): Asked | null;
}
