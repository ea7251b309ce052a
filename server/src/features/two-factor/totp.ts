import { Secret, TOTP } from 'otpauth';
import { productName } from '@sandpiper/contract/limits';

/* Codes of authenticator apps (RFC 6238), with the values that every app supports: SHA-1, six digits, 30 seconds. */

const period = 30;
/** The codes of the previous and the next step are also accepted: clocks differ, and people type slowly. */
const window = 1;

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), period });
}

/** Creates a secret of 160 bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** Returns the time step of a code, or null if the code doesn't belong to the previous, current or next step. */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
