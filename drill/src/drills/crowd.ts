import { setTimeout as sleep } from 'node:timers/promises';
import { callFigures } from '../checks/figures.ts';
import { checkPromise } from '../checks/promise.ts';
import { grownTables, growthFaults, usageFigures, measureUsage } from '../checks/usage.ts';
import { inCluster } from '../cluster/cluster.ts';
import { underLoad } from '../load/load.ts';
import type { Drill } from './drill.ts';

/** The fraction of the drill's duration during which agents and browsers come online. */
const arrivalShare = 0.2;
const peopleOfOwner = 200;
/** Tables that may grow as messages are sent. */
const recordsOfSending = new Set([
  'account_days',
  'campaign_days',
  'campaign_logs',
  'claims',
  'contacts',
  'notices',
  'people',
  'shared_sends',
]);

export const crowd: Drill = {
  about: 'Many agents and browsers work at their usual pace.',
  run: ({ servers, agents, browsers, seconds }) =>
    inCluster({ servers }, (cluster) => {
      const arrivalMs = seconds * arrivalShare * 1000;
      return underLoad(
        cluster,
        { agents, browsers, people: peopleOfOwner, arrivalMs },
        async ({ log, ledger, devices }) => {
          const before = await measureUsage(cluster);
          await sleep(seconds * (1 - arrivalShare) * 1000);
          const after = await measureUsage(cluster);
          const offline = devices.filter((device) => !device.isConnected()).length;
          const grown = grownTables(before, after);
          const unexpected = [...grown].filter(([name]) => !recordsOfSending.has(name));
          return {
            figures: [
              ['agents, browsers, seconds', `${agents}, ${browsers}, ${seconds}`],
              ['messages sent', `${ledger.size}`],
              ...callFigures(log),
              ...usageFigures(before, after),
              ['rows added', [...grown].map(([name, count]) => `${name} ${count}`).join(', ')],
            ],
            faults: [
              ...log.faults,
              ...(offline === 0 ? [] : [`${offline} devices are not connected`]),
              ...(ledger.size >= agents ? [] : [`only ${ledger.size} messages were sent`]),
              ...unexpected.map(([name, count]) => `the table ${name} grew by ${count} rows`),
              ...growthFaults(before, after),
              ...(await checkPromise(cluster, ledger)),
            ],
          };
        },
      );
    }),
};
