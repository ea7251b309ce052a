import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Resets the connection after the first bytes of a response. If no bytes arrived, a browser that had reused the connection
 * would silently retry the request.
 */
export function breakConnection(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  reply.hijack();
  socket.write('HTTP/1.1 200 OK\r\nContent-', () => {
    socket.resetAndDestroy();
  });
}
