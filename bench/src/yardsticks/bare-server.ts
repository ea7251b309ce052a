import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { statementSchema } from '../system/recording.ts';

/*
 * A server that does as little as possible for the measured calls: each route sends its recorded statements as prepared
 * statements, all at once, and returns their rows as JSON. Arguments: a file with the routes, the database's URL and a port.
 */

const [file = '', connectionString = '', port = ''] = process.argv.slice(2);
const routes = z.record(z.string(), z.array(statementSchema)).parse(JSON.parse(await readFile(file, 'utf8')));
const pool = new pg.Pool({ connectionString, max: 20 });
const http = Fastify();
let name = 0;
for (const [path, statements] of Object.entries(routes)) {
  const named = statements.map((statement) => ({ ...statement, name: `s${(name += 1)}` }));
  http.get(path, () => Promise.all(named.map(async (statement) => (await pool.query(statement)).rows as unknown)));
}
http.get('/api/health', () => 'ready');
await http.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => process.exit(0));
