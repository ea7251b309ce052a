import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startBrowsing } from '../testing/browsing.ts';
import type { Browsing } from '../testing/browsing.ts';
import { pollUntil } from '@sandpiper/testkit/poll-until';

const editor = '[role=textbox]';

describe('obstacles, in a real browser', { timeout: 300_000 }, () => {
  let at: Browsing;
  before(async () => {
    at = await startBrowsing();
  });

  const account = async () => (await at.sandbox.state()).accounts[0] ?? assert.fail('no account');
  async function profile(person = 'mia'): Promise<void> {
    await at.go(`/${person}/`);
    await at.find('svg[aria-label=Options]');
  }
  async function openChat(): Promise<void> {
    await profile();
    await at.press('Message', 'header');
    await at.click(`.dock ${editor}`);
  }
  const texts = async () => (await at.sandbox.deliveries()).map(({ to, text }) => [to, text]);

  for (const [form, selector] of [
    [[], 'input[name=email]'],
    [['login_names_old'], 'input[name=username]'],
    [['login_names_absent'], 'form input[type=text]:not([name])'],
  ] as const) {
    test(`the sign-in form with ${selector} refuses a wrong password and accepts the right one`, async () => {
      await at.begin({ site: { states: [...form, 'cookie_dialog', 'marketing_page'] } });
      await at.go('/accounts/logout/');
      await at.press('Decline optional cookies', '[role=dialog]');
      assert.equal(await at.count('input[type=password]'), 0);
      await at.press('Log in');
      await (await at.find(selector)).type('wren');
      await (await at.find('input[type=password]')).type('wrong');
      await at.page.keyboard.press('Enter');
      await at.reads('.error', /your password was incorrect/u);
      await at.click('input[type=password]', { count: 3 });
      await at.page.keyboard.type('pw');
      await at.press('Log in');
      await at.find('a[href="/direct/inbox/"]');
    });
  }

  test('text typed into a checkpoint is recorded', async () => {
    await at.begin();
    await at.sandbox.faults({ name: 'email_signup', account: 'wren' });
    await at.go('/mia/');
    await (await at.find('input[type=password]')).type('pw');
    const typed = async () => (await at.sandbox.state()).typed;
    const [last] = await pollUntil(typed, ([first]) => first?.text === 'pw');
    assert.deepEqual(last, { page: '/accounts/emailsignup/', field: 'password', text: 'pw' });
  });

  test('a page that waits for another device continues automatically', async () => {
    await at.begin();
    await at.sandbox.faults({ name: 'approve_device', account: 'wren' });
    await at.go('/mia/');
    await at.reads('.card', /Check your notifications on another device/u);
    await at.sandbox.faults({ off: ['approve_device'] });
    await at.find('a[href="/direct/inbox/"]');
  });

  test('a prompt that appears when "Message" is pressed receives the click', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'prompt_mid_click', times: 1 }] });
    await profile();
    await at.press('Message', 'header');
    await at.reads('[role=dialog]', /Turn on Notifications/u);
    assert.equal(await at.count('.dock'), 0);
    await at.press('Not Now', '[role=dialog]');
    await at.press('Message', 'header');
    await at.find(`.dock ${editor}`);
    const { prompts } = await pollUntil(account, (now) => now.prompts.dismissed > 0);
    assert.deepEqual(prompts, { raised: 1, accepted: 0, dismissed: 1 });
  });

  test('a prompt that appears during typing receives the key presses, and its first button receives Enter', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'prompt_mid_typing', times: 1 }] });
    await openChat();
    await at.page.keyboard.type('HelloHelloHello');
    await at.find('[role=dialog]');
    assert.equal((await at.text(editor)).startsWith('HelloHelloHello'), false);
    await at.page.keyboard.press('Enter');
    const { prompts } = await pollUntil(account, (now) => now.prompts.accepted > 0);
    assert.equal(prompts.accepted, 1);
    assert.deepEqual(await texts(), []);
  });

  test('a prompt that appears before Enter, or when Enter is pressed, keeps the message from being sent', async () => {
    for (const name of ['prompt_before_enter', 'prompt_takes_enter'] as const) {
      await at.begin();
      await at.sandbox.faults({ on: [{ name, times: 1 }] });
      await openChat();
      await at.page.keyboard.type('H');
      if (name === 'prompt_takes_enter') await at.page.keyboard.press('Enter');
      await at.press('Not Now', '[role=dialog]');
      assert.deepEqual(await texts(), [], name);
      assert.equal(await at.text(editor), 'H');
      await at.click(editor);
      await at.page.keyboard.press('Enter');
      await at.find('[role=group]');
      assert.deepEqual(await texts(), [['mia', 'H']], name);
    }
  });

  test('limits are announced in dialogs or a toast, and a chat or a harmless dialog can contain the same words', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'chat_words' }, { name: 'harmless_try_again', times: 1 }] });
    await profile();
    await at.reads('[role=dialog]', /Try again later\./u);
    await at.press('OK', '[role=dialog]');
    await at.press('Message', 'header');
    await at.click(editor);
    await at.reads('.messages', /Try Again Later. We limit how often/u);
    assert.equal(await at.count('[role=dialog], [role=alertdialog], [role=alert], [role=status]'), 0);
    const limits = {
      rate_limit: /We limit how often/u,
      action_blocked: /Action Blocked/u,
      daily_limit: /daily limit/u,
      wait_few_minutes: /wait a few minutes/u,
    } as const;
    for (const name of ['rate_limit', 'action_blocked', 'daily_limit', 'wait_few_minutes'] as const) {
      await at.sandbox.faults({ clear: true, on: [{ name, times: 1 }] });
      await openChat();
      await at.page.keyboard.type('Hello');
      await at.page.keyboard.press('Enter');
      await at.reads('[role=dialog], [role=alert]', limits[name]);
    }
    assert.deepEqual(await texts(), []);
  });

  test('some profiles have "Send message" only in their menu, and others do not have it at all', async () => {
    await at.begin({
      people: [
        { username: 'mia', states: ['message_in_menu'] },
        { username: 'jo', states: ['message_button_missing'] },
      ],
    });
    await profile();
    assert.doesNotMatch(await at.text('header'), /Message/u);
    await at.click('svg[aria-label=Options]');
    await at.press('Send message', '[role=dialog]');
    await at.find(`.dock ${editor}`);
    await profile('jo');
    await at.click('svg[aria-label=Options]');
    await at.reads('[role=dialog]', /About this account/u);
    assert.doesNotMatch(await at.text('[role=dialog]'), /Send message/u);
    await at.page.keyboard.press('Escape');
    assert.equal(await at.count('[role=dialog]'), 0);
  });

  test('the search field is replaced after the first key press, and only the handle distinguishes the person from a look-alike', async () => {
    for (const states of [[], ['search_checkboxes' as const]]) {
      await at.begin({ accounts: [{ username: 'wren', password: 'pw', states }] });
      await at.go('/direct/inbox/');
      await at.click('svg[aria-label="New message"]');
      const first = await at.find('input[name=queryBox]');
      await first.type('m');
      assert.equal(await first.evaluate((element) => element.isConnected), false);
      await (await at.find('input[name=queryBox]')).type('ia');
      const row = await at.find('.results .row:nth-child(2) .handle');
      assert.equal(await row.evaluate((element) => element.textContent), 'mia');
      await row.click();
      await Promise.all([at.page.waitForNavigation(), at.press(states.length > 0 ? 'Next' : 'Chat', '[role=dialog]')]);
      await at.find(`[role=main] .chat-head a[href="/mia/"]`);
    }
  });

  test('for some businesses, the user has to choose a kind of message before the chat opens', async () => {
    await at.begin({ people: [{ username: 'mia', states: ['business_interstitial'] }] });
    await profile();
    await at.press('Message', 'header');
    await at.reads('[role=dialog]', /Partnership messages are more likely/u);
    await at.press('Send message request', '[role=dialog]');
    await at.find(`.dock ${editor}`);
    assert.deepEqual((await account()).prioritised, []);
  });

  test('a request from a person who wrote first must be accepted before anything can be typed', async () => {
    await at.begin({ people: [{ username: 'mia', states: ['wrote_first'] }] });
    await profile();
    await at.press('Message', 'header');
    await at.reads('.dock', /Accept message request from Mia \(mia\)\?/u);
    assert.equal(await at.count(editor), 0);
    await at.press('Accept', '.dock');
    await at.press('Primary', '[role=dialog]');
    await at.find(editor);
  });

  test('a chat that was left open appears on the next profile, and some chats stay until they are closed', async () => {
    await at.begin();
    await openChat();
    await profile('jo');
    await at.find('.dock .chat-head a[href="/mia/"]');
    await at.press('Message', 'header');
    await at.find('.dock .chat-head a[href="/jo/"]');
    assert.equal(await at.count('.dock'), 1);
    await at.sandbox.faults({ name: 'leftover_chat' });
    await profile('jo');
    await at.find('.dock .chat-head a[href="/mia/"]');
    await at.press('Message', 'header');
    assert.equal(await at.count('.dock .chat-head a[href="/jo/"]'), 0);
    await at.click('.dock svg[aria-label=Close]');
    await at.press('Message', 'header');
    await at.find('.dock .chat-head a[href="/jo/"]');
  });

  test('a page that fails once works the next time', async () => {
    await at.begin();
    for (const name of ['connection_reset', 'page_error', 'truncated_page'] as const) {
      await at.sandbox.faults({ on: [{ name, times: 1 }] });
      await at.page.goto('about:blank');
      // Firefox doesn't always report that a truncated page has finished loading, so don't wait for that.
      await at.page.goto(`${at.sandbox.url}/mia/`, { timeout: 5000 }).catch(() => undefined);
      assert.equal(await at.count('svg[aria-label=Options]'), 0, name);
      await profile();
    }
  });

  test('the inbox loads more rows when it is scrolled, and its rows have dots and names but no handles', async () => {
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', unread: 20 }] });
    await at.go('/direct/inbox/');
    const rows = '[aria-label="Thread list"] [data-pagelet=IGDInboxThreadListScrollableAreaPagelet] > div[role=button]';
    await at.find(rows);
    assert.equal(await at.count(rows), 12);
    assert.equal(await at.count(`${rows} span[data-visualcompletion=ignore]`), 12);
    assert.match(await at.text(`${rows} span[title]`), /^[A-Z][a-z]+ (Harbour|Meadow)$/u);
    await at.page.$eval('.rows', (list) => list.scrollTo(0, list.scrollHeight));
    await at.page.waitForFunction((selector) => document.querySelectorAll(selector).length === 20, {}, rows);
    await Promise.all([at.page.waitForNavigation(), (await at.find(rows)).click()]);
    await at.find('[data-pagelet=IGDMessagesList] [role=group]');
    await at.go('/');
    await at.find('[aria-label="Direct messaging - 19 new notifications link"]');
  });
});
