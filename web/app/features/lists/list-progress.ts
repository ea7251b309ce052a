import type { RecipientList } from '@sandpiper/contract/lists';
import { listTexts } from './lists.texts.ts';

type Counts = Pick<RecipientList, 'recipient_count' | 'pending_count' | 'sent_count'>;

/** Returns how many people count as failed, that is, are neither pending nor messaged. */
export function failedCount({ recipient_count, pending_count, sent_count }: Counts): number {
  return Math.max(0, recipient_count - pending_count - sent_count);
}

/** Formats a list's progress, for example "2 messaged, 3 failed, 35 not messaged yet". */
export function progressText(list: Counts): string {
  const { card } = listTexts;
  const { recipient_count: all, pending_count: pending, sent_count: sent } = list;
  const failed = failedCount(list);
  if (all === 0) return card.nobody;
  if (sent === all) return card.everybodySent;
  return [
    sent > 0 ? card.sent(sent) : '',
    failed > 0 ? card.failed(failed) : '',
    pending > 0 ? card.pending(pending) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
