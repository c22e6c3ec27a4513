/**
 * Phone numbers that trigger a certain answer, by their last seven digits, so that they exist in both markets
 * (089 000 0001 and 20 5000 0001). Everything else is a switch at the desk.
 */
const numbers: Record<string, string> = {
  "0000001": "OTP_SEND_FAIL",
  "0000002": "OTP_BLOCK",
  "0000003": "EXISTING_USER",
  "0000004": "REGISTER_FAIL",
  "0000005": "OTP_VERIFY_FAIL",
  "0000006": "OTP_VERIFIED",
  "0000007": "INACTIVE_USER",
  "0000008": "LOGIN_FAIL",
  "0000009": "INVALID_IP",
};

/** Whether this phone number triggers this answer. */
export const triggers = (phone: string, code: string): boolean => numbers[phone.slice(-7)] === code;
