import type { Texts } from '../../texts/en.ts';
import { fill } from '../../texts/languages.ts';
import type { Account, Thread } from '../../world/world.types.ts';
import { visibleMessages } from '../../world/thread.ts';
import type { World } from '../../world/world.ts';
import type { InboxRow, InboxView, SearchResult, ThreadListView } from '../page-data.ts';
import { languageOf } from '../page-language.ts';

export function inboxView(world: World, account: Account, opensNewMessage: boolean): InboxView {
  return {
    ...threadListView(world, account),
    kind: 'inbox',
    opensNewMessage: opensNewMessage && !world.isOn('new_message_closed', account),
  };
}

export function threadListView(world: World, account: Account): ThreadListView {
  const late = world.hit('late_search', account);
  return {
    rows: world.isOn('inbox_links', account) ? 'link' : 'button',
    hasNotes: world.isOn('inbox_notes', account),
    isNamed: !world.isOn('inbox_unnamed', account),
    search: {
      rows: world.isOn('search_checkboxes', account) ? 'checkbox' : 'option',
      isNamed: !world.isOn('search_unnamed', account),
      isHandleFirst: world.isOn('search_handle_first', account),
      delayMs: late ? world.delay(late, 3000) : 0,
    },
  };
}

const rowsPerPage = 12;

export function inboxRows(world: World, account: Account, offset: number): { rows: InboxRow[]; hasMore: boolean } {
  const texts = languageOf(world, account).texts;
  const rows = [...world.threads.values()]
    .filter(
      (thread) => thread.account === account && thread.request !== 'deleted' && visibleMessages(thread).length > 0,
    )
    .map((thread) => toRow(thread, texts))
    .toSorted((first, second) => second.at - first.at);
  return {
    rows: rows.slice(offset, offset + rowsPerPage).map(({ row }) => row),
    hasMore: rows.length > offset + rowsPerPage,
  };
}

function toRow(thread: Thread, texts: Texts): { at: number; row: InboxRow } {
  const last = visibleMessages(thread).at(-1);
  return {
    at: last?.at ?? 0,
    row: {
      threadId: thread.id,
      name: thread.person.name,
      snippet: snippetOf(thread, texts),
      age: ageOf(last?.at ?? Date.now()),
      isUnread: thread.isUnread,
    },
  };
}

function snippetOf(thread: Thread, texts: Texts): string {
  const messages = visibleMessages(thread);
  const text = messages.at(-1)?.text.replaceAll('\n', ' ') ?? '';
  if (messages.at(-1)?.kind === 'mine') return fill(texts.you, { text });
  const isMany = messages.length >= 4 && messages.slice(-4).every((message) => message.kind === 'theirs');
  return thread.isUnread && isMany ? texts.manyNew : text;
}

function ageOf(at: number): string {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  if (minutes < 1) return 'now';
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** Returns up to eight people whose username contains the query. Adds a look-alike for each of the first two. */
export function searchPeople(world: World, query: string): SearchResult[] {
  const wanted = query.trim().toLowerCase().replace(/^@/u, '');
  if (wanted === '') return [];
  const found = [...world.people.values()].filter((person) => person.username.includes(wanted)).slice(0, 8);
  const lookalikes = found.slice(0, 2).map((person) => world.lookalikeOf(person));
  return [...lookalikes, ...found].map(({ username, name }) => ({ username, name }));
}
