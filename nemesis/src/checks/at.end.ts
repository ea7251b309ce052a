import { violate } from '../history/history.ts';
import type { History } from '../history/history.ts';
import { ownerOf } from '../history/scene.ts';
import { checkExports } from './exports.ts';
import { checkHolds } from './holds.ts';

/* The checks that run at the end of a history, when nothing is in progress anymore. */

async function rowsOf<Row extends object>(history: History, question: string): Promise<Row[]> {
  const { rows } = await history.store.pool.query<Row>(question);
  return rows;
}

type Counted = { name: string; counter: string; says: number; is: number };

/** Finds counters that disagree with their campaign's deliveries or its log. */
const countersQuestion = `
  WITH ledger AS (
    SELECT c.id, c.name, c.total_list, c.total_sent, c.total_failed, c.total_skipped, c.last_log_seq,
      count(d.id) FILTER (WHERE d.status NOT IN ('skipped', 'withdrawn')) AS listed,
      count(d.id) FILTER (WHERE d.status = 'sent') AS sent,
      count(d.id) FILTER (WHERE d.status IN ('failed', 'not_found', 'unknown')) AS failed,
      count(d.id) FILTER (WHERE d.status = 'skipped') AS skipped
    FROM campaigns c LEFT JOIN deliveries d ON d.user_id = c.user_id AND d.campaign_id = c.id
    WHERE c.started_at IS NOT NULL AND c.deleted_at IS NULL
    GROUP BY c.user_id, c.id),
  logs AS (SELECT campaign_id, count(*) AS entries, max(seq) AS last FROM campaign_logs GROUP BY campaign_id)
  SELECT name, counter, says::int, "is"::int FROM ledger l LEFT JOIN logs g ON g.campaign_id = l.id,
    LATERAL (VALUES ('total_list', total_list, listed), ('total_sent', total_sent, sent), ('total_failed', total_failed, failed),
      ('total_skipped', total_skipped, skipped), ('last sequence number in the log', last_log_seq, g.last),
      ('number of log entries', last_log_seq, g.entries)) AS v (counter, says, "is")
  WHERE says IS DISTINCT FROM "is"`;

type Logged = { name: string; recipient: string; status: string; actions: string };

/**
 * Finds people whose log entries don't match their status. Everyone whose delivery ended as sent, failed, unknown, or skipped after
 * the start must have exactly one entry with that outcome. Nobody else may have an entry.
 */
const logQuestion = `
  SELECT c.name, d.recipient, d.status, coalesce(l.actions, 'none') AS actions
  FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id AND c.deleted_at IS NULL
  LEFT JOIN LATERAL (SELECT string_agg(g.action, ',') AS actions FROM campaign_logs g
    WHERE g.user_id = d.user_id AND g.campaign_id = d.campaign_id AND g.recipient = d.recipient) l ON true
  WHERE coalesce(l.actions, 'none') <> CASE
    WHEN d.skipped_at_start THEN 'none'
    WHEN d.status = 'sent' THEN 'message_sent'
    WHEN d.status IN ('failed', 'not_found') THEN 'message_failed'
    WHEN d.status = 'unknown' THEN 'message_unknown'
    WHEN d.status = 'skipped' THEN 'skipped'
    ELSE 'none' END`;

async function checkBooks(history: History): Promise<void> {
  for (const { name, counter, says, is } of await rowsOf<Counted>(history, countersQuestion)) {
    violate(history, `${name}: ${counter} is ${says}, but should be ${is}.`);
  }
  for (const { name, recipient, status, actions } of await rowsOf<Logged>(history, logQuestion)) {
    violate(history, `${name}: ${recipient} is ${status}, but the actions in the log are: ${actions}.`);
  }
}

type Left = { id: number; name: string; status: string; left: number; said: number };

/**
 * Finds ended campaigns that didn't reach everyone. This is allowed only if the user stopped the campaign and its log says how
 * many people weren't messaged.
 */
const leftQuestion = `
  SELECT c.id, c.name, c.status, count(d.id)::int AS left,
    (SELECT count(*) FROM campaign_logs g WHERE g.campaign_id = c.id AND g.action = 'completed'
      AND g.message LIKE 'You stopped this campaign.%not messaged.')::int AS said
  FROM campaigns c JOIN deliveries d ON d.user_id = c.user_id AND d.campaign_id = c.id
  WHERE c.deleted_at IS NULL AND c.status IN ('completed', 'failed') AND d.status IN ('pending', 'claimed', 'committed')
  GROUP BY c.id, c.name, c.status, c.user_id`;

type Open = { id: number; name: string; status: string };

async function checkEnds(history: History): Promise<void> {
  for (const { name, left, said } of await rowsOf<Left>(history, leftQuestion)) {
    if (said === 0)
      violate(history, `${name} has ended although ${left} people were not messaged, and its log does not say so.`);
  }
  const open = await rowsOf<Open>(
    history,
    `SELECT id, name, status FROM campaigns WHERE deleted_at IS NULL AND status IN ('running', 'paused') ORDER BY id`,
  );
  for (const { id, name, status } of open) {
    const { campaign } = await ownerOf(history, 0)('GET /api/campaigns/:id', { params: { id } });
    const reason = campaign.status_reason?.code ?? null;
    const standings = campaign.accounts.map((account) => `${account.state} ${account.reason ?? ''}`.trim()).join(', ');
    // A campaign may stay open only if all its accounts were deleted and it gives a reason. The owner has already fixed
    // everything else.
    if (campaign.accounts.some((account) => !account.is_deleted) || reason === null) {
      violate(history, `${name} is still ${status} (${reason ?? 'no reason'}; its accounts: ${standings}).`);
    }
  }
  const halfDeleted = await rowsOf<Open>(
    history,
    'SELECT id, name, status FROM campaigns WHERE deleted_at IS NOT NULL',
  );
  for (const { name } of halfDeleted) violate(history, `${name} was deleted but still exists.`);
}

type Marked = { recipient: string; status: string; id: number };

/** Finds recipients who aren't pending although no delivery accounts for their status. */
const marksQuestion = `
  SELECT r.id, r.recipient, r.status FROM recipients r
  WHERE r.status <> 'pending' AND NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = r.user_id AND d.recipient_id = r.id
    AND d.status IN ('sent', 'failed', 'not_found', 'unknown'))`;

async function checkLists(history: History): Promise<void> {
  for (const { id, recipient, status } of await rowsOf<Marked>(history, marksQuestion)) {
    if (history.expectations.setByUser.has(id)) continue;
    violate(history, `${recipient} is ${status} on a list, but no campaign has messaged them.`);
  }
}

type Ended = { id: number; campaign_id: number; recipient: string; status: string; name: string };
type Contact = { person: string; text_key: string; state: string };

/** Checks that the database agrees with the messages that were really sent. */
async function checkTruth(history: History): Promise<void> {
  const { sends } = history.world;
  const deliveries = await rowsOf<Ended>(
    history,
    `SELECT d.id, d.campaign_id, d.recipient, d.status, c.name FROM deliveries d
     JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id`,
  );
  for (const { id, campaign_id, recipient, status, name } of deliveries) {
    const text = history.scene.campaigns
      .find((campaign) => campaign.id === campaign_id)
      ?.text.replace('{username}', recipient);
    const reached = sends.some((send) => send.person === recipient && send.text === text);
    if (status === 'sent' && !reached)
      violate(history, `${name}: ${recipient} is marked as sent, but no message was ever sent to them.`);
    const own = sends.some(
      (send) => send.claim.id === id && send.claim.campaign_id === campaign_id && !send.isForgotten,
    );
    const isDenied = status !== 'sent' && status !== 'unknown' && status !== 'committed';
    if (own && isDenied) violate(history, `${name}: ${recipient} is marked as ${status}, but the message was sent.`);
  }
  const contacts = await rowsOf<Contact>(history, 'SELECT person, text_key, state FROM contacts');
  const keys = await rowsOf<{ id: number; text_key: string }>(
    history,
    `SELECT c.id, md5(c.template_content) AS text_key FROM campaigns c`,
  );
  for (const { person, claim, isForgotten } of sends) {
    const key = keys.find(({ id }) => id === claim.campaign_id)?.text_key;
    if (isForgotten || key === undefined) continue;
    const isKnown = contacts.some((contact) => contact.person === person && contact.text_key === key);
    if (!isKnown) violate(history, `${person} got a message (${claim.campaign_name}), but there is no record of it.`);
  }
}

export async function checkEnd(history: History): Promise<void> {
  await checkEnds(history);
  await checkBooks(history);
  await checkLists(history);
  await checkTruth(history);
  await checkHolds(history);
  await checkExports(history);
}
