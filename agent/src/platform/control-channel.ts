import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalPath, resolvedPath } from './canonical-path.ts';
import { messageOf, systemCodeOf, UserError } from './errors.ts';
import { ensurePrivateFolder } from './private-file.ts';

export const controlCommands = ['status', 'pause', 'resume', 'stop', 'pages', 'pages-back'] as const;
export type ControlCommand = (typeof controlCommands)[number];

const answerSchema = z.object({ text: z.string(), isError: z.boolean().default(false) });
type Answer = z.input<typeof answerSchema>;
const commandSchema = z.enum(controlCommands);

/**
 * Returns the path to a data folder's Unix socket or named pipe. Each folder has only one socket or pipe, so only one agent can use the
 * folder.
 */
async function addressOf(dataDir: string): Promise<string> {
  const beside = join(await resolvedPath(dataDir), 'agent.sock');
  // The path to a Unix socket is limited to 107 bytes on Linux and 103 on macOS (`sun_path` in sys/un.h).
  if (platform() !== 'win32' && Buffer.byteLength(beside) < 100) return beside;
  const key = createHash('sha256').update(await canonicalPath(dataDir));
  const name = `sandpiper-agent-${key.digest('hex').slice(0, 16)}`;
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/**
 * Sends a command to the running agent and returns its answer, or null if no agent is running. Throws if the command failed, or if the
 * agent can't be reached or doesn't answer in time.
 */
export async function askAgent(dataDir: string, command: ControlCommand, timeoutMs = 10_000): Promise<string | null> {
  const address = await addressOf(dataDir);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(address, () => socket.write(`${command}\n`));
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new UserError("The running agent isn't answering. Try again in a moment.")),
    );
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('end', () => {
      const answer = text === '' ? { text, isError: false } : answerSchema.parse(JSON.parse(text));
      if (answer.isError) reject(new UserError(answer.text));
      else resolve(answer.text);
    });
    socket.on('error', (error) => {
      const isNotRunning = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(systemCodeOf(error) ?? '');
      if (isNotRunning) resolve(null);
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

function isTaken(error: unknown): boolean {
  return systemCodeOf(error) === 'EADDRINUSE';
}

/**
 * Listens at the data folder's address, where only one agent can listen. If a crashed agent has left its socket behind, replaces that
 * socket.
 */
async function listenAlone(server: Server, dataDir: string): Promise<void> {
  const address = await addressOf(dataDir);
  try {
    await listen(server, address);
  } catch (error) {
    const isLeftover = isTaken(error) && platform() !== 'win32' && (await askAgent(dataDir, 'status')) === null;
    if (!isLeftover) throw error;
    await rm(address, { force: true });
    await listen(server, address);
  }
  if (platform() !== 'win32') await chmod(address, 0o600);
}

function failureText(error: unknown): string {
  return error instanceof UserError ? error.message : `The command failed (${messageOf(error)}).`;
}

/**
 * Opens the channel for commands from {@link askAgent}. Throws a {@link UserError} if another agent is already running in this data folder,
 * or if the folder can't be used.
 */
export async function openControlChannel(
  dataDir: string,
  answer: (command: ControlCommand) => Promise<string>,
): Promise<{ close: () => Promise<void> }> {
  await ensurePrivateFolder(dataDir);
  const server = createServer((socket) => {
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.once('data', (line: string) => {
      const command = commandSchema.safeParse(line.trim());
      const text = command.success
        ? answer(command.data)
        : Promise.resolve("The running agent doesn't know this command. Restart the agent, then try again.");
      const end = (answer: Answer): void => void socket.end(JSON.stringify(answer));
      text.then(
        (answered) => end({ text: answered }),
        (error: unknown) => end({ text: failureText(error), isError: true }),
      );
    });
  });
  try {
    await listenAlone(server, dataDir);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (isTaken(error)) {
      throw new UserError(
        'The agent is already running. Run "sandpiper-agent stop" to stop it, or choose another folder with --data-dir.',
      );
    }
    throw new UserError(
      `The agent can't use the folder ${dataDir} (${systemCodeOf(error) ?? 'unknown cause'}). Choose another folder with --data-dir.`,
    );
  }
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}
