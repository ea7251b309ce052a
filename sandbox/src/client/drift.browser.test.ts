import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FaultName, ResetInput } from '../control.schema.ts';
import { startBrowsing } from '../testing/browsing.ts';
import type { Browsing } from '../testing/browsing.ts';
import { pollUntil } from '@sandpiper/testkit/poll-until';

const editor = '[role=textbox]';
const profileLink = 'a[aria-label^="Open the profile page of"]';

describe('newer page layouts, in a real browser', { timeout: 300_000 }, () => {
  let at: Browsing;
  before(async () => {
    at = await startBrowsing();
  });

  const beginWith = (states: FaultName[], world: Partial<ResetInput> = {}): Promise<void> =>
    at.begin({ accounts: [{ username: 'wren', password: 'pw', states }], ...world });
  async function profile(person = 'mia'): Promise<void> {
    await at.go(`/${person}/`);
    await at.find('header svg[aria-label=Options]');
  }
  async function openChat(): Promise<void> {
    await profile();
    await at.press('Message', 'header');
    await at.click(`.dock ${editor}`);
  }
  const pathNow = (): string => new URL(at.page.url()).pathname;
  const isGone = (selector: string) =>
    at.page.waitForFunction((wanted) => document.querySelector(wanted) === null, {}, selector);
  const attribute = (selector: string, name: string) =>
    at.page.$eval(selector, (element, wanted) => element.getAttribute(wanted), name);

  test('the header of a chat is a labeled link around a heading, but the header of a group is only a heading', async () => {
    await beginWith(['head_labelled']);
    await openChat();
    const head = '.dock > [data-pagelet=IGDInboxHeaderOffMsys]';
    assert.equal(await attribute(`${head} > a[role=link][href="/mia/"]`, 'aria-label'), 'Open the profile page of mia');
    assert.equal(await at.text(`${head} > a h2`), 'Mia');
    await at.find(`${head} + div [data-pagelet=IGDMessagesList]`);
    await beginWith(['head_labelled', 'leftover_group']);
    await profile();
    await at.reads(`${head} h2`, /^Weekend plans$/u);
    assert.equal(await at.count(`${head} a[href="/mia/"]`), 0);
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', language: 'ko', states: ['head_labelled'] }] });
    await at.go('/mia/');
    await at.press('메시지', 'header');
    assert.equal(
      await (await at.find(`${head} a`)).evaluate((link) => link.getAttribute('aria-label')),
      'mia님의 프로필 페이지 열기',
    );
  });

  test('the labeled header can lack a pagelet', async () => {
    await beginWith(['head_heading']);
    await openChat();
    assert.equal(await at.text('.dock > .chat-head > a[aria-label="Open the profile page of mia"] h2'), 'Mia');
    assert.equal(await at.count('[data-pagelet=IGDInboxHeaderOffMsys]'), 0);
  });

  test('full-width messages look alike, except for the link to the sender', async () => {
    const messages = [
      { account: 'wren', from: 'them' as const, text: 'one' },
      { account: 'wren', from: 'them' as const, text: 'two' },
      { account: 'wren', from: 'me' as const, text: 'three' },
    ];
    await beginWith(['rows_full_width', 'avatar_last'], { people: [{ username: 'mia', messages }] });
    await openChat();
    const lines = await at.page.$$eval('.message', (found) =>
      found.map((line) => [getComputedStyle(line).justifyContent, line.querySelector('a[aria-label]') !== null]),
    );
    assert.deepEqual(lines, [
      ['normal', false],
      ['normal', true],
      ['normal', false],
    ]);
  });

  test('text typed into an unknown form is recorded', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'strange_form', times: 1 }] });
    await at.go('/mia/');
    await (await at.find('[role=dialog] input:not([name])')).type('Hi');
    const typed = async () => (await at.sandbox.state()).typed;
    assert.deepEqual(await pollUntil(typed, ([first]) => first?.text === 'Hi'), [
      { page: '/mia/', field: '', text: 'Hi' },
    ]);
  });

  for (const [state, pagelet] of [
    ['docked_pagelet', 'IGDChatTabsRootContentOffMsys'],
    ['docked_pagelet_old', 'IGDChatTabsRootContent'],
  ] as const) {
    test(`the docked chat in ${pagelet} has no composer pagelet`, async () => {
      await beginWith([state, 'composer_cannes']);
      await openChat();
      await at.find(`[data-pagelet="${pagelet}"] [data-pagelet=IGDMessagesList]`);
      assert.equal(await at.count('[data-pagelet=IGDComposerForCannes]'), 0);
      await at.go((await attribute('.dock .expand', 'href')) ?? '');
      await at.find('[data-pagelet=IGDComposerForCannes]');
      assert.equal(await at.count(`[data-pagelet="${pagelet}"]`), 0, 'the full-page thread has no docked chat');
    });
  }

  test('in the grouped layout, several messages share one sender link, a style sheet aligns the account’s own messages, and dates are not bubbles', async () => {
    const them = (text: string) => ({ account: 'wren', from: 'them' as const, text });
    const me = (text: string) => ({ account: 'wren', from: 'me' as const, text });
    await beginWith(['list_open', 'rows_grouped', 'avatar_last'], {
      people: [{ username: 'mia', messages: [them('one'), them('two'), me('three'), them('four')] }],
    });
    await openChat();
    const row = '[data-pagelet=IGDOpenMessageList] > [role=group][tabindex="-1"]';
    const rows = await at.page.$$eval(
      row,
      (found, link) =>
        found.map((each) => ({
          text: each.querySelector('[role=presentation] > span[dir=auto] > div[dir=auto]')?.textContent,
          hasLink: each.querySelector(link) !== null,
          isAtEnd: getComputedStyle(each.firstElementChild ?? each).justifyContent === 'flex-end',
        })),
      profileLink,
    );
    assert.deepEqual(rows, [
      { text: 'one', hasLink: false, isAtEnd: false },
      { text: 'two', hasLink: true, isAtEnd: false },
      { text: 'three', hasLink: false, isAtEnd: true },
      { text: 'four', hasLink: true, isAtEnd: false },
    ]);
    assert.equal(await at.count(`${row} [style*=flex-end]`), 0);
    const dates = '[data-pagelet=IGDOpenMessageList] > :not([role=group]) > span[dir=auto]';
    assert.deepEqual(await at.page.$$eval(dates, (found) => found.map((date) => date.textContent)), [
      'Yesterday 14:21',
      '12:39',
    ]);
  });

  test('a search field without a name finds people, and each result begins with the handle and ends with a checkbox label', async () => {
    for (const states of [[], ['search_checkboxes' as const]]) {
      await beginWith(['search_unnamed', 'search_handle_first', ...states]);
      await at.go('/direct/new/');
      await (await at.find('[role=dialog] input[type=text]:not([name])')).type('mia');
      const row = '.results .row:nth-child(2)';
      await at.reads(row, /^mia\s+Mia\s+Toggle selection$/u);
      assert.match(
        await at.text('.results .row:nth-child(1)'),
        /^mia\.fanpage\s+mia\s/u,
        "a display name is someone else's handle",
      );
      assert.equal(await at.count(`${row} input[name$=ContactSearchResultCheckbox]`), 1);
      await at.click(`${row} .handle`);
      await Promise.all([at.page.waitForNavigation(), at.press(states.length > 0 ? 'Next' : 'Chat', '[role=dialog]')]);
      await at.find('[role=main] .chat-head a[href="/mia/"]');
    }
  });

  test('"Message" can open the inbox with someone else’s conversation the first time, and the right conversation the next time', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'message_to_inbox', times: 1 }] });
    await profile();
    await Promise.all([at.page.waitForNavigation(), at.press('Message', 'header')]);
    await at.find('[role=main] .chat-head a[href="/jo/"]');
    assert.equal(pathNow(), '/direct/inbox/');
    await at.go('/direct/inbox/');
    await at.reads('[role=main]', /Your messages/u);
    await openChat();
    await at.find('.dock .chat-head a[href="/mia/"]');
  });

  test('closing the story viewer shows the profile beneath it or opens the feed, and text typed into the viewer is recorded', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'stories_over_profile', times: 1 }] });
    await at.go('/mia/');
    await (await at.find('.stories textarea[placeholder="Reply to mia…"]')).type('Hi');
    const typed = async () => (await at.sandbox.state()).typed;
    const [last] = await pollUntil(typed, ([first]) => first?.text === 'Hi');
    assert.deepEqual(last, { page: '/mia/', field: 'story_reply', text: 'Hi' });
    await at.page.keyboard.press('Escape');
    await isGone('.stories');
    assert.equal(pathNow(), '/mia/');
    await at.find('header svg[aria-label=Options]');
    await at.sandbox.faults({ on: [{ name: 'stories_page', times: 1 }] });
    await at.go('/mia/');
    await at.find('.stories');
    assert.match(pathNow(), /^\/stories\/mia\/\d+\/$/u);
    await Promise.all([at.page.waitForNavigation(), at.page.keyboard.press('Escape')]);
    assert.equal(pathNow(), '/');
  });

  test('a profile’s menu shows a spinner first', async () => {
    await at.begin({ people: [{ username: 'mia', states: ['message_in_menu'] }] });
    await at.sandbox.faults({ name: 'late_menu', ms: 700 });
    await profile();
    const hasOnlySpinner = at.page.waitForFunction(() => {
      const has = (selector: string): boolean => document.querySelector(`[role=dialog] ${selector}`) !== null;
      return has('[role=progressbar]') && !has('[role=button]');
    });
    await Promise.all([hasOnlySpinner, at.click('header svg[aria-label=Options]')]);
    await at.press('Send message', '[role=dialog]');
    await at.find(`.dock ${editor}`);
  });

  test('a post’s "…" button does not open a profile’s menu, and pressing it is recorded', async () => {
    await at.begin();
    await at.go('/');
    await at.click('article header [aria-label=Options]');
    await at.reads('[role=dialog]', /About this account/u);
    assert.doesNotMatch(await at.text('[role=dialog]'), /Block|Restrict/u);
    const menus = async () => (await at.sandbox.state()).accounts[0]?.post_menus;
    assert.equal(await pollUntil(menus, (count) => count === 1), 1);
  });

  test('harmless dialogs close with their only button, and the dialog with a profile’s links closes with Escape', async () => {
    await at.begin();
    for (const [name, words] of [
      ['quiet_mode_notice', /Quiet mode is on/u],
      ['meta_accounts_notice', /Meta Accounts are coming to Instagram/u],
    ] as const) {
      await at.sandbox.faults({ clear: true, on: [{ name, times: 1 }] });
      await at.go('/mia/');
      await at.reads('[role=dialog]', words);
      await at.press('OK', '[role=dialog]');
      await isGone('[role=dialog]');
    }
    await at.sandbox.faults({ clear: true, on: [{ name: 'profile_links', times: 1 }] });
    await profile();
    await at.find('[role=dialog] a[href^="https://"]');
    await at.page.keyboard.press('Escape');
    await isGone('[role=dialog]');
  });

  test('a remembered account has no field until "Continue" is pressed, and then only a password field', async () => {
    await at.begin({ site: { states: ['login_remembered', 'login_new_words'] } });
    await at.go('/accounts/logout/');
    await at.reads('.card', /wren\s+Continue\s+Continue\s+Log into another account\s+Create new account/u);
    assert.equal(await at.count('input'), 0);
    await at.press('Continue');
    await (await at.find('input[type=password]')).type('pw');
    assert.equal(await at.count('input'), 1);
    await at.press('Log in');
    await at.find('a[href="/direct/inbox/"]');
  });

  test('a pending request is shown in the composer pagelet, with a link to its help page', async () => {
    await at.begin({ people: [{ username: 'mia', states: ['request_sent'] }] });
    await profile();
    await at.press('Message', 'header');
    const notice = '.dock [data-pagelet=IGDComposerForCannes]';
    await at.reads(notice, /Message request sent\s+You can send more messages after they accept\./u);
    assert.equal(await at.count(`${notice} a[href*="help.instagram.com/1435783229983256"]`), 1);
    assert.equal(await at.count(editor), 0);
  });

  test('in the inbox, notes look like rows for conversations, but are in a separate list', async () => {
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', unread: 2, states: ['inbox_notes'] }] });
    await at.go('/direct/inbox/');
    await at.find('[aria-label="Thread list"] [role=list] [role=button]');
    const rows = '[data-pagelet=IGDInboxThreadListScrollableAreaPagelet] [role=button]';
    assert.equal(await at.count(rows), 2);
    assert.equal(await at.count(`${rows} abbr`), 2);
  });

  test('the list of threads can lack its pagelet, role and label', async () => {
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', unread: 2, states: ['inbox_unnamed'] }] });
    await at.go('/direct/inbox/');
    await at.find('.threads [role=button] abbr');
    const named =
      '[data-pagelet=IGDInboxThreadListScrollableAreaPagelet], main [role=navigation], main [aria-label="Thread list"]';
    assert.equal(await at.count(named), 0);
  });
});
