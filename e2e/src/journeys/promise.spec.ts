import { join } from 'node:path';
import { countByPerson, hasEnded, namesIn, untilCampaign, wholeLog } from '../campaign-truth.ts';
import { newPerson } from '@sandpiper/testkit/people';
import { expect, test } from '../stack.ts';

const reached = ['ada.moreau', 'bruno_keller', 'carla.nilsen', 'deniz.arslan', 'elif.kaya', 'femi.okafor'];
const [saidNo, wroteBefore, oddPage] = ['greta_lind', 'hugo.santos', 'ines.marchetti'];
const accounts = ['shore.bird.1', 'shore.bird.2'];

test('everyone gets either one message or a log entry, despite two campaigns on one list, a second computer, a wrong profile path and an unexpected page', async ({
  stack,
}) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const plea = accounts.map((account) => ({ account, from: 'them' as const, text: 'Please stop writing to me' }));
  await sandbox.reset({
    accounts: accounts.map((username) => ({ username, password: 'imitation' })),
    people: [...reached, saidNo, oddPage, { username: wroteBefore, messages: plea }],
  });
  await sandbox.faults({ name: 'strange_notice', person: oddPage });
  const { call } = await newPerson(url);
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 30 } });
  const add = async (profile_name: string, profile_path: string) => {
    const body = { profile_name, profile_path, insta_username: profile_name, insta_password: 'imitation' };
    return (await call('POST /api/profiles', { body })).profile.id;
  };
  const [first, second] = [
    await add('shore.bird.1', join(stack.profilesDir, 'shore.bird.1')),
    await add('shore.bird.2', join(stack.profilesDir, 'shore.bird.2')),
  ];
  const mistyped = await add('shore.bird.3', '/no/such/folder/shore.bird.3');
  const { template } = await call('POST /api/templates', { body: { name: 'Greeting', content: 'Hello {username}!' } });
  const { list } = await call('POST /api/lists', { body: { name: 'Guests', description: null } });
  const recipients = ['Username', ...reached, saidNo, wroteBefore, oddPage];
  const imported = await call('POST /api/recipients/bulk', { body: { recipients, list_id: list.id } });
  expect(imported).toMatchObject({ added: 9, invalid: 1 });
  await call('POST /api/do-not-contact', { body: { usernames: [saidNo], reason: 'Said no' } });

  const plan = async (name: string, profiles_used: number[]) => {
    const body = { name, message_template_id: template.id, list_id: list.id, profiles_used };
    const { campaign } = await call('POST /api/campaigns', { body });
    await call('POST /api/campaigns/:id/start', { params: { id: campaign.id }, body: {} });
    return campaign.id;
  };
  const campaigns = [await plan('One', [first]), await plan('Two', [second, mistyped])];
  const tokenOf = async (name: string) => (await call('POST /api/agent-tokens', { body: { name } })).token;
  // The computer that doesn't have the Firefox profiles connects first and stays connected.
  stack.startAgent({ server: url, sandbox, token: await tokenOf('Home computer'), computer: 'home' });
  await expect.poll(async () => (await call('GET /api/computers')).computers.length).toBe(1);
  stack.startAgent({ server: url, sandbox, token: await tokenOf('Office computer') });

  const logs = [];
  for (const id of campaigns) {
    expect((await untilCampaign(call, id, hasEnded)).status).toMatch(/completed|failed/);
    logs.push(...(await wholeLog(call, id)));
  }
  const delivered = countByPerson(await sandbox.deliveries());
  expect(Object.fromEntries(delivered)).toEqual(Object.fromEntries(reached.map((name) => [name, 1])));
  expect(namesIn(logs, 'message_sent'), 'each person got a message from only one campaign').toEqual(reached);
  expect(namesIn(logs, 'skipped'), 'skipped with a reason').toEqual(expect.arrayContaining([wroteBefore]));
  expect(namesIn(logs, 'message_failed'), 'the unexpected page affects only its person').toContain(oddPage);
  expect(
    logs.map(({ action }) => action),
    'no account stops because of the unexpected page',
  ).not.toContain('profile_blocked');
  const { profiles } = await call('GET /api/profiles');
  const placed = profiles.map(({ profile_name, computer, hold }) => [profile_name, computer?.name ?? null, hold]);
  expect(placed).toEqual([
    ['shore.bird.1', 'Office computer', null],
    ['shore.bird.2', 'Office computer', null],
    ['shore.bird.3', null, null],
  ]);

  // People marked as do-not-contact stay marked after the campaigns and the list are deleted.
  for (const id of campaigns) await call('DELETE /api/campaigns/:id', { params: { id } });
  await call('DELETE /api/lists/:id', { params: { id: list.id } });
  const { list: again } = await call('POST /api/lists', { body: { name: 'Guests again', description: null } });
  const names = [saidNo, reached[0] ?? ''];
  await call('POST /api/recipients/bulk', { body: { recipients: names, list_id: again.id } });
  const { template: news } = await call('POST /api/templates', { body: { name: 'News', content: 'News, {username}' } });
  const body = { name: 'Three', message_template_id: news.id, list_id: again.id, profiles_used: [first] };
  const { campaign } = await call('POST /api/campaigns', { body });
  await call('POST /api/campaigns/:id/start', { params: { id: campaign.id }, body: {} });
  await untilCampaign(call, campaign.id, hasEnded);
  const later = (await sandbox.deliveries()).filter(({ text }) => text.startsWith('News'));
  expect(later.map(({ to }) => to)).toEqual([reached[0]]);
});
