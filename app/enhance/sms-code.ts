/** Fills in the code of an SMS that names this site (WebOTP), if the browser can read it and the member agrees. */
export function fillSmsCode() {
  const field = document.querySelector<HTMLInputElement>("[autocomplete=one-time-code]");
  if (!field || !("OTPCredential" in window)) return;
  const wish = { otp: { transport: ["sms"] } } as CredentialRequestOptions;
  navigator.credentials.get(wish).then(
    (answer) => (field.value = (answer as unknown as { code: string }).code),
    () => undefined,
  );
}
