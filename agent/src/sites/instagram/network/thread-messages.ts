import type { Exchange } from '../../../browser/page.ts';
import { isObject, objectsIn, objectsWithin } from './graphql.ts';

function usernamesIn(users: unknown): string[] {
  const list = Array.isArray(users) ? users : [];
  return list.flatMap((user) =>
    isObject(user) && typeof user['username'] === 'string' ? [user['username'].toLowerCase()] : [],
  );
}

function idsOf(messages: unknown): string[] {
  return [...objectsWithin(messages)].flatMap((node) =>
    typeof node['message_id'] === 'string' ? [node['message_id']] : [],
  );
}

/**
 * Returns the IDs of the messages that Instagram's server lists for the one-to-one conversation with this person. Returns null if
 * the response doesn't contain that conversation.
 */
export function messageIdsWith(handle: string, exchange: Exchange): string[] | null {
  const threads = objectsIn(exchange)
    .flatMap((answer) => [...objectsWithin(answer)])
    .filter(({ users }) => {
      const usernames = usernamesIn(users);
      return usernames.length === 1 && usernames[0] === handle;
    });
  return threads.length === 0 ? null : threads.flatMap((thread) => idsOf(thread['slide_messages']));
}
