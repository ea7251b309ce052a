import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { subscriberOf } from './network.ts';
import { OpenCounts } from './open-counts.ts';
import { proxyTrust } from './trusted-proxies.ts';

export const timeouts = {
  /** How long a request's headers can take to arrive. */
  headersMs: 20_000,
  /** How long a whole request can take to arrive. The largest allowed body, 8 MiB, takes 67 seconds at 1 Mbit/s. */
  requestMs: 120_000,
  /** How long a connection can be idle in both directions. Without this limit, a client that stops reading could keep a download open. */
  idleMs: 120_000,
};

/** The maximum share of all connections that one IP address can use. */
const addressShare = 0.1;
const logEveryMs = 60_000;

/**
 * Limits how many connections may be open in total and from one IP address. The limit per address doesn't apply to trusted proxies, which
 * connect on behalf of many visitors.
 */
export function limitConnections(
  server: Server,
  { maxConnections, trustProxy }: Pick<Config, 'maxConnections' | 'trustProxy'>,
  log: Logger,
): void {
  const isProxy = proxyTrust(trustProxy);
  const maxFromAddress = Math.ceil(maxConnections * addressShare);
  const open = new OpenCounts<string>();
  const warn = warningEvery(logEveryMs, log);
  server.maxConnections = maxConnections;
  server.on('drop', () => warn({ maxConnections }, 'too many connections are open: new ones are refused'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress, 0)) return;
    const address = subscriberOf(remoteAddress);
    if (open.of(address) >= maxFromAddress) {
      socket.destroy();
      warn({ address, maxFromAddress }, 'too many connections from one address are open: new ones are refused');
      return;
    }
    socket.once('close', open.begin(address));
  });
}

/** Returns a function that logs at most one warning every `ms` milliseconds and drops the others. */
function warningEvery(ms: number, log: Logger): (facts: object, text: string) => void {
  let nextAt = 0;
  return (facts, text) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + ms;
    log.warn(facts, text);
  };
}
