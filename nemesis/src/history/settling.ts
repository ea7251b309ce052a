import { ApiError } from '@sandpiper/contract/client';
import type { Computer } from '../computers/computer.ts';
import { undisturbed } from '../servers/calls.ts';
import { trueNow } from '../time/virtual-time.ts';
import { sweepOnce } from './apply.ts';
import { violate } from './history.ts';
import type { History } from './history.ts';
import { deliver, thawServers } from './network.ts';
import { complete } from './steps.ts';
import { ownerOf } from './scene.ts';
import { pass } from './time.ts';

/*
 * The faults are over. Agents run, the owner looks at whatever waits for that, and time passes, until every campaign has ended
 * or says why it does not.
 */

type Standing = { id: number; name: string; status: string };
type AccountRow = {
  id: number;
  is_active: boolean;
  is_deleted: boolean;
  is_owners: boolean;
  installation_id: string | null;
};

const mostRounds = 250;
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

/** Releases, switches on and moves back what waits for the owner. */
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
      history.world.appease(id);
      history.expectations.held.delete(id);
      await quietly(api('POST /api/profiles/:id/release', { params: { id } }));
    }
    if (!is_active) await quietly(api('PUT /api/profiles/:id/toggle', { params: { id } }));
    if (installation_id !== home && installation_id !== null) {
      await quietly(api('PUT /api/profiles/:id/computer', { params: { id }, body: { computer_id: home } }));
    }
  }
}

async function standingsOf(history: History): Promise<Standing[]> {
  const { rows } = await history.store.pool.query<Standing>(
    `SELECT id, name, status FROM campaigns WHERE deleted_at IS NOT NULL OR status IN ('running', 'paused') ORDER BY id`,
  );
  return rows;
}

async function resumeAll(history: History, standings: readonly Standing[]): Promise<void> {
  for (const { id, status } of standings) {
    if (status !== 'paused') continue;
    await quietly(ownerOf(history, 0)('POST /api/campaigns/:id/start', { params: { id }, body: {} }));
  }
}

/** One turn of each account that is due; answers whether there was any, and when the next one is. */
async function takeTurns(history: History): Promise<{ hasWorked: boolean; nextAt: number | null }> {
  let hasWorked = false;
  let nextAt: number | null = null;
  for (const computer of history.computers) {
    for (const { account, dueAt } of computer.work) {
      // What the last claim said is known to the agent as well.
      const notBefore = computer.run?.lanes.get(String(account))?.notBefore ?? 0;
      const at = Math.max(dueAt === null ? trueNow() : Date.parse(dueAt), notBefore);
      if (at > trueNow()) {
        nextAt = Math.min(nextAt ?? at, at);
        continue;
      }
      hasWorked = true;
      const isDone = await complete(history, computer, String(account));
      if (!isDone) violate(history, `A turn of account ${account} does not end.`);
    }
  }
  return { hasWorked, nextAt };
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
    idleMs = hasWorked ? firstIdleMs : Math.min(idleMs * 2, longestIdleMs);
    const untilNext = nextAt === null ? idleMs : Math.max(1000, nextAt - trueNow());
    await pass(history, hasWorked ? Math.min(1000, untilNext) : untilNext);
  }
}
