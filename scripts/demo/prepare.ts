import { join } from 'node:path';
import type { Client } from '@sandpiper/contract/client';
import { clientOf, signIn } from '@sandpiper/testkit/people';
import { sandboxAt } from '@sandpiper/testkit/sandbox-control';
import { importList } from '../seed/people.ts';
import { guests, missing, templates } from '../seed/sample-data.ts';
import { accounts, people, user } from './sample.ts';

/** Fills the sandbox with the demo's accounts, and with everyone on the demo's list except the person who must not exist. */
export async function prepareInstagram(instagramUrl: string): Promise<void> {
  await sandboxAt(instagramUrl).reset({
    accounts: accounts.map(({ username, password }) => ({ username, password })),
    people: people.filter((person) => person !== missing),
  });
}

/** Creates the demo's user. Returns a client for that user and the agent's token. */
export async function prepareUser(serverUrl: string): Promise<{ call: Client; agentToken: string }> {
  await clientOf(serverUrl)('POST /api/auth/register', { body: user });
  const { call } = await signIn(serverUrl, user);
  const { token } = await call('POST /api/agent-tokens', { body: { name: 'Demo computer' } });
  return { call, agentToken: token };
}

async function addAccounts(call: Client, profilesDir: string): Promise<number[]> {
  const ids: number[] = [];
  for (const { username, password, profile } of accounts) {
    const added = await call('POST /api/profiles', {
      body: {
        profile_name: profile,
        profile_path: join(profilesDir, username),
        insta_username: username,
        insta_password: password,
      },
    });
    ids.push(added.profile.id);
  }
  return ids;
}

/** Creates the sample campaign without starting it. Returns the campaign's ID. */
export async function planCampaign(call: Client, profilesDir: string): Promise<number> {
  const profiles_used = await addAccounts(call, profilesDir);
  const written = await call('POST /api/templates', { body: templates.invitation });
  const list = await importList(call, guests);
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Autumn', message_template_id: written.template.id, list_id: list, profiles_used },
  });
  return campaign.id;
}
