import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { handleError } from './error-handler.ts';

const notBuilt =
  '<!doctype html><title>Not built</title><p>The server runs, but its web app was not built yet. Run <code>npm start</code>.';

/** Serves the built web app: the landing page at /, the app itself at every path that is neither a file nor a call. */
export async function serveWebApp(http: FastifyInstance, webDir: string): Promise<void> {
  const isBuilt = await access(join(webDir, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets carry a hash of their content.
        const isImmutable = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) {
      handleError(new AppError('not_found', 'There is no such address.'), request, reply);
      return reply;
    }
    return isBuilt ? reply.sendFile('__spa-fallback.html') : sendNotBuilt(reply);
  });
}

function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/socket.io')) return false;
  return !path.startsWith('/assets/') && extname(path) === '';
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
}
