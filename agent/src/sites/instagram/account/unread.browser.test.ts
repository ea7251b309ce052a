import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import type { Instagram } from '../instagram.ts';
import { look } from '../page/page.view.ts';

describe('counting unread messages', { timeout: 1_800_000 }, () => {
  let session: SandboxSession;
  const begin = async (account: object = {}): Promise<void> => {
    // Leave the current page first. The reset signs the account out, and the page would then navigate by itself.
    await session.page.open('about:blank');
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret', ...account }],
      time_scale: timeScale,
    });
  };
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  for (const [account, expected] of [
    [{ unread: 0 }, { count: 0, exact: true }],
    [
      { unread: 0, states: ['badge_unlabelled'] },
      { count: 0, exact: true },
    ],
    [
      { unread: 3, states: ['title_disagrees'] },
      { count: 3, exact: true },
    ],
    [
      { unread: 2, states: ['badge_en_dash'] },
      { count: 2, exact: true },
    ],
    [
      { unread: 4, language: 'ko' },
      { count: 4, exact: true },
    ],
    [{ unread: 1234 }, { count: 1234, exact: true }],
    [
      { unread: 1234, states: ['badge_digits_arabic'] },
      { count: 1234, exact: true },
    ],
    [
      { unread: 120, states: ['badge_capped'] },
      { count: 99, exact: false },
    ],
  ] as const) {
    // The agent waits for `accountMs` before it reads an empty badge as zero, so shorten that time for the case with an empty badge.
    const at = (): Instagram =>
      'states' in account && account.states.some((state) => state === 'badge_unlabelled')
        ? session.within({ accountMs: 1000 })
        : session.instagram;
    test(`reads the badge: ${JSON.stringify(account)}`, async () => {
      await begin(account);
      await session.enter('sender');
      assert.deepEqual(await at().countUnread(session.page, 'sender'), expected);
      assert.equal(
        (await session.sandbox.state()).accounts[0]?.unread,
        account.unread,
        'counting must not mark anything as read',
      );
    });
  }

  for (const prompt of ['prompt_on_load', 'prompt_save_login', 'strange_notice'] as const) {
    for (const language of prompt === 'prompt_save_login' ? (['fi', 'de', 'id', 'ja'] as const) : (['fi'] as const))
      test(`detects that the account is signed in, and reads the badge behind ${prompt} in ${language}, without accepting anything`, async () => {
        await begin({ unread: 5, language, states: [prompt] });
        await session.enter('sender');
        assert.deepEqual(await session.instagram.countUnread(session.page, 'sender'), { count: 5, exact: true });
        assert.deepEqual(await session.instagram.signIn(session.page, 'sender', null), { state: 'signed_in' });
        const [account] = (await session.sandbox.state()).accounts;
        assert.equal(account?.prompts.accepted, 0);
        if (language === 'fi') assert.equal(account.prompts.dismissed, 0);
      });
  }

  test('stops at a page that only the owner can get past', async () => {
    for (const [checkpoint, reason] of [
      ['risky_contact', 'risky_contact_point'],
      ['human_check', 'human_check'],
      ['email_signup', 'sign_up_shown'],
    ] as const) {
      await begin({ unread: 5 });
      await session.enter('sender');
      await session.sandbox.faults({ clear: true, on: [{ name: checkpoint, account: 'sender' }] });
      const count = await session.instagram.countUnread(session.page, 'sender');
      assert.equal('stop' in count && count.stop?.reason, reason);
    }
  });

  test('waits for a badge that is filled in late', async () => {
    await begin({ unread: 3 });
    await session.enter('sender');
    await session.sandbox.faults({ name: 'late_badge', ms: 2500 });
    assert.deepEqual(await session.instagram.countUnread(session.page, 'sender'), { count: 3, exact: true });
  });

  test('reports why unread messages cannot be counted', async () => {
    await begin();
    await session.page.open(`${session.sandbox.url}/accounts/logout/`);
    const counted = await session.instagram.countUnread(session.page, 'sender');
    assert.match('error' in counted ? counted.error : '', /signed out/u);
    assert.equal('error' in counted && counted.stop?.reason, 'signed_out');
  });

  const showPage = (html: string, language = 'en'): Promise<unknown> =>
    session.page.open(`data:text/html;charset=utf-8,${encodeURIComponent(`<html lang="${language}"><body>${html}`)}`);

  test('reads the visible badge, not a hidden empty one', async () => {
    const link = (style: string, badge: string): string =>
      `<a href="/direct/inbox/" style="${style}">Messages<span>${badge}</span></a>`;
    await showPage(link('display:none', '') + link('', '7'));
    assert.equal((await look(session))?.badge?.digits, '7');
    await showPage(link('display:contents', '5'));
    assert.equal((await look(session))?.badge?.digits, '5');
  });

  test('reads a badge with digits in any script', async () => {
    for (const digits of ['٣', '১২', '+९९', '１２']) {
      await showPage(`<a href="/direct/inbox/">الرسائل<span>Direct 1</span><span>${digits}</span></a>`);
      assert.equal((await look(session))?.badge?.digits, digits);
    }
  });

  test('takes the language from the page’s data if the page does not declare it', async () => {
    const data = (code: string): string =>
      `<script type="application/json">{"require":[["Other",[],{"code":"x"},1],["IntlCurrentLocale",[],{"code":"${code}"},5954]]}</script>`;
    await showPage(data('pt_BR'), '');
    const view = await look(session);
    assert.deepEqual([view?.language, view?.level, view?.texts.message[0]], ['pt', 'full', 'Mensagem']);
    await showPage(data('pt_BR'));
    assert.equal((await look(session))?.language, 'en', 'the declared language comes first');
    await showPage('', '');
    assert.equal((await look(session))?.language, '');
  });
});
