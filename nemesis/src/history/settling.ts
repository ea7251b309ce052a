import { ApiError } from '@sandpiper/contract/client';
import type { Computer } from '../computers/computer.ts';
import { undisturbed } from '../servers/calls.ts';
import { trueNow } from '../time/virtual-time.ts';
import { sweepOnce } from './apply.ts';
import { expectRelease } from './expectations.ts';
import { violate } from './history.ts';
import type { History } from './history.ts';
import { deliver, thawServers } from './network.ts';
import { complete } from './steps.ts';
import { ownerOf } from './scene.ts';
import { pass } from './time.ts';

/*
 * The end of a history, after the faults: agents work, the owner reviews what needs a review, and time passes until every campaign has
 * ended, but for at most `mostRounds` rounds.
 */

type AccountState = { id: number; status: string; has_account: boolean };
type AccountRow = {
  id: number;
  is_active: boolean;
  is_deleted: boolean;
  is_owners: boolean;
  installation_id: string | null;
};

const mostRounds = 150;
const firstIdleMs = 30_000;
const longestIdleMs = 6 * 3_600_000;

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

async function stopFaults(history: History): Promise<void> {
  await thawServers(history, 'continue');
  for (const computer of history.computers) {
    computer.inUse.clear();
    if (computer.run !== null) computer.run.actor.state = 'awake';
  }
  await pass(history, 0);
  while (history.late.length > 0) {
    const question = history.late.shift();
    if (question !== undefined) await deliver(history, question, { server: 0 });
  }
}

async function bringUp(history: History, computer: Computer): Promise<void> {
  if (computer.token === null) {
    const { token } = await ownerOf(history, 0)('POST /api/agent-tokens', {
      body: { name: `Computer ${computer.number}` },
    });
    computer.token = token;
  }
  await complete(history, computer, 'sync');
}

/** Does what accounts need from their owner: ends holds, switches accounts on, and moves them back to their computers. */
async function lookAtAccounts(history: History): Promise<void> {
  const api = ownerOf(history, 0);
  const { rows } = await history.store.pool.query<AccountRow>(
    `SELECT id, is_active, deleted_at IS NOT NULL AS is_deleted, hold_reason IS NOT NULL AND held_until IS NULL AS is_owners,
       installation_id::text FROM profiles ORDER BY id`,
  );
  for (const { id, is_active, is_deleted, is_owners, installation_id } of rows) {
    if (is_deleted) continue;
    const home = history.computers[history.world.homes.get(id) ?? 0]?.run?.agent.identity.installation_id ?? null;
    if (is_owners) {
      history.world.liftStop(id);
      expectRelease(history.expectations, id);
      await quietly(api('POST /api/profiles/:id/release', { params: { id } }));
    }
    if (!is_active) await quietly(api('PUT /api/profiles/:id/toggle', { params: { id } }));
    if (installation_id !== home && installation_id !== null) {
      await quietly(api('PUT /api/profiles/:id/computer', { params: { id }, body: { computer_id: home } }));
    }
  }
}

async function standingsOf(history: History): Promise<AccountState[]> {
  const { rows } = await history.store.pool.query<AccountState>(
    `SELECT c.id, c.status, EXISTS (SELECT FROM campaign_profiles cp JOIN profiles p ON p.user_id = cp.user_id
       AND p.id = cp.profile_id AND p.deleted_at IS NULL WHERE cp.user_id = c.user_id AND cp.campaign_id = c.id) AS has_account
     FROM campaigns c WHERE c.deleted_at IS NOT NULL OR c.status IN ('running', 'paused') ORDER BY c.id`,
  );
  return rows;
}

/** Resumes paused campaigns. If a campaign's accounts were all deleted, gives it other accounts first. */
async function resumeAll(history: History, standings: readonly AccountState[]): Promise<void> {
  const api = ownerOf(history, 0);
  for (const { id, status, has_account } of standings) {
    if (status !== 'paused') continue;
    if (!has_account) {
      const { rows } = await history.store.pool.query<{ id: number }>(
        'SELECT id FROM profiles WHERE deleted_at IS NULL',
      );
      const left = rows.map((row) => row.id);
      if (left.length > 0)
        await quietly(api('PUT /api/campaigns/:id/profiles', { params: { id }, body: { profiles_used: left } }));
    }
    await quietly(api('POST /api/campaigns/:id/start', { params: { id }, body: {} }));
  }
}

type Round = {
  /** Whether any account had a person to message or a message to check. */
  hasWorked: boolean;
  nextAt: number | null;
};

/** Takes one turn for each account that is due. */
async function takeTurns(history: History): Promise<Round> {
  const round: Round = { hasWorked: false, nextAt: null };
  for (const computer of history.computers) {
    for (const { account, dueAt } of computer.work) {
      const laneOf = () => computer.run?.lanes.get(String(account));
      // The agent also waits until the time that the server gave in its answer to the last claim.
      const at = Math.max(dueAt === null ? trueNow() : Date.parse(dueAt), laneOf()?.notBefore ?? 0);
      if (at > trueNow()) {
        round.nextAt = Math.min(round.nextAt ?? at, at);
        continue;
      }
      const isDone = await complete(history, computer, String(account));
      if (!isDone) violate(history, `Account ${account}'s turn never ends.`);
      round.hasWorked ||= laneOf()?.hadSomebody === true;
    }
  }
  return round;
}

export async function settle(history: History): Promise<void> {
  await stopFaults(history);
  let idleMs = firstIdleMs;
  for (let round = 0; round < mostRounds; round += 1) {
    if (history.violations.length > 0) return;
    for (const computer of history.computers) await bringUp(history, computer);
    await lookAtAccounts(history);
    const standings = await standingsOf(history);
    if (standings.length === 0) return;
    await resumeAll(history, standings);
    const { hasWorked, nextAt } = await takeTurns(history);
    if (!hasWorked) await sweepOnce(history, round, undisturbed);
    // If no account had anything to do, the next event may be far away, so each round skips more time than the previous round.
    idleMs = hasWorked ? firstIdleMs : Math.min(idleMs * 2, longestIdleMs);
    const untilNext = Math.max(1000, (nextAt ?? 0) - trueNow());
    await pass(history, hasWorked ? 1000 : Math.max(idleMs / 2, untilNext));
  }
}
