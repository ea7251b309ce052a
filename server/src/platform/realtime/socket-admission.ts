import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { CallLimits } from '../http/call-limits.ts';
import { addressOf, proxyTrust } from '../http/trusted-proxies.ts';
import { WaitingSockets } from './waiting-sockets.ts';

/** How long a client may take to sign in after it has opened a connection. */
export const signInMs = 20_000;
const maxWaiting = { total: 1000, fromAddress: 100 };
/** Limits the log entries, because a client could send any number of different origins. */
const maxOriginsLogged = 20;

/**
 * Checks whether the web page that opens a live connection may do so. Only pages of this server and of the origins in `ALLOWED_ORIGINS`
 * may. Browsers send the page's origin. Agents send no origin, so they are always allowed.
 */
export function isAllowedOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true;
  // Behind a proxy, the server may not know whether the page was loaded over HTTPS, so only the host is compared.
  return origin === publicUrl || allowedOrigins.includes(origin) || URL.parse(origin)?.host === host;
}

type Answer = (refusal: string | null, isAllowed: boolean) => void;
/** Emits `close` when the connection closes. */
type Connection = { request: IncomingMessage; once: (event: 'close', listener: () => void) => void };

export type SocketAdmission = {
  /** Decides whether a connection may be opened. */
  allowRequest: (request: IncomingMessage, answer: Answer) => void;
  /** Counts an open connection until the client has signed in or the connection is closed. */
  opened: (connection: Connection) => void;
  signedIn: (connection: object) => void;
};

/** Refuses connections from web pages whose origin isn't allowed, and limits how many connections may be open without being signed in. */
export function createSocketAdmission(config: Config, callLimits: CallLimits, log: Logger): SocketAdmission {
  const waiting = new WaitingSockets({
    total: callLimits.scaled(maxWaiting.total),
    fromAddress: callLimits.scaled(maxWaiting.fromAddress),
  });
  const isProxy = proxyTrust(config.trustProxy);
  const endings = new WeakMap<object, () => void>();
  const refused = new Set<string>();
  return {
    allowRequest: (request, answer) => {
      if (!isAllowedOrigin(request, config)) {
        const { origin = '' } = request.headers;
        if (!refused.has(origin) && refused.size < maxOriginsLogged) {
          refused.add(origin);
          log.warn({ origin }, 'live connections from another origin are refused: see ALLOWED_ORIGINS and PUBLIC_URL');
        }
        answer('Origin not allowed', false);
        return;
      }
      const hasRoom = waiting.hasRoom(addressOf(request, isProxy));
      answer(hasRoom ? null : 'Too many connections', hasRoom);
    },
    opened: (connection) => {
      const end = waiting.begin(addressOf(connection.request, isProxy));
      endings.set(connection, end);
      connection.once('close', end);
    },
    signedIn: (connection) => endings.get(connection)?.(),
  };
}
