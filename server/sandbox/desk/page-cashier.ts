import type { Control } from "./control";
import { field, form, hidden, list, money, section, select, time } from "./page-parts";
import { giftStates } from "../ledger/gifts";
import { html } from "./html";
import { slipOutcomes } from "../slips/made-slips";

const SHOWN = 8;

/** Pictures of slips to upload, and what became of those that were. */
export const slipSection = (control: Control, phone: string) =>
  section(
    "Slips",
    form(
      "slip",
      "Make a slip",
      field("Phone", "phone", phone, "tel"),
      field("Amount", "amount", 500, "number"),
      select("What the reader will say", "outcome", slipOutcomes),
      field("Into the account at (bank code)", "bankCode"),
      select("Checksum", "wrongCrc", ["true"], "right"),
    ),
    html`<p class="note">“true”: the checksum of the QR is wrong, which is INVALID_SLIP too.</p>`,
    list(
      control
        .madeSlips()
        .slice(0, SHOWN)
        .map(
          ({ phone, amount, outcome, transRef, paidAt, url, jpegUrl }) =>
            html`<li>
              ${time(paidAt)} ${phone}: <b>${money(amount)}</b> ${outcome} <span class="note">${transRef}</span>
              <a href="${new URL(url).pathname}" download>PNG</a>
              <a href="${new URL(jpegUrl).pathname}" download>JPEG with a place</a>
            </li>`,
        ),
      "No slip has been made.",
    ),
    html`<h3>Uploaded</h3>`,
    list(
      control
        .slips()
        .slice(0, SHOWN)
        .map(
          ({ reference, phone, status, note, amount, readAt }) =>
            html`<li>
              ${reference} ${phone} <b>${amount === null ? "" : money(amount)}</b> ${status} ${note}
              ${
                status === "PENDING" &&
                html`<span class="note">read at ${time(readAt)}</span
                  >${form("read-slip", "Read it now", hidden("reference", reference))}`
              }
            </li>`,
        ),
      "None.",
    ),
  );

export const giftSection = (control: Control) =>
  section(
    "Gift links",
    form(
      "gift",
      "Make a gift link",
      field("Amount", "amount", 100, "number"),
      select("State", "state", giftStates),
      field("Whose own (phone)", "phone", "", "tel"),
    ),
    list(
      control
        .gifts()
        .slice(0, SHOWN)
        .map(
          ({ link, amount, state }) =>
            html`<li><code>${link}</code> <b>${money(amount)}</b> <span class="note">${state}</span></li>`,
        ),
      "None.",
    ),
  );

export const announcedSection = (control: Control) =>
  section(
    "Announced true-wallet deposits",
    list(
      control
        .announcements()
        .map(
          ({ id, phone, amount, matchAt, failAt }) =>
            html`<li>
              ${phone}: <b>${money(amount)}</b>
              <span class="note"
                >${matchAt === null ? `no money will come, given up at ${time(failAt)}` : `the money comes at ${time(matchAt)}`}</span
              >${form("match-add", "It comes now", hidden("id", id))}${form("lose-add", "It never comes", hidden("id", id))}
            </li>`,
        ),
      "None.",
    ),
  );
