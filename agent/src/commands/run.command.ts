import { join } from 'node:path';
import { openBrowserRecords, type BrowserRecords } from '../browser/browser.records.ts';
import { requireFirefox, type FoundFirefox } from '../browser/firefox.finder.ts';
import { openFirefox } from '../browser/firefox.session.ts';
import { findProfilesAt, profileFolderFor } from '../browser/profile.access.ts';
import { holderOf } from '../browser/profile.lock.ts';
import { createWindows, type Windows } from '../browser/window.registry.ts';
import { beginIdentity } from '../platform/agent-identity.ts';
import { isLoopback, requireProtected, serverKey } from '../platform/address.ts';
import { createApi } from '../platform/api-client.ts';
import type { Config } from '../platform/config.ts';
import { openControlChannel, type ControlCommand } from '../platform/control-channel.ts';
import { openDiagnosticReports } from '../platform/diagnostic-reports.ts';
import { messageOf, TryLater, UserError } from '../platform/errors.ts';
import { journalFile, journalPath } from '../platform/journal.file.ts';
import { openJournal } from '../platform/journal.ts';
import { openLogFile, type Logger } from '../platform/log-file.ts';
import { availableMemory } from '../platform/memory.ts';
import { noServerText, notPairedText } from '../platform/pairing.text.ts';
import { ensurePrivateFolder } from '../platform/private-file.ts';
import { loadSettings, saveSettings } from '../platform/saved-settings.ts';
import { withLog, type Terminal } from '../platform/terminal.ts';
import { createInstagram } from '../sites/instagram/instagram.ts';
import { sandboxTiming } from '../sites/instagram/site.context.ts';
import { openPagePacks } from '../sites/instagram/page/pack/page-packs.ts';
import { freshState, defaultTiming, type AgentContext } from '../tasks/agent.context.ts';
import { runAgent } from '../tasks/agent.run.ts';
import { createProfileTasks } from '../tasks/requests/profile.tasks.ts';
import { sweepTrash } from '../tasks/trash.sweep.ts';
import { agentVersion } from '../version.ts';
import { knownToken } from './known-token.ts';
import { goBackOnePack, pagesText } from './pages.command.ts';
import { pair } from './pair.command.ts';
import { profilePlace } from './profiles.command.ts';
import { statusAnswer } from './status.text.ts';

type Paired = { server: string; token: string };

/** Returns the server and the token. If there is no token, asks the person at the terminal to pair. */
async function paired(config: Config, terminal: Terminal): Promise<Paired> {
  const { server } = config;
  if (server === null) {
    throw new UserError(noServerText);
  }
  requireProtected(server);
  const known = await knownToken(config);
  // An agent that the system starts must not open the browser unexpectedly at every start.
  if (known === null && !config.hasTerminal) {
    throw new UserError(notPairedText(server));
  }
  return { server, token: known ?? (await pair(config, terminal)) };
}

async function openRecords(config: Config, terminal: Terminal): Promise<BrowserRecords> {
  const records = await openBrowserRecords(config.dataDir);
  const orphans = await records.endOrphans();
  if (orphans > 0)
    terminal.say(`Closed ${orphans} Firefox ${orphans === 1 ? 'window' : 'windows'} left open by an earlier run`);
  return records;
}

function openWindows({ config, firefox, records }: Pick<Parts, 'config' | 'firefox' | 'records'>): Windows {
  return createWindows({
    folderFor: (path) => profileFolderFor(config.machine, config.profilesDir, path),
    start: (profile, onSpawn) =>
      openFirefox({ executable: firefox.executable, profile, headless: config.headless, onSpawn }),
    holderOf,
    records,
    availableMemory,
  });
}

function answerControl(agent: AgentContext, config: Config, stop: () => void) {
  const setPaused = async (isPaused: boolean): Promise<string> => {
    await saveSettings(config.dataDir, { is_paused: isPaused });
    agent.state.isPaused = isPaused;
    agent.terminal.say(isPaused ? 'Paused' : 'Resumed');
    return isPaused ? 'Paused. Messages already being sent will finish.' : 'The agent is sending again.';
  };
  return (command: ControlCommand): Promise<string> => {
    if (command === 'pause') return setPaused(true);
    if (command === 'resume') return setPaused(false);
    if (command === 'status') return statusAnswer(agent);
    if (command === 'pages') return Promise.resolve(pagesText(agent.pagePacks));
    if (command === 'pages-back') return goBackOnePack(agent.pagePacks);
    stop();
    return Promise.resolve('The agent will stop as soon as the messages that are being sent have finished.');
  };
}

function answerWhileStarting(stop: () => void) {
  return (command: ControlCommand): Promise<string> => {
    const text = 'The agent is starting.';
    if (command === 'status') return Promise.resolve(text);
    if (command !== 'stop') return Promise.reject(new UserError(`${text} Try again in a moment.`));
    stop();
    return Promise.resolve('The agent will stop now.');
  };
}

type Parts = {
  config: Config;
  terminal: Terminal;
  log: Logger;
  firefox: FoundFirefox;
  records: BrowserRecords;
  paired: Paired;
};

async function buildAgent(
  parts: Parts,
  ending: { signal: AbortSignal; fail: (error: Error) => void },
): Promise<AgentContext> {
  const { config, terminal, log, paired } = parts;
  const { dataDir } = config;
  const settings = await loadSettings(dataDir);
  const state = freshState({ isPaused: settings.is_paused ?? false });
  const pagePacks = await openPagePacks({ dataDir, server: paired.server, say: terminal.say });
  return {
    api: createApi(paired.server, paired.token, (call) => log.debug(call, 'server answered')),
    server: paired.server,
    isPaired: config.token === null,
    identity: await beginIdentity(dataDir),
    findProfiles: (paths) => findProfilesAt(config.machine, config.profilesDir, paths),
    windows: openWindows(parts),
    instagram: createInstagram({
      base: config.instagramUrl,
      pack: pagePacks.inUse,
      ...(isLoopback(config.instagramUrl) ? { timing: sandboxTiming } : {}),
      note: (text) => log.warn({ pages: pagePacks.inUse().version }, text),
    }),
    pagePacks,
    journal: await openJournal(journalFile(journalPath(dataDir, paired.server))),
    diagnosticReports: openDiagnosticReports(join(dataDir, `diagnostic-reports-${serverKey(paired.server)}`)),
    terminal,
    log,
    state,
    ...ending,
    maySignIn: !config.headless || isLoopback(config.instagramUrl),
    maxWindows: config.maxWindows,
    timing: defaultTiming,
  };
}

/** Throws {@link TryLater} if there is no display, because systemd may start the agent before a display is available. */
async function requireDisplayAndFirefox(config: Config): Promise<FoundFirefox> {
  const firefox = await requireFirefox(config.machine, config.firefox);
  if (!config.headless && !config.machine.hasDisplay) {
    throw new TryLater(
      'There is no display for Firefox windows. Start the agent in a desktop session, or use --headless.',
    );
  }
  return firefox;
}

/** Resolves to null when the signal is aborted. */
function abortOf(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null));
  });
}

type Tools = Pick<Parts, 'config' | 'terminal' | 'log'> & { secrets: string[] };

/** Looks for what the agent can't run without. This can take a while, for example if the keyring is locked. */
async function prepare({ config, terminal }: Tools): Promise<Pick<Parts, 'firefox' | 'paired'>> {
  const firefox = await requireDisplayAndFirefox(config);
  return { firefox, paired: await paired(config, terminal) };
}

async function run(tools: Tools): Promise<void> {
  const { config, terminal, log, secrets } = tools;
  const stopping = new AbortController();
  const ending: { failure: Error | null } = { failure: null };
  const stop = (): void => {
    if (!stopping.signal.aborted) terminal.say('Stopping. Messages that are being sent will finish first.');
    stopping.abort();
  };
  const fail = (error: Error): void => {
    ending.failure ??= error;
    stopping.abort();
  };
  // Open the channel first. It keeps a second agent out of the data folder, and the other commands can reach this agent from now on.
  let answer = answerWhileStarting(stop);
  const channel = await openControlChannel(config.dataDir, (command) => answer(command));
  try {
    const prepared = await Promise.race([prepare(tools), abortOf(stopping.signal)]);
    if (prepared === null) return terminal.say('Stopped');
    const { firefox, paired: known } = prepared;
    secrets.push(known.token);
    const records = await openRecords(config, terminal);
    const agent = await buildAgent(
      { config, terminal, log, firefox, records, paired: known },
      { signal: stopping.signal, fail },
    );
    answer = answerControl(agent, config, stop);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    terminal.say(
      `Sandpiper Agent ${agentVersion}, Firefox ${firefox.version === null ? '' : `${firefox.version} `}at ${firefox.executable}`,
    );
    if (agent.state.isPaused) terminal.say('Paused. Run "sandpiper-agent resume" to continue.');
    log.info({ version: agentVersion, firefox, instagram: config.instagramUrl }, 'started');
    const place = profilePlace(config);
    await sweepTrash(place.trash, log);
    await runAgent({
      agent,
      instagramUrl: config.instagramUrl,
      token: known.token,
      profiles: createProfileTasks({ ...place, firefox: config.firefox, records }),
    });
    await agent.journal.close();
  } finally {
    await channel.close();
  }
  if (ending.failure !== null) throw ending.failure;
  terminal.say('Stopped');
}

export async function runCommand(config: Config, terminal: Terminal): Promise<void> {
  const logs = join(config.dataDir, 'logs');
  await ensurePrivateFolder(logs);
  const secrets = [config.token ?? ''];
  // launchd writes what the terminal shows to a file that nothing shortens. The agent's own log contains every step too.
  const showLine = config.isUnderLaunchd ? (): void => undefined : terminal.warn;
  const log = openLogFile(join(logs, 'agent.log'), { secrets, ...(config.isVerbose ? { showLine } : {}) });
  try {
    await run({ config, terminal: withLog(terminal, log), log, secrets });
  } catch (error) {
    // Only log the error here, because the caller shows it in the terminal.
    log.error(error instanceof UserError ? { said: messageOf(error) } : { err: error }, 'ended');
    throw error;
  }
}
