import type { AccountWindow } from '../../browser/window.registry.ts';
import type { AgentContext } from '../agent.context.ts';

/**
 * Room for one more window for work: the one that has waited longest makes place. False when all are busy. The user's
 * windows need memory as well, but never take the last place.
 */
export async function makeRoom(agent: AgentContext, profileId: number): Promise<boolean> {
  const open = agent.windows.list();
  if (open.some((window) => window.profileId === profileId)) return true;
  const ours = open.filter((window) => !window.isForUser);
  const places = Math.max(1, agent.maxWindows - (open.length - ours.length));
  if (ours.length < places) return true;
  // Where the owner may be answering something, the window goes last.
  const rank = (window: AccountWindow): number =>
    window.usedAt + (window.isWaitingForUser ? agent.timing.idleWindowMs : 0);
  const idle = ours.filter((window) => !window.isBusy).toSorted((one, other) => rank(one) - rank(other))[0];
  if (idle === undefined) return false;
  await agent.windows.close(idle.profileId);
  return true;
}

/** Closes windows that nothing was done in for a while; sooner where nobody is left to message. */
export async function closeIdle(
  agent: AgentContext,
  wanted: ReadonlySet<number>,
  isTaken: (id: number) => boolean,
): Promise<void> {
  for (const window of agent.windows.list()) {
    if (window.isBusy || window.isForUser || isTaken(window.profileId)) continue;
    const idleMs = performance.now() - window.usedAt;
    const limitMs =
      wanted.has(window.profileId) || window.isWaitingForUser ? agent.timing.idleWindowMs : agent.timing.cooldownMs;
    if (idleMs > limitMs) await agent.windows.close(window.profileId);
  }
}
