import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openAdvisories } from './audit.ts';

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const report = JSON.stringify({
  vulnerabilities: {
    a: { via: [{ name: 'a', title: 'Hangs', url, severity: 'high' }] },
    b: { via: ['a'] },
  },
});

describe('known vulnerabilities', () => {
  it('are listed once, with their URL', () => {
    assert.deepEqual(
      openAdvisories(report, () => false),
      [`a (high): Hangs. ${url}`],
    );
  });

  it('can be accepted by their ID', () => {
    assert.deepEqual(
      openAdvisories(report, (id) => id === 'GHSA-aaaa-bbbb-cccc'),
      [],
    );
  });

  it('cannot be listed if the registry does not answer', () => {
    for (const answer of ['', 'not JSON', '{"error":{"summary":"405"}}'])
      assert.equal(
        openAdvisories(answer, () => false),
        null,
      );
  });
});
