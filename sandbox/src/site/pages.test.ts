import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Language } from '../control.schema.ts';
import type { FaultName } from '../faults/fault.catalog.ts';
import { startSandbox } from '../testing/sandbox.ts';
import type { Sandbox } from '../testing/sandbox.ts';
import { visitAs } from '../testing/visitor.ts';
import type { Visitor } from '../testing/visitor.ts';

describe('a signed-in account’s pages', () => {
  let sandbox: Sandbox;
  let wren: Visitor;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() => world({}));

  async function world(account: { unread?: number; language?: Language; states?: FaultName[] }): Promise<void> {
    await sandbox.reset({
      accounts: [{ username: 'wren', password: 'pw', ...account }],
      people: ['mia', 'jo'],
      time_scale: 0.01,
    });
    wren = await visitAs(sandbox, 'wren');
  }
  const pageText = async (path: string): Promise<string> => (await wren.get(path)).text();

  test('a profile that does not exist, or no longer exists, shows one of the two error pages that the site has used', async () => {
    assert.match(await pageText('/nobody/'), /Sorry, this page isn&#39;t available\./u);
    await sandbox.faults({
      on: [
        { name: 'not_found', person: 'mia' },
        { name: 'not_found_new', person: 'jo' },
      ],
    });
    assert.match(await pageText('/mia/'), /Sorry, this page isn&#39;t available\./u);
    assert.match(await pageText('/jo/'), /Profile isn&#39;t available/u);
  });

  test('the badge shows the number of unread threads, in each of its formats', async () => {
    const label = async (unread: number, states: FaultName[] = []): Promise<string> => {
      await world({ unread, states });
      return (
        /<a href="\/direct\/inbox\/"[^>]*><div([^>]*)>/u.exec(await pageText('/'))?.[1] ?? assert.fail('no inbox link')
      );
    };
    assert.equal(await label(3), ' aria-label="Direct messaging - 3 new notifications link"');
    assert.equal(await label(0), ' aria-label="Direct messaging - 0 new notifications link"');
    assert.equal(await label(0, ['badge_unlabelled']), '');
    assert.equal(await label(1234), ' aria-label="Direct messaging - 1,234 new notifications link"');
    assert.equal(await label(120, ['badge_capped']), ' aria-label="Direct messaging - 99+ new notifications link"');
    assert.equal(await label(1, ['badge_en_dash']), ' aria-label="Direct messaging – 1 new notifications link"');
  });

  test('a page names the signed-in account in its data, in its navigation, or in both', async () => {
    const named = async (...states: FaultName[]): Promise<[inData: boolean, inNavigation: boolean]> => {
      await world({ states });
      const page = await pageText('/mia/');
      return [/"PolarisViewer",\[\],\{"data":\{[^}]*"username":"wren"/u.test(page), page.includes('href="/wren/"')];
    };
    assert.deepEqual(await named(), [true, true]);
    assert.deepEqual(await named('viewer_unnamed'), [false, true]);
    assert.deepEqual(await named('own_link_missing'), [true, false]);
    assert.match(await (await fetch(`${sandbox.url}/`)).text(), /"PolarisViewer",\[\],\{"data":null/u);
  });

  test('the title also shows the number of unread threads, and can disagree with the badge', async () => {
    await world({ unread: 3 });
    assert.match(await pageText('/'), /<title>\(3\) Instagram<\/title>/u);
    assert.match(await pageText('/direct/inbox/'), /<title>\(3\) Instagram • Messages<\/title>/u);
    await sandbox.faults({ name: 'title_disagrees' });
    assert.match(await pageText('/'), /<title>\(5\) Instagram<\/title>/u);
  });

  test('reading the inbox leaves threads unread', async () => {
    await world({ unread: 15 });
    await pageText('/direct/inbox/');
    assert.match(await (await wren.get('/ajax/direct/inbox')).text(), /"hasMore":true/u);
    assert.match(await pageText('/'), /15 new/u);
  });

  test('pages are in the account’s language', async () => {
    for (const [language, lang, words] of [
      ['en', 'en', 'Message'],
      ['es', 'es', 'Mensaje'],
      ['ko', 'ko', '메시지'],
      ['pt', 'pt-br', 'Mensagem'],
      ['it', 'it', 'Messaggio'],
      ['fr', 'fr', 'Message'],
      ['de', 'de', 'Nachricht'],
      ['tr', 'tr', 'Mesaj Gönder'],
      ['ru', 'ru', 'Сообщение'],
      ['id', 'id', 'Kirim Pesan'],
      ['ja', 'ja', 'メッセージ'],
    ] as const) {
      await world({ language });
      const page = await pageText('/mia/');
      assert.ok(page.includes(`<html lang="${lang}"`), language);
      assert.ok(page.includes(`"message":"${words}"`), language);
    }
    await sandbox.faults({ name: 'unknown_language' });
    assert.match(await pageText('/'), /<html lang="fi"/u);
  });

  test('a page can respond with an error, lose its connection, arrive incomplete or be slow', async () => {
    await sandbox.faults({ on: [{ name: 'page_error', times: 1 }] });
    assert.equal((await wren.get('/mia/')).status, 500);
    assert.equal((await wren.get('/mia/')).status, 200);
    await sandbox.faults({ on: [{ name: 'connection_reset', times: 1 }] });
    await assert.rejects(wren.get('/mia/'));
    await sandbox.faults({ on: [{ name: 'truncated_page', times: 1 }] });
    await assert.rejects(pageText('/mia/'));
    const before = Date.now();
    await sandbox.faults({ on: [{ name: 'slow_page', times: 1, ms: 300 }] });
    assert.equal((await wren.get('/mia/')).status, 200);
    assert.ok(Date.now() - before >= 290);
  });

  test('pages redirect to the sign-in form when the session ends, with the requested page in the URL', async () => {
    await sandbox.faults({ name: 'signed_out', account: 'wren', times: 1 });
    assert.equal((await wren.get('/mia/')).headers.get('location'), '/accounts/login/?next=%2Fmia%2F');
    assert.equal((await wren.get('/mia/')).status, 302);
  });

  test('a username in place of a thread ID shows the inbox', async () => {
    assert.match(await pageText('/direct/t/mia/'), /"kind":"inbox"/u);
    const { thread } = await wren.open('mia');
    assert.match(await pageText(`/direct/t/${thread}/`), /"kind":"thread"/u);
  });

  test('the search finds people by handle, along with look-alikes whose display name is the handle', async () => {
    const found = await (await wren.get('/ajax/direct/search?q=mi')).text();
    assert.equal(
      found,
      JSON.stringify([
        { username: 'mia.fanpage', name: 'mia' },
        { username: 'mia', name: 'Mia' },
      ]),
    );
    assert.equal(await (await wren.get('/ajax/direct/search?q=nobody')).text(), '[]');
    assert.match(await pageText('/mia.fanpage/'), /Sorry, this page isn&#39;t available/u);
  });

  test('a page loads one style sheet and one script without imports, and lets the browser cache both', async () => {
    const page = await pageText('/');
    const files = [...page.matchAll(/"(\/static\/[^"]+)"/gu)].map(([, file = '']) => file);
    assert.deepEqual(
      files.map((file) => file.replace(/.*\//u, '')),
      ['site.css', 'page.js'],
    );
    for (const file of files) {
      const response = await wren.get(file);
      assert.match(response.headers.get('cache-control') ?? '', /immutable/u);
      assert.doesNotMatch(await response.text(), /^import /mu);
    }
  });

  test('text in a URL is never rendered as markup', async () => {
    assert.ok(!(await pageText('/%3Cscript%3Ealert(1)%3C/')).includes('<script>alert'));
    assert.equal((await wren.get('/%E0%A4%A')).status < 500, true);
  });
});
