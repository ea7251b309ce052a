import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { freePort } from '@sandpiper/testkit/ports';
import { untilAnswers } from '@sandpiper/testkit/readiness';
import { main, root } from './bootstrap/project.mjs';
import { runUntilStopped, type ProgramPlace } from './demo/program-group.ts';
import { planCampaign, prepareInstagram, prepareUser } from './demo/prepare.ts';
import { createPrefixedOutput, hasColors } from './demo/prefixed-output.ts';
import { startAgent, startInstagram, startServer } from './demo/programs.ts';
import { admin, user } from './demo/sample.ts';
import { ensureBrowsers } from './system/browsers.ts';

const defaultWebPort = 5173;
const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');

function announce(web: string, server: string, instagram: string): void {
  console.log(`
Everything is running.

  Web app       ${web} (reloads when you change it)
  API           ${server}/api (restarts when you change the server)
  Instagram     ${instagram} (an imitation)
  Sign in as    ${user.username} / ${user.password}
  Administrator ${admin.username} / ${admin.password}

The campaign "Autumn" is ready. Start it to see the agent work. Press Ctrl+C to stop everything.
`);
}

async function startEverything({ programs, dataDir }: ProgramPlace, firefox: string | undefined): Promise<void> {
  const output = createPrefixedOutput();
  const webPort = await freePort(defaultWebPort);
  const web = `http://127.0.0.1:${webPort}`;
  const instagram = await startInstagram(programs, { onOutput: output('instagram') });
  const server = await startServer(programs, {
    dataDir: join(dataDir, 'server'),
    instagram,
    nodeArguments: ['--watch', '--watch-preserve-output'],
    env: { PUBLIC_URL: web },
    onOutput: output('server'),
  });
  const vite = programs.start(
    'web app',
    [reactRouter, 'dev', '--host', '127.0.0.1', '--port', String(webPort), '--strictPort'],
    {
      cwd: join(root, 'web'),
      env: { API_URL: server },
      onOutput: output('web'),
    },
  );
  await prepareInstagram(instagram);
  const { call, agentToken } = await prepareUser(server);
  await planCampaign(call, join(dataDir, 'firefox'));
  const agent = { server, instagram, token: agentToken, dataDir, headless: true, firefox };
  startAgent(programs, { ...agent, onOutput: output('agent') });
  await untilAnswers(vite, web);
  announce(web, server, instagram);
}

const usage = `Usage: npm run dev

Runs the server, the web app with hot reload, an imitation of Instagram and an agent together, with temporary data.`;

await main(async (args) => {
  parseArgs({ args });
  const { FIREFOX: firefox } = await ensureBrowsers(['firefox']);
  if (hasColors) process.env['FORCE_COLOR'] = '1';
  await runUntilStopped('dev', (place) => startEverything(place, firefox));
}, usage);
