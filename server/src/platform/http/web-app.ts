import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import type { Config } from '../config.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { AppError } from './app-error.ts';
import { handleError } from './error-handler.ts';
import { originOf } from './request-origin.ts';

const notBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  "<title>Sandpiper</title><p>The server is running, but its web app hasn't been built yet. Stop the server and start it with <code>npm start</code>.";

/** The placeholders in built files for this server's own origin, and for who may register. */
const placeholderOrigin = 'https://sandpiper.example';
const placeholderRegistration = 'data-registration="open"';
/** The landing page's placeholders for the length of the trial, and for the addresses of the terms and the privacy policy. */
const placeholderTrialDays = '{trial-days}';
const placeholderTerms = '{terms-url}';
const placeholderPrivacy = '{privacy-url}';

const fallback = { file: '__spa-fallback.html', type: 'text/html; charset=utf-8' };
/** The files, in addition to {@link fallback}, in which the server replaces placeholders, by URL path. Crawlers need absolute URLs. */
const completedFiles = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/sitemap.xml': { file: 'sitemap.xml', type: 'application/xml; charset=utf-8' },
  '/robots.txt': { file: 'robots.txt', type: 'text/plain; charset=utf-8' },
};

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the built web app: the landing page at /, and the app at every other page path. */
export async function serveWebApp({ http, config }: App, readRegistration: () => Promise<string>): Promise<void> {
  const { webDir, publicUrl } = config;
  const senderOf = async ({ file, type }: typeof fallback): Promise<Send | null> => {
    const built = await readFile(join(webDir, file), 'utf8').catch(() => null);
    if (built === null) return null;
    return async (request, reply) => {
      const origin = publicUrl ?? originOf(request) ?? placeholderOrigin;
      const completed = withSettings(built.replaceAll(placeholderOrigin, origin), config).replace(
        placeholderRegistration,
        `data-registration="${await readRegistration()}"`,
      );
      return reply.header('cache-control', 'no-cache').header('vary', 'Host').type(type).send(completed);
    };
  };
  const sendApp = await senderOf(fallback);
  if (sendApp !== null) await serveFiles(http, webDir);
  for (const [path, file] of Object.entries(completedFiles)) {
    const send = await senderOf(file);
    if (send !== null) http.get(path, { schema: { hide: true } }, send);
  }
  http.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request)) return sendApp === null ? sendNotBuilt(reply) : sendApp(request, reply);
    handleError(new AppError('not_found', "This address doesn't exist."), request, reply);
    return reply;
  });
}

/**
 * Adds to a page the settings that visitors need before they sign in: as attributes of its <html> element, for its scripts and styles, and
 * in place of the placeholders in its text. The page's styles hide what isn't set.
 */
function withSettings(page: string, { sandbox, trialDays, termsUrl, privacyUrl }: Config): string {
  const terms = escapeMarkup(termsUrl ?? '');
  const privacy = escapeMarkup(privacyUrl ?? '');
  const attributes = [
    placeholderRegistration,
    sandbox ? 'data-sandbox=""' : '',
    trialDays === 0 ? '' : `data-trial-days="${trialDays}"`,
    termsUrl === null ? '' : `data-terms-url="${terms}"`,
    privacyUrl === null ? '' : `data-privacy-url="${privacy}"`,
  ];
  // The replacements are functions because `$` has a special meaning in replacement strings.
  return page
    .replace(placeholderRegistration, () => attributes.filter((attribute) => attribute !== '').join(' '))
    .replaceAll(placeholderTrialDays, String(trialDays))
    .replaceAll(placeholderTerms, () => terms)
    .replaceAll(placeholderPrivacy, () => privacy);
}

async function serveFiles(http: FastifyInstance, root: string): Promise<void> {
  const assetsRoot = join(root, 'assets');
  // Send a compressed copy instead of the file if there is one that the browser accepts.
  await http.register(fastifyStatic, { root: assetsRoot, serve: false, preCompressed: true });
  const assets = new Set(await readdir(assetsRoot));
  // If the plugin created a route for each of these files, the server would start 50 ms later. If the plugin created one route for all of
  // them, it would read the whole folder for each request.
  http.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    if (!assets.has(name)) return reply.callNotFound();
    // File names contain a hash of their content.
    return reply.sendFile(name, assetsRoot, { maxAge: '1y', immutable: true });
  });
  const completed = new Set([fallback, ...Object.values(completedFiles)].map(({ file }) => file));
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isFile() || completed.has(entry.name)) continue;
    http.get(`/${entry.name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(entry.name, root, { cacheControl: false }),
    );
  }
}

function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/socket.io')) return false;
  // People who open an unknown URL get the app, which redirects to the landing page. A missing script gets a 404.
  const isOpenedByPerson = request.headers.accept?.includes('text/html') ?? false;
  return !path.startsWith('/assets/') && (extname(path) === '' || isOpenedByPerson);
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
}
