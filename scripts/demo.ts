import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sandboxAt } from '@sandpiper/testkit/sandbox-control';
import { main } from './bootstrap/project.mjs';
import { checkAgainstTruth, untilCampaignEnds } from './demo/campaign-end.ts';
import { runUntilStopped, type ProgramPlace } from './demo/program-group.ts';
import { prepareInstagram, prepareUser, planCampaign } from './demo/prepare.ts';
import { startAgent, startInstagram, startServer } from './demo/programs.ts';
import { admin, people, user } from './demo/sample.ts';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureWebApp } from './system/build.ts';

const usage = `Usage: npm run demo [-- options]

Runs the server, an agent and an imitation of Instagram, with a campaign in progress.

  --headless   run Firefox without windows`;

type Browser = { headless: boolean; firefox: string | undefined };

function isHeadless(args: string[]): boolean {
  const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  const { values } = parseArgs({ args, options: { headless: { type: 'boolean' } } });
  return (values.headless ?? false) || !hasScreen;
}

type Addresses = { server: string; instagram: string; campaignId: number; headless: boolean };

function announce({ server, instagram, campaignId, headless }: Addresses): void {
  console.log(`
A campaign is running: ${people.length} people, two accounts, and an imitation of Instagram on this computer.

  Campaign      ${server}/campaigns/${campaignId}
  Sign in as    ${user.username} / ${user.password}
  Administrator ${admin.username} / ${admin.password}
  Instagram     ${instagram}${headless ? '\n\n  Firefox runs without a window (no screen, or --headless).' : ''}

Press Ctrl+C to stop the demo and remove everything it created.
`);
}

async function play({ programs, dataDir, signal }: ProgramPlace, { headless, firefox }: Browser): Promise<void> {
  const instagram = await startInstagram(programs);
  const server = await startServer(programs, { dataDir: join(dataDir, 'server'), instagram });
  await prepareInstagram(instagram);
  const { call, agentToken } = await prepareUser(server);
  startAgent(programs, { server, instagram, token: agentToken, dataDir, headless, firefox });
  const campaignId = await planCampaign(call, join(dataDir, 'firefox'));
  await call('POST /api/campaigns/:id/start', { params: { id: campaignId } });
  announce({ server, instagram, campaignId, headless });
  const campaign = await untilCampaignEnds(call, campaignId, signal);
  checkAgainstTruth(campaign, await sandboxAt(instagram).deliveries());
  console.log(
    `The campaign has ended: ${campaign.total_sent} people got their message, each exactly once. ${campaign.total_failed} ${campaign.total_failed === 1 ? "username doesn't" : "usernames don't"} exist on Instagram.`,
  );
}

await main(async (args) => {
  const headless = isHeadless(args);
  await ensureWebApp();
  const { FIREFOX: firefox } = await ensureBrowsers(['firefox']);
  await runUntilStopped('demo', (place) => play(place, { headless, firefox }));
}, usage);
