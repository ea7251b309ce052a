import { instagramMessageMaxLength } from '@sandpiper/contract/limits';
import { messageLength, parseMessage, renderMessage } from '@sandpiper/contract/message';
import type { Message, MessageValues } from '@sandpiper/contract/message';
import type { MessagePreview, PreviewedMessage } from '@sandpiper/contract/variables';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import type { ListKey } from '../../platform/database/keys.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { getList } from '../lists/lists.service.ts';
import { findContent, findReader, listReaders } from './message-preview.store.ts';
import type { Reader } from './message-preview.store.ts';

/**
 * The maximum number of people whose values are read for the summary of a preview. That is enough to find long and short values, but few
 * enough to read again whenever the user types.
 */
const lookedAtMost = 5000;
const readersAtOnce = 1000;

type Asked = { message_template_id: number } | { content: string };

/** Renders a message as the people on a list would receive it. */
export async function previewMessage(
  app: App,
  { userId, id }: { userId: number; id: number },
  asked: Asked,
  page: PageRequest,
): Promise<MessagePreview> {
  const key = { userId, listId: id };
  const list = await getList(app, { userId, id });
  const message = parseMessage(await contentOf(app, userId, asked), list.variables);
  const readers = await listReaders(app.db, key, boundsOf(page));
  return {
    messages: readers.map((reader) => messageTo(message, reader)),
    pagination: paginationOf(page, list.recipient_count),
    summary: page.page === 1 ? await summaryOf(app, key, message) : null,
  };
}

async function contentOf(app: App, userId: number, asked: Asked): Promise<string> {
  if ('content' in asked) return asked.content;
  const template = await findContent(app.db, userId, asked.message_template_id);
  if (template === undefined) throw notFound('Template');
  return template.content;
}

function messageTo(message: Message, { recipient, variables }: Reader): PreviewedMessage {
  const { text, missing } = renderMessage(message, { ...variables, username: recipient });
  return { recipient, text, length: messageLength(text), missing };
}

async function summaryOf(app: App, key: ListKey, message: Message) {
  const found = { looked_at: 0, without_value: 0, too_long: 0 };
  const missing = new Map<string, number>();
  let longest: PreviewedMessage | null = null;
  let shortest: PreviewedMessage | null = null;
  for (let offset = 0; offset < lookedAtMost; offset += readersAtOnce) {
    const readers = await listReaders(app.db, key, { limit: readersAtOnce, offset });
    for (const reader of readers) {
      const read = messageTo(message, reader);
      found.looked_at += 1;
      for (const name of read.missing) missing.set(name, (missing.get(name) ?? 0) + 1);
      if (read.missing.length > 0) found.without_value += 1;
      else if (read.length > instagramMessageMaxLength) found.too_long += 1;
      if (read.missing.length > 0) continue;
      if (longest === null || read.length > longest.length) longest = read;
      if (shortest === null || read.length < shortest.length) shortest = read;
    }
    if (readers.length < readersAtOnce) break;
    await pauseIfEmbedded(app);
  }
  return {
    ...found,
    longest,
    shortest,
    missing_values: [...missing]
      .map(([name, people]) => ({ name, people }))
      .toSorted((one, other) => other.people - one.people),
  };
}

/**
 * Returns a list's variables and the values for a test message. If `recipient` is on the list, returns that person's own values. Otherwise,
 * looks at the first thousand people and returns the values of the first person who has every value that the message needs. If nobody has
 * all of these values, returns the values of the first person on the list.
 */
export async function valuesOfReader(
  app: App,
  { userId, id }: { userId: number; id: number },
  { message_template_id, recipient }: { message_template_id: number; recipient: string },
): Promise<{ variables: string[]; values: MessageValues }> {
  const key = { userId, listId: id };
  const { variables } = await getList(app, { userId, id });
  const message = parseMessage(await contentOf(app, userId, { message_template_id }), variables);
  const own = await findReader(app.db, key, recipient);
  const others = await listReaders(app.db, key, { limit: readersAtOnce, offset: 0 });
  const reader = own ?? others.find((other) => messageTo(message, other).missing.length === 0) ?? others[0];
  return { variables, values: reader?.variables ?? {} };
}
