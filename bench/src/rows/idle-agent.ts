import type { Effort, Line, Row } from '../row.ts';
import { pairComputer } from '../sending-computer.ts';
import { inPostgres } from '../system/postgres-place.ts';
import { withRecordedServer } from '../system/recording.ts';

/** Counts statements instead of time, so one round is enough. It leaves out the sweep's, because that runs once for everybody. */
async function measure({ rounds }: Effort): Promise<Line[]> {
  return inPostgres((place) =>
    withRecordedServer(place, async (server, statementsOf) => {
      const { sync } = await pairComputer(server, server.owner);
      await sync();
      const perCall: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const statements = await statementsOf(sync);
        perCall.push(
          statements.filter(({ text }) =>
            /agent_tokens|agent_requests|profiles|restores|statement_timestamp\(\) AS time/.test(text),
          ).length,
        );
      }
      return [
        {
          what: 'a heartbeat with nothing to do',
          yardstick: 'the one statement that records it',
          unit: 'statements',
          ours: perCall,
          theirs: perCall.map(() => 1),
          aim: { atMost: 1 },
        },
      ];
    }),
  );
}

export const idleRow: Row = { name: 'idle-agent', what: 'statements of an idle agent in 15 seconds', measure };
