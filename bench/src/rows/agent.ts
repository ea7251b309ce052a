import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Client } from '@sandpiper/contract/client';
import { delayRange } from '@sandpiper/contract/limits';
import { endLeftovers } from '@sandpiper/testkit/leftovers';
import { startProgram } from '@sandpiper/testkit/program';
import { sandboxAt } from '@sandpiper/testkit/sandbox-control';
import type { SandboxControl } from '@sandpiper/testkit/sandbox-control';
import { firefox, inherited } from '../config.ts';
import { percentile } from '../figures.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { inDataFolder, memoryOf, startServer } from '../system/server-process.ts';
import { runYardstick } from '../system/yardstick-process.ts';

/** The number of messages in a round, without the first one, for which the agent opens Firefox. */
const messages = 5;
const text = 'Hello, our new prints are here.';
const account = { username: 'shore.bird', password: 'imitation' };
const megabyte = 1024 ** 2;

/**
 * How long the agent deliberately waits for each message in the sandbox: two seconds until an empty conversation has stopped
 * changing, half a second after typing, and five seconds to see whether the sent message stays (`sandboxTiming` of the agent).
 */
const waitsMs = 2000 + 500 + 5000;

const recorder = fileURLToPath(new URL('../system/call-recorder.ts', import.meta.url));
const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const run = promisify(execFile);

/** Builds the agent as users download it, and unpacks it. Returns the path of its script. */
async function buildAgent(folder: string): Promise<string> {
  await run(process.execPath, [fileOf('agent/package/build.cli.ts'), 'npm', '--output', folder]);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', join(folder, archive), '-C', folder]);
  return join(folder, 'package', 'agent.mjs');
}

const callSchema = z.object({ call: z.string(), startedAt: z.number(), endedAt: z.number() });
type Call = z.infer<typeof callSchema>;

const isClaim = ({ call }: Call) => call === 'POST /api/agent/deliveries/claim';
const isReport = ({ call }: Call) => /^POST \/api\/agent\/deliveries\/\d+\/result$/.test(call);

async function callsIn(file: string): Promise<Call[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => callSchema.parse(JSON.parse(line)));
}

/** Returns how long each message took, from the answer to its claim until its report, in milliseconds. */
function durationsOf(calls: readonly Call[]): number[] {
  return calls.filter(isReport).map(({ startedAt }) => {
    const claim = calls.findLast((call) => isClaim(call) && call.endedAt <= startedAt);
    return startedAt - (claim?.endedAt ?? Number.NaN);
  });
}

type World = { owner: Client; sandbox: SandboxControl; profilesDir: string };

/** Creates the account and the template. Returns what the campaigns of all rounds have in common. */
async function prepare({ owner, profilesDir }: World) {
  const delay = { delay_start: delayRange.min, delay_end: delayRange.min };
  await owner('PUT /api/settings', { body: { max_retries: 1, ...delay } });
  const { profile } = await owner('POST /api/profiles', {
    body: {
      profile_name: account.username,
      profile_path: join(profilesDir, account.username),
      insta_username: account.username,
      insta_password: account.password,
    },
  });
  const { template } = await owner('POST /api/templates', { body: { name: 'Greeting', content: text } });
  return { profiles_used: [profile.id], message_template_id: template.id };
}

type Plan = Awaited<ReturnType<typeof prepare>> & { allow_repeat: boolean };

/** Runs a campaign for these people until it has ended. */
async function runCampaign(owner: Client, name: string, people: readonly string[], plan: Plan): Promise<void> {
  const { list } = await owner('POST /api/lists', { body: { name } });
  await owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: [...people] } });
  const { campaign } = await owner('POST /api/campaigns', { body: { name, list_id: list.id, ...plan } });
  const params = { id: campaign.id };
  await owner('POST /api/campaigns/:id/start', { params });
  for (;;) {
    const { campaign: now } = await owner('GET /api/campaigns/:id', { params });
    if (now.status === 'failed' || now.total_failed > 0)
      throw new Error(`The campaign "${name}" did not reach everyone`);
    if (now.status === 'completed') return;
    await sleep(200);
  }
}

async function measure({ rounds }: Effort): Promise<Line[]> {
  if (firefox === null) throw new Error('Set FIREFOX to the path of a Firefox.');
  const executable = firefox;
  return inDataFolder(async (folder) => {
    const file = join(folder, 'calls.jsonl');
    const env = { ...inherited, HOME: folder, TMPDIR: folder };
    const server = await startServer(
      { dataDir: join(folder, 'server'), databaseUrl: null },
      { imports: [recorder], env: { RECORDING_FILE: file } },
    );
    const imitation = startProgram('sandbox', { args: [fileOf('sandbox/src/main.ts'), '--port', '0'], env });
    const sandbox = sandboxAt((await imitation.waitFor(/ready at (http:\/\/\S+)/))[1] ?? '');
    const profilesDir = join(folder, 'firefox');
    const { owner } = server;
    const plan = { ...(await prepare({ owner, sandbox, profilesDir })), allow_repeat: true };
    const peopleOf = (name: string) => Array.from({ length: messages + 1 }, (_, number) => `${name}.guest${number}`);
    const names = ['warm', ...Array.from({ length: rounds }, (_, round) => `round${round}`)];
    const everyone = names.flatMap((name) => [...peopleOf(`ours.${name}`), ...peopleOf(`theirs.${name}`)]);
    await sandbox.reset({ accounts: [account], people: everyone });
    const { token } = await owner('POST /api/agent-tokens', { body: { name: 'Bench' } });
    const agent = startProgram('agent', {
      args: [
        ...[
          await buildAgent(join(folder, 'download')),
          '--server',
          server.url,
          '--instagram-url',
          sandbox.url,
          '--token',
          token,
        ],
        ...['--data-dir', join(folder, 'agent'), '--profiles-dir', profilesDir, '--firefox', executable, '--headless'],
      ],
      env,
    });
    try {
      const memory: number[] = [];
      const ours = async (name: string): Promise<number> => {
        const before = (await callsIn(file)).length;
        await runCampaign(owner, name, peopleOf(`ours.${name}`), plan);
        memory.push((await memoryOf(agent.pid)) / megabyte);
        const durations = durationsOf((await callsIn(file)).slice(before));
        return percentile(durations.slice(1), 50) - waitsMs;
      };
      const theirs = async (name: string): Promise<number> => {
        const session = await sandbox.startSession(account.username);
        return runYardstick('send-script', [executable, sandbox.url, session, text, ...peopleOf(`theirs.${name}`)]);
      };
      await ours('warm');
      await theirs('warm');
      memory.length = 0;
      const rest = { ours: names.slice(1), theirs: names.slice(1) };
      const next = (of: string[]) => of.shift() ?? '';
      const figures = await inTurn(
        rounds,
        () => ours(next(rest.ours)),
        () => theirs(next(rest.theirs)),
      );
      const yardstick = 'the shortest script that sends the same message';
      return [
        { what: 'from claim to report, without its waits', yardstick, unit: 'ms', aim: { atMost: 1.3 }, ...figures },
        {
          what: 'memory beside Firefox',
          yardstick: '1 MB',
          unit: 'MB',
          aim: { atMost: 120 },
          ours: memory,
          theirs: memory.map(() => 1),
        },
      ];
    } finally {
      await agent.stop();
      await imitation.stop();
      await server.stop();
      await endLeftovers(folder);
    }
  });
}

export const agentRow: Row = { name: 'agent', what: 'a message of the agent in Firefox, and its memory', measure };
