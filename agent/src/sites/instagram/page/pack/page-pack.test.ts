import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { siteLanguages } from '@sandpiper/contract/site-languages';
import { ZodError } from 'zod';
import { builtInContent, builtInPack } from './built-in.pack.ts';
import { readPack } from './page-pack.ts';
import { packSchema, textKeys, translated, type PackContent } from './page-pack.schema.ts';

const folder = new URL('../../../../../pages/', import.meta.url);
const content = (): PackContent => structuredClone(packSchema.parse(builtInContent));

/** Applies `change` to a copy of the pack, and returns the problems that validation finds. */
function problemsAfter(change: (pack: PackContent) => unknown): string[] {
  const pack = content();
  change(pack);
  try {
    readPack(pack);
    return [];
  } catch (error) {
    assert.ok(error instanceof ZodError);
    return error.issues.map(({ message }) => message);
  }
}

const languageIn = (pack: PackContent, code: string): PackContent['languages'][number] => {
  const language = pack.languages.find((each) => each.language === code);
  assert.ok(language !== undefined, code);
  return language;
};

test('the built-in pack contains every language in the folder', () => {
  const files = readdirSync(new URL('languages/', folder)).toSorted();
  const read = files.map((name): unknown => JSON.parse(readFileSync(new URL(`languages/${name}`, folder), 'utf8')));
  assert.deepEqual(builtInContent.languages, read);
  assert.deepEqual(
    files,
    [...builtInPack.languages.keys()].map((code) => `${code}.json`),
  );
});

test('the built-in pack has four languages at the level "full", seven at "witness" and three at "read"', () => {
  const levels = Map.groupBy(builtInPack.languages, ([, { level }]) => level);
  const codes = (level: 'full' | 'witness' | 'read'): string => (levels.get(level) ?? []).map(([code]) => code).join();
  assert.equal(codes('full'), 'en,es,ko,pt');
  assert.equal(codes('witness'), 'de,fr,id,it,ja,ru,tr');
  assert.equal(codes('read'), 'ar,hi,zh');
});

test('the built-in pack contains no text keys that the agent does not use, and uses every source that it describes', () => {
  const pack = content();
  const used = new Set<string>();
  for (const { texts, noted } of pack.languages) {
    for (const key of Object.keys(texts))
      assert.ok(
        textKeys.some((each) => each === key),
        key,
      );
    for (const { source } of [texts, noted].flatMap((part) => Object.values(part).flat())) used.add(source);
  }
  for (const { source } of Object.values(pack.locators).flat()) used.add(source);
  used.delete(translated);
  assert.deepEqual([...used].toSorted(), Object.keys(pack.sources).toSorted());
});

test('a text that is unknown in a language is never taken from another language', () => {
  const japanese = builtInPack.languages.get('ja')?.texts;
  assert.deepEqual([japanese?.message[0], japanese?.newMessage, japanese?.refusesRequests], ['メッセージ', [], []]);
});

test('a language cannot have a level that its texts do not support, and cannot appear twice', () => {
  assert.deepEqual(
    problemsAfter((pack) => delete languageIn(pack, 'es').texts['refusesRequests']),
    ['Spanish has the level "full", but no text for "refusesRequests".'],
  );
  assert.deepEqual(
    problemsAfter((pack) => (languageIn(pack, 'it').texts['message'] = [])),
    ['Italian has the level "witness", but no text for "message".'],
  );
  assert.deepEqual(
    problemsAfter((pack) => (languageIn(pack, 'en').level = 'read')),
    ['English must have the level "full".'],
  );
  assert.deepEqual(
    problemsAfter((pack) => pack.languages.push(languageIn(pack, 'hi'))),
    ['The language "hi" appears twice.'],
  );
});

test('a pack is refused if its version or format is invalid, or if a locator or the description of a source is missing', () => {
  for (const version of ['', '1', '2026-11', '2026-11-23.0', '2026-11-23 '])
    assert.match(problemsAfter((pack) => (pack.version = version)).join(), /must be a date/u, version);
  assert.deepEqual(
    problemsAfter((pack) => (pack.version = '2026-11-23.12')),
    [],
  );
  assert.match(problemsAfter((pack) => Object.assign(pack, { format: 2 })).join(), /another version of the agent/u);
  assert.deepEqual(
    problemsAfter((pack) => delete pack.locators['dialog']),
    ['The locator "dialog" is missing.'],
  );
  assert.match(
    problemsAfter((pack) => delete pack.sources['Turkish sender']).join(),
    /"Turkish sender" of "Mesaj Gönder" isn't described/u,
  );
});

test('a selector that Firefox might reject is refused, so that it cannot make every page unreadable', () => {
  const problemsWith = (text: string): string[] =>
    problemsAfter((pack) => (pack.locators['modal'] = [{ text, source: translated, sure: 'L' }]));
  // prettier-ignore
  const refused = [
    '[role="dialog"', 'button)', 'a[href="', 'nav, ', 'div { }', '(a]', 'a >', '> a', 'a > > b', 'div..x', 'a[href=/x/]', '1a', '#1', '.',
    '[role!="dialog"]', ':contains("x")', 'a:not()', ':has(:has(a))', ':has(:is(:has(a)))', 'svg|a', 'a::before', ':nth-child(x)', ':has',
    'button:visible', 'a /* x */', 'a\\', '[a="x"',
  ];
  for (const text of refused) assert.deepEqual(problemsWith(text), [`"${text}" isn't a selector that agents accept.`]);
  // prettier-ignore
  const accepted = [
    'a', '*', ' nav  a ', 'main>a+b ~ c', '.x1n2 #id', '[href*="a)(["]', "a[title='it]' i]", '[dir=auto]', 'a:not(.b, [c])',
    'div:has(> a:not([href])):nth-child(2n + 1)', ':is(:has(a), b) > :first-child', 'input:checked, option:disabled',
  ];
  for (const text of accepted) assert.deepEqual(problemsWith(text), [], text);
});

test('an older agent ignores keys that only newer agents use', () => {
  const pack = content();
  pack.locators['telescope'] = [{ text: 'x', source: translated, sure: 'L' }];
  languageIn(pack, 'en').texts['telescope'] = [{ text: 'x', source: translated, sure: 'L' }];
  assert.equal(readPack({ ...pack, note: 'x' }).version, pack.version);
});

test('the list of languages that users see matches the level of each language', () => {
  const uses = { full: 'sends', witness: 'with_care', read: 'reads' } as const;
  const told = siteLanguages.flatMap(({ languages, use }) => languages.map((name) => `${name} ${use}`));
  const inPack = [...builtInPack.languages.values()].map(({ name, level }) => `${name} ${uses[level]}`);
  assert.deepEqual(told.toSorted(), inPack.toSorted());
});
