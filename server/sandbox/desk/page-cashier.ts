import type { Control } from "./control";
import { field, form, hidden, list, money, section, select, time } from "./page-parts";
import { giftStates } from "../ledger/gifts";
import { html } from "./html";
import { slipOutcomes } from "../slips/made-slips";

const SHOWN = 8;

/** Makes slips to upload, and lists the uploaded ones. */
export const slipSection = (control: Control, phone: string) =>
  section(
    "Slips",
    form(
      "slip",
      "Make a slip",
      field("Phone", "phone", phone, "tel"),
      field("Amount", "amount", 500, "number"),
      select("Result of the reader", "outcome", slipOutcomes),
      field("Paid to the account at (bank code)", "bankCode"),
      select("Wrong checksum", "wrongCrc", ["true"], "false"),
    ),
    html`<p class="note">A QR with a wrong checksum leads to INVALID_SLIP too.</p>`,
    list(
      control
        .madeSlips()
        .slice(0, SHOWN)
        .map(
          ({ phone, amount, outcome, transRef, paidAt, url, jpegUrl }) =>
            html`<li>
              ${time(paidAt)} ${phone}: <b>${money(amount)}</b> ${outcome} <span class="note">${transRef}</span>
              <a href="${new URL(url).pathname}" download>PNG</a>
              <a href="${new URL(jpegUrl).pathname}" download>JPEG with a location</a>
            </li>`,
        ),
      "None.",
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
                html`<span class="note">will be read at ${time(readAt)}</span
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
      field("Owner (phone), for own", "phone", "", "tel"),
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
    "Announced truewallet deposits",
    list(
      control
        .announcements()
        .map(
          ({ id, phone, amount, matchAt, failAt }) =>
            html`<li>
              ${phone}: <b>${money(amount)}</b>
              <span class="note">${matchAt === null ? `fails at ${time(failAt)}` : `arrives at ${time(matchAt)}`}</span
              >${form("match-add", "Arrives now", hidden("id", id))}${form("lose-add", "Never arrives", hidden("id", id))}
            </li>`,
        ),
      "None.",
    ),
  );
