import { join } from 'node:path';
import type { CallInput, Client } from '@sandpiper/contract/client';
import { newPerson } from '@sandpiper/testkit/people';
import { countByPerson, hasEnded, untilCampaign } from '../campaign-truth.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { expect, test } from '../stack.ts';

const people = namesOf(6);
const accountName = 'shore.bird.1';
const patience = { timeout: 180_000, intervals: [250] };

/** Sending hours that don't begin until the day after tomorrow. */
const closed = [{ day: ((new Date().getUTCDay() + 1) % 7) + 1, from: '09:00', to: '17:00' }];

/** Creates a second campaign for one of the people. Returns the campaign's ID. */
async function planLater(call: Client, profiles_used: number[]): Promise<number> {
  const { template } = await call('POST /api/templates', { body: { name: 'Later', content: 'Hi {username}' } });
  const { list } = await call('POST /api/lists', { body: { name: 'Later', description: null } });
  await call('POST /api/recipients', { body: { recipient: people[0] ?? '', list_id: list.id, status: 'pending' } });
  const body = { name: 'Later', message_template_id: template.id, list_id: list.id, profiles_used };
  return (await call('POST /api/campaigns', { body })).campaign.id;
}

test('an account stops sending at its limit, outside its hours and while on hold, and a campaign scheduled for it starts once the account is free', async ({
  stack,
}) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const maria = await newPerson(url);
  const { call } = maria;
  const { campaignId, accountIds, agentToken } = await planCampaign(maria, sandbox, {
    profilesDir: stack.profilesDir,
    accounts: 1,
    people,
  });
  const params = { id: campaignId };
  const account = { params: { id: accountIds[0] ?? 0 } };
  const change = (limits: Partial<CallInput<'PUT /api/profiles/:id'>['body']>) =>
    call('PUT /api/profiles/:id', {
      ...account,
      body: { profile_name: accountName, profile_path: join(stack.profilesDir, accountName), ...limits },
    });
  const why = async (id = campaignId) => (await call('GET /api/campaigns/:id/why', { params: { id } })).code;
  const sent = async () => (await sandbox.deliveries()).length;
  const dayEndsAt = async () => Date.parse((await call('GET /api/profiles/:id', account)).today.ends_at);

  // The account reaches its daily limit. In sandbox mode, a day lasts about 14 minutes. If the day is almost over, wait for the next day.
  await change({ daily_limit: 2, timezone: 'UTC' });
  await expect.poll(async () => (await dayEndsAt()) - Date.now(), patience).toBeGreaterThan(150_000);
  const endsAt = await dayEndsAt();
  const later = await planLater(call, accountIds);
  await call('POST /api/campaigns/:id/start', { params });
  // The second campaign can't start while the first one uses the account.
  const start_at = new Date(Date.now() + 2000).toISOString();
  await call('POST /api/campaigns/:id/start', { params: { id: later }, body: { start_at } });
  stack.startAgent({ server: url, sandbox, token: agentToken });
  await expect.poll(() => why(), patience).toBe('over_budget');
  const { campaign: waiting } = await call('GET /api/campaigns/:id', { params: { id: later } });
  expect([waiting.status, waiting.scheduled_start?.problem]).toEqual([
    'pending',
    expect.stringContaining('already being used in running campaigns'),
  ]);
  expect(await sent()).toBe(2);
  const { until } = await call('GET /api/campaigns/:id/why', { params });
  expect(Date.parse(until ?? '')).toBe(endsAt);

  // The account's sending hours end while the agent is typing the next message.
  await sandbox.faults({ name: 'slow_chat', ms: 5000, times: 1 });
  await change({ daily_limit: null });
  await expect.poll(() => why(), patience).toBe('sending');
  await change({ hours: closed });
  await expect.poll(() => why(), patience).toBe('outside_hours');
  expect(await sent(), 'the message that was being typed is not sent').toBe(2);

  // Instagram shows a checkpoint before the next message is sent, and the owner passes it.
  await sandbox.faults({ name: 'challenge', account: accountName, times: 1 });
  await change({ hours: null });
  await expect.poll(async () => (await call('GET /api/profiles/:id', account)).next.state, patience).toBe('held');
  expect(await why()).toBe('no_usable_account');
  const { profile, holds } = await call('GET /api/profiles/:id', account);
  expect([profile.hold?.reason, profile.hold?.until, holds.length]).toEqual(['challenge', null, 1]);
  await sandbox.changeAccount(accountName, { clear_checkpoint: true });
  await call('POST /api/profiles/:id/release', account);
  await call('POST /api/campaigns/:id/start', { params });
  expect((await untilCampaign(call, campaignId, hasEnded)).status).toBe('completed');
  expect(Object.fromEntries(countByPerson(await sandbox.deliveries()))).toEqual(
    Object.fromEntries(people.map((name) => [name, 1])),
  );

  expect((await untilCampaign(call, later, hasEnded)).total_sent).toBe(1);
});
