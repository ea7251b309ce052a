import { seconds } from '../checks/figures.ts';
import { secondsUntil } from '../checks/until.ts';
import type { Drill } from './drill.ts';
import { inTrouble } from './trouble.ts';

const backWithinSeconds = 60;

export const rollingRestart: Drill = {
  about: 'The servers restart one after another, and no call fails.',
  run: (options) =>
    inTrouble(options, {
      happen: async ({ nodes, balancer }, { log }) => {
        log.phase = 'calm';
        const startedAt = performance.now();
        for (const [index, node] of nodes.entries()) {
          await node.stop();
          await node.start();
          const waited = await secondsUntil(() => balancer.isUsing(index), backWithinSeconds);
          if (waited === undefined) log.faults.push(`the balancer did not use ${node.name} again after its restart`);
        }
        return [['all servers restarted within', seconds((performance.now() - startedAt) / 1000)]];
      },
    }),
};
