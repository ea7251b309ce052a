import { join } from 'node:path';
import { ApiError } from '@sandpiper/contract/client';
import { newPerson } from '@sandpiper/testkit/people';
import { hasEnded, namesIn, untilCampaign, wholeLog } from '../campaign-truth.ts';
import { expect, test } from '../stack.ts';

const account = 'shore.bird.1';
/** Each person's values, and the message they should get. Null means that they should be skipped. */
const people: Record<string, { values: Record<string, string>; reads: string | null }> = {
  'ana.lopez': {
    values: { first_name: 'Ana', city: 'São Paulo' },
    reads: 'Hello Ana (ana.lopez), is it sunny in São Paulo? Greetings from {shop}.',
  },
  'ben.okoro': {
    values: { first_name: 'Ben' },
    reads: 'Hello Ben (ben.okoro), is it sunny in your town? Greetings from {shop}.',
  },
  'chloe.dubois': { values: { city: 'Lyon' }, reads: null },
  'dmitri.ivanov': {
    values: { first_name: '{city} 👩‍👩‍👧', city: '<b>"Tver"</b> & {username}' },
    reads: 'Hello {city} 👩‍👩‍👧 (dmitri.ivanov), is it sunny in <b>"Tver"</b> & {username}? Greetings from {shop}.',
  },
};
const content = 'Hello {first_name} ({{username}}), is it sunny in {city|your town}? Greetings from {shop}.';

test('each person gets their own values, fallbacks fill gaps, and nobody gets a blank', async ({ stack }) => {
  const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
  const names = Object.keys(people);
  await sandbox.reset({ accounts: [{ username: account, password: 'imitation' }], people: names });
  const { call } = await newPerson(url);
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 30 } });
  const profile_path = join(stack.profilesDir, account);
  const named = { profile_name: account, profile_path, insta_username: account, insta_password: 'imitation' };
  const { profile } = await call('POST /api/profiles', { body: named });
  const { template } = await call('POST /api/templates', { body: { name: 'Greeting', content } });

  /** Creates a list with the recipients, and a campaign that sends the template to them. */
  const plan = async (name: string, recipients: string[]) => {
    const { list } = await call('POST /api/lists', { body: { name, description: null } });
    const params = { id: list.id };
    await call('PUT /api/lists/:id/variables', {
      params,
      body: { variables: [{ name: 'first_name' }, { name: 'city' }] },
    });
    await call('POST /api/recipients/bulk', { body: { recipients, list_id: list.id } });
    for (const { id, recipient } of (await call('GET /api/lists/:id/recipients', { params })).recipients) {
      const variables = people[recipient]?.values ?? {};
      await call('PUT /api/recipients/:id/variables', { params: { id }, body: { variables } });
    }
    const body = { name, message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
    const { campaign } = await call('POST /api/campaigns', { body });
    return { campaign: { id: campaign.id }, list: params };
  };

  // A campaign doesn't start if a required value is missing for everyone on its list.
  const nobody = await plan('Nobody', ['chloe.dubois']);
  const refusal = await call('POST /api/campaigns/:id/start', { params: nobody.campaign, body: {} }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 409, code: 'everybody_skipped' });

  const { campaign, list } = await plan('Everyone', names);
  const preview = await call('POST /api/lists/:id/preview', {
    params: list,
    body: { message_template_id: template.id },
    query: {},
  });
  expect(preview.messages.map(({ text, missing }) => (missing.length === 0 ? text : null))).toEqual(
    Object.values(people).map(({ reads }) => reads),
  );
  await call('POST /api/campaigns/:id/start', { params: campaign, body: {} });
  const { token } = await call('POST /api/agent-tokens', { body: { name: 'Desk computer' } });
  stack.startAgent({ server: url, sandbox, token });
  const ended = await untilCampaign(call, campaign.id, hasEnded);

  const delivered = Object.fromEntries((await sandbox.deliveries()).map(({ to, text }) => [to, text]));
  const expected = Object.entries(people).flatMap(([name, { reads }]) => (reads === null ? [] : [[name, reads]]));
  expect(delivered).toEqual(Object.fromEntries(expected));
  expect(ended).toMatchObject({ status: 'completed', total_sent: 3, total_skipped: 1 });
  expect(ended.skipped).toEqual([{ reason: 'missing_variable', people: 1 }]);
  expect(namesIn(await wholeLog(call, campaign.id), 'message_sent')).toEqual(expected.map(([name]) => name));
});
