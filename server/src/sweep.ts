import { announcePresence } from './features/agent-tokens/agent-tokens.service.ts';
import { settleStaleRequests } from './features/agent-requests/agent-requests.service.ts';
import { listFallenSilentOwners } from './features/agent/agent.service.ts';
import { finishDeletions } from './features/campaigns/campaign-deletion.service.ts';
import { expireStaleLeases, pauseUnpaid } from './features/sending/settle.service.ts';
import type { App } from './platform/app-context.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { forgetEndedAttempts } from './platform/http/attempts.store.ts';

export const sweepSeconds = 5;

/** Settles what time alone changed, so that people need not look first. Nothing depends on it. */
async function sweep(app: App, { maintain }: Pick<OpenDatabase, 'maintain'>): Promise<void> {
  await expireStaleLeases(app);
  await pauseUnpaid(app);
  await settleStaleRequests(app);
  await finishDeletions(app);
  await forgetEndedAttempts(app.db);
  await maintain();
  for (const userId of await listFallenSilentOwners(app, sweepSeconds)) await announcePresence(app, userId);
}

/** Sweeps every few seconds, one sweep at a time; answers how to stop, which waits for the one under way. */
export function startSweeping(app: App, database: OpenDatabase): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay = Promise.resolve();
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = sweep(app, database)
        .catch((err: unknown) => app.log.error({ err }, 'sweep failed'))
        .then(schedule);
    }, sweepSeconds * 1000);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
