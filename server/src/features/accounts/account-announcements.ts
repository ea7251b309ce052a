import type { App } from '../../platform/app-context.ts';

/* Call these functions only after the commit. */

/** Tells the user's browsers that an account changed. */
export function announceAccount(app: App, userId: number, id: number): void {
  app.events.toUser(userId, 'account_update', { profile_id: id });
}

/**
 * Tells the user's browsers and agents that an account was added or changed. Wakes the agents so that new limits and hours take effect
 * immediately. Otherwise, an agent would wait for as long as the server last told it to.
 */
export function announceChange(app: App, userId: number, id: number): void {
  announceAccount(app, userId, id);
  app.events.wakeAgents(userId);
}
