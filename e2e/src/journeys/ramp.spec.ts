import { join } from 'node:path';
import { sandboxFactor } from '@sandpiper/contract/limits';
import { newPerson } from '@sandpiper/testkit/people';
import { countByPerson, hasEnded, untilCampaign } from '../campaign-truth.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { expect, test } from '../stack.ts';

const accountName = 'shore.bird.1';
const dayMs = 86_400_000 / sandboxFactor;
/** How many messages the account may send on each day. The last number is its daily limit. */
const allowed = [2, 3, 4, 4];
const people = namesOf(allowed.reduce((sum, messages) => sum + messages));

/** In sandbox mode, four days take nearly an hour, so only the long run includes this test. */
test.setTimeout(80 * 60_000);

test('a new account sends more each day until it reaches its limit', async ({ stack }) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const maria = await newPerson(url);
  const { call } = maria;
  const plan = await planCampaign(maria, sandbox, { profilesDir: stack.profilesDir, accounts: 1, people });
  const params = { id: plan.accountIds[0] ?? 0 };
  const body = { profile_name: accountName, profile_path: join(stack.profilesDir, accountName), timezone: 'UTC' };
  await call('PUT /api/profiles/:id', { params, body: { ...body, daily_limit: 4, ramp: { start: 2, step: 1 } } });
  const dayEndsAt = async () => Date.parse((await call('GET /api/profiles/:id', { params })).today.ends_at);
  // Enough of the first day must be left to sign in and send.
  await expect.poll(async () => (await dayEndsAt()) - Date.now(), { timeout: 200_000 }).toBeGreaterThan(180_000);
  const firstEnd = await dayEndsAt();
  stack.startAgent({ server: url, sandbox, token: plan.agentToken });
  await call('POST /api/campaigns/:id/start', { params: { id: plan.campaignId } });

  expect((await untilCampaign(call, plan.campaignId, hasEnded, 75 * 60_000)).status).toBe('completed');
  const deliveries = await sandbox.deliveries();
  const perDay = Map.groupBy(deliveries, ({ at }) => Math.max(0, Math.ceil((Date.parse(at) - firstEnd) / dayMs)));
  expect(allowed.map((_, day) => perDay.get(day)?.length ?? 0)).toEqual(allowed);
  expect(Object.values(Object.fromEntries(countByPerson(deliveries)))).toEqual(people.map(() => 1));
});
