import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageCall } from '../../../browser/page.ts';
import { blankPage } from '../../../testing/fake-agent.ts';
import { profilePage } from '../../../testing/page-views.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { dismissPrompts } from '../page/navigation.ts';
import { withTexts, type PageView } from '../page/page.view.ts';
import { defaultTiming, type SiteContext } from '../site.context.ts';
import { onProfile, onRequestChosen } from './profile.steps.ts';
import { noTriesYet } from './profile.tries.ts';

const base = 'https://www.instagram.com';

const profile: PageView = withTexts(profilePage, builtInPack);

/** Returns a site on which every click succeeds, and the kinds of the elements that were clicked. */
function clickable(): { site: SiteContext; clicked: string[] } {
  const clicked: string[] = [];
  const answer = ({ name, args }: PageCall): unknown => {
    if (name === 'releaseGuard') return { reached: true, strayed: false };
    if (name !== 'aim') return null;
    const [target] = args;
    if (typeof target === 'object' && target !== null && 'kind' in target) clicked.push(String(target.kind));
    return { x: 1, y: 1 };
  };
  const read = (script: string | PageCall) => Promise.resolve(typeof script === 'string' ? null : answer(script));
  const site = { page: { ...blankPage, read }, pack: builtInPack, base, account: null, timing: defaultTiming };
  return { site: { ...site, note: () => undefined }, clicked };
}

const nameless: PageView['chats'][number] = {
  handles: [],
  hasList: true,
  isLoading: false,
  composer: '',
  messages: [],
  notices: [],
  newestNotices: [],
  rest: '',
  isRequestPending: false,
  canClose: true,
};

test('after choosing a message request to a business, the agent waits for the conversation before it clicks again', async () => {
  const buttons = ['Send prioritized message', 'Send message request'];
  const text = 'Partnership messages are more likely to get a response';
  const choice = { text, buttons, isNewMessage: false, mayBeNewMessage: false, isLinkList: false };
  const { site, clicked } = clickable();
  const tries = { ...noTriesYet(), clicks: 1 };
  assert.equal(
    await dismissPrompts(site, { ...profile, dialogs: [choice] }, { onPressed: onRequestChosen(tries) }),
    true,
  );
  assert.equal(await onProfile(site, profile, 'mia', tries), null);
  assert.deepEqual(clicked, ['dialog_button']);
});

test('a conversation that the menu has just opened stays open while its name loads', async () => {
  const { site, clicked } = clickable();
  const tries = { ...noTriesYet(), menuAt: performance.now() };
  const buttons = ['Block', 'Restrict', 'Report', 'Send message', 'Cancel'];
  const menu = { text: buttons.join(' '), buttons, isNewMessage: false, mayBeNewMessage: false, isLinkList: false };
  const withoutButton = { ...profile, profile: { handle: 'mia', hasMessage: false, hasOptions: true } };
  assert.equal(await onProfile(site, { ...withoutButton, dialogs: [menu] }, 'mia', tries), null);
  assert.equal(await onProfile(site, { ...withoutButton, chats: [nameless] }, 'mia', tries), null);
  assert.deepEqual(clicked, ['dialog_button']);
});
