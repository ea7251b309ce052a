import type { Drill } from './drill.ts';
import { inTrouble, waitForUnavailableCalls } from './trouble.ts';

export const databaseRestart: Drill = {
  about: 'The database stops and starts again.',
  run: (options) =>
    inTrouble(options, {
      happen: async ({ postgres }, load) => {
        await postgres.end();
        const noticed = await waitForUnavailableCalls(load, options.agents);
        await postgres.begin();
        return [noticed];
      },
    }),
};
