import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether this port of the loopback address can be had now; 0 asks for any. Answers the port, or `undefined`. */
async function tryPort(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return undefined;
    throw error;
  }
  const { port: found } = server.address();
  server.close();
  await once(server, 'close');
  return found;
}

/** A free port of the loopback address: the wanted one when it is free. */
export async function freePort(wanted = 0) {
  return (await tryPort(wanted)) ?? tryPort(0);
}
