import { AppError } from '../../platform/http/app-error.ts';
import { textKeyOf } from '../deliveries/person-checks.service.ts';

type Reviewed = { template_content: string; list_id: number | null };

/**
 * Returns a key that identifies the message and the list that a user reviews before starting a campaign. Until the start, the message and
 * the list can still change.
 */
export function reviewKeyOf({ template_content, list_id }: Reviewed): string {
  return `${textKeyOf(template_content)} ${list_id ?? 0}`;
}

/**
 * Throws if the message or the list has changed since the user reviewed them. Does nothing if `reviewKey` is undefined, because the user
 * then reviewed nothing.
 */
export function refuseOutdatedReview(reviewKey: string | undefined, campaign: Reviewed): void {
  if (reviewKey === undefined || reviewKey === reviewKeyOf(campaign)) return;
  const text = 'The message or the list has changed since you reviewed this campaign. Review it again.';
  throw new AppError('invalid_state', text);
}
