import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { isStopReason } from '@sandpiper/contract/reasons';
import { sql } from 'kysely';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

/*
 * Compares the result of a claim with the cause that "why" reports, for most of the conditions that either of them checks, one at a time
 * and in random combinations.
 */

const server = await startBeside(await testServer(), { maxPerAccountPerDay: 2 });
const { db } = server.app;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;
type Code = StatusReason['code'] | 'account_held';

/** Returns a random number generator. The same seed always gives the same numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The causes that occur in these tests, in order of precedence. */
const order: readonly Code[] = [
  'account_removed',
  'account_held',
  'sending',
  'account_inactive',
  'subscription_ended',
  'campaign_not_running',
  'nothing_left',
  'agent_outdated',
  'no_agent',
  'no_computer',
  'computer_paused',
  'computer_away',
  // A claim gets this answer if the account belongs to another computer. In these tests, that other computer is offline.
  'wrong_computer',
  'profile_in_use',
  // The computer that makes the claim has nothing to check itself, so the claim gets the answer `being_checked` instead.
  'checked_elsewhere',
  'being_checked',
  'outside_hours',
  'no_common_hours',
  'over_budget',
  'daily_ceiling',
  'account_busy',
  'kept_for_account',
  'being_written_to',
  'retry_later',
  'waiting_for_time',
  'ready',
];
/** Causes that "why" reports but a claim ignores. For example, an agent that makes a claim is obviously online. */
const observations: ReadonlySet<Code> = new Set([
  'agent_outdated',
  'computer_paused',
  'computer_away',
  'no_agent',
  'profile_in_use',
]);

const soon = () => new Date(Date.now() + 600_000);
const past = () => new Date(Date.now() - 600_000);
const dayOf = (ahead: number) => ((new Date().getUTCDay() + 6 + ahead) % 7) + 1;
const closed = () => JSON.stringify([{ day: dayOf(2), from: '09:00', to: '17:00' }]);
const open = () => JSON.stringify([0, 1, 6].map((ahead) => ({ day: dayOf(ahead), from: '00:00', to: '24:00' })));

type Change = [name: string, make: (given: Scene) => Promise<unknown>];

const account =
  (values: () => object): Change[1] =>
  (given) =>
    db.updateTable('profiles').set(values()).where('id', '=', given.account.id).execute();
const campaign =
  (values: () => object): Change[1] =>
  (given) =>
    db.updateTable('campaigns').set(values()).where('id', '=', given.campaign.id).execute();
const agents =
  (values: () => object): Change[1] =>
  (given) =>
    db.updateTable('agent_tokens').set(values()).where('user_id', '=', given.user.id).execute();
const people =
  (values: () => object, names: string[]): Change[1] =>
  (given) =>
    db
      .updateTable('deliveries')
      .set(values())
      .where('campaign_id', '=', given.campaign.id)
      .where('status', '=', 'pending')
      .where('recipient', 'in', names)
      .execute();
const everybody = ['anna', 'ben', 'cleo'];
/** The tests ask only about the first account. The second account exists so that people can be reserved for it. */
const sceneOfTwo = () => scene({ accounts: 2 });
const keptFor =
  (place: 0 | 1): Change[1] =>
  (given) =>
    people(() => ({ kept_for_profile_id: given.campaign.accounts[place]?.id ?? null }), everybody)(given);

/**
 * Changes to the scene. Each round of the random test makes up to four of them, in this order. The changes at the top come first because
 * they need an account that can still claim.
 */
const changes: readonly Change[] = [
  ['the account has a claim', ({ claimOne }) => claimOne()],
  ['the account has a go-ahead', async ({ commitOne }) => commitOne()],
  ['the agent went silent after a go-ahead', async ({ commitOne, fallSilent }) => fallSilent(await commitOne())],
  ['a message was sent', ({ sendOne }) => sendOne()],
  [
    'another campaign is messaging a person',
    async ({ another, claimOne }) => claimOne((await another({ content: 'Something else' })).account.id),
  ],
  ['the account was removed', account(() => ({ deleted_at: new Date() }))],
  ['the account is switched off', account(() => ({ is_active: false }))],
  ['the account is on hold', account(() => ({ hold_reason: 'challenge', held_at: past(), held_until: null }))],
  [
    'the account is on a timed hold',
    account(() => ({ hold_reason: 'rate_limited', held_at: past(), held_until: soon() })),
  ],
  [
    'the account’s hold has expired',
    account(() => ({ hold_reason: 'rate_limited', held_at: past(), held_until: past() })),
  ],
  ['the account has no computer', account(() => ({ installation_id: null, folder: null }))],
  ['the account is on another computer', account(() => ({ installation_id: '11111111-1111-4111-8111-111111111111' }))],
  ['the agent reported a wait reason', account(() => ({ wait_reason: 'profile_in_use' }))],
  ['the account is pausing', account(() => ({ next_due_at: soon() }))],
  ['the account’s pause is over', account(() => ({ next_due_at: past() }))],
  ['the account’s hours are closed', account(() => ({ hours: closed() }))],
  ['the account’s hours are open', account(() => ({ hours: open() }))],
  ['the campaign’s hours are closed', campaign(() => ({ hours: closed() }))],
  ['the account’s daily limit is one', account(() => ({ daily_limit: 1 }))],
  ['the campaign is paused', campaign(() => ({ status: 'paused', status_reason: 'paused_by_user' }))],
  [
    'the subscription has ended',
    ({ user }) => db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute(),
  ],
  ['the agent is offline', agents(() => ({ last_seen_at: past() }))],
  ['the agent is paused', agents(() => ({ is_paused: true }))],
  ['the agent is outdated', agents(() => ({ outdated_at: new Date() }))],
  ['some people are waiting for a retry', people(() => ({ retry_at: soon() }), ['anna', 'ben'])],
  ['everyone is waiting for a retry', people(() => ({ retry_at: soon() }), everybody)],
  ['everyone is reserved for this account', keptFor(0)],
  ['everyone is reserved for the other account', keptFor(1)],
  ['everyone’s retry is due', people(() => ({ retry_at: past() }), everybody)],
  [
    'a check is due',
    ({ campaign: { id } }) =>
      db
        .updateTable('claims')
        .set({ check_at: past() })
        .where('campaign_id', '=', id)
        .where('expires_at', 'is', null)
        .execute(),
  ],
  ['nobody else is left', people(() => ({ status: 'skipped', reason: 'cool_off' }), everybody)],
];

/** Returns what "why" says about the account, and what a claim returns right after that. */
async function ask(given: Scene): Promise<{ said: Code; until: string | null; claimed: Code | 'send' | 'check' }> {
  const why = await server.call(given.user, 'GET /api/campaigns/:id/why', { params: given.params });
  const [one] = why.accounts;
  assert.ok(one);
  const answer = await given.claim();
  const said = isStopReason(one.code) ? 'account_held' : one.code;
  return { said, until: one.until, claimed: answer.delivery === null ? answer.reason : answer.delivery.task };
}

function verify({ said, claimed }: Awaited<ReturnType<typeof ask>>): string | null {
  const place = order.indexOf(said);
  if (place === -1) return `"why" says ${said}, which is missing from the order`;
  if (claimed === 'send') return said === 'ready' || observations.has(said) ? null : `"why" says ${said}`;
  // An agent is allowed to check a message even when it isn't allowed to send one, so "why" can give any cause here.
  if (claimed === 'check') return null;
  const rank = order.indexOf(claimed);
  if (rank === -1) return `the claim says ${claimed}, which is missing from the order`;
  return place <= rank ? null : `"why" says ${said}, but the claim says ${claimed}`;
}

describe('claim and "why"', () => {
  const histories = Number(process.env['WHY_HISTORIES'] ?? 48);

  it('never contradict each other', async () => {
    const random = randomFrom(Number(process.env['WHY_SEED'] ?? 7));
    const seen = new Set<Code>();
    for (let history = 0; history < histories; history += 1) {
      const given = await sceneOfTwo();
      const made: string[] = [];
      const wanted = new Set(Array.from({ length: random(5) }, () => random(changes.length)));
      for (const index of [...wanted].toSorted((a, b) => a - b)) {
        const [name, make] = changes[index] ?? assert.fail();
        // Some changes can't be combined, such as two claims for one account.
        await make(given).then(
          () => made.push(name),
          () => made.push(`impossible: ${name}`),
        );
      }
      const answer = await ask(given);
      seen.add(answer.said);
      assert.equal(verify(answer), null, `history ${history}: ${made.join(', ')}`);
    }
    assert.ok(seen.size >= Math.min(8, histories), `only ${[...seen].join(', ')}`);
  });

  for (const [name, make] of changes) {
    it(`agree if ${name}`, async () => {
      const given = await sceneOfTwo();
      await make(given);
      const answer = await ask(given);
      assert.equal(verify(answer), null, JSON.stringify(answer));
      const isObserved = observations.has(answer.said) || answer.said === 'sending' || answer.claimed === 'check';
      if (!isObserved) assert.equal(answer.said === 'ready' ? 'send' : answer.said, answer.claimed);
    });
  }

  it('agree when the server’s limit is reached', async () => {
    const given = await scene();
    await given.sendOne();
    await given.sendOne();
    await db
      .updateTable('profiles')
      .set({ next_due_at: sql`NULL` })
      .where('id', '=', given.account.id)
      .execute();
    const { said, claimed } = await ask(given);
    assert.deepEqual([said, claimed], ['daily_ceiling', 'daily_ceiling']);
  });
});
