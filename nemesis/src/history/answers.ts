import { agentApi } from '@sandpiper/contract/agent';
import { checkGoAhead } from '../checks/at.go-ahead.ts';
import type { Answer, Question } from '../servers/calls.ts';
import { trueNow } from '../time/virtual-time.ts';
import { expectGoAhead, expectHold } from './expectations.ts';
import { violate } from './history.ts';
import type { History } from './history.ts';

/* Records what the servers' answers promise, and reports answers that are wrong no matter what happens later. */

const commitCall = agentApi['POST /api/agent/deliveries/:id/commit'];
const claimCall = agentApi['POST /api/agent/deliveries/claim'];
const stopCall = agentApi['POST /api/agent/profiles/:id/stop'];

/** Records a go-ahead if the server committed it, although the agent got no answer. */
async function noteUnanswered(history: History, id: number, body: string): Promise<void> {
  const { claim_id: claimId } = commitCall.body.parse(JSON.parse(body));
  const { rows } = await history.store.pool.query<{ id: number }>(
    'SELECT delivery_id AS id FROM claims WHERE delivery_id = $1 AND claim_id = $2 AND committed_at IS NOT NULL',
    [id, claimId],
  );
  if (rows.length > 0) history.expectations.committed.add(claimId);
}

/** Returns when the account's delay before its next message ends. The server chose the delay when it gave the go-ahead. */
async function endOfPause(history: History, delivery: number): Promise<number> {
  const { rows } = await history.store.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM p.next_due_at - statement_timestamp())::float8 AS seconds
     FROM deliveries d JOIN profiles p ON p.user_id = d.user_id AND p.id = d.profile_id WHERE d.id = $1`,
    [delivery],
  );
  return trueNow() + Math.floor((rows[0]?.seconds ?? 0) * 1000);
}

type Commit = { delivery: number; body: string; answer: string };

/** Records a go-ahead and returns its claim's ID. Returns null if the server refused the go-ahead. */
async function noteCommit(history: History, { delivery, body, answer }: Commit): Promise<string | null> {
  if (!commitCall.response.parse(JSON.parse(answer)).may_send) return null;
  const { claim_id: claimId } = commitCall.body.parse(JSON.parse(body));
  const pausedUntil = await endOfPause(history, delivery);
  expectGoAhead(history.expectations, claimId, { order: history.order, pausedUntil });
  return claimId;
}

type Taken = { recipient: string };
type Busy = { name: string };

async function noteClaimed(history: History, answer: string): Promise<void> {
  const { delivery } = claimCall.response.parse(JSON.parse(answer));
  if (delivery === null) return;
  const taken = await history.store.pool.query<Taken>(
    'SELECT recipient FROM claims GROUP BY user_id, recipient HAVING count(*) > 1',
  );
  for (const { recipient } of taken.rows) violate(history, `Two campaigns have claimed ${recipient} at once.`);
  const busy = await history.store.pool.query<Busy>(
    `SELECT p.profile_name AS name FROM claims c JOIN profiles p ON p.user_id = c.user_id AND p.id = c.profile_id
     WHERE c.profile_id = $1 AND c.expires_at > statement_timestamp() GROUP BY p.id, p.profile_name HAVING count(*) > 1`,
    [delivery.profile_id],
  );
  for (const { name } of busy.rows)
    violate(history, `${name} was given a person while it was still messaging someone else.`);
}

const pattern = /^\/api\/agent\/(?:deliveries|profiles)\/(?:(\d+)\/)?(claim|commit|stop)$/u;

/**
 * A call that a server has handled. If the server froze during the call (`wasFrozen`), other calls may have changed the database
 * since the call's commit.
 */
type Served = { answer: Answer | null; wasFrozen: boolean };

export async function applyAnswer(history: History, { url, body }: Question, served: Served): Promise<void> {
  const { answer, wasFrozen } = served;
  const [, id, call] = pattern.exec(url) ?? [];
  if (body === null) return;
  if (call === 'commit' && (answer === null || wasFrozen)) await noteUnanswered(history, Number(id), body);
  if (answer?.status !== 200) return;
  if (call === 'claim' && !wasFrozen) await noteClaimed(history, answer.body);
  if (call === 'commit') {
    const claimId = await noteCommit(history, { delivery: Number(id), body, answer: answer.body });
    const { committed } = history.expectations;
    if (claimId !== null && !wasFrozen) await checkGoAhead(history, Number(id), !committed.has(claimId));
    if (claimId !== null) committed.add(claimId);
  }
  if (call === 'stop') {
    const { reason } = stopCall.body.parse(JSON.parse(body));
    expectHold(history.expectations, { account: Number(id), reason, order: history.order });
  }
}
