/** The tables of coupons, shares of inviters and received offers: steps of `schema`. */
export const REWARD_TABLES: readonly string[] = [
  `
  CREATE TABLE coupon (
    id          TEXT PRIMARY KEY,
    member      TEXT NOT NULL REFERENCES member (id),
    name        TEXT NOT NULL,
    label       TEXT NOT NULL,
    description TEXT NOT NULL,
    -- 0: a thing
    amount      INTEGER NOT NULL CHECK (amount >= 0),
    createdAt   INTEGER NOT NULL,
    expiresAt   INTEGER NOT NULL,
    -- open, claimed, lost (the record of its prize is gone)
    state       TEXT NOT NULL DEFAULT 'open'
  );
  CREATE INDEX coupon_member ON coupon (member, createdAt DESC);
  -- where the member's next spin stops
  CREATE TABLE forced_slice (member TEXT PRIMARY KEY REFERENCES member (id), code TEXT NOT NULL);
  `,
  `
  -- what an inviter has earned by a friend's play
  CREATE TABLE invite_share (
    id        INTEGER PRIMARY KEY,
    inviter   TEXT NOT NULL REFERENCES member (id),
    friend    TEXT NOT NULL REFERENCES member (id),
    amount    INTEGER NOT NULL,
    createdAt INTEGER NOT NULL,
    received  INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX invite_share_inviter ON invite_share (inviter);
  `,
  `
  -- bonuses and promotions that members have received, by their code
  CREATE TABLE received_offer (
    id     INTEGER PRIMARY KEY,
    member TEXT NOT NULL REFERENCES member (id),
    code   TEXT NOT NULL,
    at     INTEGER NOT NULL
  );
  CREATE INDEX received_offer_member ON received_offer (member, code);
  ALTER TABLE held_bonus ADD COLUMN code TEXT;
  `,
];
