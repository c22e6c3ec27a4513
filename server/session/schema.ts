/** Steps of the schema of `sessions.sqlite`; see `migrate`. */
export const SESSIONS_SCHEMA = [
  "CREATE TABLE denied_session (sid TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE list (id TEXT NOT NULL) STRICT",
  `CREATE TABLE kept_session (member TEXT PRIMARY KEY, generation TEXT NOT NULL, sid TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE known_session (member TEXT NOT NULL, sid TEXT NOT NULL, document TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (member, sid)) STRICT, WITHOUT ROWID;`,
  "CREATE TABLE sign_in (member TEXT PRIMARY KEY, document TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  // Messages of the chat on their way; see `Outbox`.
  "CREATE TABLE sending (owner TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (owner, id)) STRICT, WITHOUT ROWID",
  // What members have asked this site to keep to; see `WishStore`.
  "CREATE TABLE wishes (member TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID",
  // What people have seen of their conversations; see `SeenChats`.
  `CREATE TABLE seen_chat (owner TEXT PRIMARY KEY, until INTEGER, shown INTEGER NOT NULL, unread INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX seen_chat_at ON seen_chat (at);`,
];
