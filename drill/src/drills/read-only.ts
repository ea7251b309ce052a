import type { Drill } from './drill.ts';
import { inTrouble, waitForUnavailableCalls } from './trouble.ts';

export const readOnly: Drill = {
  about: 'The database is read-only, like a standby before it takes over.',
  run: (options) =>
    inTrouble(options, {
      happen: async ({ sql }, load) => {
        await sql('ALTER SYSTEM SET default_transaction_read_only = on');
        await sql('SELECT pg_reload_conf()');
        const noticed = await waitForUnavailableCalls(load, options.agents);
        await sql('ALTER SYSTEM RESET default_transaction_read_only');
        await sql('SELECT pg_reload_conf()');
        return [noticed];
      },
    }),
};
