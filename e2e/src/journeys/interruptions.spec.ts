import { campaignOf, countByPerson, hasEnded, namesIn, untilCampaign, wholeList, wholeLog } from '../campaign-truth.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { isLongRun } from '../config.ts';
import { newPerson } from '@sandpiper/testkit/people';
import { expect, test } from '../stack.ts';

/**
 * In each round, the agent is killed once the first number of messages has been delivered, and the server once the second number has been
 * delivered. The long run has two rounds.
 */
const rounds: readonly [number, number][] = isLongRun
  ? [
      [2, 5],
      [8, 11],
    ]
  : [[2, 5]];
const people = namesOf(isLongRun ? 16 : 9);
const missing = ['gone.for.good'];

test('a campaign continues after its agent and its server are killed, nobody is messaged twice, and every person has an outcome', async ({
  stack,
}) => {
  const [{ url, program: firstServer }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const maria = await newPerson(url);
  const { profilesDir } = stack;
  const plan = await planCampaign(maria, sandbox, { profilesDir, accounts: 2, people, missing });
  const { campaignId: id, listId, agentToken: token } = plan;
  await maria.call('POST /api/campaigns/:id/start', { params: { id } });
  const untilDelivered = (count: number) =>
    expect.poll(async () => (await sandbox.deliveries()).length, { timeout: 240_000 }).toBeGreaterThanOrEqual(count);

  let server = firstServer;
  let agent = stack.startAgent({ server: url, sandbox, token });
  for (const [round, [beforeAgent, beforeServer]] of rounds.entries()) {
    await untilDelivered(beforeAgent);
    await agent.kill();
    agent = stack.startAgent({ server: url, sandbox, token });
    await untilDelivered(beforeServer);
    await server.kill();
    ({ program: server } = await stack.startServer());
    expect((await campaignOf(maria.call, id)).status, `round ${round + 1}`).toBe('running');
  }

  const campaign = await untilCampaign(maria.call, id, hasEnded);
  const delivered = countByPerson(await sandbox.deliveries());
  const reached = [...delivered.keys()].toSorted();
  expect(Object.fromEntries(delivered)).toEqual(Object.fromEntries(reached.map((name) => [name, 1])));
  const logs = await wholeLog(maria.call, id);
  expect(logs.map(({ seq }) => seq)).toEqual(logs.map((_, index) => index + 1));
  expect(namesIn(logs, 'message_sent')).toEqual(reached);
  // If an agent is killed after a message has been allowed, nobody knows whether the agent pressed Enter. The message is not sent again.
  const unsent = people.filter((name) => !delivered.has(name));
  expect(unsent.length, 'people who got nothing because the agent was killed').toBeLessThanOrEqual(2);
  expect(namesIn(logs, 'message_failed')).toEqual([...missing, ...unsent].toSorted());
  const total = people.length + missing.length;
  const failed = missing.length + unsent.length;
  expect(campaign).toMatchObject({
    status: 'completed',
    total_list: total,
    total_sent: total - failed,
    total_failed: failed,
  });
  const list = await wholeList(maria.call, listId);
  expect(
    list
      .filter(({ status }) => status === 'sent')
      .map(({ recipient }) => recipient)
      .toSorted(),
  ).toEqual(reached);
  expect(list.filter(({ status }) => status === 'not_found').map(({ recipient }) => recipient)).toEqual(missing);
});
