import type { Ticket, TicketMessage } from '@sandpiper/contract/support';
import { useUser } from '../../platform/session.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { SendBox } from './send-box.tsx';
import { useSendTicketMessage } from './tickets.queries.ts';
import css from './ticket-thread.module.css';

function Message({ message, isOwn }: { message: TicketMessage; isOwn: boolean }) {
  return (
    <li className={css['message']} data-own={isOwn || undefined}>
      <p className={css['author']}>
        <strong>{isOwn ? `${message.author_name} (you)` : message.author_name}</strong>{' '}
        <ExactTime at={message.created_at} />
      </p>
      <p className={css['text']}>{message.message}</p>
    </li>
  );
}

/** The description, the messages in order and a place to answer. A message shows while it is still on its way. */
export function TicketThread({ ticket, messages }: { ticket: Ticket; messages: readonly TicketMessage[] }) {
  const user = useUser();
  const sendMessage = useSendTicketMessage(ticket.id);
  return (
    <section className={css['thread']} aria-label="Messages">
      <div className={css['description']}>
        <h2>Description</h2>
        <p className={css['text']}>{ticket.description}</p>
      </div>
      {messages.length === 0 && !sendMessage.isPending ? (
        <p className={css['none']}>No answers yet. Add what we should know below.</p>
      ) : null}
      {/* What comes in is read out. */}
      <div role="log" aria-label="Answers">
        <ol className={css['messages']}>
          {messages.map((message) => (
            <Message key={message.id} message={message} isOwn={message.account_id === user.id} />
          ))}
          {sendMessage.isPending ? (
            <li className={css['message']} data-own data-sending>
              <p className={css['author']}>
                <strong>{user.username} (you)</strong> sending
              </p>
              <p className={css['text']}>{sendMessage.variables}</p>
            </li>
          ) : null}
        </ol>
      </div>
      <SendBox
        isSending={sendMessage.isPending}
        onSend={(message, giveBack) => sendMessage.mutate(message, { onError: giveBack })}
      />
    </section>
  );
}
