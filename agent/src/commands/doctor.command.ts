import { statfs } from 'node:fs/promises';
import { findFirefox, oldestFirefox, whyNoFirefox } from '../browser/firefox.finder.ts';
import { isReadable, unreadableText } from '../browser/profile.folder.ts';
import { listProfiles } from '../browser/profile.list.ts';
import { readIdentity } from '../platform/agent-identity.ts';
import { ApiError, createApi, firstHopelessness } from '../platform/api-client.ts';
import { inWords } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { ensurePrivateFolder } from '../platform/private-file.ts';
import type { Terminal } from '../platform/terminal.ts';
import { refuseRealSite } from '../tasks/sync.ts';
import { agentVersion } from '../version.ts';
import { knownToken } from './known-token.ts';
import { agentProtocol } from '@sandpiper/contract/agent';

type Finding = { isGood: boolean; text: string };
const good = (text: string): Finding => ({ isGood: true, text });
const bad = (text: string): Finding => ({ isGood: false, text });

/** A check that fails says so, and the others still run. */
async function guarded(check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [bad(messageOf(error))];
  }
}

async function checkFirefox(config: Config): Promise<Finding> {
  const found = await findFirefox(config.machine, config.firefox);
  if (found === null) return bad(await whyNoFirefox(config.machine, config.firefox));
  if (found.major !== null && found.major < oldestFirefox)
    return bad(`Firefox ${found.version ?? ''} is too old. Update it.`);
  return good(`Firefox ${found.version === null ? '' : `${found.version} `}is installed: ${found.executable}`);
}

function checkScreen(config: Config): Promise<Finding[]> {
  if (config.headless || config.machine.hasDisplay) return Promise.resolve([]);
  const text = 'There is no screen to show Firefox on. Start the agent on a desktop, or with --headless.';
  return Promise.resolve([bad(text)]);
}

/** A profile that is listed may still not be readable. */
async function checkProfiles(config: Config): Promise<Finding[]> {
  const profiles = await listProfiles(config.machine, config.profilesDir);
  if (profiles.length === 0)
    return [good('There are no Firefox profiles yet. The agent creates one when you open an account.')];
  const readable = await Promise.all(profiles.map((profile) => isReadable(profile.path)));
  const count = readable.filter(Boolean).length;
  return [
    good(`The agent can read ${count} Firefox ${count === 1 ? 'profile' : 'profiles'}`),
    ...profiles.filter((_, index) => readable[index] !== true).map((profile) => bad(unreadableText(profile))),
  ];
}

async function checkFolder(config: Config): Promise<Finding> {
  await ensurePrivateFolder(config.dataDir);
  const disk = await statfs(config.dataDir);
  const freeGigabytes = (disk.bavail * disk.bsize) / 1024 ** 3;
  const text = `${freeGigabytes.toFixed(1)} GB free where the agent keeps its files (${config.dataDir})`;
  return freeGigabytes < 1 ? bad(`Only ${text}. Free some disk space.`) : good(text);
}

async function checkServer(config: Config): Promise<Finding[]> {
  if (config.server === null)
    return [bad('This computer is not paired with a server yet. Run: sandpiper-agent pair --server https://…')];
  const askedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(`${config.server}/api/health`, { signal: AbortSignal.timeout(10_000) });
  } catch {
    return [bad(`Can't reach ${config.server}. Check the address and your connection.`)];
  }
  if (!response.ok)
    return [bad(`${config.server} answered with an error (${response.status}). Try again in a moment.`)];
  const offMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - (askedAt + Date.now()) / 2);
  const clock =
    Number.isNaN(offMs) || offMs < 60_000
      ? good('The clock is right')
      : bad(`The clock of this computer is wrong by ${inWords(offMs)}. Set it.`);
  const { server } = config;
  return [good(`${server} can be reached`), clock, ...(await guarded(() => checkToken(config, server)))];
}

async function checkToken(config: Config, server: string): Promise<Finding> {
  const token = await knownToken(config);
  if (token === null) return bad('This computer is not paired yet. Run: sandpiper-agent pair');
  try {
    const identity = await readIdentity(config.dataDir);
    const about = { protocol: agentProtocol, version: agentVersion, platform: process.platform, is_check: true };
    const { user, sandbox } = await createApi(server, token)('POST /api/agent/sync', {
      body: { ...identity, ...about },
    });
    refuseRealSite(sandbox, config.instagramUrl);
    return good(`Paired: working for ${user.username}`);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused) return bad('The pairing was revoked. Pair again: sandpiper-agent pair');
    return bad(messageOf(firstHopelessness(error, server) ?? error));
  }
}

/** `sandpiper-agent doctor`: says what works and what needs attention. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<void> {
  const checks = [checkFirefox, checkScreen, checkProfiles, checkFolder, checkServer];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await guarded(() => check(config))));
  for (const finding of findings) terminal.print(`${finding.isGood ? 'ok ' : 'NO '} ${finding.text}`);
  const count = findings.filter((finding) => !finding.isGood).length;
  if (count > 0) throw new UserError(`${count} ${count === 1 ? 'thing needs' : 'things need'} your attention.`);
  terminal.print('All is well.');
}
