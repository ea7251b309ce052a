import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/*
 * Opens only the embedded database in the data folder of a stopped server. Prints how many milliseconds pass from the start of this process
 * until the database answers. If the second argument is "memory", it prints how many megabytes the process uses at that point instead.
 */

const [dataDir = '', what = 'time'] = process.argv.slice(2);
const postgres = await PGlite.create({ dataDir: join(dataDir, 'postgres'), extensions: { btree_gin, pg_trgm } });
await postgres.query('SELECT count(*) FROM users');
const ms = performance.now();
console.log(what === 'memory' ? process.memoryUsage.rss() / 1024 / 1024 : ms);
await postgres.close();
