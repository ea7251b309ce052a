import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf, UserError } from './errors.ts';
import { ensurePrivateFolder } from './private-file.ts';

export const controlCommands = ['status', 'pause', 'resume', 'stop'] as const;
export type ControlCommand = (typeof controlCommands)[number];

const answerSchema = z.object({ text: z.string() });
const commandSchema = z.enum(controlCommands);

/** One per data folder: who holds it is the one agent of that folder. */
function addressOf(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (platform() === 'win32') return `\\\\.\\pipe\\sandpiper-agent-${name}`;
  const beside = join(dataDir, 'agent.sock');
  // A socket's address has room for some hundred characters only.
  return beside.length < 100 ? beside : join(tmpdir(), `sandpiper-agent-${name}.sock`);
}

/** Asks the running agent; null when none runs. */
export function askAgent(dataDir: string, command: ControlCommand, timeoutMs = 10_000): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(addressOf(dataDir), () => socket.write(`${command}\n`));
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new UserError('The running agent does not answer. Try again in a moment.')),
    );
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('end', () => resolve(text === '' ? '' : answerSchema.parse(JSON.parse(text)).text));
    socket.on('error', (error) => {
      const isNobody = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(systemCodeOf(error) ?? '');
      if (isNobody) resolve(null);
      else reject(error);
    });
  });
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Becomes the one agent of the data folder, and answers the other commands; refuses when there is one already. */
export async function openControlChannel(
  dataDir: string,
  answer: (command: ControlCommand) => Promise<string>,
): Promise<{ close: () => Promise<void> }> {
  await ensurePrivateFolder(dataDir);
  const address = addressOf(dataDir);
  if ((await askAgent(dataDir, 'status')) !== null) {
    throw new UserError(
      'The agent is running already. Run "sandpiper-agent stop" to stop it, or choose another --data-dir.',
    );
  }
  if (platform() !== 'win32') await rm(address, { force: true });
  const server = createServer((socket) => {
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.once('data', (line: string) => {
      const command = commandSchema.safeParse(line.trim());
      const text = command.success ? answer(command.data) : Promise.resolve('Unknown command');
      void text.then(
        (said) => socket.end(JSON.stringify({ text: said })),
        () => socket.destroy(),
      );
    });
  });
  try {
    await listen(server, address);
  } catch (error) {
    if (systemCodeOf(error) === 'EADDRINUSE') throw new UserError('The agent is running already.');
    throw new UserError(
      `The agent can't use the folder ${dataDir} (${systemCodeOf(error) ?? 'unknown cause'}). Choose another folder with --data-dir.`,
    );
  }
  if (platform() !== 'win32') await chmod(address, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}
