import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { breakConnection } from './connection.ts';

const types: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
const folder = new URL('../client/', import.meta.url);

/** Serves the scripts and the style sheet. They are read from disk once, at the start. */
export function staticRoutes(app: FastifyInstance): void {
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const content = readFileSync(new URL(name, folder), 'utf8');
    app.get(`/static/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
  // To crash, a page goes to this path, where the connection breaks.
  app.get('/static/gone', (request, reply) => breakConnection(request, reply));
}
