import type { WorldState } from '../control.schema.ts';
import { hasFailed } from '../world/thread.ts';
import type { World } from '../world/world.ts';

/** Returns the sandbox's complete state as JSON, for assertions and debugging. */
export function describeWorld(world: World): WorldState {
  return {
    time_scale: world.timeScale,
    sign_ins: world.signIns,
    typed: [...world.typed.values()],
    accounts: [...world.accounts.values()].map((account) => ({
      username: account.username,
      language: account.language,
      states: [...account.states],
      checkpoint: account.checkpoint,
      sessions: [...world.sessions.values()].filter((owner) => owner === account).length,
      sends: account.sends,
      unread: world.unreadCount(account),
      prompts: account.prompts,
      prioritised: account.prioritised,
      post_menus: account.postMenus,
    })),
    people: [...world.people.values()].map((person) => ({
      username: person.username,
      name: person.name,
      states: [...person.states],
    })),
    threads: [...world.threads.values()].map((thread) => ({
      id: thread.id,
      account: thread.account.username,
      person: thread.person.username,
      unread: thread.isUnread,
      request: thread.request,
      messages: thread.messages.map((message) => ({
        kind: message.kind,
        text: message.text,
        at: new Date(message.at).toISOString(),
        failed: hasFailed(message),
        message_id: message.messageId,
      })),
    })),
    deliveries: world.deliveries,
  };
}
