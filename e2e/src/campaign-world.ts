import { join } from 'node:path';
import { delayRange } from '@sandpiper/contract/limits';
import { createTestProfile } from '@sandpiper/testkit/test-profile';
import type { Language, SandboxControl } from '@sandpiper/testkit/sandbox-control';
import type { Person } from '@sandpiper/testkit/people';

export type WorldOptions = {
  profilesDir: string;
  accounts: number;
  /** The language of each account's Instagram pages. The default is English. */
  languages?: readonly Language[];
  /** The number of unread conversations in each account. */
  unread?: number;
  people: readonly string[];
  /** People who are on the list but don't exist on Instagram. */
  missing?: readonly string[];
};

/**
 * Fills the sandbox with accounts and people, and creates a matching campaign with the shortest delays. Returns the IDs of the campaign,
 * the list and the accounts, and a token for the agent.
 */
export async function planCampaign(person: Person, sandbox: SandboxControl, options: WorldOptions) {
  const { profilesDir, people, missing = [], languages = [], unread = 0 } = options;
  const accounts = Array.from({ length: options.accounts }, (_, index) => ({
    username: `shore.bird.${index + 1}`,
    password: `imitation-${index + 1}`,
    language: languages[index] ?? 'en',
    unread,
  }));
  await sandbox.reset({ accounts, people: [...people] });
  const { call } = person;
  await call('PUT /api/settings', {
    body: { max_retries: 10, delay_start: delayRange.min, delay_end: delayRange.min },
  });
  const profiles_used: number[] = [];
  for (const { username, password } of accounts) {
    await createTestProfile(join(profilesDir, username));
    const { profile } = await call('POST /api/profiles', {
      body: {
        profile_name: username,
        profile_path: join(profilesDir, username),
        insta_username: username,
        insta_password: password,
      },
    });
    profiles_used.push(profile.id);
  }
  const { template } = await call('POST /api/templates', {
    body: { name: 'Greeting', content: 'Hello {username}, our new prints are here.' },
  });
  const { list } = await call('POST /api/lists', { body: { name: 'Guests', description: null } });
  await call('POST /api/recipients/bulk', { body: { recipients: [...people, ...missing], list_id: list.id } });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Tide', message_template_id: template.id, list_id: list.id, profiles_used },
  });
  const { token } = await call('POST /api/agent-tokens', { body: { name: 'Desk computer' } });
  return { campaignId: campaign.id, listId: list.id, accountIds: profiles_used, agentToken: token };
}

/** Returns `count` different usernames. */
export function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `guest.${String(index + 1).padStart(3, '0')}`);
}
