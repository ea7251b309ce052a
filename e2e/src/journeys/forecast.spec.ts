import { newPerson } from '@sandpiper/testkit/people';
import { campaignOf } from '../campaign-truth.ts';
import { isLongRun } from '../config.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { expect, test } from '../stack.ts';

/** The number of people in the campaign. `npm test` uses half as many as the long run. */
const people = isLongRun ? 60 : 30;
/**
 * Settings with long delays. Sandbox mode divides the delays by 100, but they still affect the campaign's duration far more than this
 * computer's speed does.
 */
const pauses = { max_retries: 3, delay_start: 800, delay_end: 1000 };

test(`a campaign with 3 accounts and ${people} people ends when the forecast said it would`, async ({ stack }) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const maria = await newPerson(url);
  const { call } = maria;
  const names = namesOf(people);
  const plan = await planCampaign(maria, sandbox, { profilesDir: stack.profilesDir, accounts: 3, people: names });
  const params = { id: plan.campaignId };
  await call('PUT /api/settings', { body: pauses });
  stack.startAgent({ server: url, sandbox, token: plan.agentToken });
  const preflight = () => call('POST /api/campaigns/:id/preflight', { params, body: {} });
  await expect
    .poll(async () => (await preflight()).accounts.map(({ code }) => code), { timeout: 120_000 })
    .toEqual(['ready', 'ready', 'ready']);
  const planned = await preflight();
  expect(planned.to_message).toBe(people);
  await call('POST /api/campaigns/:id/start', { params });
  const startedAt = Date.now();

  // Once every account has sent a few messages, the server knows how long the agent takes for each message.
  await expect
    .poll(async () => (await campaignOf(call, params.id)).total_sent, { timeout: 240_000 })
    .toBeGreaterThanOrEqual(people / 4);
  const { expected_end_at: expected } = await campaignOf(call, params.id);
  await expect
    .poll(async () => (await campaignOf(call, params.id)).status, { timeout: 480_000, intervals: [500] })
    .toBe('completed');
  const { completed_at: end } = await campaignOf(call, params.id);
  const seconds = (at: string | null | undefined) => (Date.parse(at ?? '') - startedAt) / 1000;
  const [real, foreseen] = [seconds(end), seconds(expected)];
  const before = seconds(planned.forecast?.end_at);
  const said = `took ${real} s; the forecast was ${before} s before the start and ${foreseen} s during the campaign`;
  expect(Math.abs(foreseen - real), said).toBeLessThan(real / 10);
});
