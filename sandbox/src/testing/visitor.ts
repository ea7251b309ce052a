import { z } from 'zod';
import type { Sandbox } from './sandbox.ts';

const session = z.object({ sessionid: z.string(), ds_user_id: z.string() });
const messages = z.array(
  z.object({ kind: z.string(), text: z.string(), isSending: z.boolean(), isFailed: z.boolean() }),
);
export const chatSchema = z.object({ messages, block: z.string().nullable(), digest: z.string() });
const sent = chatSchema.extend({ dialog: z.string().nullable(), goTo: z.string().nullable() });

export type Chat = z.infer<typeof chatSchema>;

/** A signed-in account that uses the site over HTTP, without a browser. */
export interface Visitor {
  get: (path: string) => Promise<Response>;
  post: (path: string, body: object) => Promise<Response>;
  /** Opens the thread with a person, as a page load does. */
  open: (person: string) => Promise<{ thread: string; chat: Chat }>;
  send: (thread: string, text: string) => Promise<z.infer<typeof sent>>;
  /** Sends a GraphQL request with the fields that the sandbox reads. */
  graphql: (name: string, variables: object) => Promise<Response>;
}

let keys = 0;

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
  const graphql: Visitor['graphql'] = (name, variables) =>
    fetch(`${sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: { cookie, 'x-fb-friendly-name': name },
      body: new URLSearchParams({ fb_api_req_friendly_name: name, variables: JSON.stringify(variables) }),
    });
  return {
    get,
    post,
    graphql,
    open: async (person) => {
      const { thread } = z
        .object({ thread: z.string() })
        .parse(await (await post('/ajax/direct/open', { person })).json());
      return { thread, chat: chatSchema.parse(await (await get(`/ajax/direct/chat/${thread}`)).json()) };
    },
    send: async (thread, text) => {
      keys += 1;
      const key = `${Date.now()}${keys}`;
      const shown = get(`/ajax/direct/sent/${key}`);
      // Some responses never arrive. Nothing depends on them.
      void graphql('IGDirectTextSendMutation', sendVariables(thread, key, text)).catch(() => undefined);
      return sent.parse(await (await shown).json());
    },
  };
}

export function sendVariables(thread: string, key: string, text: string): object {
  return {
    ig_thread_igid: thread,
    offline_threading_id: key,
    recipient_igids: null,
    text: { sensitive_string_value: text },
  };
}
