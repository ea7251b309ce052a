import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endLeftovers } from '@sandpiper/testkit/leftovers';
import { sandboxAt } from '@sandpiper/testkit/sandbox-control';
import { main } from './bootstrap/project.mjs';
import { checkAgainstTruth, untilCampaignEnds } from './demo/campaign-end.ts';
import { createProgramGroup, stopSignal, type ProgramGroup } from './demo/program-group.ts';
import { prepareInstagram, prepareUser, planCampaign } from './demo/prepare.ts';
import { startAgent, startInstagram, startServer } from './demo/programs.ts';
import { admin, people, user } from './demo/sample.ts';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureWebApp } from './system/build.ts';

const usage = `Usage: npm run demo [-- options]

Runs the server, an agent and an imitation of Instagram, with a campaign in progress.

  --headless     run Firefox without windows
  --until-done   stop when the campaign has ended`;

type Options = { untilDone: boolean; headless: boolean };
type Place = Options & { dataDir: string; firefox: string | undefined };

function readOptions(args: string[]): Options {
  const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  const { values } = parseArgs({ args, options: { 'until-done': { type: 'boolean' }, headless: { type: 'boolean' } } });
  return { untilDone: values['until-done'] ?? false, headless: (values.headless ?? false) || !hasScreen };
}

type Addresses = { server: string; instagram: string; campaignId: number; headless: boolean };

function announce({ server, instagram, campaignId, headless }: Addresses): void {
  console.log(`
A campaign is running: ${people.length} people, two accounts, and an imitation of Instagram on this computer.

  Campaign      ${server}/campaigns/${campaignId}
  Sign in as    ${user.username} / ${user.password}
  Administrator ${admin.username} / ${admin.password}
  Instagram     ${instagram}${headless ? '\n\n  Firefox runs without a window (no screen, or --headless).' : ''}

Press Ctrl+C to stop the demo. It removes everything it created.
`);
}

async function play(programs: ProgramGroup, place: Place, signal: AbortSignal): Promise<void> {
  const { dataDir } = place;
  const instagram = await startInstagram(programs);
  const server = await startServer(programs, { dataDir: join(dataDir, 'server'), instagram });
  await prepareInstagram(instagram);
  const { call, agentToken } = await prepareUser(server);
  const { headless, firefox } = place;
  startAgent(programs, { server, instagram, token: agentToken, dataDir, headless, firefox });
  const campaignId = await planCampaign(call, join(dataDir, 'firefox'));
  await call('POST /api/campaigns/:id/start', { params: { id: campaignId } });
  announce({ server, instagram, campaignId, headless });
  const campaign = await untilCampaignEnds(call, campaignId, signal);
  checkAgainstTruth(campaign, await sandboxAt(instagram).deliveries());
  console.log(
    `The campaign has ended: ${campaign.total_sent} people got their message, each exactly once. ${campaign.total_failed} of the usernames doesn't exist on Instagram.`,
  );
}

/** Runs the server, sandbox and agent with their own data, which is deleted afterward. Returns the exit code. */
async function runDemo(options: Omit<Place, 'dataDir'>): Promise<number> {
  const signal = stopSignal();
  const stopped = new Promise<'stopped'>((settle) => signal.addEventListener('abort', () => settle('stopped')));
  const dataDir = mkdtempSync(join(tmpdir(), 'sandpiper-demo-'));
  const programs = createProgramGroup();
  try {
    const outcome = await Promise.race([play(programs, { ...options, dataDir }, signal), stopped, programs.broken]);
    if (options.untilDone) return outcome === 'stopped' ? 1 : 0;
    await Promise.race([stopped, programs.broken]);
    return 0;
  } finally {
    console.log('Stopping the demo…');
    await programs.stop();
    await endLeftovers(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

await main(async (args) => {
  const options = readOptions(args);
  await ensureWebApp();
  const { FIREFOX: firefox } = await ensureBrowsers(['firefox']);
  return runDemo({ ...options, firefox });
}, usage);
