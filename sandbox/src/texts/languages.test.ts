import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, languageOfBrowser, languages, textsOf } from './languages.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/gu)].map(([found]) => found).toSorted();

test('every language says everything, with the same blanks to fill in', () => {
  const english = Object.entries(textsOf('en'));
  for (const language of languages) {
    const texts = new Map(Object.entries(textsOf(language)));
    for (const [key, text] of english) {
      assert.ok(texts.get(key), `${language} lacks ${key}`);
      assert.deepEqual(placeholders(texts.get(key) ?? ''), placeholders(text), `${language}: ${key}`);
    }
  }
});

test('logged-out pages follow the browser where they can', () => {
  assert.equal(languageOfBrowser('es-MX,es;q=0.8'), 'es');
  assert.equal(languageOfBrowser('ko'), 'ko');
  assert.equal(languageOfBrowser('fi'), 'en');
  assert.equal(languageOfBrowser(undefined), 'en');
});

test('filling in leaves unknown blanks alone', () => {
  assert.equal(fill('{name} and {other}', { name: 'Mia' }), 'Mia and {other}');
});
