import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Resets the connection after the first bytes of an answer: a browser silently repeats a request whose reused connection was
 * reset before any.
 */
export function breakConnection(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  reply.hijack();
  socket.write('HTTP/1.1 200 OK\r\nContent-', () => {
    socket.resetAndDestroy();
  });
}
