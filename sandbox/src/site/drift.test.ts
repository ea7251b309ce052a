import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import type { FaultName, Language, ResetInput } from '../control.schema.ts';
import { startSandbox } from '../testing/sandbox.ts';
import type { Sandbox } from '../testing/sandbox.ts';
import { visitAs } from '../testing/visitor.ts';
import type { Visitor } from '../testing/visitor.ts';

const viewOf = z.object({ view: z.record(z.string(), z.unknown()), texts: z.record(z.string(), z.string()) });

describe('variations of the site', () => {
  let sandbox: Sandbox;
  let wren: Visitor;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() => begin());

  async function begin(
    account: { states?: FaultName[]; language?: Language; unread?: number } = {},
    world: Partial<ResetInput> = {},
  ): Promise<void> {
    await sandbox.reset({
      accounts: [{ username: 'wren', password: 'pw', ...account }],
      people: ['mia', 'jo'],
      time_scale: 0.01,
      ...world,
    });
    wren = await visitAs(sandbox, 'wren');
  }
  const pageText = async (path: string): Promise<string> => (await wren.get(path)).text();
  const leadsTo = async (path: string) => (await wren.get(path)).headers.get('location');
  const dataIn = (page: string) =>
    viewOf.parse(JSON.parse(/id="page-data">([\s\S]*?)<\/script>/u.exec(page)?.[1] ?? assert.fail('no page data')));
  const view = async (path: string) => dataIn(await pageText(path)).view;

  for (const [state, label, badge, title] of [
    ['badge_digits_arabic', '١٬٢٣٤', '١٬٢٣٤', '(١٬٢٣٤) Instagram'],
    ['badge_digits_persian', '۱٬۲۳۴', '۱٬۲۳۴', '(۱٬۲۳۴) Instagram'],
    ['badge_digits_bengali', '১,২৩৪', '১,২৩৪', '(১,২৩৪) Instagram'],
    ['badge_digits_devanagari', '१,२३४', '१,२३४', '(१,२३४) Instagram'],
  ] as const) {
    test(`${state}: the badge and the title show the number in the expected digits`, async () => {
      await begin({ unread: 1234, states: [state] });
      const page = await pageText('/');
      assert.ok(page.includes(`aria-label="Direct messaging - ${label} new notifications link"`));
      assert.ok(page.includes(`<span class="badge"><span>${badge}</span></span>`));
      assert.ok(page.includes(`<title>${title}</title>`));
      assert.doesNotMatch(page, /1,?234/u);
    });
  }

  test('a capped badge and a badge that shows zero can have Arabic digits too', async () => {
    await begin({ unread: 120, states: ['badge_digits_arabic', 'badge_capped'] });
    assert.ok((await pageText('/')).includes('>٩٩+<'));
    await begin({ unread: 0, states: ['badge_digits_arabic'] });
    assert.ok((await pageText('/')).includes('Direct messaging - ٠ new notifications link'));
  });

  test('British spelling and newer Spanish words replace the usual ones, but only in their language', async () => {
    await begin({ states: ['british_english', 'spanish_new_words'] });
    const british = await pageText('/');
    assert.match(british, /<html lang="en-gb"/u);
    assert.match(dataIn(british).texts['scrapingTitle'] ?? '', /automated behaviour/u);
    assert.equal(dataIn(british).texts['chat'], 'Chat');
    await begin({ language: 'es', states: ['british_english', 'spanish_new_words'] });
    const spanish = await pageText('/direct/inbox/');
    assert.match(spanish, /<html lang="es"/u);
    const { chat, newMessage, messagePlaceholder } = dataIn(spanish).texts;
    assert.deepEqual([chat, newMessage, messagePlaceholder], ['Chatear', 'Mensaje nuevo', 'Envía un mensaje...']);
    await begin({ states: ['british_english', 'checkpoint_in_place'] });
    await sandbox.faults({ name: 'scraping_warning', account: 'wren' });
    assert.match(await pageText('/'), /We suspect automated behaviour on your account/u);
  });

  test('the page data contains the language, even if the document’s lang attribute is empty', async () => {
    for (const [language, locale] of [
      ['en', 'en_US'],
      ['es', 'es_LA'],
      ['ko', 'ko_KR'],
      ['ru', 'ru_RU'],
    ] as const) {
      await begin({ language });
      const named = await pageText('/');
      assert.ok(named.includes(`["IntlCurrentLocale",[],{"code":"${locale}"}`));
      assert.ok(named.includes(`<html lang="${language}"`));
      await sandbox.faults({ name: 'language_in_data', account: 'wren' });
      const unnamed = await pageText('/');
      assert.ok(unnamed.includes(`["IntlCurrentLocale",[],{"code":"${locale}"}`));
      assert.ok(unnamed.includes('<html lang=""'));
    }
    await begin({}, { site: { language: 'ko', states: ['language_in_data'] } });
    const loggedOut = await (await fetch(`${sandbox.url}/`)).text();
    assert.match(loggedOut, /<html lang=""[\s\S]*"code":"ko_KR"/u);
  });

  test('a removed profile always redirects to the feed, and any other profile can redirect there once', async () => {
    await sandbox.faults({ on: [{ name: 'profile_to_feed', person: 'mia' }] });
    assert.deepEqual([await leadsTo('/mia/'), await leadsTo('/mia/'), await leadsTo('/jo/')], ['/', '/', null]);
    await sandbox.faults({ on: [{ name: 'profile_strays', person: 'jo', times: 1 }] });
    assert.deepEqual([await leadsTo('/jo/'), await leadsTo('/jo/')], ['/', null]);
    const feed = await pageText('/');
    assert.match(feed, /<main[^>]*>[\s\S]*<header[^>]*>\s*<a href="\/mia\/"[\s\S]*aria-label="Options"/u);
  });

  test('the number of times that a post’s menu was opened is recorded', async () => {
    const postMenus = async () => (await sandbox.state()).accounts[0]?.post_menus;
    assert.equal(await postMenus(), 0);
    await wren.post('/ajax/post-menu', {});
    assert.equal(await postMenus(), 1);
  });

  test('stories can open at a separate URL instead of the profile, or cover the profile', async () => {
    await sandbox.faults({ on: [{ name: 'stories_page', person: 'mia', times: 1 }] });
    const address = (await leadsTo('/mia/')) ?? '';
    assert.match(address, /^\/stories\/mia\/\d+\/$/u);
    const page = await pageText(address);
    assert.doesNotMatch(page, /<nav/u);
    assert.match(page, /"PolarisViewer",\[\],\{"data":\{[^}]*"username":"wren"/u);
    assert.equal(dataIn(page).view['kind'], 'stories');
    assert.equal((await view('/mia/'))['hasStories'], false);
    await sandbox.faults({ name: 'stories_over_profile', person: 'mia' });
    assert.equal((await view('/mia/'))['hasStories'], true);
    assert.equal(await leadsTo('/stories/nobody/1/'), '/');
  });

  for (const [name, words] of [
    ['broken_page', 'Sorry, something went wrong'],
    ['no_connection_page', 'We couldn&#39;t connect to Instagram'],
  ] as const) {
    test(`${name} disappears when the same page is loaded again`, async () => {
      await sandbox.faults({ name, account: 'wren' });
      const isBroken = async (path: string): Promise<boolean> => (await pageText(path)).includes(`<h2>${words}</h2>`);
      assert.deepEqual(
        [await isBroken('/mia/'), await isBroken('/mia/'), await isBroken('/mia/')],
        [true, false, true],
      );
      assert.equal(await isBroken('/jo/'), true, 'each URL fails separately');
      await sandbox.faults({ clear: true, on: [{ name, times: 1 }] });
      assert.deepEqual([await isBroken('/'), await isBroken('/'), await isBroken('/')], [true, false, false]);
    });
  }

  test('a session can end with or without the removal of its cookies', async () => {
    for (const [name, cookies] of [
      ['session_forgotten', 0],
      ['signed_out', 2],
    ] as const) {
      await begin();
      await sandbox.faults({ on: [{ name, times: 1 }] });
      const page = await wren.get('/mia/');
      assert.equal(page.headers.get('location'), '/accounts/login/?next=%2Fmia%2F', name);
      assert.equal(page.headers.getSetCookie().length, cookies, name);
      assert.equal((await sandbox.state()).accounts[0]?.sessions, 0, name);
    }
  });

  test('the landing page can show a remembered account and newer wording', async () => {
    await begin({}, { site: { states: ['login_remembered', 'login_new_words'] } });
    const { landing, hasNewWords, lastUser } = dataIn(await (await fetch(`${sandbox.url}/`)).text()).view;
    assert.deepEqual([landing, hasNewWords, lastUser], ['remembered', true, 'wren']);
  });

  test('"Message" can lead to a conversation with someone else', async () => {
    const { thread } = await wren.open('jo');
    assert.equal((await view('/mia/'))['strayThread'], null);
    await sandbox.faults({ on: [{ name: 'message_to_inbox', times: 1 }] });
    assert.equal((await view('/mia/'))['strayThread'], thread);
  });

  test('the page data contains the layouts of the conversation and the search', async () => {
    const layouts = ['list_open', 'rows_grouped', 'avatar_last', 'head_labelled'] as const;
    await begin({ states: [...layouts, 'search_unnamed', 'search_handle_first', 'docked_pagelet', 'inbox_notes'] });
    const { thread } = await wren.open('mia');
    const chat = await (await wren.get(`/ajax/direct/chat/${thread}`)).text();
    for (const told of ['"list":"open"', '"head":"labelled"', '"isGrouped":true', '"hasAvatarOnLast":true'])
      assert.ok(chat.includes(told), told);
    const { hasNotes, isNamed, search } = await view('/direct/inbox/');
    assert.deepEqual(
      [hasNotes, isNamed, search],
      [true, true, { rows: 'option', isNamed: false, isHandleFirst: true, delayMs: 0 }],
    );
    assert.equal((await view('/mia/'))['dock'], 'IGDChatTabsRootContentOffMsys');
    await begin({ states: ['docked_pagelet_old', 'inbox_unnamed'] });
    assert.equal((await view('/direct/inbox/'))['isNamed'], false);
    assert.equal((await view('/mia/'))['dock'], 'IGDChatTabsRootContent');
  });

  test("the account's own profile can lack its header", async () => {
    const own = async () => (await wren.get('/wren/')).text();
    assert.match(await own(), /<header>/u);
    await sandbox.faults({ on: [{ name: 'own_header_missing' }] });
    const page = await own();
    assert.deepEqual([page.includes('<header>'), page.includes('<h2>wren</h2>')], [false, true]);
  });
});
