import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { rolldown } from 'rolldown';
import { breakConnection } from './connection.ts';

const folder = new URL('../client/', import.meta.url);

/** Part of the URLs of the script and the style sheet. Changes with every start, so that browsers can cache both until the next start. */
const version = Date.now().toString(36);
export const scriptUrl = `/static/${version}/page.js`;
export const styleUrl = `/static/${version}/site.css`;

/**
 * Serves the script and the style sheet. Both are read from disk once, at startup. The script's modules are bundled, because Firefox under
 * remote control spends a lot of time on each request.
 */
export async function staticRoutes(app: FastifyInstance): Promise<void> {
  const script = await bundle(new URL('page.js', folder));
  const style = readFileSync(new URL('site.css', folder), 'utf8');
  const cacheControl = 'max-age=86400, immutable';
  app.get(scriptUrl, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', cacheControl).send(script),
  );
  app.get(styleUrl, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', cacheControl).send(style),
  );
  // To simulate a crash, a page goes to this path, where the connection breaks.
  app.get('/static/gone', (request, reply) => breakConnection(request, reply));
}

async function bundle(entry: URL): Promise<string> {
  const build = await rolldown({ input: fileURLToPath(entry) });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output[0].code;
}
