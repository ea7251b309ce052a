import { checkPromise } from '../checks/promise.ts';
import { callFigures, seconds } from '../checks/figures.ts';
import { recover } from '../checks/recovery.ts';
import { growthFaults, usageFigures, measureUsage } from '../checks/usage.ts';
import { secondsUntil } from '../checks/until.ts';
import { inCluster } from '../cluster/cluster.ts';
import type { Cluster, ClusterOptions } from '../cluster/cluster.ts';
import { underLoad } from '../load/load.ts';
import type { Load } from '../load/load.ts';
import type { DrillOptions, Outcome } from './drill.ts';

export type Trouble = {
  postgres?: ClusterOptions['postgres'];
  /** Whether calls may go unanswered while something is broken. */
  mayLose?: boolean;
  /** Breaks something, waits until callers have noticed, and repairs it. Returns labeled figures. */
  happen: (cluster: Cluster, load: Load) => Promise<[what: string, figure: string][]>;
};

const beginWithinSeconds = 120;

/**
 * Breaks something in a cluster while a light load keeps sending messages. Afterward, everything must recover automatically.
 */
export function inTrouble(
  options: DrillOptions,
  { postgres = {}, mayLose = false, happen }: Trouble,
): Promise<Outcome> {
  const { servers, agents, browsers } = options;
  // In sandbox mode, each account sends a message every four seconds.
  return inCluster({ servers, postgres, settings: { SANDBOX: '1' } }, (cluster) =>
    underLoad(cluster, { agents, browsers, people: 2000, arrivalMs: 2000 }, async (load) => {
      const { log, ledger, devices } = load;
      log.mayWaitLong = options.isBusy;
      const isBusy = () => ledger.size >= agents && devices.every((device) => device.isConnected());
      if ((await secondsUntil(isBusy, beginWithinSeconds)) === undefined) return neverBegan(load);
      const before = await measureUsage(cluster);
      log.phase = 'trouble';
      log.mayLose = mayLose;
      const figures = await happen(cluster, load);
      const recovery = await recover(cluster, load);
      const after = await measureUsage(cluster);
      return {
        figures: [
          ...figures,
          ['everything works again after', seconds(recovery.seconds)],
          ['messages sent', `${ledger.size}`],
          ...callFigures(log),
          ...usageFigures(before, after),
        ],
        faults: [
          ...log.faults,
          ...recovery.faults,
          ...growthFaults(before, after),
          ...(await checkPromise(cluster, ledger)),
        ],
      };
    }),
  );
}

function neverBegan({ log, ledger, devices }: Load): Outcome {
  const connected = devices.filter((device) => device.isConnected()).length;
  const what = `after ${beginWithinSeconds} s, only ${ledger.size} messages were sent, and ${connected} of ${devices.length} devices were connected`;
  return { figures: callFigures(log), faults: [what, ...log.faults] };
}

const noticeWithinSeconds = 60;

/**
 * Waits until `more` additional calls have failed because a server was unavailable. Returns how long that took, as a labeled figure. If it
 * takes longer than a minute, adds a fault to the log.
 */
export async function waitForUnavailableCalls({ log }: Load, more: number): Promise<[what: string, figure: string]> {
  const enough = log.unavailable + more;
  const waited = await secondsUntil(() => log.unavailable >= enough, noticeWithinSeconds);
  if (waited === undefined)
    log.faults.push(`within ${noticeWithinSeconds} s, too few calls failed because a server was unavailable`);
  return ['until callers got a 503', waited === undefined ? 'never' : seconds(waited)];
}
