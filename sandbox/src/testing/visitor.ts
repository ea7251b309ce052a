import { z } from 'zod';
import type { Sandbox } from './sandbox.ts';

const session = z.object({ sessionid: z.string(), ds_user_id: z.string() });
const messages = z.array(
  z.object({ kind: z.string(), text: z.string(), isSending: z.boolean(), isFailed: z.boolean() }),
);
const chat = z.object({ messages, block: z.string().nullable() });
const sent = chat.extend({ dialog: z.string().nullable(), goTo: z.string().nullable() });

export type Chat = z.infer<typeof chat>;

/** A signed-in account that uses the site without a browser. */
export interface Visitor {
  get: (path: string) => Promise<Response>;
  post: (path: string, body: object) => Promise<Response>;
  /** Opens the thread with a person, like a page load. */
  open: (person: string) => Promise<{ thread: string; chat: Chat }>;
  send: (thread: string, text: string) => Promise<z.infer<typeof sent>>;
}

export async function visitAs(sandbox: Sandbox, account: string): Promise<Visitor> {
  const started = await fetch(`${sandbox.url}/__sandbox/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
  });
  const { sessionid } = session.parse(await started.json());
  const cookie = `sessionid=${sessionid}`;
  const get: Visitor['get'] = (path) => fetch(`${sandbox.url}${path}`, { headers: { cookie }, redirect: 'manual' });
  const post: Visitor['post'] = (path, body) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
  return {
    get,
    post,
    open: async (person) => {
      const { thread } = z
        .object({ thread: z.string() })
        .parse(await (await post('/ajax/direct/open', { person })).json());
      return { thread, chat: chat.parse(await (await get(`/ajax/direct/chat/${thread}`)).json()) };
    },
    send: async (thread, text) =>
      sent.parse(await (await post('/ajax/direct/send', { thread, key: text, text })).json()),
  };
}
