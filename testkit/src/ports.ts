import { once } from 'node:events';
import type { Server } from 'node:net';
import getPort from 'get-port';

/** Returns a free port on 127.0.0.1. Uses the preferred port if it is free. */
export function freePort(preferred = 0): Promise<number> {
  return getPort({ host: '127.0.0.1', ...(preferred === 0 ? {} : { port: preferred }) });
}

/** Makes a server listen on a free port on 127.0.0.1. Returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
