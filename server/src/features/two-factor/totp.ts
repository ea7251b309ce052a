import { Secret, TOTP } from 'otpauth';
import { productName } from '@sandpiper/contract/limits';

/* Codes from authenticator apps (RFC 6238), with the values that every app supports: SHA-1, six digits, 30 seconds. */

const period = 30;
/** The codes of the previous and the next step are also accepted, because clocks differ and people type slowly. */
const window = 1;

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), period });
}

/** Creates a 160-bit secret in base32. RFC 4226 recommends that length. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI to show as a QR code for authenticator apps. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** Returns the time step of a code, or null if the code isn't that of the previous, current or next step. */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
