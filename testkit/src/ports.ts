import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';
import getPort from 'get-port';

/**
 * Ports below the range from which the system itself assigns ports. That range begins at 32768 on Linux, and at 49152 on macOS and Windows.
 * A port in that range could be taken between the moment it is chosen and the moment a program listens on it, or while a program restarts.
 */
const [first, end] = [15_000, 32_768];
const tries = 100;

/** Returns a free port on 127.0.0.1. Uses the preferred port if it is free. */
export function freePort(preferred = 0): Promise<number> {
  const candidates = Array.from({ length: tries }, () => randomInt(first, end));
  return getPort({ host: '127.0.0.1', port: preferred === 0 ? candidates : [preferred, ...candidates] });
}

/** Makes a server listen on a free port on 127.0.0.1. Returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
