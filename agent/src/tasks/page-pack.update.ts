import { messageOf } from '../platform/errors.ts';
import type { AgentContext } from './agent.context.ts';
import type { SyncAnswer } from './sync.ts';

/** Creates a function that updates the page pack to the one that the server offers. If that fails, the agent keeps its current pack. */
export function createPagePackUpdate(agent: AgentContext) {
  let lastProblem: string | null = null;
  return async (offer: SyncAnswer['page_pack']): Promise<void> => {
    const download = () => agent.api('GET /api/agent/page-pack', {}, { signal: agent.signal });
    const problem = await agent.pagePacks.update(offer, download).then(() => null, messageOf);
    if (problem !== null && problem !== lastProblem) agent.log.warn({ problem }, 'could not update the page pack');
    lastProblem = problem;
  };
}
