import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultNames } from './fault.catalogue.ts';
import { faultDescriptions } from './fault.descriptions.ts';

test('the README tells every fault as the program does', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(/ +/gu, ' ');
  for (const name of faultNames) assert.ok(readme.includes(`| \`${name}\` | ${faultDescriptions[name]} |`), name);
});
