import type { AccountWindow } from '../../browser/window.registry.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';

export type ReleaseSlot = () => void;

/** Returns the IDs of the other accounts that have a window for work or are about to open one. */
function othersAtWork(agent: AgentContext, profileId: number): Set<number> {
  const ids = agent.windows.list().map((window) => window.profileId);
  const isForUser = (id: number): boolean => agent.windows.find(id)?.isForUser === true;
  return new Set([...ids, ...agent.state.reservedSlots].filter((id) => id !== profileId && !isForUser(id)));
}

/**
 * Returns the window that has been idle longest, or null if no window is idle. A window in which the owner may be responding to Instagram
 * is treated as if it had been used `idleWindowMs` later.
 */
function idleWindow(agent: AgentContext): AccountWindow | null {
  const rank = (window: AccountWindow): number =>
    window.usedAt + (window.isWaitingForUser ? agent.timing.idleWindowMs : 0);
  const idle = agent.windows
    .list()
    .filter((window) => !window.isForUser && !window.isBusy && !agent.state.reservedSlots.has(window.profileId));
  return idle.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/**
 * Frees a slot if needed, and returns whether one is free. Windows opened for the user take up slots too, because they need memory, but one
 * slot always remains for work.
 */
async function freeSlot(agent: AgentContext, profileId: number): Promise<boolean> {
  if (agent.windows.find(profileId) !== null) return true;
  const users = agent.windows.list().filter((window) => window.isForUser).length;
  const slots = Math.max(1, agent.maxWindows - users);
  while (othersAtWork(agent, profileId).size >= slots) {
    const idle = idleWindow(agent);
    if (idle === null) return false;
    await agent.windows.close(idle.profileId);
  }
  return true;
}

/**
 * Reserves a slot before the account's window opens, and closes idle windows if needed. Returns a function that releases the slot, or null
 * if all slots are in use.
 */
export async function reserveSlot(agent: AgentContext, profileId: number): Promise<ReleaseSlot | null> {
  const { reservedSlots } = agent.state;
  if (reservedSlots.has(profileId)) return () => undefined;
  reservedSlots.add(profileId);
  const release = (): void => void reservedSlots.delete(profileId);
  try {
    if (await freeSlot(agent, profileId)) return release;
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Closes a window. If this fails, only logs the error, because the agent won't use the window again. */
export async function closeWindow(agent: AgentContext, profileId: number): Promise<void> {
  await agent.windows.close(profileId).catch((error: unknown) => {
    agent.log.warn({ profile: profileId, problem: messageOf(error) }, 'could not close the window');
  });
}

/** Closes idle windows. A window closes sooner if the server has no work for its account, unless the owner has to respond in it. */
export async function closeIdle(agent: AgentContext, wanted: ReadonlySet<number>): Promise<void> {
  for (const window of agent.windows.list()) {
    if (window.isBusy || window.isForUser || agent.state.reservedSlots.has(window.profileId)) continue;
    const idleMs = performance.now() - window.usedAt;
    const limitMs =
      wanted.has(window.profileId) || window.isWaitingForUser ? agent.timing.idleWindowMs : agent.timing.cooldownMs;
    if (idleMs > limitMs) await closeWindow(agent, window.profileId);
  }
}
