import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

const returnMs = 1000;
const longestReturnMs = 5000;

/** Opens a live connection that reconnects whenever it is lost, as in the web app and the agent. */
export function openLiveSocket(url: string, auth: { token: string; process_id?: string }, address: string): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    auth,
    reconnectionDelay: returnMs,
    reconnectionDelayMax: longestReturnMs,
    extraHeaders: { 'x-forwarded-for': address },
    forceNew: true,
  });
  const comeBack = () => {
    if (!socket.active) setTimeout(() => socket.connect(), returnMs).unref();
  };
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') comeBack();
  });
  socket.on('connect_error', comeBack);
  return socket;
}
