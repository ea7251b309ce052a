import { Button, Group } from '@mantine/core';
import type { TicketMessage } from '@sandpiper/contract/support';
import { useRef, type RefObject } from 'react';
import { useUser } from '../../platform/session.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { ReportText } from '../../ui/report-text.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SendBox } from './send-box.tsx';
import { supportTexts } from './support.texts.ts';
import { useSendTicketMessage, type TicketDetail } from './tickets.queries.ts';
import css from './ticket-thread.module.css';

const texts = supportTexts.thread;

function Message({ message, isOwn }: { message: TicketMessage; isOwn: boolean }) {
  return (
    <li className={css['message']} data-own={isOwn || undefined} tabIndex={-1}>
      <p className={css['author']}>
        <strong>{isOwn ? texts.you(message.author_name) : message.author_name}</strong>{' '}
        <ExactTime at={message.created_at} />
      </p>
      <p className={css['text']}>{message.message}</p>
    </li>
  );
}

/** In a thread with more messages than this, the newest message is usually below the visible part of the page. */
const longThread = 10;

/** A button that moves focus to the newest message. From there, the Tab key leads to the reply field. */
function NewestButton({ list }: { list: RefObject<HTMLOListElement | null> }) {
  function goToNewest() {
    const newest = list.current?.lastElementChild;
    if (newest instanceof HTMLElement) newest.focus();
  }
  return (
    <Button variant="default" onClick={goToNewest}>
      {texts.newest}
    </Button>
  );
}

type TicketThreadProps = {
  thread: TicketDetail;
  /** Loads the messages before the first message shown. */
  earlier: { isLoading: boolean; load: () => void };
};

/**
 * A ticket's conversation: the description, the diagnostic report, the messages in order, and a reply field. A reply appears immediately,
 * even before the server has received it.
 */
export function TicketThread({ thread: { ticket, messages, report, has_earlier }, earlier }: TicketThreadProps) {
  const user = useUser();
  const sendMessage = useSendTicketMessage(ticket.id);
  const list = useRef<HTMLOListElement>(null);
  return (
    <section className={css['thread']} aria-label={texts.label}>
      <div className={css['description']}>
        <h2>{texts.description}</h2>
        <p className={css['text']}>{ticket.description}</p>
      </div>
      {report === null ? null : <ReportText label={texts.report} text={report} />}
      {messages.length === 0 && !sendMessage.isPending ? (
        <p className={css['none']}>{user.role === 'admin' ? texts.noRepliesAdmin : texts.noReplies}</p>
      ) : null}
      {has_earlier || messages.length > longThread ? (
        <Group justify="center" gap="xs">
          {has_earlier && (
            <Button variant="default" loading={earlier.isLoading} onClick={earlier.load}>
              {texts.earlier}
            </Button>
          )}
          {messages.length > longThread && <NewestButton list={list} />}
        </Group>
      ) : null}
      {/* The `log` role makes screen readers announce new messages. */}
      <div role="log" aria-label={texts.replies}>
        <ol ref={list} className={css['messages']}>
          {messages.map((message) => (
            <Message key={message.id} message={message} isOwn={message.account_id === user.id} />
          ))}
          {sendMessage.isPending ? (
            <li className={css['message']} data-own data-sending>
              <p className={css['author']}>
                <RichText text={texts.sendingAs(user.username)} tags={{ strong }} />
              </p>
              <p className={css['text']}>{sendMessage.variables}</p>
            </li>
          ) : null}
        </ol>
      </div>
      <SendBox
        ticketId={ticket.id}
        sending={sendMessage.isPending ? sendMessage.variables : undefined}
        onSend={(message, giveBack) => sendMessage.mutate(message, { onError: giveBack })}
      />
    </section>
  );
}
