import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Resets the connection after the first bytes of a response. Without any bytes, a browser silently retries the request if
 * it reused a connection.
 */
export function breakConnection(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  reply.hijack();
  socket.write('HTTP/1.1 200 OK\r\nContent-', () => {
    socket.resetAndDestroy();
  });
}
