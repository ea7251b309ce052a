import getPort from 'get-port';

/** Returns a free port on 127.0.0.1. Uses the preferred port if it is free. */
export function freePort(preferred = 0): Promise<number> {
  return getPort({ host: '127.0.0.1', ...(preferred === 0 ? {} : { port: preferred }) });
}
