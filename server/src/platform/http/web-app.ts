import { access, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { handleError } from './error-handler.ts';
import { originOf } from './request-origin.ts';

const notBuilt =
  "<!doctype html><title>Not built</title><p>The server is running, but its web app hasn't been built yet. Run <code>npm start</code>.";

/** The placeholder in built files for this server's own address. */
const placeholderOrigin = 'https://sandpiper.example';
/** Files that contain this site's own address, by path. Crawlers need the full address, with the host. */
const addressedFiles = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/sitemap.xml': { file: 'sitemap.xml', type: 'application/xml; charset=utf-8' },
  '/robots.txt': { file: 'robots.txt', type: 'text/plain; charset=utf-8' },
};

type WebAppOptions = { webDir: string; publicUrl: string | null };

/** Serves the built web app: the landing page at /, and the app at every path that is neither a file nor a call. */
export async function serveWebApp(http: FastifyInstance, { webDir, publicUrl }: WebAppOptions): Promise<void> {
  const isBuilt = await access(join(webDir, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      cacheControl: false,
      globIgnore: Object.values(addressedFiles).map(({ file }) => file),
      setHeaders: (reply, path) => {
        // Names under assets contain a hash of their content.
        const isImmutable = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    await serveAddressedFiles(http, { webDir, publicUrl });
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) {
      handleError(new AppError('not_found', "This address doesn't exist."), request, reply);
      return reply;
    }
    return isBuilt ? reply.sendFile('__spa-fallback.html') : sendNotBuilt(reply);
  });
}

async function serveAddressedFiles(http: FastifyInstance, { webDir, publicUrl }: WebAppOptions): Promise<void> {
  for (const [path, { file, type }] of Object.entries(addressedFiles)) {
    const built = await readFile(join(webDir, file), 'utf8').catch(() => null);
    if (built === null) continue;
    http.get(path, { schema: { hide: true } }, (request, reply) => {
      const origin = publicUrl ?? originOf(request) ?? placeholderOrigin;
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'Host')
        .type(type)
        .send(built.replaceAll(placeholderOrigin, origin));
    });
  }
}

function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/socket.io')) return false;
  // People who open an unknown address get the app, which leads to the landing page. A missing script gets a 404.
  const isOpenedByPerson = request.headers.accept?.includes('text/html') ?? false;
  return !path.startsWith('/assets/') && (extname(path) === '' || isOpenedByPerson);
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
}
