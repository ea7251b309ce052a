import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '../../../browser/page.ts';
import { blankPage } from '../../../testing/fake-agent.ts';
import { profilePage } from '../../../testing/page-views.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import type { PageMessage } from '../page/page.view.ts';
import { Ended } from '../report.ts';
import { defaultTiming, type SiteContext } from '../site.context.ts';
import { sendMessage } from './sending.ts';

type Said = [author: PageMessage['author'], text: string];

const base = 'https://www.instagram.com';

/** Returns what the page script reads from a page with an open conversation. */
function viewOf(said: Said[]) {
  const messages = said.map(([author, text]) => ({ author, text, isFailed: false, isSending: false, marks: [] }));
  const chat = { handles: ['mia'], hasList: true, isLoading: false, isRequestPending: false, canClose: false };
  return {
    ...profilePage,
    chats: [{ ...chat, composer: '', messages, notices: [], newestNotices: [], rest: '' }],
  };
}

/** Sends to a person whose conversation shows each of these lists of messages in turn, and then keeps showing the last of them. */
async function reasonFor(...shown: Said[][]): Promise<string> {
  const views = shown.map(viewOf);
  const read: Page['read'] = (script) => {
    if (typeof script === 'string' || script.name !== 'readView') return Promise.resolve('missing');
    return Promise.resolve(views.length > 1 ? views.shift() : views[0]);
  };
  const site: SiteContext = {
    page: { ...blankPage, read },
    pack: builtInPack,
    base,
    account: null,
    timing: { ...defaultTiming, settleMs: 300, stepMs: 600 },
    note: () => undefined,
  };
  const job = { profileId: 1, username: null, recipient: 'mia', text: 'Offer', doubtsNotFound: false };
  const beforeSend = () => Promise.reject(new Error('Nothing must be sent'));
  const report = await sendMessage(site, { ...job, skipsConversations: true, beforeSend }).catch((error: unknown) => {
    if (error instanceof Ended) return error.report;
    throw error;
  });
  return 'reason' in report ? report.reason : report.outcome;
}

test('a person who has written is skipped even if their message is soon out of view', async () => {
  const hello: Said = ['own', 'Hello'];
  const both: Said[] = [['their', 'Hi'], hello];
  assert.equal(await reasonFor(both, both, [hello]), 'conversation');
  const unclear: Said[] = [['unknown', 'Hi'], hello];
  assert.equal(await reasonFor(unclear, unclear, [hello]), 'authors_not_shown');
  assert.equal(
    await reasonFor([hello], [['unknown', 'Hello']], [hello]),
    'text_not_accepted',
    'the page shows the author of every message, though not all the time',
  );
  assert.equal(
    await reasonFor([['unknown', 'Hello'], hello]),
    'authors_not_shown',
    'both may have written the same text',
  );
});
