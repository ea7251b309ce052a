import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { after } from 'node:test';
import { listenOnFreePort } from '@sandpiper/testkit/ports';

export type Letter = { to: string[]; data: string };

export type TestMailServer = {
  url: string;
  received: Letter[];
  /** Makes the server accept connections without ever responding. */
  fallSilent: () => void;
  /** Returns the number of open connections. */
  open: () => number;
  /** Closes all connections and refuses new ones. */
  hangUp: () => void;
};

/** Starts a mail server that keeps the emails it receives. It is closed when the test, suite or file ends. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: Letter[] = [];
  const sockets = new Set<Socket>();
  let behavior: 'normal' | 'silent' | 'hangs_up' = 'normal';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (behavior === 'hangs_up') socket.destroy();
    if (behavior === 'normal') converse(socket, received);
  });
  const port = await listenOnFreePort(server);
  const fallSilent = () => {
    behavior = 'silent';
  };
  const hangUp = () => {
    behavior = 'hangs_up';
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    hangUp();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${port}`, received, fallSilent, open: () => sockets.size, hangUp };
}

function converse(socket: Socket, received: Letter[]): void {
  let unread = '';
  let letter: Letter = { to: [], data: '' };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 ready');
  socket.on('data', (chunk) => {
    unread += chunk.toString('utf8');
    const lines = unread.split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      if (isData && line !== '.') letter.data += `${line}\n`;
      else if (isData) {
        isData = false;
        received.push(letter);
        letter = { to: [], data: '' };
        say('250 accepted');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        say('354 send the email');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else {
        const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1];
        if (recipient !== undefined) letter.to.push(recipient);
        say('250 ok');
      }
    }
  });
}

function partOf(data: string, type: 'plain' | 'html'): string {
  const pattern = new RegExp(`Content-Type: text/${type}[^]*?\\n((?:[\\w-]+:.*\\n)*)\\n([^]*?)\\n(?:--[-_]|$)`);
  const [head = '', , body = ''] = pattern.exec(data.replaceAll('\r', '')) ?? [];
  if (!/^Content-Transfer-Encoding: quoted-printable$/m.test(head)) return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Returns the decoded plain text of an email. */
export function plainTextOf(data: string): string {
  return partOf(data, 'plain');
}

/** Returns the decoded HTML of an email. */
export function htmlOf(data: string): string {
  return partOf(data, 'html');
}
