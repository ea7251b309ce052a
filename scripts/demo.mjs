import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowsers } from './browsers.mjs';
import { ensureBuilt } from './build.mjs';
import { callerOf } from './demo/calls.mjs';
import { checkAgainstTruth, untilCampaignEnds } from './demo/campaign-end.mjs';
import { endLeftovers } from './demo/leftovers.mjs';
import { prepareInstagram, prepareUser, startCampaign } from './demo/prepare.mjs';
import { admin, people, user } from './demo/sample.mjs';
import { createHousehold, untilAnswers } from './demo/household.mjs';
import { freePort } from './ports.mjs';
import { Failure, main } from './project.mjs';
import { ensureInstalled } from './setup.mjs';

const usualPort = 3000;

function readArguments(args) {
  const { values } = parseArgs({ args, options: { 'until-done': { type: 'boolean' }, headless: { type: 'boolean' } } });
  const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  return { untilDone: values['until-done'] ?? false, headless: (values.headless ?? false) || !hasScreen };
}

/** Aborted by the first Ctrl-C; those that follow change nothing, for npm hands it on as well as the terminal. */
function stopSignal() {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort());
  return controller.signal;
}

async function startServer(household, dataDir) {
  const port = await freePort(Number(process.env.PORT ?? usualPort));
  const url = `http://127.0.0.1:${port}`;
  const service = household.start('server', ['server/src/main.ts'], {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(dataDir, 'server'),
    DATABASE_URL: '',
    PUBLIC_URL: url,
    SMTP_URL: '',
    SANDBOX: '1',
    TRIAL_DAYS: '14',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  });
  await untilAnswers(service, `${url}/api/health`);
  return url;
}

async function startInstagram(household) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = household.start('imitation Instagram', ['sandbox/src/main.ts', '--port', String(port)]);
  await untilAnswers(service, `${url}/__sandbox/deliveries`);
  return url;
}

function startAgent(household, { server, instagram, token, dataDir, headless, firefox }) {
  const where = ['--server', server, '--token', token, '--instagram-url', instagram, '--firefox', firefox];
  const folders = ['--data-dir', join(dataDir, 'agent'), '--profiles-dir', join(dataDir, 'firefox')];
  // Firefox leaves a cache in the home folder; with windows it needs the real one, for the screen's sake.
  const home = join(dataDir, 'home');
  mkdirSync(home);
  const env = headless ? { HOME: home } : {};
  household.start('agent', ['agent/src/main.ts', ...where, ...folders, ...(headless ? ['--headless'] : [])], env);
}

function announce({ server, instagram, campaignId, headless }) {
  console.log(`
A campaign is running: ${people.length} people, two accounts, an imitation of Instagram on this machine.

  Look here     ${server}/campaigns/${campaignId}
  Sign in as    ${user.username} / ${user.password}
  Administrator ${admin.username} / ${admin.password}
  Instagram     ${instagram}${headless ? '\n\n  Firefox works out of sight (no screen, or --headless).' : ''}

Press Ctrl-C to end it; nothing stays behind.
`);
}

async function play(options, dataDir, household, signal) {
  const server = await startServer(household, dataDir);
  const instagram = await startInstagram(household);
  await prepareInstagram(instagram);
  const { call, agentToken } = await prepareUser(server);
  const place = { server, instagram, dataDir, ...options };
  startAgent(household, { ...place, token: agentToken });
  const campaignId = await startCampaign(call, join(dataDir, 'firefox'));
  announce({ ...place, campaignId });
  const campaign = await untilCampaignEnds(call, campaignId, signal);
  checkAgainstTruth(campaign, await callerOf(instagram)('GET /__sandbox/deliveries'));
  console.log(
    `The campaign is done: ${campaign.total_sent} sent, each person once; ${campaign.total_failed} was not found.`,
  );
}

/** Server, imitation Instagram and agent together, on data of their own that is gone afterwards. */
async function runDemo(options) {
  const signal = stopSignal();
  const stopped = new Promise((settle) => signal.addEventListener('abort', () => settle('stopped')));
  const dataDir = mkdtempSync(join(tmpdir(), 'sandpiper-demo-'));
  const household = createHousehold();
  try {
    const outcome = await Promise.race([play(options, dataDir, household, signal), stopped, household.broken]);
    if (options.untilDone) return outcome === 'stopped' ? 1 : 0;
    await Promise.race([stopped, household.broken]);
    return 0;
  } finally {
    console.log('Ending the demo…');
    await household.stop();
    await endLeftovers(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

await main(async (args) => {
  let chosen;
  try {
    chosen = readArguments(args);
  } catch {
    throw new Failure('The demo knows --headless and --until-done.');
  }
  await ensureInstalled();
  await ensureBuilt();
  const { FIREFOX: firefox } = await ensureBrowsers(['firefox']);
  return runDemo({ ...chosen, firefox });
});
