import type { Client } from '@sandpiper/contract/client';
import { delayRange, settingsDefaults } from '@sandpiper/contract/limits';
import type { Person } from '@sandpiper/testkit/people';
import { connectSendingAgent } from '@sandpiper/testkit/sending-agent';
import { addFirstMark, addNotes, importList } from './people.ts';
import { accounts, collectors, endsOfFinished, guests, sentBeforePause, templates, tickets } from './sample-data.ts';

type Materials = { profiles: number[]; invitation: number; guests: number; collectors: number };

async function addMaterials(call: Client): Promise<Materials> {
  const profiles: number[] = [];
  for (const { name, username } of accounts) {
    const body = { profile_name: name, profile_path: `/home/sample/firefox/${username}`, insta_username: username };
    profiles.push((await call('POST /api/profiles', { body })).profile.id);
  }
  const invitation = (await call('POST /api/templates', { body: templates.invitation })).template.id;
  await call('POST /api/templates', { body: templates.thanks });
  await call('PUT /api/templates/:id/select', { params: { id: invitation } });
  return {
    profiles,
    invitation,
    guests: await importList(call, guests),
    collectors: await importList(call, collectors),
  };
}

async function startCampaign(call: Client, { profiles, invitation }: Materials, plan: { name: string; list: number }) {
  const body = { name: plan.name, message_template_id: invitation, list_id: plan.list, profiles_used: profiles };
  const { campaign } = await call('POST /api/campaigns', { body });
  await call('POST /api/campaigns/:id/start', { params: { id: campaign.id } });
  return campaign.id;
}

/** Runs one campaign to completion, and pauses another campaign partway through. Makes the same requests as an agent. */
async function runCampaigns(url: string, person: Person, materials: Materials): Promise<void> {
  const { call } = person;
  // The shortest possible delay, so that the campaigns take only seconds.
  const quick = { ...settingsDefaults, delay_start: delayRange.min, delay_end: delayRange.min };
  await call('PUT /api/settings', { body: quick });
  const agent = await connectSendingAgent(url, person);
  const accountOf = (turn: number) => materials.profiles[turn % materials.profiles.length] ?? 0;
  await startCampaign(call, materials, { name: 'Autumn', list: materials.guests });
  for (const turn of guests.people.keys()) {
    const { outcome, reason } = endsOfFinished[turn] ?? { outcome: 'sent' };
    await agent.send(accountOf(turn), outcome, reason === undefined ? {} : { reason });
  }
  const paused = await startCampaign(call, materials, { name: 'Winter', list: materials.collectors });
  for (let turn = 0; turn < sentBeforePause; turn += 1) await agent.send(accountOf(turn));
  await call('PUT /api/campaigns/:id/status', { params: { id: paused }, body: { status: 'paused' } });
  await call('PUT /api/settings', { body: settingsDefaults });
}

async function addTickets(call: Client): Promise<void> {
  for (const { subject, description, reply } of tickets) {
    const { ticket } = await call('POST /api/support', { body: { subject, description } });
    if (reply === null) continue;
    await call('POST /api/support/:id/messages', { params: { id: ticket.id }, body: { message: reply } });
  }
}

/** Gives a user accounts, templates, imported lists, a finished and a paused campaign, notes, tags and support tickets. */
export async function addSample(url: string, person: Person): Promise<void> {
  await addFirstMark(person.call);
  const materials = await addMaterials(person.call);
  await runCampaigns(url, person, materials);
  await addNotes(person.call);
  await addTickets(person.call);
}

/** Returns one line for each kind of sample data, with the server's counts. */
export async function describeSample(call: Client): Promise<string[]> {
  const { campaigns } = await call('GET /api/campaigns');
  const { lists } = await call('GET /api/lists');
  const { tags } = await call('GET /api/tags');
  const { pagination: doNotContact } = await call('GET /api/do-not-contact');
  return [
    `${accounts.length} Instagram accounts, ${Object.keys(templates).length} templates, ${tickets.length} tickets`,
    ...lists.map(({ name, recipient_count: people }) => `List "${name}": ${people} people`),
    `${doNotContact.totalItems} people on Do not contact, tags ${tags.map(({ name }) => name).join(', ')}`,
    ...campaigns.map(
      ({ name, status, total_sent, total_list }) =>
        `Campaign "${name}": ${status}, ${total_sent} of ${total_list} people messaged`,
    ),
  ];
}
