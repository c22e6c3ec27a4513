/** State fields of the UFABET sign-in form, to be posted back to it. */
export const WEB_FORM = {
  __VIEWSTATE: "/wEPDwUKMTY1NDU2MTA1MmRk",
  __VIEWSTATEGENERATOR: "CA0B0334",
  __EVENTVALIDATION: "/wEdAAWYpYlk0m1",
  __EVENTTARGET: "",
  __EVENTARGUMENT: "",
};
