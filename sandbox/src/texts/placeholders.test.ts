import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPlaceholders } from './placeholders.ts';

const texts = withPlaceholders('Texto', { message: 'Mensaje' });
const unknown = Object.entries(texts).filter(([key]) => key !== 'message');

test('a text that is known is shown, every other one is a code of its own', () => {
  assert.equal(texts.message, 'Mensaje');
  assert.equal(new Set(unknown.map(([, text]) => text)).size, unknown.length);
  for (const [key, text] of unknown) assert.match(text, /^Texto [B-Z]{2}( \{\w+\})*$/u, key);
});

test('no code holds a vowel or a digit, so none reads as a word or as a count', () => {
  for (const [key, text] of unknown) assert.doesNotMatch(text.slice('Texto '.length, 8), /[AEIOU0-9]/u, key);
});

test('what is filled in keeps its place', () => {
  assert.match(texts.badgeLabel, /^Texto \w\w \{count\}$/u);
  assert.match(texts.acceptRequest, /^Texto \w\w \{name\} \{handle\}$/u);
});
