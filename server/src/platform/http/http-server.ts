import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import compress from '@fastify/compress';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { describeApi } from './api-documents.ts';
import { handleError } from './error-handler.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { limitConnections, timeouts } from './connection-limits.ts';
import { proxyTrust } from './trusted-proxies.ts';

type Options = { config: Config; log: Logger; version: string; metrics: Metrics };

/** Creates the HTTP server with everything that all routes share. Features add their routes to it. */
export async function createHttpServer({ config, log, version, metrics }: Options): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Use the server's logger for every request, because creating one for each would take about 1% of a call's time.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    trustProxy: proxyTrust(config.trustProxy),
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    // Accept only upgrades to WebSocket. Some clients offer an upgrade to HTTP/2 (`Upgrade: h2c`) and expect a normal response if the
    // server ignores the offer.
    http: { headersTimeout: timeouts.headersMs, shouldUpgradeCallback: ({ headers }) => isWebSocket(headers) },
    bodyLimit: 1024 * 1024,
    // Some URLs contain the path to a Firefox profile. A path can have a thousand characters, and URL encoding can turn each of them into
    // as many as twelve.
    routerOptions: { maxParamLength: 12_000 },
    frameworkErrors: handleError,
    forceCloseConnections: 'idle',
    // Proxies reuse connections. If a request arrives on an open connection while the server is closing, the server responds before closing
    // the connection.
    return503OnClosing: false,
  });
  limitConnections(http.server, config, log);
  readJsonOnly(http);
  http.setErrorHandler(handleError);
  http.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  logEveryCall(http);
  countEveryCall(http, metrics);
  await addSecurityHeaders(http, config);
  await http.register(compress, { threshold: 1024 });
  await describeApi(http, version);
  return http;
}

function isWebSocket({ upgrade }: IncomingHttpHeaders): boolean {
  return upgrade?.toLowerCase() === 'websocket';
}

function readJsonOnly(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}

function logEveryCall(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    // Log the route's pattern instead of the URL, which may contain a code or a ticket.
    const path = request.routeOptions.url ?? '(no route)';
    request.log.debug(
      { reqId: request.id, method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request answered',
    );
    done();
  });
}

function countEveryCall(http: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  http.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request);
    requests.inc({ operation, status: reply.statusCode });
    requestSeconds.observe({ operation }, reply.elapsedTime / 1000);
    done();
  });
}

/** Returns the request's operation ID in the OpenAPI document, or `other` for files, pages and unknown URLs. */
function operationOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.schema?.operationId ?? 'other';
}
