import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitPresets, presetOf } from './account-limits.ts';
import { api } from './api.ts';
import { isHiddenAccount, isPersonalProfile, isReservedProfileName } from './default-profiles.ts';
import { errorBodySchema } from './errors.ts';
import { emailPattern } from './email-pattern.ts';
import { hasLink } from './message.ts';
import { isNewerPagePack } from './page-pack.ts';
import { hasActiveSubscription, planOf } from './plans.ts';
import { cutText, daySchema, text, trimmedText } from './primitives.ts';
import { settingsBodySchema } from './settings.ts';
import { isColumnHeader, isSitePage, normalizeUsername, usernameProblem, usernameRule } from './usernames.ts';

test('the names and folders of Firefox’s default profiles are recognized, and others are not', () => {
  for (const [name, path] of [
    ['default', '/p/x'],
    ['Default-Release-1', '/p/x'],
    ['work', 'C:\\Profiles\\ab12cd34.default-esr'],
    ['work', '/p/ab12cd34.dev-edition-default/'],
    ['NIGHTLY', '/p/x'],
  ] as const) {
    assert.ok(isHiddenAccount({ profile_name: name, profile_path: path }), `${name} ${path}`);
    assert.ok(isPersonalProfile({ name, path, is_default: false }), `${name} ${path}`);
  }
  for (const name of ['defaults', 'my-default', 'beta-tester', 'default-release-x', 'shop']) {
    assert.ok(!isHiddenAccount({ profile_name: name, profile_path: '/p/ab12cd34.shop' }), name);
  }
});

test('a Firefox profile is recognized as personal by its name, its folder or the agent’s report', () => {
  const shop = { name: 'shop', path: '/p/ab12cd34.shop', is_default: false };
  assert.ok(!isPersonalProfile(shop));
  assert.ok(isPersonalProfile({ ...shop, is_default: true }));
  assert.ok(isPersonalProfile({ ...shop, name: 'My-Default-2' }));
  assert.ok(isPersonalProfile({ ...shop, path: '/p/ab12cd34.esr' }));
});

test('names that would make the web app hide a Firefox profile are reserved', () => {
  for (const name of ['default', 'my-Default-2', 'Beta', 'nightly-1']) {
    assert.ok(isReservedProfileName(name), name);
    assert.ok(isPersonalProfile({ name, path: `/p/ab12cd34.${name}`, is_default: false }), name);
  }
  for (const name of ['shop', 'beta-tester']) assert.ok(!isReservedProfileName(name), name);
});

test('URLs and domain names are recognized as links, and other text with dots is not', () => {
  for (const content of ['see shop.de', 'my.page.link/x', 'https://x', 'studio.art!'])
    assert.ok(hasLink(content), content);
  for (const content of ['Hello.', 'e.g. prints', 'at 10.30', 'ana@mail']) assert.ok(!hasLink(content), content);
});

test('a subscription is active through its last day in UTC, and only administrators need no end date', () => {
  const user = { role: 'user', subscription_end_date: '2026-03-01' };
  assert.ok(hasActiveSubscription(user, new Date('2026-03-01T23:59:59Z')));
  assert.ok(!hasActiveSubscription(user, new Date('2026-03-02T00:00:00Z')));
  assert.ok(!hasActiveSubscription({ role: 'user', subscription_end_date: null }, new Date()));
  assert.ok(hasActiveSubscription({ role: 'admin', subscription_end_date: null }, new Date()));
});

test('limits match a preset only if the daily limit and the whole ramp are the same', () => {
  for (const name of ['new', 'established', 'none'] as const) assert.equal(presetOf(limitPresets[name]), name);
  const { daily_limit, ramp } = limitPresets.new;
  for (const limit of [
    { daily_limit: daily_limit + 1, ramp },
    { daily_limit, ramp: { ...ramp, start: ramp.start + 1 } },
    { daily_limit, ramp: { ...ramp, step: ramp.step + 1 } },
    { daily_limit: null, ramp },
  ]) {
    assert.equal(presetOf(limit), 'custom', JSON.stringify(limit));
  }
});

test('an unknown pack is treated as the starter pack', () => {
  assert.equal(planOf('gold').maxProfiles, 10);
  assert.equal(planOf('pro').maxProfiles, null);
});

test('a username is normalized to lower case, without spaces around it and without its @', () => {
  assert.equal(normalizeUsername('  @Some.One '), 'some.one');
});

test('names of Instagram’s own pages are rejected in any capitalization, and names that only begin with such a name are accepted', () => {
  for (const name of ['explore', 'Accounts', 'P', 'reels', 'challenge']) {
    assert.ok(isSitePage(name), name);
    assert.match(usernameProblem(name) ?? '', /one of Instagram's own pages/, name);
  }
  for (const name of ['explore.more', '_p', 'direct1', 'constructor', 'anna']) {
    assert.ok(!isSitePage(name), name);
    assert.equal(usernameProblem(name), null, name);
  }
});

test('a column header is recognized with any capitalization or quotes, and a longer name is not mistaken for a header', () => {
  for (const line of [
    'username',
    'User Name',
    '@handle',
    '\ufeffInstagram',
    ' "ACCOUNT" ',
    '"@username"',
    "@'handle'",
  ]) {
    assert.ok(isColumnHeader(line), line);
  }
  for (const line of ['', '@', '"', 'usernames', 'the.handle', 'user  name', 'account1', `${'"'.repeat(100)}account`]) {
    assert.ok(!isColumnHeader(line), line);
  }
});

test('a name with a dot at the beginning or end, or with two dots in a row, is not a username', () => {
  const long = 'a'.repeat(28);
  for (const name of ['.', '..', '', 'mara.', '@mara.', '.mara', '@.mara', 'ma..ra', `${long}a.`, `${long}.ab`]) {
    assert.equal(usernameProblem(normalizeUsername(name)), usernameRule, name);
  }
  for (const name of ['m', '_', 'm.a.r.a', '_.mara._', `${long}.a`, 'a'.repeat(30)]) {
    assert.equal(usernameProblem(name), null, name);
  }
});

test('a text with NUL or a lone surrogate is refused, and so is a date that does not exist', () => {
  const schema = text({ max: 10 });
  assert.ok(!schema.safeParse('a\u0000').success);
  assert.ok(!schema.safeParse('\ud800').success);
  assert.ok(schema.safeParse('🐦').success);
  assert.ok(!daySchema.safeParse('2026-02-30').success);
});

test('text that is too long is rejected before any other check', () => {
  for (const schema of [text({ max: 10 }), trimmedText({ max: 10 })]) {
    let looks = 0;
    const looked = schema.refine(() => {
      looks += 1;
      return false;
    });
    for (const length of [11, 2000, 1_000_000]) {
      const { error } = looked.safeParse('a'.repeat(length));
      assert.deepEqual(
        error?.issues.map(({ message }) => message),
        ['Use at most 10 characters'],
      );
    }
    assert.equal(looks, 0);
  }
});

test('spaces around a text do not count toward its length, unless there are very many', () => {
  const schema = trimmedText({ max: 10, required: 'Write something' });
  assert.equal(schema.parse(`${' '.repeat(500)}0123456789${'\n'.repeat(500)}`), '0123456789');
  assert.equal(schema.parse(' 🐦🐦🐦🐦🐦🐦🐦🐦🐦🐦 '), '🐦🐦🐦🐦🐦🐦🐦🐦🐦🐦');
  const messageFor = (value: string) => schema.safeParse(value).error?.issues[0]?.message;
  assert.equal(messageFor(' '.repeat(500)), 'Write something');
  assert.equal(messageFor(' '.repeat(1_000_000)), 'Use at most 10 characters');
});

test('an email address has one @, a domain with several parts, and no characters with a special meaning', () => {
  for (const address of ['ana@example.com', 'a.b+c@mail.example.co.uk', 'ä@exämple.de']) {
    assert.match(address, emailPattern);
  }
  for (const address of [
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a@b@c.de',
    'a b@c.de',
    'ana@.com',
    'a@b.',
    // Mail programs read these as lists, comments, names or other ways to write an address.
    'ana@example.com,x.de',
    'ana@example.com;x.de',
    'x:ana@example.com',
    '<x>ana@example.com',
    'ana@example.com(x)',
    '"ana"@example.com',
    'a\\na@example.com',
    'ana@[127.0.0.1]',
    'ana@mail。example.com',
    // Mail programs leave these characters out.
    '\u0001ana@example.com',
    'ana@example.com\u007F',
    'ana@exa\u00ADmple.com',
    'ana@exa\u200Bmple.com',
  ]) {
    assert.doesNotMatch(address, emailPattern);
  }
});

test('a text that was shortened to the maximum is accepted', () => {
  const cut = cutText({ max: 10 }).parse('a\u0000\ud800 is 8 lo🐦');
  assert.equal(cut, 'a\ufffd is 8 lo');
  assert.equal(cutText({ max: 3 }).parse('12🐦'), '12\ufffd');
  assert.ok(text({ max: 10 }).safeParse(cut).success);
});

test('invalid settings are refused with the error messages in the specification', () => {
  const wordsFor = (body: unknown) => settingsBodySchema.safeParse(body).error?.issues.map((issue) => issue.message);
  assert.deepEqual(wordsFor({ max_retries: 0, delay_start: 30, delay_end: 30 }), [
    'Max retries must be between 1 and 10',
  ]);
  assert.deepEqual(wordsFor({ max_retries: 3, delay_start: 29, delay_end: 3601 }), [
    'Delay start must be between 30 and 3600 seconds',
    'Delay end must be between 30 and 3600 seconds',
  ]);
  assert.deepEqual(wordsFor({ max_retries: 3, delay_start: 60, delay_end: 59 }), [
    'Delay end must be greater than or equal to delay start',
  ]);
});

test('every endpoint describes its path parameters', () => {
  for (const [key, endpoint] of Object.entries(api)) {
    const names = [...key.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const described = 'params' in endpoint ? Object.keys(endpoint.params.shape) : [];
    assert.deepEqual(described, names, key);
  }
});

test('an error body with an unknown code is invalid', () => {
  assert.ok(errorBodySchema.safeParse({ error: 'x', code: 'not_found', requestId: '1' }).success);
  assert.ok(!errorBodySchema.safeParse({ error: 'x', code: 'toString', requestId: '1' }).success);
});

test('page packs are ordered by their dates, and by their numbers within a day', () => {
  const inOrder = ['2026-09-30', '2026-11-23', '2026-11-23.1', '2026-11-23.2', '2026-11-23.12', '2026-11-24'];
  for (const [index, version] of inOrder.entries()) {
    const older = inOrder.filter((each) => isNewerPagePack(version, each));
    assert.deepEqual(older, inOrder.slice(0, index), version);
  }
});

test('a name, an @name and a profile URL all mean the same person', () => {
  for (const written of [
    'ana.b',
    ' @Ana.B ',
    '\u200e@ana.b\u200b',
    'https://www.instagram.com/ana.b',
    'https://www.instagram.com/ana.b/',
    'HTTPS://INSTAGRAM.COM/ANA.B/?igsh=MzRlODBiNWFlZA==',
    'http://m.instagram.com/ana.b#x',
    'instagram.com/@ana.b',
    'www.instagram.com/ana.b/followers/',
    'https://www.instagram.com/ana.b/reels/',
    'https://instagram.com/_u/ana.b/',
    'instagr.am/ana.b?hl=en',
    '\ufeffinstagram.com//ana.b',
  ]) {
    assert.equal(normalizeUsername(written), 'ana.b', written);
    assert.equal(usernameProblem(normalizeUsername(written)), null, written);
  }
});

test('the URL of a post, of one of Instagram’s own pages or of another site does not identify a person', () => {
  for (const written of [
    'https://www.instagram.com/p/Cxyz123/',
    'https://www.instagram.com/ana/p/Cxyz123/',
    'instagram.com/ana/reel/Cxyz123',
    'https://www.instagram.com/reel/Cxyz123/?igsh=1',
    'https://www.instagram.com/stories/ana/123/',
    'https://www.instagram.com/explore/tags/prints/',
    'https://www.instagram.com/',
    'instagram.com',
    'instagram.com?x=ana',
    'instagram.com/_u/',
    'https://example.com/ana',
    'https://notinstagram.com/ana',
    'https://instagram.com.example.com/ana',
    'https://www.instagram.com/ana b',
    `https://www.instagram.com/${'a'.repeat(31)}`,
    'ana@example.com/x',
    '',
  ]) {
    assert.notEqual(usernameProblem(normalizeUsername(written)), null, written);
  }
});
