import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { linkTo, timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { accountDetailTexts } from './account-detail.texts.ts';

const { next: texts } = accountDetailTexts;

/** Shows when the account sends its next message, or why it can't send. */
export function NextSend({ next }: { next: AccountDetail['next'] }) {
  const { state, reason, text, next_due_at: at, campaign } = next;
  if (state === 'held') return texts.held;
  if (campaign === null) return text ?? texts.none;
  const tags = {
    campaign: () => linkTo(`/campaigns/${campaign.id}`)(campaign.name),
    at: timeAt(at),
    text: () => text,
  };
  if (state === 'sending') return <RichText text={texts.sending} tags={tags} />;
  if (reason === null || reason === 'waiting_for_time') {
    return <RichText text={at === null ? texts.due : texts.at} tags={tags} />;
  }
  return at === null ? text : <RichText text={texts.waits} tags={tags} />;
}
