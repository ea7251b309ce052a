import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { recordingFile } from '../config.ts';

/* This module is loaded into a server with --import. It writes the start and end times of each call to a file, one call per line. */

type Message = { request: IncomingMessage };
const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'request' in message;

const startedAt = new WeakMap<IncomingMessage, number>();

if (recordingFile !== null) {
  const file = recordingFile;
  subscribe('http.server.request.start', (message) => {
    if (isMessage(message)) startedAt.set(message.request, Date.now());
  });
  subscribe('http.server.response.finish', (message) => {
    if (!isMessage(message)) return;
    const { method, url } = message.request;
    const call = { call: `${method} ${url}`, startedAt: startedAt.get(message.request), endedAt: Date.now() };
    appendFileSync(file, `${JSON.stringify(call)}\n`);
  });
}
