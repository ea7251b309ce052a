import type { SiteContext } from '../site.context.ts';
import { graphqlPath, nameOfCall } from './graphql.ts';
import { readSendAnswer, type SendAnswer } from './send-answer.ts';
import { messageIdsWith } from './thread-messages.ts';

/**
 * What Instagram's server answers to the page's own calls about one message. The agent only listens. It needs no words, so it
 * works in every language, but the names of calls and fields may change with any release. What the page shows stays enough.
 */
export type PageAnswers = {
  /** False if nothing could be read so far, for example because this version of Firefox doesn't keep the contents. */
  isReadable: () => boolean;
  /** The answer to the request that sent the message; null while there is none. */
  toSend: () => SendAnswer | null;
  /** Whether the server lists a message with this id in the conversation; null: it has listed nothing yet. */
  lists: (messageId: string) => boolean | null;
  stop: () => void;
};

/** Listens for answers about a message to this person. */
export function listenForAnswers(site: SiteContext, { handle, text }: { handle: string; text: string }): PageAnswers {
  const { sendCall, threadCalls } = site.pack.calls;
  let listed: Set<string> | null = null;
  let answer: SendAnswer | null = null;
  let isReadable = false;
  const stop = site.page.listen(
    graphqlPath,
    (headers) => sendCall.includes(nameOfCall(headers)) || threadCalls.includes(nameOfCall(headers)),
    (exchange) => {
      isReadable = true;
      if (!sendCall.includes(nameOfCall(exchange.headers))) {
        const ids = messageIdsWith(handle, exchange);
        if (ids !== null) listed = new Set([...(listed ?? []), ...ids]);
        return;
      }
      answer = readSendAnswer(exchange, text) ?? answer;
      if (answer?.kind === 'unclear') site.note('Instagram answered the request of the message in an unknown form');
    },
  );
  return { isReadable: () => isReadable, toSend: () => answer, lists: (id) => listed?.has(id) ?? null, stop };
}
