import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** The response headers that pages of other origins can read. */
const exposedHeaders = ['content-disposition', 'retry-after', 'x-request-id'];
const pages = ['index.html', '__spa-fallback.html'];

const strictSeconds = 31_536_000;
const strictTransport = `max-age=${strictSeconds}`;

type Options = Pick<Config, 'webDir' | 'publicUrl' | 'allowedOrigins'>;

/**
 * Adds strict headers to pages and files. Inline scripts run only if their hash matches one in the built pages. Also lets the allowed
 * origins call the API.
 */
export async function addSecurityHeaders(
  http: FastifyInstance,
  { webDir, publicUrl, allowedOrigins }: Options,
): Promise<void> {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const scriptHashes = await inlineScriptHashes(webDir);
  // Tokens are sent in a header, so CORS requests don't need cookies.
  if (allowedOrigins.length > 0) {
    await http.register(cors, {
      origin: [...allowedOrigins],
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders,
    });
  }
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        scriptSrcAttr: ["'none'"],
        // Component libraries set sizes and positions as inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...allowedOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isSecure ? { maxAge: strictSeconds, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: isSecure ? { policy: 'same-origin' } : false,
    originAgentCluster: isSecure,
  });
}

/**
 * Returns the headers for JSON responses, which browsers don't show as pages. There are only a few headers, because the full set would
 * often be longer than the response.
 */
export function jsonHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': strictTransport } : {}),
  };
}

async function inlineScriptHashes(webDir: string): Promise<string[]> {
  const texts = await Promise.all(pages.map((page) => readFile(join(webDir, page), 'utf8').catch(() => '')));
  const scripts = texts.flatMap((text) => [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)]);
  const hashes = scripts.map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  );
  return [...new Set(hashes)];
}
