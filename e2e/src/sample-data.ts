import { delayRange } from '@sandpiper/contract/limits';
import type { Person } from '@sandpiper/testkit/people';

export const firefoxFolder = '/home/me/.mozilla/firefox';

export async function addAccount({ call }: Person, name: string): Promise<number> {
  const profile_path = `${firefoxFolder}/${name.toLowerCase()}`;
  return (await call('POST /api/profiles', { body: { profile_name: name, profile_path } })).profile.id;
}

export async function addTemplate({ call }: Person, name: string, content = 'Hello {username}!'): Promise<number> {
  return (await call('POST /api/templates', { body: { name, content } })).template.id;
}

export async function addList({ call }: Person, name: string, recipients: readonly string[] = []): Promise<number> {
  const { list } = await call('POST /api/lists', { body: { name, description: null } });
  if (recipients.length > 0) {
    await call('POST /api/recipients/bulk', { body: { recipients: [...recipients], list_id: list.id } });
  }
  return list.id;
}

type Plan = { name: string; template: number; list: number; accounts: number[] };

export async function addCampaign({ call }: Person, { name, template, list, accounts }: Plan): Promise<number> {
  const body = { name, message_template_id: template, list_id: list, profiles_used: accounts };
  return (await call('POST /api/campaigns', { body })).campaign.id;
}

export async function startCampaign({ call }: Person, id: number): Promise<void> {
  await call('POST /api/campaigns/:id/start', { params: { id } });
}

export const people = ['ada', 'bruno', 'carla', 'dmitri', 'esme'];

/** Adds a template, a list of five people, an account, and a campaign with the shortest delays. Doesn't start the campaign. */
export async function addWholeCampaign(person: Person, name = 'Tide') {
  await person.call('PUT /api/settings', {
    body: { max_retries: 1, delay_start: delayRange.min, delay_end: delayRange.min },
  });
  const account = await addAccount(person, 'Shorebird');
  const template = await addTemplate(person, 'Greeting');
  const list = await addList(person, 'Guests', people);
  const campaign = await addCampaign(person, { name, template, list, accounts: [account] });
  return { account, template, list, campaign };
}
