import { unknownPlaceholders } from '@sandpiper/contract/message';
import type { Preflight } from '@sandpiper/contract/preflight';
import { usePageRows } from '../../../platform/pagination.ts';
import { MessageBubble } from '../../../ui/message-bubble.tsx';
import { TableFooter } from '../../../ui/table-footer.tsx';
import { campaignReviewTexts } from '../campaign-review.texts.ts';
import css from './review.module.css';

const { messages: texts } = campaignReviewTexts;

type ReviewMessagesProps = Pick<Preflight, 'messages' | 'pagination'> & {
  /** Whether the template has placeholders that are sent as written. They are highlighted. */
  hasUnfilled: boolean;
  /** Whether the campaign may send more messages, because not everyone has been checked. */
  isMore: boolean;
  onPage: (page: number) => void;
};

/** Shows the messages with their variables filled in, one page at a time. */
export function ReviewMessages({ messages, pagination, hasUnfilled, isMore, onPage }: ReviewMessagesProps) {
  const table = { page: pagination.currentPage, size: pagination.itemsPerPage, setPage: onPage };
  // Other campaigns can message people during the review, so the current page of messages may no longer exist.
  const rows = usePageRows({
    table,
    answer: { data: { pagination }, isPlaceholderData: false, isError: false },
    rows: messages,
  });
  if (rows === undefined || rows.length === 0) return null;
  const title = isMore ? texts.firstTitle : texts.title;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={css['messages']}>
        {rows.map(({ recipient, text }) => (
          <li key={recipient}>
            <small>{texts.to(recipient)}</small>
            <MessageBubble text={text} lines={4} marks={hasUnfilled ? unknownPlaceholders(text, []) : []} />
          </li>
        ))}
      </ul>
      <TableFooter table={table} pagination={pagination} noun={texts.noun} />
    </section>
  );
}
