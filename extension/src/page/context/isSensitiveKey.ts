// Whether the name of a value says that it is a secret.
import { charCode, endsWith, indexOf, lowerCase } from "../natives.js";

const WORDS = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "secret",
  "token",
  "apikey",
  "accesskey",
  "privatekey",
  "credential",
  "authorization",
  "cookie",
  "jwt",
  "card",
  "iban",
];

/** Too short to look for in the middle of other words. */
const ENDINGS = ["pwd", "cvv", "cvc", "ssn", "otp", "pin", "sessionid"];

export function isSensitiveKey(key: string): boolean {
  const letters = lettersOf(lowerCase(key));
  for (let i = 0; i < WORDS.length; i++) if (indexOf(letters, WORDS[i] as string) >= 0) return true;
  for (let i = 0; i < ENDINGS.length; i++) if (endsWith(letters, ENDINGS[i] as string)) return true;
  return false;
}

/** `api_key`, `api-key` and `apiKey` are the same. */
function lettersOf(key: string): string {
  let letters = "";
  for (let i = 0; i < key.length; i++) {
    const code = charCode(key, i);
    if (code !== 95 && code !== 45 && code !== 46 && code !== 32) letters += key[i];
  }
  return letters;
}
