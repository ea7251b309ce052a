import { requireProtected } from '../platform/address.ts';
import { firstContactFailure } from '../platform/api-client.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { askAgent } from '../platform/control-channel.ts';
import { UserError } from '../platform/errors.ts';
import { noServerText, notPairedText } from '../platform/pairing.text.ts';
import { saveSettings } from '../platform/saved-settings.ts';
import type { Terminal } from '../platform/terminal.ts';
import { openStoredToken, storeToken } from '../platform/stored-token.ts';
import { stopRunningAgent } from './control.command.ts';
import { serviceOf } from './service.ts';
import { tryToken } from './token-check.ts';

/** How long to check that a newly started agent keeps running, in milliseconds. */
const defaultWatchMs = 6000;

/**
 * Stores a token that was passed to this command, because the system starts the agent without one. Stores nothing if the address isn't
 * the server's or the server rejects the token. Returns whether a token is stored.
 */
async function keepToken(config: Config, server: string): Promise<boolean> {
  if (config.token === null) return (await (await openStoredToken(config, server)).load()) !== null;
  await tryToken(config, server, config.token).catch((error: unknown) => {
    const failure = firstContactFailure(error, server);
    // After any other error, for example if the server is down, the agent keeps trying.
    if (failure !== null) throw failure;
  });
  await storeToken(config, server, config.token);
  return true;
}

/** Saves a changed window limit in the settings, because the system starts the agent without `--max-windows`. */
async function keepMaxWindows({ dataDir, maxWindows }: Config): Promise<void> {
  if (maxWindows !== readConfig(['--data-dir', dataDir]).maxWindows) {
    await saveSettings(dataDir, { max_windows: maxWindows });
  }
}

/** Makes the system start the agent at sign-in. On Linux and macOS, also starts or restarts it now. */
export async function installCommand(config: Config, terminal: Terminal, watchMs = defaultWatchMs): Promise<void> {
  const { server } = config;
  if (server === null) throw new UserError(noServerText);
  requireProtected(server);
  const isPaired = await keepToken(config, server);
  await keepMaxWindows(config);
  terminal.print(await serviceOf(config).install(config, watchMs));
  if (!isPaired) terminal.print(notPairedText(server));
}

/**
 * Stops the system from starting the agent at sign-in. On Linux and macOS, also stops the agent, no matter who started it. Keeps the
 * agent's files and the pairing.
 */
export async function uninstallCommand(config: Config, terminal: Terminal): Promise<void> {
  await serviceOf(config).uninstall(config);
  terminal.print(`The agent no longer starts when you sign in. Its files are still in ${config.dataDir}.`);
  if (config.machine.platform === 'win32') {
    const isRunning = (await askAgent(config.dataDir, 'status').catch(() => '')) !== null;
    if (isRunning) terminal.print('The agent is still running. To stop it, run: sandpiper-agent stop');
  } else {
    await stopRunningAgent(config, terminal);
  }
}
