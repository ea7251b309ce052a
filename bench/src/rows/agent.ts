import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Client } from '@sandpiper/contract/client';
import { delayRange } from '@sandpiper/contract/limits';
import { percentile } from '@sandpiper/testkit/percentile';
import { memoryOf } from '@sandpiper/testkit/processes';
import { firefox } from '../config.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { withSendingAgent } from '../system/agent-process.ts';
import { runYardstick } from '../system/yardstick-process.ts';

const text = 'Hello, our new prints are here.';
const account = { username: 'shore.bird', password: 'imitation' };
const megabyte = 1024 ** 2;

/**
 * How long the agent deliberately waits for each message in the sandbox: two seconds to make sure that an empty conversation isn't
 * changing, half a second after typing, and five seconds to see whether the sent message stays (the agent's `sandboxTiming`).
 */
const waitsMs = 2000 + 500 + 5000;

const callSchema = z.object({ call: z.string(), startedAt: z.number(), endedAt: z.number() });
type Call = z.infer<typeof callSchema>;

const isClaim = ({ call }: Call) => call === 'POST /api/agent/deliveries/claim';
const isReport = ({ call }: Call) => /^POST \/api\/agent\/deliveries\/\d+\/result$/.test(call);

async function callsIn(file: string): Promise<Call[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => callSchema.parse(JSON.parse(line)));
}

/** Returns how long each message took, from the response to its claim until its report, in milliseconds. */
function durationsOf(calls: readonly Call[]): number[] {
  return calls.filter(isReport).map(({ startedAt }) => {
    const claim = calls.findLast((call) => isClaim(call) && call.endedAt <= startedAt);
    return startedAt - (claim?.endedAt ?? Number.NaN);
  });
}

/** Shortens the delays, and creates the account and the template. Returns what the campaigns of all rounds share. */
async function prepare(owner: Client, profilesDir: string) {
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
  return { profiles_used: [profile.id], message_template_id: template.id, allow_repeat: true };
}

type Plan = Awaited<ReturnType<typeof prepare>>;

/** Runs a campaign for these people until it ends. */
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

/** Returns the people for each round. The first round only warms up both programs, so two people are enough. */
function peopleOfRounds(whose: string, rounds: number, messages: number): string[][] {
  return Array.from({ length: rounds + 1 }, (_, round) =>
    Array.from({ length: round === 0 ? 2 : messages }, (_none, person) => `${whose}.round${round}.guest${person}`),
  );
}

async function measure({ isQuick, rounds: wanted }: Effort): Promise<Line[]> {
  const rounds = isQuick ? 1 : wanted;
  const executable = firefox;
  if (executable === null) throw new Error('Set FIREFOX to the path of the Firefox executable.');
  return withSendingAgent(executable, async ({ owner, sandbox, profilesDir, callsFile, start }) => {
    // The number of messages in each round. The first message isn't measured, because the agent has to open Firefox for it.
    const messages = isQuick ? 3 : 5;
    const [ourPeople, theirPeople] = [
      peopleOfRounds('ours', rounds, messages),
      peopleOfRounds('theirs', rounds, messages),
    ];
    await sandbox.reset({ accounts: [account], people: [...ourPeople, ...theirPeople].flat() });
    const plan = await prepare(owner, profilesDir);
    const agent = await start();
    const memory: number[] = [];
    const ours = async (): Promise<number> => {
      const before = (await callsIn(callsFile)).length;
      await runCampaign(owner, `Round ${memory.length}`, ourPeople.shift() ?? [], plan);
      memory.push((await memoryOf(agent.pid)) / megabyte);
      const durations = durationsOf((await callsIn(callsFile)).slice(before));
      return percentile(durations.slice(1), 50) - waitsMs;
    };
    const theirs = async (): Promise<number> => {
      const session = await sandbox.startSession(account.username);
      return runYardstick('send-script', [executable, sandbox.url, session, text, ...(theirPeople.shift() ?? [])]);
    };
    await ours();
    await theirs();
    const times = await inTurn(rounds, ours, theirs);
    const yardstick = 'the shortest script that sends the same message';
    const used = { ours: memory.slice(1), theirs: memory.slice(1).map(() => 1) };
    return [
      { what: 'from claim to report, without deliberate waits', yardstick, unit: 'ms', aim: { atMost: 1.3 }, ...times },
      { what: 'memory without Firefox', yardstick: '1 MB', unit: 'MB', aim: { atMost: 120 }, ...used },
    ];
  });
}

export const agentRow: Row = {
  name: 'agent',
  what: "a message that the agent sends in Firefox, and the agent's memory",
  measure,
};
