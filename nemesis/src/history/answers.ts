import { agentApi } from '@sandpiper/contract/agent';
import type { Answer, Question } from '../servers/calls.ts';
import { expectGoAhead, expectHold, isHeld } from './expectations.ts';
import { violate } from './history.ts';
import type { History } from './history.ts';

/* What the servers' answers oblige them to, and which answers are wrong by themselves. */

const commitCall = agentApi['POST /api/agent/deliveries/:id/commit'];
const claimCall = agentApi['POST /api/agent/deliveries/claim'];
const stopCall = agentApi['POST /api/agent/profiles/:id/stop'];

type Commit = { id: number; body: string; answer: string };
type HoldRow = { account: number; name: string; is_held: boolean };

async function noteCommit(history: History, { id, body, answer }: Commit): Promise<void> {
  if (!commitCall.response.parse(JSON.parse(answer)).may_send) return;
  const { claim_id: claimId } = commitCall.body.parse(JSON.parse(body));
  expectGoAhead(history.expectations, claimId, history.order);
  const { rows } = await history.store.pool.query<HoldRow>(
    `SELECT p.id AS account, p.profile_name AS name,
       p.hold_reason IS NOT NULL AND (p.held_until IS NULL OR p.held_until > statement_timestamp()) AS is_held
     FROM deliveries d JOIN profiles p ON p.user_id = d.user_id AND p.id = d.profile_id WHERE d.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return;
  if (row.is_held || isHeld(history.expectations, row.account)) {
    violate(history, `${row.name} is held and was told to go ahead.`);
  }
}

async function noteClaimed(history: History, answer: string): Promise<void> {
  if (claimCall.response.parse(JSON.parse(answer)).delivery === null) return;
  const { rows } = await history.store.pool.query<{ recipient: string }>(
    'SELECT recipient FROM claims GROUP BY user_id, recipient HAVING count(*) > 1',
  );
  const [row] = rows;
  if (row !== undefined) violate(history, `Two campaigns have claimed ${row.recipient} at once.`);
}

const pattern = /^\/api\/agent\/(?:deliveries|profiles)\/(?:(\d+)\/)?(claim|commit|stop)$/u;

export async function applyAnswer(history: History, { url, body }: Question, answer: Answer): Promise<void> {
  const [, id, call] = pattern.exec(url) ?? [];
  if (answer.status !== 200 || body === null) return;
  if (call === 'claim') await noteClaimed(history, answer.body);
  if (call === 'commit') await noteCommit(history, { id: Number(id), body, answer: answer.body });
  if (call === 'stop') {
    const { reason } = stopCall.body.parse(JSON.parse(body));
    expectHold(history.expectations, { account: Number(id), reason, order: history.order });
  }
}
