import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { pollUntil } from '@sandpiper/testkit/poll-until';
import { startBrowsing } from '../testing/browsing.ts';
import type { Browsing } from '../testing/browsing.ts';

const editor = '[role=textbox]';
const bubbles = '[data-pagelet=IGDMessagesList] [role=group]';

describe('a conversation in a real browser', { timeout: 300_000 }, () => {
  let at: Browsing;
  before(async () => {
    at = await startBrowsing();
  });

  async function typeLines(lines: string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (index > 0) {
        await at.page.keyboard.down('Shift');
        await at.page.keyboard.press('Enter');
        await at.page.keyboard.up('Shift');
      }
      await at.page.keyboard.type(line);
    }
  }
  async function openChat(person = 'mia'): Promise<void> {
    await at.go(`/${person}/`);
    await at.press('Message', 'header');
    await at.click(`.dock ${editor}`);
  }
  const texts = async () => (await at.sandbox.deliveries()).map(({ to, text }) => [to, text]);

  test('the chat opens over the profile, the address does not change, and Enter sends exactly what was typed', async () => {
    await at.begin();
    await openChat();
    assert.equal(new URL(at.page.url()).pathname, '/mia/');
    assert.equal(await at.text(editor), '\n');
    const lines = ['Hi 👨‍👩‍👧, é ñ', '', 'Привет 你好 สวัสดี مرحبا', '2 < 3 & "so"'];
    await typeLines(lines);
    assert.equal(await at.text(editor), lines.join('\n'));
    await at.page.keyboard.press('Enter');
    await at.find(bubbles);
    assert.equal(await at.text(`${bubbles} span[dir=auto] > div[dir=auto]`), lines.join('\n'));
    assert.equal(await at.text(editor), '\n');
    assert.deepEqual(await texts(), [['mia', lines.join('\n')]]);
  });

  test('the editor removes what a script inserts, and ignores a scripted paste', async () => {
    await at.begin();
    await openChat();
    await at.page.keyboard.type('typed');
    await at.page.$eval(editor, (element) => {
      element.textContent = 'assigned';
      element.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'assigned', inputType: 'insertText' }));
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'pasted');
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    await at.page.waitForFunction((selector) => document.querySelector(selector)?.textContent === 'typed', {}, editor);
    await at.page.keyboard.press('Enter');
    await at.find(bubbles);
    assert.deepEqual(await texts(), [['mia', 'typed']]);
  });

  test('the send button is shown only when there is something to send', async () => {
    await at.begin();
    await openChat();
    assert.equal(await at.count('.send'), 0);
    await at.page.keyboard.type('by button');
    await at.press('Send', '.dock');
    await at.find(bubbles);
    assert.deepEqual(await texts(), [['mia', 'by button']]);
  });

  test('the old textarea sends what was typed, not a value that a script has set', async () => {
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', states: ['composer_textarea'] }] });
    await at.go('/mia/');
    await at.press('Message', 'header');
    await at.click('textarea[placeholder="Message..."]');
    await at.page.keyboard.type('typed');
    await at.page.$eval('textarea', (element) => {
      if (!(element instanceof HTMLTextAreaElement)) return;
      element.value = 'assigned';
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await at.page.keyboard.press('Enter');
    await at.find(bubbles);
    assert.deepEqual(await texts(), [['mia', 'typed']]);
  });

  test('a full-page thread with the newest composer sends a message once, in three layouts of the message list', async () => {
    const shapes = [
      ['composer_cannes', '[data-pagelet=IGDMessagesList] [role=group]'],
      ['list_grid', '[role=grid][aria-label="Messages in conversation with Mia"] [role=row]'],
      ['list_presentation', '[aria-label="Conversation with Mia"] div[role=presentation] div[dir=auto]'],
    ] as const;
    for (const [state, row] of shapes) {
      await at.begin({
        accounts: [{ username: 'wren', password: 'pw', states: ['full_page_thread', 'composer_cannes', state] }],
      });
      await at.go('/mia/');
      await Promise.all([at.page.waitForNavigation(), at.press('Message', 'header')]);
      assert.match(new URL(at.page.url()).pathname, /^\/direct\/t\/\d+\/$/u);
      await at.click('[data-pagelet="IGDComposerForCannes"] [contenteditable=true][role=textbox]');
      await at.page.keyboard.type(state);
      await at.page.keyboard.press('Enter');
      await at.find(row);
      assert.equal(await at.count(row), 1, state);
      assert.deepEqual(await texts(), [['mia', state]]);
    }
  });

  test('the link to the sender distinguishes incoming messages from the account’s own', async () => {
    const messages = [
      { account: 'wren', from: 'them' as const, text: 'Hi' },
      { account: 'wren', from: 'me' as const, text: 'Hello' },
    ];
    await at.begin({ people: [{ username: 'mia', messages }] });
    await openChat();
    assert.equal(await at.count(`${bubbles} a[aria-label^="Open the profile page of"]`), 1);
    assert.equal(await at.count(`${bubbles} [style*=flex-end]`), 1);
  });

  test('the page shows that a message has failed or is being sent, and a refusal appears late', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'failed_bubble', times: 1 }] });
    await openChat();
    await at.page.keyboard.type('one');
    await at.page.keyboard.press('Enter');
    await at.find('svg[aria-label="Failed to send"]');
    await at.sandbox.faults({ on: [{ name: 'slow_sending', times: 1, ms: 1500 }] });
    await at.page.keyboard.type('two');
    await Promise.all([at.reads('.messages', /two\s+Sending…/u), at.page.keyboard.press('Enter')]);
    await at.page.waitForFunction(() => !document.body.innerText.includes('Sending…'));
    await at.sandbox.faults({ on: [{ name: 'late_refusal', times: 1, ms: 800 }] });
    await at.page.keyboard.type('three');
    await at.page.keyboard.press('Enter');
    await at.reads('.messages', /three\s+This account can't receive your message/u);
    assert.deepEqual(await texts(), [['mia', 'two']]);
  });

  test('a lost connection marks the message as failed, and a conversation that cannot be loaded closes', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'connection_lost_on_send', times: 1 }] });
    await openChat();
    await at.page.keyboard.type('lost');
    await at.page.keyboard.press('Enter');
    await at.find('.conversation svg[aria-label="Failed to send"]');
    await at.sandbox.faults({ on: [{ name: 'chat_error', times: 1 }] });
    await at.go('/mia/');
    await at.page.waitForFunction(() => document.querySelector('.dock') === null);
    await openChat();
    assert.deepEqual(await texts(), []);
  });

  test('a message is sent with the request that the site uses, and the page does not depend on the response', async () => {
    await at.begin();
    await openChat();
    const isSend = (each: HTTPRequest): boolean => each.headers()['x-fb-friendly-name'] === 'IGDirectTextSendMutation';
    const [request] = await Promise.all([at.page.waitForRequest(isSend), at.page.keyboard.type('one\n')]);
    assert.deepEqual([request.method(), new URL(request.url()).pathname], ['POST', '/api/graphql']);
    assert.match(request.headers()['content-type'] ?? '', /^application\/x-www-form-urlencoded/u);
    await at.find(bubbles);
    await at.sandbox.faults({ on: [{ name: 'failed_bubble', times: 1 }, { name: 'answer_claims_sent' }] });
    await at.page.keyboard.type('two\n');
    await at.find('svg[aria-label="Failed to send"]');
    await at.sandbox.faults({ clear: true, on: [{ name: 'answer_never' }] });
    await at.page.keyboard.type('three\n');
    await at.reads('.messages', /three$/u);
    await at.sandbox.faults({ clear: true, on: [{ name: 'answer_claims_refused' }] });
    await at.page.keyboard.type('four\n');
    await at.reads('.messages', /four$/u);
    const delivered = ['one', 'three', 'four'].map((text) => ['mia', text]);
    assert.deepEqual(await texts(), delivered);
  });

  test('the message is also delivered if the request has a different name and format', async () => {
    await at.begin({ accounts: [{ username: 'wren', password: 'pw', states: ['send_renamed', 'send_plain_text'] }] });
    await openChat();
    await at.page.keyboard.type('plain\n');
    await at.find(bubbles);
    assert.deepEqual(await texts(), [['mia', 'plain']]);
  });

  test('long histories load in parts, and can shrink to the newest message for a while', async () => {
    const messages = Array.from({ length: 45 }, (_, index) => ({
      account: 'wren',
      from: 'them' as const,
      text: `line ${index}`,
    }));
    await at.begin({ people: [{ username: 'mia', messages }] });
    await openChat();
    assert.equal(await at.count(bubbles), 20);
    await at.page.$eval('.messages', (list) => list.scrollTo(0, 0));
    await at.page.waitForFunction((selector) => document.querySelectorAll(selector).length === 40, {}, bubbles);
    await at.sandbox.faults({ name: 'history_rearranges', ms: 700 });
    const isShrunk = at.page.waitForFunction(
      (selector) => document.querySelectorAll(selector).length === 1,
      {},
      bubbles,
    );
    await Promise.all([isShrunk, at.go('/mia/')]);
    await at.page.waitForFunction((selector) => document.querySelectorAll(selector).length === 20, {}, bubbles);
  });

  test('older messages have negative scroll positions if the list is reversed', async () => {
    const messages = Array.from({ length: 30 }, (_, index) => ({
      account: 'wren',
      from: 'them' as const,
      text: `line ${index}`,
    }));
    await at.begin({
      accounts: [{ username: 'wren', password: 'pw', states: ['list_reversed'] }],
      people: [{ username: 'mia', messages }],
    });
    await openChat();
    assert.equal(await at.page.$eval('.messages', (list) => list.scrollTop), 0);
    assert.equal(await at.count(bubbles), 20);
    await at.page.$eval('.messages', (list) => list.scrollTo(0, -list.scrollHeight));
    await at.page.waitForFunction((selector) => document.querySelectorAll(selector).length === 30, {}, bubbles);
  });

  test('a message is delivered even if the page crashes right after sending it', async () => {
    await at.begin();
    await at.sandbox.faults({ on: [{ name: 'dies_after_send', times: 1 }] });
    await openChat();
    await at.page.keyboard.type('last words');
    await at.page.keyboard.press('Enter');
    // Wait until the page has crashed, because two simultaneous navigations would cancel each other.
    const address = (): Promise<string> => at.page.evaluate(() => document.documentURI).catch(() => '');
    await pollUntil(address, (uri) => uri.startsWith('about:neterror'));
    await at.go('/mia/');
    await openChat();
    await at.reads('.messages', /last words/u);
    assert.deepEqual(await texts(), [['mia', 'last words']]);
  });
});
