import type { Client } from '@sandpiper/contract/client';

/** Returns the path to the Firefox profile of a campaign's account. Accounts are numbered from 1. */
export function accountPath(number: number): string {
  return `/profiles/account${number}`;
}

type Plan = {
  /** How many accounts send. */
  accounts: number;
  people?: readonly string[];
  /** Adds more people without the API, for example directly in the database, before the campaign starts. */
  addPeople?: (listId: number) => Promise<unknown>;
};

/** Creates accounts, a list, a template and a campaign, and starts the campaign. */
export async function startCampaign(call: Client, { accounts, people = [], addPeople }: Plan) {
  const { list } = await call('POST /api/lists', { body: { name: 'Spring' } });
  if (people.length > 0) {
    await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: [...people] } });
  }
  await addPeople?.(list.id);
  const { template } = await call('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  const accountIds: number[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const body = { profile_name: `account${number}`, profile_path: accountPath(number) };
    accountIds.push((await call('POST /api/profiles', { body })).profile.id);
  }
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used: accountIds },
  });
  await call('POST /api/campaigns/:id/start', { params: { id: campaign.id } });
  return { campaignId: campaign.id, listId: list.id, templateId: template.id, accountIds };
}
