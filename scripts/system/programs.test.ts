import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from './programs.ts';

test('a program is searched for in every folder if its name is given, and only at its path if its path is given', () => {
  assert.deepEqual(placesOf('firefox', ['/usr/bin', '/opt/bin'], 'linux'), ['/usr/bin/firefox', '/opt/bin/firefox']);
  assert.deepEqual(placesOf('/opt/firefox/firefox', ['/usr/bin'], 'linux'), ['/opt/firefox/firefox']);
});

test('on Windows, a program is found by a path with backslashes, or by its name without .exe', () => {
  const path = 'C:\\Mozilla Firefox\\firefox.exe';
  assert.deepEqual(placesOf('firefox', ['C:\\bin'], 'win32'), ['C:\\bin\\firefox.exe', 'C:\\bin\\firefox']);
  assert.ok(placesOf(path, ['C:\\bin'], 'win32').includes(path));
});
