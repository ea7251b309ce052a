import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserNameOf } from './browser-name.ts';

test('a browser is shown with its own name and its operating system', () => {
  const mozilla = 'Mozilla/5.0';
  for (const [userAgent, name] of [
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
    [
      `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36`,
      'Chrome on Linux',
    ],
    [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 CriOS/140.0 Safari/604.1`,
      'Chrome on iOS',
    ],
    ['curl/8.9.1', null],
    ['', null],
    [undefined, null],
  ] as const) {
    assert.equal(browserNameOf(userAgent), name, userAgent ?? 'none');
  }
});
