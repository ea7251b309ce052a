import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, languageOfBrowser, languages, pageLanguage } from './languages.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/gu)].map(([found]) => found).toSorted();

test('every language has every text, with the same placeholders', () => {
  const english = Object.entries(pageLanguage('en').texts);
  for (const language of languages) {
    const texts = new Map(Object.entries(pageLanguage(language).texts));
    for (const [key, text] of english) {
      assert.ok(texts.get(key), `${language} lacks ${key}`);
      assert.deepEqual(placeholders(texts.get(key) ?? ''), placeholders(text), `${language}: ${key}`);
    }
  }
});

test('logged-out pages use the browser’s language if the sandbox has texts in it, except for Finnish', () => {
  assert.equal(languageOfBrowser('es-MX,es;q=0.8'), 'es');
  assert.equal(languageOfBrowser('ko'), 'ko');
  assert.equal(languageOfBrowser('pt-BR'), 'pt');
  assert.equal(languageOfBrowser('fi'), 'en');
  assert.equal(languageOfBrowser('xx'), 'en');
  assert.equal(languageOfBrowser(undefined), 'en');
});

test('unknown placeholders are left as they are', () => {
  assert.equal(fill('{name} and {other}', { name: 'Mia' }), 'Mia and {other}');
});

const placeholderWords = {
  pt: 'Texto',
  it: 'Testo',
  fr: 'Texte',
  de: 'Text',
  tr: 'Metin',
  ru: 'Текст',
  id: 'Teks',
  ja: 'テキスト',
} as const;
const partly = ['pt', 'it', 'fr', 'de', 'tr', 'ru', 'id', 'ja'] as const;

test('in languages with few known texts, many texts for refusals, limits and failures are codes', () => {
  const unknown = [
    'noRequests',
    'limited',
    'cannotMessage',
    'inviteSent',
    'acceptRequest',
    'failedToSend',
    'sending',
    'weRestrict',
    'waitFewMinutes',
    'dailyLimit',
    'suspendedTitle',
    'challengeTitle',
    'wrongPassword',
  ] as const;
  for (const language of partly) {
    const { texts } = pageLanguage(language);
    for (const key of unknown) assert.match(texts[key], new RegExp(`^${placeholderWords[language]} [B-Z]{2}`, 'u'));
    assert.doesNotMatch(texts.message, /[B-Z]{2}$/u, `the text of the Message button is known in ${language}`);
  }
});
