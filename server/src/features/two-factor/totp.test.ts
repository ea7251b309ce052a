import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret } from 'otpauth';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';

/** The test secret and codes from RFC 6238, appendix B, with the codes shortened to six digits. */
const secret = Secret.fromLatin1('12345678901234567890').base32;

describe('codes from the app', () => {
  it('match the test values in RFC 6238', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [20_000_000_000, '353130'],
    ] as const) {
      assert.equal(stepOf(secret, code, seconds * 1000), Math.floor(seconds / 30));
    }
  });

  it('are accepted during their own time step and the steps before and after it, and are always matched to their own step', () => {
    const at = (seconds: number) => stepOf(secret, '287082', seconds * 1000);
    assert.deepEqual([at(0), at(29), at(89), at(90)], [1, 1, 1, null]);
    assert.equal(stepOf(secret, '287083', 59_000), null);
    assert.equal(stepOf(secret, '', 59_000), null);
  });

  it('are based on 160 random bits, and the URI for the app names the product and the user', () => {
    const made = newTotpSecret();
    assert.match(made, /^[A-Z2-7]{32}$/);
    assert.notEqual(made, newTotpSecret());
    const uri = new URL(totpUri(made, 'ana & co'));
    assert.equal(decodeURIComponent(uri.pathname), '/Sandpiper:ana & co');
    assert.deepEqual(
      [uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('digits'), uri.searchParams.get('period')],
      ['otpauth:', made, '6', '30'],
    );
  });
});
