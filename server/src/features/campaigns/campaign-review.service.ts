import { AppError } from '../../platform/http/app-error.ts';
import { textKeyOf } from '../deliveries/person-checks.service.ts';

type Reviewed = { template_content: string; list_id: number | null };

/** Identifies the message and the list that a user reviews before starting a campaign. Both can change until the start. */
export function reviewKeyOf({ template_content, list_id }: Reviewed): string {
  return `${textKeyOf(template_content)} ${list_id ?? 0}`;
}

/** Throws if the message or the list isn't the one that the user reviewed. Without a `reviewKey`, the user reviewed nothing. */
export function refuseOutdatedReview(reviewKey: string | undefined, campaign: Reviewed): void {
  if (reviewKey === undefined || reviewKey === reviewKeyOf(campaign)) return;
  const text = 'The message or the list has changed since you reviewed this campaign. Review it again.';
  throw new AppError('invalid_state', text);
}
