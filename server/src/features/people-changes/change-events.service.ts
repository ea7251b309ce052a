import type { RecipientStatus } from '@sandpiper/contract/recipients';
import type { Transaction } from '../../platform/database/database.ts';
import { noteEvents } from '../person-events/person-events.service.ts';

/* Records changes to many people in each person's timeline. */

type Taggings = { userId: number; tagId: number; personIds: readonly number[] };

export function noteTaggings(
  transaction: Transaction,
  type: 'tagged' | 'untagged',
  { userId, tagId, personIds }: Taggings,
): Promise<void> {
  return noteEvents(
    transaction,
    userId,
    personIds.map((person_id) => ({ person_id, type, tag_id: tagId })),
  );
}

type NewStatus = { person_id: number | null; list_id: number; status: RecipientStatus };

export function noteStatuses(transaction: Transaction, userId: number, changed: readonly NewStatus[]): Promise<void> {
  return noteEvents(
    transaction,
    userId,
    changed.map(({ person_id, list_id, status }) => ({
      person_id,
      type: 'status_changed',
      list_id,
      recipient_status: status,
    })),
  );
}
