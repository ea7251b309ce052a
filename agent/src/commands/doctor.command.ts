import { statfs } from 'node:fs/promises';
import { findFirefox, oldestFirefox, whyNoFirefox } from '../browser/firefox.finder.ts';
import { isReadable, unreadableText } from '../browser/profile.folder.ts';
import { listProfiles } from '../browser/profile.list.ts';
import { requireProtected } from '../platform/address.ts';
import { ApiError, certificateText, firstContactFailure, otherServerText } from '../platform/api-client.ts';
import { durationText } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { notPairedText, pairCommandText } from '../platform/pairing.text.ts';
import { ensurePrivateFolder } from '../platform/private-file.ts';
import type { Terminal } from '../platform/terminal.ts';
import { refuseRealSite } from '../tasks/sync.ts';
import { knownToken } from './known-token.ts';
import { tryToken } from './token-check.ts';

type Finding = { isOk: boolean; text: string };
const passed = (text: string): Finding => ({ isOk: true, text });
const problem = (text: string): Finding => ({ isOk: false, text });

/** Runs a check, and turns an error into a finding so that the other checks still run. */
async function guarded(check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [problem(messageOf(error))];
  }
}

async function checkFirefox(config: Config): Promise<Finding> {
  const found = await findFirefox(config.machine, config.firefox);
  if (found === null) return problem(await whyNoFirefox(config.machine, config.firefox));
  if (found.major !== null && found.major < oldestFirefox)
    return problem(`Firefox ${found.version ?? ''} is too old. Update it.`);
  return passed(`Firefox ${found.version === null ? '' : `${found.version} `}is installed: ${found.executable}`);
}

function checkDisplay(config: Config): Promise<Finding[]> {
  if (config.headless || config.machine.hasDisplay) return Promise.resolve([]);
  const text = 'There is no display for Firefox windows. Start the agent in a desktop session, or use --headless.';
  return Promise.resolve([problem(text)]);
}

/** Checks that the agent can read each profile, because Firefox may list profiles that this user can't read. */
async function checkProfiles(config: Config): Promise<Finding[]> {
  const profiles = await listProfiles(config.machine, config.profilesDir);
  if (profiles.length === 0) return [passed('There are no Firefox profiles yet. Create one in the web app.')];
  const readable = await Promise.all(profiles.map((profile) => isReadable(profile.path)));
  const count = readable.filter(Boolean).length;
  return [
    passed(`The agent can read ${count} Firefox ${count === 1 ? 'profile' : 'profiles'}`),
    ...profiles.filter((_, index) => readable[index] !== true).map((profile) => problem(unreadableText(profile))),
  ];
}

async function checkFolder(config: Config): Promise<Finding> {
  await ensurePrivateFolder(config.dataDir);
  const disk = await statfs(config.dataDir);
  const freeGigabytes = (disk.bavail * disk.bsize) / 1024 ** 3;
  const text = `${freeGigabytes.toFixed(1)} GB free for the agent's files in ${config.dataDir}`;
  return freeGigabytes < 1 ? problem(`Only ${text}. Free some disk space.`) : passed(text);
}

async function checkServer(config: Config): Promise<Finding[]> {
  if (config.server === null) return [problem(notPairedText(null))];
  requireProtected(config.server);
  const askedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(`${config.server}/api/health`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const unreached = `Can't reach ${config.server}. Check the address and your connection.`;
    return [problem(certificateText(config.server, error) ?? unreached)];
  }
  if (response.status === 404) return [problem(otherServerText(config.server))];
  if (!response.ok)
    return [problem(`${config.server} answered with an error (${response.status}). Try again in a moment.`)];
  const offMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - (askedAt + Date.now()) / 2);
  const clock =
    Number.isNaN(offMs) || offMs < 60_000
      ? passed('The clock is correct')
      : problem(`This computer's clock is off by ${durationText(offMs)}. Correct it in the system settings.`);
  const { server } = config;
  return [passed(`Can reach ${server}`), clock, ...(await guarded(() => checkToken(config, server)))];
}

async function checkToken(config: Config, server: string): Promise<Finding> {
  const token = await knownToken(config);
  if (token === null) return problem(notPairedText(server));
  try {
    const { user, sandbox } = await tryToken(config, server, token);
    refuseRealSite(sandbox, config.instagramUrl);
    return passed(`Paired: working for ${user.username}`);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused) return problem(`The pairing was revoked. Pair again: ${pairCommandText(server)}`);
    return problem(messageOf(firstContactFailure(error, server) ?? error));
  }
}

/** Prints the result of each check. If there are problems, throws, so that the exit code is 1. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<void> {
  const checks = [checkFirefox, checkDisplay, checkProfiles, checkFolder, checkServer];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await guarded(() => check(config))));
  for (const finding of findings) terminal.print(`${finding.isOk ? 'ok  ' : 'FAIL'}  ${finding.text}`);
  const count = findings.filter((finding) => !finding.isOk).length;
  if (count > 0) throw new UserError(`${count} ${count === 1 ? 'thing needs' : 'things need'} your attention.`);
  terminal.print('No problems found.');
}
