import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { newPerson } from '@sandpiper/testkit/people';
import { campaignOf, wholeLog } from '../campaign-truth.ts';
import { isLongRun } from '../config.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { expect, test } from '../stack.ts';

/** The numbers of people and accounts in the campaign. `npm test` uses fewer than the long run. */
const [people, accounts] = isLongRun ? [60, 3] : [14, 2];
/**
 * Settings with long delays. Sandbox mode divides the delays by 100, but they still affect the campaign's duration far more than this
 * computer's speed does.
 */
const pauses = { max_retries: 3, delay_start: 800, delay_end: 1000 };

/**
 * Compares the average time between two messages of an account before and after `at`. Returns the difference in seconds, which is positive
 * if the accounts became slower.
 */
function slowdown(logs: readonly CampaignLog[], at: number): number {
  const gaps = { before: [] as number[], after: [] as number[] };
  const lastOf = new Map<string | null, number>();
  for (const { action, profile_name, created_at } of logs) {
    if (action !== 'message_sent') continue;
    const sentAt = Date.parse(created_at);
    const last = lastOf.get(profile_name);
    if (last !== undefined) gaps[sentAt < at ? 'before' : 'after'].push((sentAt - last) / 1000);
    lastOf.set(profile_name, sentAt);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(gaps.after) - mean(gaps.before);
}

test(`a campaign with ${accounts} accounts and ${people} people ends when the forecast said it would`, async ({
  stack,
}) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const maria = await newPerson(url);
  const { call } = maria;
  const names = namesOf(people);
  const plan = await planCampaign(maria, sandbox, { profilesDir: stack.profilesDir, accounts, people: names });
  const params = { id: plan.campaignId };
  await call('PUT /api/settings', { body: pauses });
  stack.startAgent({ server: url, sandbox, token: plan.agentToken });
  const preflight = () => call('POST /api/campaigns/:id/preflight', { params, body: {} });
  await expect
    .poll(async () => (await preflight()).accounts.map(({ code }) => code), { timeout: 120_000 })
    .toEqual(Array.from({ length: accounts }, () => 'ready'));
  const planned = await preflight();
  expect(planned.to_message).toBe(people);
  await call('POST /api/campaigns/:id/start', { params });
  const startedAt = Date.now();

  // Once the accounts have sent three messages each on average, the server knows how long the agent takes for each message.
  await expect
    .poll(async () => (await campaignOf(call, params.id)).total_sent, { timeout: 240_000 })
    .toBeGreaterThanOrEqual(3 * accounts);
  const { expected_end_at: expected } = await campaignOf(call, params.id);
  const forecastAt = Date.now();
  await expect
    .poll(async () => (await campaignOf(call, params.id)).status, { timeout: 480_000, intervals: [2000] })
    .toBe('completed');
  const { completed_at: end } = await campaignOf(call, params.id);
  const logs = await wholeLog(call, params.id);
  const seconds = (at: string | null | undefined) => (Date.parse(at ?? '') - startedAt) / 1000;
  const [real, foreseen] = [seconds(end), seconds(expected)];
  const before = seconds(planned.forecast?.end_at);
  // The forecast can't know that the machine will become slower or faster.
  const left =
    people - logs.filter((log) => log.action === 'message_sent' && Date.parse(log.created_at) < forecastAt).length;
  const changed = slowdown(logs, forecastAt) * (left / accounts);
  const said = `took ${real} s; the forecast was ${before} s before the start and ${foreseen} s during the campaign, ${changed} s too early because of the machine`;
  expect(Math.abs(foreseen + changed - real), said).toBeLessThan(real / 10);
});
