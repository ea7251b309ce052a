import { hostname } from 'node:os';
import { absence, ApiError, createApi, firstHopelessness, isPassing } from '../platform/api-client.ts';
import { sleep } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { runProgram } from '../platform/run-program.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { Terminal } from '../platform/terminal.ts';
import { openTokenStore } from '../platform/token-store.ts';

/**
 * Shows an address in the user's own browser; where that fails the address on the terminal has to do. The server names it,
 * and the system would open files and start programs by the same way: a page of the web is all it may be.
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
    (error.code === 'authorization_pending' || error.code === 'slow_down' || isPassing(error))
  );
}

function refusal(error: unknown, server: string): Error {
  if (error instanceof ApiError && error.code === 'access_denied')
    return new UserError('The pairing was declined in the web app.');
  if (error instanceof ApiError && error.code === 'expired_code')
    return new UserError('The code has expired. Start the pairing again.');
  return firstHopelessness(error, server) ?? new UserError(`Pairing failed: ${messageOf(error)}`);
}

async function begin(server: string) {
  try {
    return await createApi(server, null)('POST /api/agent-pairing', {
      body: { device_name: hostname().slice(0, 100) || 'computer' },
    });
  } catch (error) {
    const hopeless = firstHopelessness(error, server);
    if (hopeless !== null || !isPassing(error)) throw hopeless ?? refusal(error, server);
    throw new UserError(`${absence(server, error)} Check the address and the connection, then try again.`);
  }
}

async function waitForToken(server: string, started: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const api = createApi(server, null);
  const end = Date.now() + started.expires_in * 1000;
  let intervalMs = started.interval * 1000;
  while (Date.now() < end) {
    await sleep(intervalMs);
    try {
      return (await api('POST /api/agent-pairing/token', { body: { device_code: started.device_code } })).token;
    } catch (error) {
      if (!isWaiting(error)) throw refusal(error, server);
      if (error instanceof ApiError && error.code === 'slow_down') intervalMs += 5000;
    }
  }
  throw new UserError('Nobody approved the code in time. Start the pairing again.');
}

/** Gets a token by a code that the signed-in user approves in the browser, and keeps it. */
export async function pair(config: Config, terminal: Terminal): Promise<string> {
  const { server } = config;
  if (server === null) throw new UserError('Choose a server: sandpiper-agent pair --server https://…');
  const started = await begin(server);
  terminal.print(
    `To pair this computer, open\n  ${started.verification_uri_complete}\nand check that it shows this code: ${started.user_code}`,
  );
  await openInBrowser(config, started.verification_uri_complete);
  const token = await waitForToken(server, started);
  const store = openTokenStore(config.dataDir, server);
  await store.save(token);
  await saveSettings(config.dataDir, { server, instagram_url: config.instagramUrl, is_paired: true });
  terminal.print(`Paired. The token is kept in ${store.place}.`);
  return token;
}

/** `sandpiper-agent logout`: forgets the token. */
export async function logout(config: Config, terminal: Terminal): Promise<void> {
  if (config.server === null) throw new UserError('This agent is not paired with any server.');
  await openTokenStore(config.dataDir, config.server).remove();
  await saveSettings(config.dataDir, { is_paired: false });
  terminal.print('This computer no longer has the token. Revoke it in Settings too if nothing else uses it.');
}
