import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPlaceholders } from './placeholders.ts';

const texts = withPlaceholders('Texto', { message: 'Mensaje' });
const unknown = Object.entries(texts).filter(([key]) => key !== 'message');

test('known texts are used, and every unknown text is replaced by a different code', () => {
  assert.equal(texts.message, 'Mensaje');
  assert.equal(new Set(unknown.map(([, text]) => text)).size, unknown.length);
  for (const [key, text] of unknown) assert.match(text, /^Texto [B-Z]{2}( \{\w+\})*$/u, key);
});

test('codes contain no vowels or digits, so that none looks like a word or a count', () => {
  for (const [key, text] of unknown) assert.doesNotMatch(text.slice('Texto '.length, 8), /[AEIOU0-9]/u, key);
});

test('placeholders such as {name} are kept', () => {
  assert.match(texts.badgeLabel, /^Texto \w\w \{count\}$/u);
  assert.match(texts.acceptRequest, /^Texto \w\w \{name\} \{handle\}$/u);
});
