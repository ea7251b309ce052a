import { createServer } from 'node:http';
import { Server } from 'socket.io';

/* A bare socket.io server. Forwards each `report` from a socket to the room that the report names. Argument: a port. */

const http = createServer((_request, response) => response.end('ready'));
const io = new Server(http, { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.on('join', (room: string, done: () => void) => {
    void socket.join(room);
    done();
  });
  socket.on('report', (room: string) => io.to(room).emit('campaign_log'));
});
http.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
