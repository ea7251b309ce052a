import type { SiteContext } from '../site.context.ts';
import { graphqlPath, nameOfCall } from './graphql.ts';
import { readSendAnswer, type SendAnswer } from './send-answer.ts';
import { messageIdsWith } from './thread-messages.ts';

/**
 * Whether the agent has been able to read any response so far. `hidden`: Firefox didn't keep what the responses contain, as in old versions.
 * `none`: the page has made no request whose name the agent knows.
 */
export type AnswersSeen = 'readable' | 'hidden' | 'none';

/**
 * The responses from Instagram's server to the page's own requests about one message. The agent only listens. It reads no translated
 * text from the responses, so this works in every language. But any release of the site may rename requests and fields. The agent then
 * relies on the page alone, except in a language whose refusals it can't read. There, it sends nothing or reports the outcome as unknown.
 */
export type PageAnswers = {
  seen: () => AnswersSeen;
  /** Returns the response to the request that sent the message, or null if there is none yet. */
  toSend: () => SendAnswer | null;
  /**
   * Returns whether the server has listed a message with this ID in the conversation, or null if it hasn't listed the
   * conversation's messages yet.
   */
  lists: (messageId: string) => boolean | null;
  stop: () => void;
};

export function listenForAnswers(site: SiteContext, { handle, text }: { handle: string; text: string }): PageAnswers {
  const { sendCall, threadCalls } = site.pack.calls;
  let listed: Set<string> | null = null;
  let answer: SendAnswer | null = null;
  let seen: AnswersSeen = 'none';
  const stop = site.page.listen(
    graphqlPath,
    (headers) => sendCall.includes(nameOfCall(headers)) || threadCalls.includes(nameOfCall(headers)),
    (exchange) => {
      if (exchange === null) {
        if (seen === 'none') seen = 'hidden';
        return;
      }
      seen = 'readable';
      if (!sendCall.includes(nameOfCall(exchange.headers))) {
        const ids = messageIdsWith(handle, exchange);
        if (ids !== null) listed = new Set([...(listed ?? []), ...ids]);
        return;
      }
      answer = readSendAnswer(exchange, text) ?? answer;
      if (answer?.kind === 'unclear') site.note("Instagram's response to the sent message has an unknown format");
    },
  );
  return { seen: () => seen, toSend: () => answer, lists: (id) => listed?.has(id) ?? null, stop };
}
