import { CHAT_TABLES } from "../chat/schema";
import { REWARD_TABLES } from "./schema-rewards";

/** The sandbox's tables, one step per version (see `migrate`). Amounts are minor units, times epoch milliseconds. */
export const schema: readonly string[] = [
  `
  CREATE TABLE account (
    name     TEXT PRIMARY KEY,
    currency TEXT NOT NULL,
    -- 1: a member account; the CHECK prevents a balance below zero
    guarded  INTEGER NOT NULL,
    balance  INTEGER NOT NULL DEFAULT 0,
    CHECK (guarded = 0 OR balance >= 0)
  );
  CREATE TABLE entry (
    id   INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL,
    kind TEXT NOT NULL
  );
  CREATE TABLE posting (
    entry   INTEGER NOT NULL REFERENCES entry (id),
    account TEXT NOT NULL REFERENCES account (name),
    amount  INTEGER NOT NULL CHECK (amount <> 0)
  );
  CREATE INDEX posting_account ON posting (account);
  CREATE TRIGGER entry_is_final BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
  CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
  CREATE TRIGGER posting_is_final BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'postings are final'); END;
  CREATE TRIGGER posting_stays BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'postings are final'); END;

  -- one row: the market this file was created for
  CREATE TABLE made (market TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);

  CREATE TABLE member (
    id        TEXT PRIMARY KEY,
    username  TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    password  TEXT NOT NULL,
    currency  TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    coin      INTEGER NOT NULL DEFAULT 0,
    -- active, suspended, gone (account-gone), forgotten (as if the record no longer existed)
    status    TEXT NOT NULL DEFAULT 'active',
    inviter   TEXT,
    -- JSON list of records this member lacks: user, wallet, bank
    lacks     TEXT NOT NULL DEFAULT '[]'
  );
  CREATE TABLE bank_account (
    member TEXT PRIMARY KEY REFERENCES member (id),
    code   TEXT NOT NULL,
    name   TEXT NOT NULL,
    number TEXT NOT NULL,
    UNIQUE (code, number)
  );
  CREATE TABLE token (
    hash      TEXT PRIMARY KEY,
    member    TEXT NOT NULL REFERENCES member (id),
    issuedAt  INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    address   TEXT NOT NULL,
    -- why the token is no longer valid: INVALID_USER_3, INVALID_USER_4 or null
    ended     TEXT
  );
  CREATE INDEX token_member ON token (member);

  CREATE TABLE otp (
    token     TEXT PRIMARY KEY,
    phone     TEXT NOT NULL,
    ref       TEXT NOT NULL,
    code      TEXT NOT NULL,
    sentAt    INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    wrong     INTEGER NOT NULL DEFAULT 0,
    -- open, used, replaced
    state     TEXT NOT NULL DEFAULT 'open'
  );
  CREATE INDEX otp_phone ON otp (phone, sentAt);
  CREATE TABLE phone (number TEXT PRIMARY KEY, verifiedUntil INTEGER NOT NULL DEFAULT 0, blockedUntil INTEGER NOT NULL DEFAULT 0);

  CREATE TABLE slot (
    member   TEXT NOT NULL REFERENCES member (id),
    code     TEXT NOT NULL,
    username TEXT NOT NULL,
    password TEXT NOT NULL,
    network  TEXT NOT NULL,
    -- wins (+) and losses (-) that the operator has not read from the provider yet
    unread   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (member, code)
  );
  CREATE TABLE statement (
    id          INTEGER PRIMARY KEY,
    member      TEXT NOT NULL REFERENCES member (id),
    type        TEXT NOT NULL,
    status      TEXT NOT NULL,
    source      TEXT,
    target      TEXT,
    amount      INTEGER NOT NULL CHECK (amount >= 0),
    createdAt   INTEGER NOT NULL,
    visibleAt   INTEGER NOT NULL,
    -- bonus, promotion, invite, refund or luckydraw
    origin      TEXT,
    description TEXT
  );
  CREATE INDEX statement_member ON statement (member, createdAt DESC, id DESC);
  CREATE TABLE withdrawal (
    statement INTEGER PRIMARY KEY REFERENCES statement (id),
    member    TEXT NOT NULL REFERENCES member (id),
    amount    INTEGER NOT NULL,
    -- pending, settled, refused
    state     TEXT NOT NULL DEFAULT 'pending',
    -- when the bank pays it automatically; null: only the desk does
    settleAt  INTEGER
  );
  CREATE TABLE qr (
    id        TEXT PRIMARY KEY,
    member    TEXT NOT NULL REFERENCES member (id),
    bankCode  TEXT NOT NULL,
    amount    INTEGER NOT NULL,
    payload   TEXT NOT NULL,
    image     TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    -- open, paid, cancelled, replaced
    state     TEXT NOT NULL DEFAULT 'open'
  );
  CREATE INDEX qr_member ON qr (member, state);
  CREATE TABLE held_bonus (
    member      TEXT PRIMARY KEY REFERENCES member (id),
    kind        TEXT NOT NULL,
    description TEXT NOT NULL,
    baseline    INTEGER NOT NULL,
    success     REAL NOT NULL,
    fail        REAL NOT NULL
  );
  `,
  `
  -- slips made at the desk, and what the bank named on them knows about the transfer
  CREATE TABLE made_slip (
    id         TEXT PRIMARY KEY,
    member     TEXT NOT NULL REFERENCES member (id),
    outcome    TEXT NOT NULL,
    transRef   TEXT NOT NULL UNIQUE,
    currency   TEXT NOT NULL,
    amount     INTEGER NOT NULL,
    paidAt     INTEGER NOT NULL,
    fromBank   TEXT NOT NULL,
    fromNumber TEXT NOT NULL,
    toBank     TEXT NOT NULL,
    toNumber   TEXT NOT NULL,
    -- 0: the bank does not know the transfer
    known      INTEGER NOT NULL DEFAULT 1,
    -- 1: credited before, outside the sandbox
    used       INTEGER NOT NULL DEFAULT 0,
    -- reason code if the reader fails for a reason of its own, or null
    trouble    TEXT,
    -- whole, cropped, tiny
    size       TEXT NOT NULL DEFAULT 'whole',
    wrongCrc   INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE slip (
    reference TEXT PRIMARY KEY,
    member    TEXT NOT NULL REFERENCES member (id),
    bankCode  TEXT,
    createdAt INTEGER NOT NULL,
    -- when the reader processes it
    readAt    INTEGER NOT NULL,
    type      TEXT NOT NULL,
    -- null: the file was lost
    image     BLOB,
    -- secret part of the image's address
    signature TEXT NOT NULL,
    status    TEXT NOT NULL DEFAULT 'PENDING',
    amount    INTEGER,
    note      TEXT,
    transRef  TEXT
  );
  CREATE INDEX slip_member ON slip (member, createdAt DESC);
  CREATE INDEX slip_pending ON slip (readAt) WHERE status = 'PENDING';
  CREATE UNIQUE INDEX slip_credited ON slip (transRef) WHERE status = 'SUCCESS';
  CREATE TABLE gift (
    hash      TEXT PRIMARY KEY,
    amount    INTEGER NOT NULL,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    used      INTEGER NOT NULL DEFAULT 0,
    -- the member who made it, or null
    owner     TEXT REFERENCES member (id)
  );
  CREATE TABLE announcement (
    -- id of its statement row
    statement INTEGER PRIMARY KEY REFERENCES statement (id),
    member    TEXT NOT NULL REFERENCES member (id),
    amount    INTEGER NOT NULL,
    -- when matching money arrives; null: never
    matchAt   INTEGER,
    failAt    INTEGER NOT NULL,
    -- pending, matched, unmatched
    state     TEXT NOT NULL DEFAULT 'pending'
  );
  CREATE INDEX announcement_pending ON announcement (failAt) WHERE state = 'pending';
  `,
  `
  -- a sign-in to a game: by a ticket that is good once, or by a password
  CREATE TABLE game_entry (
    id      TEXT PRIMARY KEY,
    member  TEXT NOT NULL REFERENCES member (id),
    code    TEXT NOT NULL,
    state   TEXT NOT NULL -- issued, then playing: a ticket is used
  );
  `,
  ...REWARD_TABLES,
  CHAT_TABLES,
];
