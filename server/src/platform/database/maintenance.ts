import { setImmediate } from 'node:timers/promises';
import type { Database } from './database.ts';
import { analyzeTable, listWornTables, vacuumTable } from './maintenance.store.ts';

/**
 * What a database server does by itself and the embedded one does not: counts tables anew after much has changed, so that
 * queries are planned well, and clears away rows that are gone.
 */
export async function maintain(db: Database): Promise<void> {
  for (const { name, needs_vacuum, needs_analyze } of await listWornTables(db)) {
    if (needs_vacuum) await vacuumTable(db, name);
    else if (needs_analyze) await analyzeTable(db, name);
    await setImmediate();
  }
}
