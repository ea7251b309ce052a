import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignsPage from '../../../pages/campaigns.page.tsx';
import { buildCampaign, buildCampaignRow, buildPreflight, paginationOf } from '../../../testing/builders.ts';
import { Failure, late, onlyOnce, unreachable, type FakeRequest, type Replies } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const spring = buildCampaignRow({ id: 3, name: 'Spring', status: 'pending', total_list: 449, profiles_used: [1, 2] });
const preview = buildPreflight({
  people: 449,
  to_message: 412,
  skipped: [
    { reason: 'do_not_contact', people: 9 },
    { reason: 'cool_off', people: 21 },
    { reason: 'same_message', people: 7 },
  ],
  already_messaged: 7,
  forecast: {
    first_at: '2998-11-20T09:00:00.000Z',
    earliest_end_at: '2998-12-02T12:00:00.000Z',
    end_at: '2998-12-03T12:00:00.000Z',
    latest_end_at: '2998-12-04T12:00:00.000Z',
    working_days: 9,
    per_day: [
      { date: '2998-11-20', messages: 40 },
      { date: '2998-11-21', messages: 0 },
    ],
  },
});
const withRepeats = { ...preview, to_message: 419, skipped: preview.skipped.slice(0, 2), already_messaged: 0 };
const nobody = {
  code: 'nobody_to_message',
  text: 'No one would get this message.',
  is_blocking: true,
} as const;
const unfilled = {
  code: 'unknown_placeholder',
  text: "{shop|shop} won't be filled in. People would see it as written.",
  is_blocking: false,
} as const;
const started = { campaign: buildCampaign({ ...spring, status: 'running' }) };

const isRepeat = ({ body }: FakeRequest) =>
  typeof body === 'object' && body !== null && 'allow_repeat' in body && body.allow_repeat === true;

const openList = (replies: Replies) =>
  renderScreen(<CampaignsPage />, {
    url: '/campaigns',
    replies: {
      'GET /api/campaigns': { campaigns: [spring], pagination: paginationOf(1) },
      'GET /api/campaigns/:id': { campaign: buildCampaign(spring) },
      'POST /api/campaigns/:id/preflight': (request) => (isRepeat(request) ? withRepeats : preview),
      'POST /api/campaigns/:id/start': started,
      ...replies,
    },
  });

async function openStart(replies: Replies = {}) {
  const view = openList(replies);
  await view.userEvents.click(await screen.findByRole('button', { name: 'Start Spring' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start “Spring”?' });
  return { ...view, dialog, start: within(dialog).getByRole('button', { name: 'Start' }) };
}

describe('the review before the first start', () => {
  it('sends placeholders as written only if the user has agreed to that', async () => {
    const { dialog, api, userEvents, start } = await openStart({
      'POST /api/campaigns/:id/preflight': {
        ...preview,
        problems: [unfilled],
        messages: [{ recipient: 'rosa', text: 'Hi {shop|shop}' }],
      },
    });
    expect(await within(dialog).findByText(unfilled.text)).toBeInTheDocument();
    expect(within(dialog).getByText('{shop|shop}', { selector: 'mark' })).toBeInTheDocument();
    expect(start).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'Start later…' })).toBeDisabled();
    await userEvents.click(within(dialog).getByRole('checkbox', { name: 'Send the message as written' }));
    expect(within(dialog).getByRole('button', { name: 'Start later…' })).toBeEnabled();
    await userEvents.click(start);
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
  });

  it('can’t be skipped while it is loading', async () => {
    const { start } = await openStart({ 'POST /api/campaigns/:id/preflight': () => new Promise(() => undefined) });
    expect(start).toBeDisabled();
  });

  it('shows how many people get the message, how many are skipped and why, and when the campaign should end', async () => {
    const { dialog, api, userEvents, start } = await openStart();
    const words =
      '412 people to message. 37 skipped: 21 contacted in the last 30 days, 9 on Do not contact, 7 already got this message. With 1 account, this takes about 9 days of sending and finishes around Mon 3 Dec 2998. Sent messages can’t be unsent.';
    expect(await within(dialog).findByText(words)).toBeInTheDocument();
    expect(dialog).toHaveTextContent(/First message: 20-11-2998 .* Done between 02-12-2998 .* and 04-12-2998/);
    expect(within(dialog).getByText('Hi rye.and.co')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(0);
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.of('POST /api/campaigns/:id/start')[0]).toMatchObject({ params: { id: '3' }, body: undefined });
  });

  it('shows a single end time if the earliest and the latest end are the same', async () => {
    const forecast = preview.forecast && { ...preview.forecast, earliest_end_at: preview.forecast.latest_end_at };
    const { dialog } = await openStart({ 'POST /api/campaigns/:id/preflight': { ...preview, forecast } });
    await waitFor(() => expect(dialog).toHaveTextContent(/First message: 20-11-2998 .* Done around 04-12-2998/));
  });

  it('shows the last page of messages if the page the user was reading no longer exists', async () => {
    const pageOf = ({ query }: FakeRequest, people: number) => {
      const page = Number(query['page']);
      const messages = page <= Math.ceil(people / 5) ? [{ recipient: `person${page}`, text: `Hi person${page}` }] : [];
      return { ...preview, to_message: people, messages, pagination: paginationOf(people, 5, page) };
    };
    const { dialog, api, socket, userEvents } = await openStart({
      'POST /api/campaigns/:id/preflight': (request) => pageOf(request, 12),
    });
    await userEvents.click(await within(dialog).findByRole('button', { name: 'Page 3' }));
    expect(await within(dialog).findByText('Hi person3')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns/:id/preflight': (request) => pageOf(request, 7) });
    socket.receive('campaign_update', { campaign_id: 9, status: 'completed' });
    expect(await within(dialog).findByText('Hi person2', {}, { timeout: 5000 })).toBeInTheDocument();
  });

  it('enables the Start button as soon as no other campaign uses the accounts', async () => {
    const used = { code: 'accounts_in_use', text: 'bakery is used by Winter.', is_blocking: true } as const;
    const { dialog, api, socket, start } = await openStart({
      'POST /api/campaigns/:id/preflight': { ...preview, problems: [used] },
    });
    expect(await within(dialog).findByText(used.text)).toBeInTheDocument();
    expect(start).toBeDisabled();
    api.set({ 'POST /api/campaigns/:id/preflight': preview });
    socket.receive('campaign_update', { campaign_id: 9, status: 'completed' });
    await waitFor(() => expect(start).toBeEnabled(), { timeout: 5000 });
    expect(within(dialog).queryByText(used.text)).not.toBeInTheDocument();
  });

  it('shows whether each account can send, starting with those that cannot', async () => {
    const held = {
      profile_id: 2,
      name: 'bakery',
      code: 'challenge',
      text: 'Instagram asks you to confirm this account.',
      is_counted: false,
      allowed_today: 40,
      used_today: 12,
    } as const;
    const { dialog } = await openStart({
      'POST /api/campaigns/:id/preflight': {
        ...preview,
        accounts: [...preview.accounts, ...preview.accounts.map((account) => ({ ...account, ...held }))],
      },
    });
    const rows = within(await within(dialog).findByRole('region', { name: 'Accounts' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'bakery Not in the estimateInstagram asks you to confirm this account. 12 of 40 sent today.',
      'studio Can send now.',
    ]);
  });

  it('shows every message, a page at a time', async () => {
    const { dialog, userEvents } = await openStart({
      'POST /api/campaigns/:id/preflight': ({ query }) => ({
        ...preview,
        messages: [{ recipient: `reader${query['page']}`, text: `Hi reader${query['page']}` }],
        pagination: paginationOf(412, 5, Number(query['page'])),
      }),
    });
    expect(await within(dialog).findByText('Hi reader1')).toBeInTheDocument();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Page 2' }));
    expect(await within(dialog).findByText('Hi reader2')).toBeInTheDocument();
  });

  it('shows warnings, and disables the Start button if the server would reject the start', async () => {
    const link = { code: 'link_in_message', text: 'The message has a link.', is_blocking: false } as const;
    const inUse = { code: 'accounts_in_use', text: 'studio is used by Spring.', is_blocking: true } as const;
    const first = await openStart({ 'POST /api/campaigns/:id/preflight': { ...preview, problems: [link] } });
    expect(await within(first.dialog).findByText('The message has a link.')).toBeInTheDocument();
    expect(first.start).toBeEnabled();
    first.unmount();
    const second = await openStart({ 'POST /api/campaigns/:id/preflight': { ...preview, problems: [inUse] } });
    expect(await within(second.dialog).findByText('studio is used by Spring.')).toBeInTheDocument();
    expect(second.start).toBeDisabled();
  });

  it('sends the message to people who already got it only if the user chooses to', async () => {
    const { dialog, api, userEvents, start } = await openStart();
    await userEvents.click(
      await within(dialog).findByRole('checkbox', { name: 'Send it again to the 7 people who already got it' }),
    );
    expect(await within(dialog).findByText(/^419 people to message\. 30 skipped/)).toBeInTheDocument();
    expect(within(dialog).getByRole('checkbox', { name: /the 7 people/ })).toBeChecked();
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual({ allow_repeat: true });
  });

  it('is also shown before a scheduled start, and allows it despite problems once the user agrees to send the message as written', async () => {
    const { userEvents } = openList({
      'POST /api/campaigns/:id/preflight': { ...preview, problems: [unfilled, nobody] },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Start later…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start “Spring” later?' });
    const agreement = await within(dialog).findByRole('checkbox', { name: 'Send the message as written' });
    expect(dialog).toHaveTextContent(/If it started now with 1 account, .* finish around Mon 3 Dec 2998\./);
    expect(dialog).not.toHaveTextContent('First message');
    const next = within(dialog).getByRole('button', { name: 'Choose a time…' });
    expect(next).toBeDisabled();
    await userEvents.click(agreement);
    await userEvents.click(next);
    expect(await screen.findByRole('dialog', { name: 'When should “Spring” start?' })).toBeInTheDocument();
  });

  it('lets the user postpone the start to a chosen time', async () => {
    const { dialog, userEvents } = await openStart();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    expect(await screen.findByRole('dialog', { name: 'When should “Spring” start?' })).toBeInTheDocument();
  });

  it('keeps the choice to send the message again when the start is scheduled', async () => {
    const { dialog, api, userEvents } = await openStart();
    await userEvents.click(await within(dialog).findByRole('checkbox', { name: /the 7 people/ }));
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toMatchObject({ allow_repeat: true });
  });

  it('shows the server’s error about the chosen time under the field and nowhere else', async () => {
    const text = 'Choose a time within the next year';
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { start_at: text } });
    const { dialog, userEvents } = await openStart({ 'POST /api/campaigns/:id/start': refusal });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    expect(await within(later).findByText(text)).toBeInTheDocument();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
  });

  it('does not offer to send the message again if nobody has received it yet', async () => {
    const { dialog } = await openStart({
      'POST /api/campaigns/:id/preflight': buildPreflight({ people: 1, to_message: 1 }),
    });
    expect(
      await within(dialog).findByText(/^1 person to message\. 1 account won’t reach everyone/),
    ).toBeInTheDocument();
    expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('disables the Start button if everyone already got the message, until the user chooses to send it again', async () => {
    const none = buildPreflight({
      people: 7,
      to_message: 0,
      skipped: preview.skipped.slice(2),
      already_messaged: 7,
      messages: [],
      problems: [nobody],
    });
    const { dialog, userEvents, start } = await openStart({
      'POST /api/campaigns/:id/preflight': (request) => (isRepeat(request) ? withRepeats : none),
    });
    expect(
      await within(dialog).findByText('No one to message. 7 skipped: 7 already got this message.'),
    ).toBeInTheDocument();
    expect(start).toBeDisabled();
    await userEvents.click(within(dialog).getByRole('checkbox', { name: /Send it again/ }));
    await waitFor(() => expect(start).toBeEnabled());
  });

  it('shows why the server rejected the start, until the user chooses to send the message again', async () => {
    const refusal = new Failure(409, {
      error: 'Everybody on this list already got this message.',
      code: 'everybody_skipped',
      already_messaged: 12,
    });
    const { dialog, api, userEvents, start } = await openStart({
      'GET /api/campaigns': onlyOnce({ campaigns: [spring], pagination: paginationOf(1) }),
      'POST /api/campaigns/:id/preflight': unreachable,
      'POST /api/campaigns/:id/start': refusal,
    });
    expect(await within(dialog).findByText(/^Up to 449 people will get this message\./)).toBeInTheDocument();
    await userEvents.click(start);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal.body.error);
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Pending')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns/:id/start': started });
    await userEvents.click(within(dialog).getByRole('checkbox', { name: /the 12 people who already got it/ }));
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start').at(-1)?.body).toEqual({ allow_repeat: true });
  });

  it('shows why the server rejected the start, even if the dialog has been closed', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { dialog, userEvents, start } = await openStart({ 'POST /api/campaigns/:id/start': () => answer.promise });
    await within(dialog).findByText(/^412 people to message/);
    await userEvents.click(start);
    await userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    answer.resolve(new Failure(409, { error: 'Every account is on hold.', code: 'invalid_state' }));
    expect(await screen.findByText('Every account is on hold.')).toBeInTheDocument();
    expect(screen.getByText('Failed to update campaign status')).toBeInTheDocument();
  });

  it('closes when the start takes a long time, and says that the start continues', async () => {
    const { dialog, userEvents, start } = await openStart({ 'POST /api/campaigns/:id/start': late });
    await within(dialog).findByText(/^412 people to message/);
    await userEvents.click(start);
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
