import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/*
 * Opens only the embedded database in the data folder of a stopped server. Prints how many milliseconds pass from the start of this process
 * until the database answers. If the second argument is "memory", prints how many megabytes the process then uses.
 */

const [dataDir = '', what = 'time'] = process.argv.slice(2);
const postgres = await PGlite.create({ dataDir: join(dataDir, 'postgres'), extensions: { pg_trgm } });
await postgres.query('SELECT count(*) FROM users');
const ms = performance.now();
const status = await readFile('/proc/self/status', 'utf8');
const megabytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
console.log(what === 'memory' ? megabytes : ms);
await postgres.close();
