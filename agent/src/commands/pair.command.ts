import { hostname } from 'node:os';
import { requireProtected } from '../platform/address.ts';
import { unreachableText, ApiError, createApi, firstContactFailure, isRetryable } from '../platform/api-client.ts';
import { sleep } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { askAgent } from '../platform/control-channel.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { noServerText, pairCommandText } from '../platform/pairing.text.ts';
import { runProgram } from '../platform/run-program.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { Terminal } from '../platform/terminal.ts';
import { openStoredToken, storeToken } from '../platform/stored-token.ts';
import { controlCommand } from './control.command.ts';

/**
 * Opens an address in the user's browser. If that fails, the user still sees the address in the terminal. Ignores anything but web
 * addresses, because the server chooses the address, and the programs that are called here would open files too.
 */
async function openInBrowser(config: Config, address: string): Promise<void> {
  if (!isWebAddress(address)) return;
  if (config.machine.platform === 'win32') await runProgram('rundll32.exe', ['url.dll,FileProtocolHandler', address]);
  else if (config.machine.platform === 'darwin') await runProgram('/usr/bin/open', [address]);
  else if (config.machine.hasDisplay) await runProgram('xdg-open', [address]);
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}

function isWaiting(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'authorization_pending' || error.code === 'slow_down' || isRetryable(error))
  );
}

function refusal(error: unknown, server: string): Error {
  if (error instanceof ApiError && error.code === 'access_denied')
    return new UserError(`The pairing was declined in the web app. To try again, run: ${pairCommandText(server)}`);
  if (error instanceof ApiError && error.code === 'expired_code')
    return new UserError(`The code has expired. Run: ${pairCommandText(server)}`);
  return firstContactFailure(error, server) ?? new UserError(`Pairing failed: ${messageOf(error)}`);
}

async function begin(server: string) {
  try {
    return await createApi(server, null)('POST /api/agent-pairing', {
      body: { device_name: hostname().slice(0, 100) || 'computer' },
    });
  } catch (error) {
    const permanent = firstContactFailure(error, server);
    if (permanent !== null || !isRetryable(error)) throw permanent ?? refusal(error, server);
    throw new UserError(`${unreachableText(server, error)} Try again in a moment.`);
  }
}

async function waitForToken(server: string, started: Awaited<ReturnType<typeof begin>>) {
  const api = createApi(server, null);
  const end = Date.now() + started.expires_in * 1000;
  let intervalMs = started.interval * 1000;
  while (Date.now() < end) {
    await sleep(intervalMs);
    try {
      return await api('POST /api/agent-pairing/token', { body: { device_code: started.device_code } });
    } catch (error) {
      if (!isWaiting(error)) throw refusal(error, server);
      if (error instanceof ApiError && error.code === 'slow_down') intervalMs += 5000;
    }
  }
  throw new UserError(`The code was not approved in time. Run: ${pairCommandText(server)}`);
}

/** Shows a code, waits until the user approves it in the web app, and stores and returns the token. */
export async function pair(config: Config, terminal: Terminal): Promise<string> {
  const { server } = config;
  if (server === null) throw new UserError(noServerText);
  requireProtected(server);
  const started = await begin(server);
  terminal.print(
    `To pair this computer, open\n  ${started.verification_uri_complete}\nand check that it shows this code: ${started.user_code}`,
  );
  await openInBrowser(config, started.verification_uri_complete);
  const { token, page_pack_key = null } = await waitForToken(server, started);
  const place = await storeToken(config, server, token);
  await saveSettings(config.dataDir, { instagram_url: config.instagramUrl, page_pack_key });
  terminal.print(`Paired. The token is stored in ${place}.`);
  return token;
}

async function isAgentRunning({ dataDir }: Config): Promise<boolean> {
  return (await askAgent(dataDir, 'status').catch(() => '')) !== null;
}

function restartText({ machine }: Config): string {
  const text =
    'The agent is already running and keeps its earlier pairing until you restart it. Run "sandpiper-agent stop", then start it again.';
  // On Linux and macOS, the system starts the agent with the server's URL, which only "install" changes.
  return machine.platform === 'win32'
    ? text
    : `${text} If it starts automatically, run "sandpiper-agent install" instead.`;
}

export async function pairCommand(config: Config, terminal: Terminal): Promise<void> {
  await pair(config, terminal);
  const isRunning = await isAgentRunning(config);
  // After this command, console.cmd starts the agent.
  if (config.isInConsole) return isRunning ? controlCommand(config, terminal, 'stop') : undefined;
  if (isRunning) return terminal.print(restartText(config));
  terminal.print(
    config.machine.platform === 'win32'
      ? 'Next, start Sandpiper Agent from the Start menu.'
      : 'Next, run this command. It starts the agent now and whenever you sign in:\n  sandpiper-agent install',
  );
}

/** Removes the token from this computer, but doesn't revoke it on the server. */
export async function logout(config: Config, terminal: Terminal): Promise<void> {
  if (config.server === null) throw new UserError('This computer is not paired with a server.');
  await (await openStoredToken(config, config.server)).remove();
  await saveSettings(config.dataDir, { is_paired: false });
  terminal.print('Removed the token from this computer. If nothing else uses it, revoke it in Settings too.');
  if (await isAgentRunning(config))
    terminal.print('The agent is still running and keeps sending. To stop it, run: sandpiper-agent stop');
}
