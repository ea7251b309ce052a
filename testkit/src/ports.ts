import getPort from 'get-port';

/** A free port on the loopback address: the preferred one if it is free. */
export function freePort(preferred = 0): Promise<number> {
  return getPort({ host: '127.0.0.1', ...(preferred === 0 ? {} : { port: preferred }) });
}
