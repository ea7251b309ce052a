import { hasFailed, visibleMessages } from '../../world/thread.ts';
import type { Message, Person, Thread } from '../../world/world.types.ts';

const firstMessages = 8;

/** Returns the response to the query for an opened conversation: its members and its newest messages. */
export function threadDetail(thread: Thread): object {
  const { id, account, person } = thread;
  const shown = visibleMessages(thread).filter((message) => message.kind !== 'notice' && !hasFailed(message));
  const edges = shown.slice(-firstMessages).map((message) => ({ node: nodeOf(message, thread) }));
  const viewer = { id: account.id, username: account.username, full_name: account.name };
  const as_ig_direct_thread = {
    id,
    thread_key: id,
    thread_fbid: id,
    thread_title: person.name,
    is_group: person.onlyWriter !== undefined,
    users: membersOf(person).map((member) => userOf(member)),
    viewer,
    slide_messages: { edges, page_info: { has_previous_page: shown.length > firstMessages } },
  };
  return { data: { get_slide_thread_nullable: { as_ig_direct_thread } }, extensions: { is_final: true } };
}

function nodeOf({ kind, messageId, text, at, key }: Message, { account, person }: Thread): object {
  const sender = kind === 'mine' ? account.id : accountNumber(person.onlyWriter ?? person);
  return {
    id: Buffer.from(messageId).toString('base64'),
    message_id: messageId,
    sender_fbid: sender,
    text_body: text,
    timestamp_ms: String(at),
    offline_threading_id: key,
  };
}

/** Returns the other members of a conversation. A group also has a member who has never written. */
function membersOf(person: Person): Person[] {
  if (!person.onlyWriter) return [person];
  return [person.onlyWriter, { username: 'silent.member', name: 'Silent Member', states: new Set() }];
}

function userOf(person: Person): object {
  const id = accountNumber(person);
  return { id, pk: id, username: person.username, full_name: person.name };
}

/** Returns a numeric ID for a person. It is the same in every run. */
export function accountNumber({ username }: Person): string {
  let number = 5_381n;
  for (const character of username) number = (number * 33n + BigInt(character.codePointAt(0) ?? 0)) % 90_000_000_000n;
  return String(10_000_000_000n + number);
}
