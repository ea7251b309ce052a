import { isHeld } from '../history/expectations.ts';
import { violate } from '../history/history.ts';
import type { History } from '../history/history.ts';

/* The checks that run when a server gives a go-ahead. */

type Row = {
  account: number;
  name: string;
  person: string;
  campaign: string;
  is_held: boolean;
  is_active: boolean;
  is_removed: boolean;
  is_running: boolean;
  is_pending: boolean;
  is_conversation: boolean;
};

const question = `
  SELECT p.id AS account, p.profile_name AS name, d.recipient AS person, c.name AS campaign, p.is_active,
    p.deleted_at IS NOT NULL AS is_removed,
    p.hold_reason IS NOT NULL AND (p.held_until IS NULL OR p.held_until > statement_timestamp()) AS is_held,
    c.status = 'running' AND EXISTS (SELECT FROM campaign_profiles cp WHERE cp.user_id = c.user_id AND cp.campaign_id = c.id
      AND cp.profile_id = p.id AND cp.is_running) AS is_running,
    coalesce(r.status = 'pending', false) AS is_pending,
    c.skip_conversations AND EXISTS (SELECT FROM conversations v WHERE v.user_id = d.user_id AND v.person = d.recipient)
      AS is_conversation
  FROM deliveries d JOIN profiles p ON p.user_id = d.user_id AND p.id = d.profile_id
    JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
    LEFT JOIN recipients r ON r.user_id = d.user_id AND r.id = d.recipient_id
  WHERE d.id = $1`;

/**
 * Checks a go-ahead. Checks the person only at the claim's first go-ahead (`isFirst`), because after that, the server can no longer
 * skip the person.
 */
export async function checkGoAhead(history: History, delivery: number, isFirst: boolean): Promise<void> {
  const { rows } = await history.store.pool.query<Row>(question, [delivery]);
  const [row] = rows;
  if (row === undefined) return;
  const { name, person, campaign } = row;
  if (row.is_held || isHeld(history.expectations, row.account))
    violate(history, `${name} got a go-ahead while it was on hold.`);
  if (row.is_removed) violate(history, `${name} got a go-ahead after it was deleted.`);
  if (!row.is_active) violate(history, `${name} got a go-ahead while it was switched off.`);
  if (!row.is_running) violate(history, `${name} got a go-ahead, but ${campaign} isn't running with this account.`);
  if (!isFirst) return;
  if (!row.is_pending) violate(history, `${campaign} got a go-ahead for ${person}, who isn't pending on its list.`);
  if (row.is_conversation) violate(history, `${campaign} got a go-ahead for ${person}, who has written to an account.`);
}
