import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { doctorCommand } from './doctor.command.ts';
import { pairCommand } from './pair.command.ts';

test('the error blames a certificate that cannot be verified, not the connection', () =>
  inTemporaryFolder(async (home) => {
    // `fetch` fails like this if it can't verify a certificate.
    const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
    const fetching = mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const terminal = { say, print: say, warn: say };
    const config = readConfig(['--data-dir', home, '--server', 'https://sandpiper.invalid'], { HOME: home });
    const problem =
      "This computer can't verify the certificate of https://sandpiper.invalid (CERT_HAS_EXPIRED). Check this computer's clock, or ask whoever runs the server.";
    try {
      await assert.rejects(pairCommand(config, terminal), { message: `${problem} Try again in a moment.` });
      await assert.rejects(doctorCommand(config, terminal));
      assert.ok(lines.includes(`FAIL  ${problem}`), lines.join('\n'));
    } finally {
      fetching.mock.restore();
    }
  }));
