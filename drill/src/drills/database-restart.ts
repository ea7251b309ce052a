import type { Drill } from './drill.ts';
import { inTrouble, untilToldUnavailable } from './trouble.ts';

export const databaseRestart: Drill = {
  about: 'The database stops and starts again.',
  run: (options) =>
    inTrouble(options, {
      happen: async ({ postgres }, load) => {
        await postgres.end();
        const told = await untilToldUnavailable(load, options.agents);
        await postgres.begin();
        return [told];
      },
    }),
};
