import { sql } from 'kysely';
import type { MarkOrigin } from '@sandpiper/contract/do-not-contact';
import type { TimelineEvent } from '@sandpiper/contract/person';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Database } from '../../platform/database/database.ts';

export type EventRow = {
  id: string;
  at: string;
  /** The same time in microseconds, the database's precision. */
  micros: number;
  type: TimelineEvent['type'];
  list_id: number | null;
  list_name: string | null;
  import_id: number | null;
  file_name: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  profile_name: string | null;
  text: string | null;
  /** A reason code. The catalog contains its text. */
  reason: string | null;
  origin: MarkOrigin | null;
  /** Set only if the user changed the status. */
  recipient_status: RecipientStatus | null;
  tag: string | null;
};

type Asked = { userId: number; personId: number; names: readonly string[] };

function ofLists({ userId, names }: Asked) {
  return sql`SELECT 'list-' || r.id AS id, r.created_at AS at, 'added_to_list' AS type, l.id AS list_id, l.name AS list_name,
      i.id AS import_id, i.file_name, NULL::bigint AS campaign_id, NULL AS campaign_name, NULL AS profile_name, NULL AS text,
      NULL AS reason, NULL AS origin, NULL AS recipient_status, NULL AS tag
    FROM recipients r JOIN lists l ON l.user_id = r.user_id AND l.id = r.list_id
    LEFT JOIN imports i ON i.user_id = r.user_id AND i.id = r.import_id
    WHERE r.user_id = ${userId} AND r.recipient = ANY(${[...names]}::text[])`;
}

/**
 * Selects outcomes from campaign logs. The outcomes of people who were skipped at the start, or whose log entry was deleted, come from the
 * deliveries. Messages that were or may have been sent are always recorded as contacts.
 */
function ofCampaigns({ userId, names }: Asked) {
  return sql`SELECT 'log-' || g.id, g.created_at, g.action, NULL::bigint, NULL, NULL::bigint, NULL, c.id, c.name,
      g.profile_name, g.message, NULL, NULL, NULL, NULL
    FROM campaign_logs g JOIN campaigns c ON c.user_id = g.user_id AND c.id = g.campaign_id AND c.deleted_at IS NULL
    WHERE g.user_id = ${userId} AND g.recipient = ANY(${[...names]}::text[])
      AND g.action IN ('message_sent', 'message_failed', 'message_unknown', 'skipped')
    UNION ALL
    SELECT 'delivery-' || d.id, CASE WHEN d.skipped_at_start THEN c.started_at ELSE d.finished_at END,
      CASE d.status WHEN 'skipped' THEN 'skipped' ELSE 'message_failed' END, NULL::bigint, NULL, NULL::bigint, NULL,
      c.id, c.name, p.profile_name, d.detail, d.reason, NULL, NULL, NULL
    FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id
    LEFT JOIN profiles p ON p.user_id = d.user_id AND p.id = d.profile_id
    WHERE d.user_id = ${userId} AND d.recipient = ANY(${[...names]}::text[])
      AND d.campaign_id = ANY(ARRAY(SELECT id FROM campaigns WHERE user_id = ${userId}))
      AND c.deleted_at IS NULL AND c.started_at IS NOT NULL AND d.status IN ('skipped', 'failed', 'not_found')
      AND (d.skipped_at_start OR c.logs_deleted_to IS NOT NULL AND NOT EXISTS (SELECT FROM campaign_logs g
        WHERE g.user_id = d.user_id AND g.campaign_id = d.campaign_id AND g.recipient = d.recipient
          AND g.action IN ('message_failed', 'skipped')))`;
}

/** Selects messages from deleted campaigns and messages whose log entries were deleted. */
function ofContacts({ userId, names }: Asked) {
  return sql`SELECT 'contact-' || k.delivery_id, k.contacted_at,
      CASE k.state WHEN 'sent' THEN 'message_sent' ELSE 'message_unknown' END, NULL::bigint, NULL, NULL::bigint, NULL,
      NULL::bigint, k.campaign_name, k.profile_name, NULL, NULL, NULL, NULL, NULL
    FROM contacts k WHERE k.user_id = ${userId} AND k.person = ANY(${[...names]}::text[])
      AND NOT EXISTS (SELECT FROM campaigns c WHERE c.user_id = k.user_id AND c.id = k.campaign_id AND c.deleted_at IS NULL
        AND (c.logs_deleted_to IS NULL OR k.contacted_at > c.logs_deleted_to))`;
}

function ofReplies({ userId, names }: Asked) {
  return sql`SELECT 'reply-' || v.person, v.replied_at, 'replied', NULL::bigint, NULL, NULL::bigint, NULL, NULL::bigint, NULL,
      (SELECT p.profile_name FROM profiles p WHERE p.user_id = v.user_id AND p.id = v.profile_id), NULL, NULL, NULL, NULL, NULL
    FROM conversations v WHERE v.user_id = ${userId} AND v.person = ANY(${[...names]}::text[])`;
}

/** Selects when the person was marked as do not contact and when such marks were removed. */
function ofMarks({ userId, names }: Asked) {
  const name = names[0] ?? '';
  return sql`SELECT 'mark', n.created_at, 'do_not_contact_added', NULL::bigint, NULL, NULL::bigint, NULL, NULL::bigint, NULL,
      NULL, n.reason, NULL, n.origin, NULL, NULL
    FROM do_not_contact n WHERE n.user_id = ${userId} AND n.person = ${name}
    UNION ALL
    SELECT 'marked-' || m.id, m.marked_at, 'do_not_contact_added', NULL::bigint, NULL, NULL::bigint, NULL, NULL::bigint, NULL,
      NULL, m.marked_reason, NULL, m.origin, NULL, NULL
    FROM do_not_contact_removals m WHERE m.user_id = ${userId} AND m.person = ${name} AND m.marked_at IS NOT NULL
    UNION ALL
    SELECT 'unmarked-' || m.id, m.removed_at, 'do_not_contact_removed', NULL::bigint, NULL, NULL::bigint, NULL, NULL::bigint,
      NULL, NULL, m.reason, NULL, NULL, NULL, NULL
    FROM do_not_contact_removals m WHERE m.user_id = ${userId} AND m.person = ${name}`;
}

/** Selects the changes made by the user. For a removal from a list, also selects when the person was added to the list. */
function ofChanges({ userId, personId }: Asked) {
  const listed = sql`CASE WHEN EXISTS (SELECT FROM lists l WHERE l.user_id = e.user_id AND l.id = e.list_id) THEN e.list_id END,
      e.list_name, NULL::bigint, NULL, NULL::bigint, NULL, NULL`;
  const ofPerson = sql`e.user_id = ${userId} AND e.person_id = ${personId}`;
  return sql`SELECT 'change-' || e.id, e.created_at, e.type, ${listed}, e.note, NULL, NULL,
      e.recipient_status, e.tag
    FROM person_events e WHERE ${ofPerson}
    UNION ALL
    SELECT 'added-' || e.id, e.added_at, 'added_to_list', ${listed}, NULL, NULL, NULL, NULL, NULL
    FROM person_events e WHERE ${ofPerson} AND e.added_at IS NOT NULL`;
}

export type EventPosition = { micros: number; id: string };

/**
 * Lists the events of a person's timeline, newest first. With `before`, lists only events before that one. `names` contains the person's
 * username and, if the person was forgotten before, the key under which older records are stored.
 */
export async function listEvents(
  db: Database,
  asked: Asked,
  { before, limit }: { before: EventPosition | null; limit: number },
): Promise<EventRow[]> {
  const earlier =
    before === null ? sql`true` : sql`(micros, id) < (${before.micros}::bigint, ${before.id}::text COLLATE "C")`;
  const { rows } = await sql<EventRow>`
    SELECT * FROM (SELECT *, (extract(epoch FROM at) * 1000000)::bigint AS micros FROM (
      ${ofLists(asked)} UNION ALL ${ofCampaigns(asked)} UNION ALL ${ofContacts(asked)} UNION ALL ${ofReplies(asked)}
      UNION ALL ${ofMarks(asked)} UNION ALL ${ofChanges(asked)}) every) happened
    WHERE ${earlier} ORDER BY micros DESC, id COLLATE "C" DESC LIMIT ${limit}`.execute(db);
  return rows;
}
