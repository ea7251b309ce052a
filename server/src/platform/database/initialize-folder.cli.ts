import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/* Creates the files of an embedded database. Argument: the folder. */

const postgres = await PGlite.create({ dataDir: process.argv[2] ?? '', extensions: { btree_gin, pg_trgm } });
await postgres.close();
