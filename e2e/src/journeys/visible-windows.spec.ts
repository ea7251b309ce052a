import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countByPerson, hasEnded, namesIn, untilCampaign, wholeLog } from '../campaign-truth.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { newPerson, type Person } from '@sandpiper/testkit/people';
import { startVirtualScreen } from '../virtual-screen.ts';
import { expect, test } from '../stack.ts';

const people = namesOf(2);
const [first = '', second = ''] = people;

/**
 * Preferences that automation would change, even though the user might have set them in Firefox. The last preference also keeps Firefox's
 * privacy page from opening.
 */
const chosen = [
  'user_pref("app.update.auto", false);',
  'user_pref("browser.startup.homepage", "https://example.org/");',
  'user_pref("browser.tabs.warnOnClose", true);',
  'user_pref("datareporting.policy.firstRunURL", "");',
];

/** Preferences that automation would leave in the Firefox profile. */
const traces =
  /remote\.prefs\.recommended\.applied|safebrowsing\.\w+\.enabled|signon\.rememberSignons|services\.settings\.server/;

async function answerOf({ call }: Person, id: number | null) {
  const find = async () => (await call('GET /api/profiles/requests')).requests.find((request) => request.id === id);
  await expect.poll(async () => (await find())?.status).toMatch(/completed|failed/);
  return find();
}

async function unreadOf({ call }: Person, account: number) {
  const { request_id: id } = await call('POST /api/unread-checker/requests', { body: { profileIds: [account] } });
  const find = async () => (await call('GET /api/unread-checker/requests/:id', { params: { id } })).request;
  await expect.poll(async () => (await find()).status).toMatch(/completed|failed/);
  return (await find()).results?.results;
}

test('accounts are opened, signed in, checked and closed in visible windows, and a window that the user closes is opened again', async ({
  stack,
}) => {
  const { profilesDir } = stack;
  const [{ url }, sandbox, screen] = await Promise.all([
    stack.startServer(),
    stack.startSandbox(),
    startVirtualScreen(stack),
  ]);
  const maria = await newPerson(url);
  const plan = await planCampaign(maria, sandbox, { profilesDir, accounts: 1, unread: 3, people });
  const { campaignId: id, agentToken: token } = plan;
  const [account = 0] = plan.accountIds;
  const profile = join(profilesDir, 'shore.bird.1');
  // Start with a new profile, because the test checks that the agent changes no settings.
  rmSync(profile, { recursive: true });
  mkdirSync(profile);
  writeFileSync(join(profile, 'prefs.js'), chosen.map((line) => `${line}\n`).join(''));
  const agent = stack.startAgent({ server: url, sandbox, token, display: screen.display });

  const opening = await maria.call('POST /api/profiles/open', { body: { profile_path: profile } });
  expect(await answerOf(maria, opening.request_id)).toMatchObject({ status: 'completed' });
  expect(await screen.titles(), 'the window is open by the time the request is completed').toHaveLength(1);
  await expect.poll(screen.titles).toEqual(['Instagram — Mozilla Firefox']);

  const signIn = await maria.call('POST /api/profiles/:id/sign-in', { params: { id: account } });
  expect(await answerOf(maria, signIn.request_id)).toMatchObject({ status: 'completed' });
  const ofUser = ['(3) Instagram — Mozilla Firefox'];
  await expect.poll(screen.titles).toEqual(ofUser);
  expect(await unreadOf(maria, account)).toMatchObject([{ unread_count: 3, exact: true, error: null }]);
  expect(await screen.titles(), "the user's tab stays in front").toEqual(ofUser);

  // The second conversation loads so slowly that nothing has been typed when its window closes.
  await sandbox.faults({ name: 'slow_chat', person: second, ms: 15_000, times: 1 });
  await maria.call('POST /api/campaigns/:id/start', { params: { id } });
  await expect.poll(() => sandbox.strikesOf('slow_chat')).toBe(1);
  expect(countByPerson(await sandbox.deliveries()), 'the first message is sent in a background tab').toEqual(
    new Map([[first, 1]]),
  );
  expect(await screen.titles(), 'the agent works in its own tab').toEqual(ofUser);
  await screen.closeWindows();
  await expect.poll(agent.output).toContain('not sent yet. The browser window was closed before anything was sent');
  expect(await untilCampaign(maria.call, id, hasEnded)).toMatchObject({ status: 'completed', total_sent: 2 });
  expect(Object.fromEntries(countByPerson(await sandbox.deliveries()))).toEqual({ [first]: 1, [second]: 1 });
  const logs = await wholeLog(maria.call, id);
  expect(namesIn(logs, 'message_sent')).toEqual(people);
  expect(logs.map(({ action }) => action)).not.toContain('profile_blocked');

  expect(await screen.titles()).toHaveLength(1);
  const closing = await maria.call('POST /api/profiles/close-all');
  expect(await answerOf(maria, closing.request_id)).toMatchObject({ status: 'completed' });
  expect(await screen.titles()).toEqual([]);
  const preferences = readFileSync(join(profile, 'prefs.js'), 'utf8');
  expect(preferences.split('\n')).toEqual(expect.arrayContaining(chosen));
  expect(preferences).not.toMatch(traces);
});
