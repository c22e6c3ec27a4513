/** The conversations with support, and the files sent in them. `owner`: a member's id or a guest id. */
export const CHAT_TABLES = `
  CREATE TABLE chat_message (
    id        INTEGER PRIMARY KEY,
    owner     TEXT NOT NULL,
    sender    TEXT NOT NULL, -- customer or other
    message   TEXT NOT NULL, -- JSON
    createdAt INTEGER NOT NULL,
    session   TEXT,
    readAt    INTEGER
  );
  CREATE INDEX chat_message_owner ON chat_message (owner, createdAt DESC);
  CREATE TABLE chat_file (name TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL);
  `;
