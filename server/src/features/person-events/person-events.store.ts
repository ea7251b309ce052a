import { sql } from 'kysely';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Database } from '../../platform/database/database.ts';

/* Records the changes that a user makes to people. The people's timelines show them. */

export type NewPersonEvent = {
  /** If this is null, the change isn't recorded. */
  person_id: number | null;
  type: 'removed_from_list' | 'status_changed' | 'note_changed' | 'tagged' | 'untagged';
  list_id?: number;
  added_at?: string;
  recipient_status?: RecipientStatus;
  tag_id?: number;
  note?: string | null;
};

/** Records changes that were just made. Stores the current names of lists and tags. */
export async function noteEvents(db: Database, userId: number, events: readonly NewPersonEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    INSERT INTO person_events (user_id, person_id, type, list_id, list_name, added_at, recipient_status, tag, note)
    SELECT ${userId}, e.person_id, e.type, e.list_id, l.name, e.added_at, e.recipient_status, t.name, e.note
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e (person_id bigint, type text, list_id bigint,
      added_at timestamptz, recipient_status text, tag_id bigint, note text)
    LEFT JOIN lists l ON l.user_id = ${userId} AND l.id = e.list_id
    LEFT JOIN tags t ON t.user_id = ${userId} AND t.id = e.tag_id
    WHERE e.person_id IS NOT NULL`.execute(db);
}
