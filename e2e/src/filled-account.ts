import type { Person } from '@sandpiper/testkit/people';

/** Gives a user something to show on most screens. Doesn't start an agent, so the started campaign doesn't progress. */
export async function fillAccount({ call }: Person) {
  const { template } = await call('POST /api/templates', {
    body: { name: 'Autumn invitation', content: 'Hi {username}, our autumn prints are out. Shall I send you one?' },
  });
  await call('PUT /api/templates/:id/select', { params: { id: template.id } });
  await call('POST /api/templates', { body: { name: 'Thank you', content: 'Thank you for coming, {username}!' } });
  const { list } = await call('POST /api/lists', {
    body: { name: 'Workshop guests', description: 'Everyone who came in October' },
  });
  const recipients = Array.from({ length: 60 }, (_, index) => `guest.${index + 1}`);
  await call('POST /api/recipients/bulk', { body: { recipients, list_id: list.id } });
  await call('PUT /api/person/:username', {
    params: { username: 'guest.60' },
    body: { note: 'Wants the large print of the harbor', tags: ['Customer', 'Lyon fair'] },
  });
  const profiles: number[] = [];
  for (const name of ['Shorebird', 'Tideline', 'Sanderling']) {
    const { profile } = await call('POST /api/profiles', {
      body: {
        profile_name: name,
        profile_path: `/home/me/.mozilla/firefox/${name.toLowerCase()}`,
        insta_username: name,
      },
    });
    profiles.push(profile.id);
  }
  const plan = async (name: string, profiles_used: number[]) => {
    const body = { name, message_template_id: template.id, list_id: list.id, profiles_used };
    return (await call('POST /api/campaigns', { body })).campaign.id;
  };
  const running = await plan('Autumn', profiles.slice(0, 2));
  const planned = await plan('Winter', profiles.slice(2));
  await call('POST /api/campaigns/:id/start', { params: { id: running } });
  const { ticket } = await call('POST /api/support', {
    body: { subject: 'How do I add a second computer?', description: 'I have one at home as well.' },
  });
  await call('POST /api/support/:id/messages', { params: { id: ticket.id }, body: { message: 'It runs Windows 11.' } });
  await call('POST /api/agent-tokens', { body: { name: 'Desk computer' } });
  return { list: list.id, running, planned, ticket: ticket.id, account: profiles[0] ?? 0 };
}
