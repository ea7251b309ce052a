import { join } from 'node:path';
import { callerOf } from './calls.mjs';
import { accounts, list, missing, people, template, user } from './sample.mjs';

/** Fills the imitation Instagram with the demo's accounts and all of its people but the missing one. */
export async function prepareInstagram(instagramUrl) {
  await callerOf(instagramUrl)('POST /__sandbox/reset', {
    accounts: accounts.map(({ username, password }) => ({ username, password })),
    people: people.filter((person) => person !== missing),
  });
}

/** Makes the demo's user with all that a campaign needs. Answers a caller for that user and the agent's token. */
export async function prepareUser(serverUrl) {
  const anonymous = callerOf(serverUrl);
  await anonymous('POST /api/auth/register', user);
  const { token } = await anonymous('POST /api/auth/login', user);
  const call = callerOf(serverUrl, token);
  const agent = await call('POST /api/agent-tokens', { name: 'Demo computer' });
  return { call, agentToken: agent.token };
}

/** Plans the sample campaign and starts it. Answers its id. */
export async function startCampaign(call, profilesDir) {
  const profiles = [];
  for (const { username, password, profile } of accounts) {
    const added = await call('POST /api/profiles', {
      profile_name: profile,
      profile_path: join(profilesDir, username),
      insta_username: username,
      insta_password: password,
    });
    profiles.push(added.profile.id);
  }
  const written = await call('POST /api/templates', template);
  const made = await call('POST /api/lists', list);
  await call('POST /api/recipients/bulk', { recipients: people, list_id: made.list.id });
  const { campaign } = await call('POST /api/campaigns', {
    name: 'Autumn',
    message_template_id: written.template.id,
    list_id: made.list.id,
    profiles_used: profiles,
  });
  await call(`POST /api/campaigns/${campaign.id}/start`);
  return campaign.id;
}
