import { z } from 'zod';
import { poll } from '../../../platform/clock.ts';
import { ifReadable, type Page } from '../../../browser/page.ts';
import { isMessagesAddress } from './address.ts';
import { includesAny } from './page-script/elements.script.ts';
import type { LanguageLevel, SiteTexts } from './pack/page-pack.schema.ts';
import type { PagePack } from './pack/page-pack.ts';

const messageSchema = z.object({
  text: z.string(),
  /** Who wrote the message. `unknown`: the page shows no signs of the author, or contradictory signs. */
  author: z.enum(['own', 'their', 'unknown']),
  isFailed: z.boolean(),
  isSending: z.boolean(),
  marks: z.array(z.string()),
});
export type PageMessage = z.infer<typeof messageSchema>;

const chatSchema = z.object({
  handles: z.array(z.string()),
  hasList: z.boolean(),
  /** Whether the conversation shows a loading indicator. */
  isLoading: z.boolean(),
  composer: z.string().nullable(),
  messages: z.array(messageSchema),
  notices: z.array(z.string()),
  /** The notices after the newest message. */
  newestNotices: z.array(z.string()),
  rest: z.string(),
  /** Whether the conversation contains the help link about message requests that haven't been accepted. */
  isRequestPending: z.boolean(),
  canClose: z.boolean(),
});
export type ChatView = z.infer<typeof chatSchema>;

const dialogSchema = z.object({
  text: z.string(),
  buttons: z.array(z.string()),
  /** Whether this is definitely the new-message dialog. */
  isNewMessage: z.boolean(),
  mayBeNewMessage: z.boolean(),
  /** Whether the dialog is a profile's list of links. */
  isLinkList: z.boolean(),
});
export type DialogView = z.infer<typeof dialogSchema>;

const viewSchema = z.object({
  url: z.string(),
  language: z.string(),
  isReady: z.boolean(),
  login: z.object({
    hasPassword: z.boolean(),
    canBegin: z.boolean(),
    /** Whether the page has a link to the sign-in form. */
    hasLink: z.boolean(),
    /** Whether the page's initial data says that nobody is signed in. False if the page has the link to the inbox. */
    hasNoViewer: z.boolean(),
    words: z.string(),
    alerts: z.array(z.string()),
  }),
  hasInboxLink: z.boolean(),
  dialogs: z.array(dialogSchema),
  main: z.string(),
  profile: z.object({ handle: z.string(), hasMessage: z.boolean(), hasOptions: z.boolean() }).nullable(),
  chats: z.array(chatSchema),
  search: z
    .object({
      query: z.string(),
      /** The lines of text in each search result. */
      rows: z.array(z.array(z.string())),
      isEmpty: z.boolean(),
      dialogText: z.string(),
    })
    .nullable(),
  badge: z.object({ label: z.string().nullable(), digits: z.string().nullable() }).nullable(),
});
/**
 * What the page shows at one moment. `texts` and `level` are those of the page's language. If the page pack doesn't have that
 * language, `texts` are the English texts and `level` is null.
 */
export type PageView = z.infer<typeof viewSchema> & { texts: SiteTexts; level: LanguageLevel | null };

/** A browser tab, and the page pack that describes its content. */
export type SitePage = { page: Page; pack: PagePack };

export function withTexts(view: z.infer<typeof viewSchema>, pack: PagePack): PageView {
  const language = pack.languages.get(view.language);
  return { ...view, texts: language?.texts ?? pack.english, level: language?.level ?? null };
}

/** Returns the open conversation with this person and nobody else, or null if there is none. */
export function chatWith(view: PageView, handle: string): ChatView | null {
  return view.chats.find((chat) => chat.handles.length === 1 && chat.handles[0] === handle) ?? null;
}

/** Whether the page says that the profile doesn't exist. */
export function isMissingPage(view: PageView): boolean {
  return view.profile === null && includesAny(view.main, view.texts.missingPage);
}

/** Describes a page for the log. Leaves out everything that people wrote to each other. */
export function outlineOf(view: PageView | null): string {
  const withoutWords = (key: string, value: unknown): unknown => {
    if (key === 'texts') return undefined;
    // Notices, and the text around the messages, may quote what people wrote.
    const isTheirs = ['messages', 'composer', 'notices', 'newestNotices', 'rest'].includes(key);
    return isTheirs && (typeof value === 'string' || Array.isArray(value)) ? value.length : value;
  };
  const main = view === null || view.chats.length > 0 || isMessagesAddress(view.url) ? '' : view.main.slice(0, 200);
  return JSON.stringify(view === null ? null : { ...view, main }, withoutWords).slice(0, 2000);
}

/** Reads the page. Returns null if it can't be read at the moment, for example during a navigation. */
export async function look({ page, pack }: SitePage): Promise<PageView | null> {
  const view = viewSchema.nullable().parse(await ifReadable(page.read(pack.script.view)));
  return view === null ? null : withTexts(view, pack);
}

export async function currentChat(site: SitePage, handle: string): Promise<ChatView | null> {
  const view = await look(site);
  return view === null ? null : chatWith(view, handle);
}

/** Reads the page repeatedly until `find` returns a result. Returns null after the timeout. */
export function watch<T>(site: SitePage, find: (view: PageView) => T | null, timeoutMs: number): Promise<T | null> {
  return poll(
    async () => {
      const view = await look(site);
      return view === null ? null : find(view);
    },
    { timeoutMs, intervalMs: 120 },
  );
}
