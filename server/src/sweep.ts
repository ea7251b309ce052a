import { randomUUID } from 'node:crypto';
import { announcePresence } from './features/agent-tokens/agent-tokens.service.ts';
import { forgetShownReports, settleExpiredRequests } from './features/agent-requests/agent-requests.service.ts';
import { listOwnersOfNewlyOfflineAgents } from './features/agent/agent.service.ts';
import { dropEndedSessions } from './features/auth/sessions.service.ts';
import { beginDueBackup } from './features/backups/backups.service.ts';
import { finishDeletions } from './features/campaigns/campaign-deletion.service.ts';
import { startDueCampaigns } from './features/campaigns/campaign-schedule.service.ts';
import { settleStuckCampaigns } from './features/campaigns/campaign-settle.service.ts';
import { dropOldExports } from './features/data-export/data-export.service.ts';
import { cleanUpImports } from './features/imports/import-clean-up.service.ts';
import { addUpListCounts } from './features/lists/list-counts.service.ts';
import { writeNoticeMails } from './features/notices/notice-mail.service.ts';
import {
  deleteOldNotices,
  notifyAgentsAway,
  notifyAgentUpdates,
  notifyEndingSubscriptions,
} from './features/notices/notice-sweep.service.ts';
import { forgetOldChanges } from './features/people-changes/change-sweep.service.ts';
import { dropOldInvitations } from './features/registration/invitations.service.ts';
import { deleteOutdated } from './features/retention/retention-sweep.service.ts';
import { deleteDueUsers } from './features/user-deletion/user-deletion.service.ts';
import {
  endStaleClaims,
  markLongUnreportedUnknown,
  pauseWithoutSubscription,
} from './features/sending/sending-sweep.service.ts';
import { startDueChecks } from './features/unread-checks/automatic-checks.service.ts';
import type { App } from './platform/app-context.ts';
import { continueJobs } from './platform/background-jobs.ts';
import { endSweepLease, takeSweepLease } from './platform/database/sweep-lease.store.ts';
import { deleteEndedAttempts } from './platform/http/attempts.store.ts';
import { resealInSweep } from './platform/secrets/resealing.ts';

const sweepSeconds = 5;
/**
 * How long a process leases the sweep. The lease is renewed before each step. If the process dies or freezes, another process takes over
 * after this time.
 */
const leaseSeconds = 30;

type Step = { name: string; run: () => Promise<unknown>; everySeconds?: number };

function stepsOf(app: App, maintain: () => Promise<void>): Step[] {
  return [
    { name: 'expired claims', run: () => endStaleClaims(app) },
    { name: 'unreported messages', run: () => markLongUnreportedUnknown(app) },
    { name: 'campaigns without an account', run: () => settleStuckCampaigns(app) },
    { name: 'campaigns due to start', run: () => startDueCampaigns(app) },
    { name: 'unread checks due to start', run: () => startDueChecks(app), everySeconds: 15 },
    { name: 'ended subscriptions', run: () => pauseWithoutSubscription(app), everySeconds: 60 },
    { name: 'expired requests', run: () => settleExpiredRequests(app) },
    { name: 'viewed diagnostic reports', run: () => forgetShownReports(app), everySeconds: 60 },
    { name: 'waiting jobs', run: () => continueJobs(app) },
    { name: 'unfinished deletions', run: () => finishDeletions(app) },
    { name: 'expired imports', run: () => cleanUpImports(app), everySeconds: 60 },
    { name: 'list counts', run: () => addUpListCounts(app), everySeconds: 15 },
    { name: 'disconnected agents', run: () => notifyAgentsAway(app), everySeconds: 15 },
    { name: 'ending subscriptions', run: () => notifyEndingSubscriptions(app), everySeconds: 300 },
    { name: 'agent updates', run: () => notifyAgentUpdates(app), everySeconds: 300 },
    { name: 'notice emails', run: () => writeNoticeMails(app) },
    { name: 'old notices', run: () => deleteOldNotices(app), everySeconds: 3600 },
    { name: 'ended sessions', run: () => dropEndedSessions(app), everySeconds: 3600 },
    { name: 'old changes to people', run: () => forgetOldChanges(app), everySeconds: 600 },
    { name: 'old exports', run: () => dropOldExports(app), everySeconds: 600 },
    { name: 'old invitations', run: () => dropOldInvitations(app), everySeconds: 3600 },
    { name: 'old data', run: () => deleteOutdated(app), everySeconds: 60 },
    { name: 'users to delete', run: () => deleteDueUsers(app), everySeconds: 60 },
    { name: 'expired attempts', run: () => deleteEndedAttempts(app.db) },
    { name: 'values encrypted with earlier keys', run: () => resealInSweep(app), everySeconds: 10 },
    { name: 'database maintenance', run: maintain },
    { name: 'backups', run: () => beginDueBackup(app) },
    { name: 'silent agents', run: createSilenceAnnouncer(app) },
  ];
}

/**
 * Returns a function that updates the agent's status in the browsers of users whose agents have gone offline since the last call. The first
 * call looks back over the longest time that taking over the sweep from another process can take.
 */
function createSilenceAnnouncer(app: App): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const secondsAgo = (performance.now() - lookedAt) / 1000;
    lookedAt = performance.now();
    const owners = await listOwnersOfNewlyOfflineAgents(app.db, Math.min(secondsAgo, leaseSeconds + sweepSeconds));
    for (const userId of owners) await announcePresence(app, userId);
  };
}

export type Sweep = {
  /**
   * Runs the steps that are due, unless another process holds the lease. Expired claims and unreported messages keep their state until a
   * sweep.
   */
  run: () => Promise<void>;
  /** Releases the lease, so that another process can take over immediately. */
  end: () => Promise<void>;
};

/** Creates a sweep. Only one of the processes that share a database sweeps at a time. A failing step doesn't stop the others. */
export function createSweep(app: App, maintain: () => Promise<void>): Sweep {
  const holder = randomUUID();
  const isAlone = app.config.databaseUrl === null;
  const steps = stepsOf(app, maintain);
  const dueAt = new Map<Step, number>();
  return {
    run: async () => {
      for (const step of steps) {
        if (performance.now() < (dueAt.get(step) ?? 0)) continue;
        if (!isAlone && !(await takeSweepLease(app.db, holder, leaseSeconds))) return;
        dueAt.set(step, performance.now() + (step.everySeconds ?? 0) * 1000);
        await step.run().catch((err: unknown) => app.log.error({ err, step: step.name }, 'a step of the sweep failed'));
      }
    },
    end: async () => {
      if (!isAlone) await endSweepLease(app.db, holder);
    },
  };
}

/**
 * Sweeps every few seconds, one sweep at a time. Returns a function that stops sweeping, waits for the current sweep and releases the
 * lease.
 */
export function startSweeping(app: App, { run, end }: Sweep): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay = Promise.resolve();
  const logFailure = (err: unknown) => app.log.error({ err }, 'the sweep failed');
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = run().catch(logFailure).then(schedule);
    }, sweepSeconds * 1000);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
    await end().catch(logFailure);
  };
}
