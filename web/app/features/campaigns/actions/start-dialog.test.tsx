import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPreflight, paginationOf } from '../../../testing/builders.ts';
import type { FakeRequest } from '../../../testing/fake-api.ts';
import { isRepeat, nobody, openStart, preview, unfilled, withRepeats } from '../../../testing/start-dialog-screen.tsx';

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

  it('forgets what the user has agreed to if the message or the list changes meanwhile', async () => {
    let key = 'reviewed';
    const { dialog, userEvents, socket, start } = await openStart({
      'POST /api/campaigns/:id/preflight': () => ({ ...preview, problems: [unfilled], review_key: key }),
    });
    const boxes = () => within(dialog).findAllByRole('checkbox');
    for (const box of await boxes()) await userEvents.click(box);
    await waitFor(() => expect(start).toBeEnabled());
    for (const box of await boxes()) expect(box).toBeChecked();
    key = 'another message';
    socket.receive('campaign_update', { campaign_id: 9, status: 'completed' });
    await waitFor(() => expect(start).toBeDisabled());
    for (const box of await boxes()) expect(box).not.toBeChecked();
  });

  it('shows all pages of messages after a change elsewhere has undone the choice to send the message again', async () => {
    let key = 'reviewed';
    const { dialog, api, userEvents, socket, start } = await openStart({
      'POST /api/campaigns/:id/preflight': (request) => {
        const text = `Hi from page ${request.query['page']}`;
        const pagination = paginationOf(12, 5, Number(request.query['page']));
        const answer = isRepeat(request) ? withRepeats : preview;
        return { ...answer, messages: [{ recipient: 'rosa', text }], pagination, review_key: key };
      },
    });
    const again = await within(dialog).findByRole('checkbox', { name: /^Send it again/ });
    await userEvents.click(again);
    expect(await within(dialog).findByText(/^419 people to message/)).toBeInTheDocument();
    key = 'another message';
    socket.receive('campaign_update', { campaign_id: 9, status: 'completed' });
    await waitFor(() => expect(again).not.toBeChecked(), { timeout: 5000 });
    expect(within(dialog).getByText(/^412 people to message/)).toBeInTheDocument();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Page 2' }));
    expect(await within(dialog).findByText('Hi from page 2')).toBeInTheDocument();
    await userEvents.click(again);
    expect(await within(dialog).findByText(/^419 people to message/)).toBeInTheDocument();
    expect(again).toBeChecked();
    await userEvents.click(start);
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    const body = { allow_repeat: true, review_key: 'another message' };
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual(body);
  });

  it('loads again each time it opens, and can’t be confirmed with earlier numbers', async () => {
    const { dialog, api, userEvents } = await openStart();
    expect(await within(dialog).findByText(/^412 people to message/)).toBeInTheDocument();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const answer = Promise.withResolvers<typeof preview>();
    api.set({ 'POST /api/campaigns/:id/preflight': () => answer.promise });
    await userEvents.click(screen.getByRole('button', { name: 'Start Spring' }));
    const start = await screen.findByRole('button', { name: 'Start' });
    expect(start).toBeDisabled();
    expect(screen.queryByText(/people to message/)).not.toBeInTheDocument();
    answer.resolve({ ...preview, to_message: 500 });
    expect(await screen.findByText(/^500 people to message/)).toBeInTheDocument();
    expect(start).toBeEnabled();
  });

  it('can’t be skipped while it is loading', async () => {
    const { start } = await openStart({ 'POST /api/campaigns/:id/preflight': () => new Promise(() => undefined) });
    expect(start).toBeDisabled();
  });

  it('shows how many people get the message, how many are skipped and why, and when the campaign is expected to end', async () => {
    const { dialog, api, userEvents, start } = await openStart();
    const words =
      '412 people to message. 37 skipped: 21 contacted in the last 30 days, 9 on Do not contact, 7 who already got this message. With 1 account, this takes about 9 days of sending and finishes around Mon 3 Dec 2998. Sent messages can’t be unsent.';
    await waitFor(() => expect(dialog).toHaveTextContent(words));
    expect(within(dialog).getByText('Mon 3 Dec 2998')).toHaveAttribute('title', expect.stringMatching(/^Time zone: /));
    expect(dialog).toHaveTextContent(/First message: 20-11-2998 .* Done between 02-12-2998 .* and 04-12-2998/);
    expect(within(dialog).getByText('Hi rye.and.co')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(0);
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const body = { review_key: 'reviewed' };
    expect(api.of('POST /api/campaigns/:id/start')[0]).toMatchObject({ params: { id: '3' }, body });
  });

  it('says that the numbers are lower bounds if the list is too long to check everyone', async () => {
    const { dialog, api, userEvents, start } = await openStart({
      'POST /api/campaigns/:id/preflight': {
        ...preview,
        people: 50_449,
        unchecked: 50_000,
        missing_values: [{ name: 'first_name', people: 3 }],
        being_written_to: 2,
        already_messaged: 0,
      },
    });
    const words =
      'At least 412 people to message. At least 37 skipped, including 21 contacted in the last 30 days, 9 on Do not contact, 7 who already got this message. 50,000 more people will be checked when the campaign starts. With 1 account, this takes about 9 days of sending and finishes around Mon 3 Dec 2998. This estimate assumes that no one else is skipped. Sent messages can’t be unsent.';
    await waitFor(() => expect(dialog).toHaveTextContent(words));
    expect(dialog).toHaveTextContent('Missing values: {first_name} for at least 3 people.');
    expect(dialog).toHaveTextContent('Another campaign is messaging at least 2 people right now.');
    expect(within(dialog).getByRole('region', { name: 'First messages' })).toBeInTheDocument();
    await userEvents.click(
      within(dialog).getByRole('checkbox', { name: 'Send it again to everyone who already got it' }),
    );
    await waitFor(() => expect(start).toBeEnabled());
    await userEvents.click(start);
    const body = { allow_repeat: true, review_key: 'reviewed' };
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual(body));
  });

  it('does not say that no one gets the message if everyone it has checked so far is skipped', async () => {
    const skipped = [{ reason: 'do_not_contact', people: 2000 }] as const;
    const { dialog } = await openStart({
      'POST /api/campaigns/:id/preflight': buildPreflight({
        people: 2001,
        to_message: 0,
        unchecked: 1,
        skipped: [...skipped],
      }),
    });
    const words =
      /^At least 2,000 skipped, including 2,000 on Do not contact\. 1 more person will be checked when the campaign starts\. 1 account/;
    expect(await within(dialog).findByText(words)).toBeInTheDocument();
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

  it('shows the messages a page at a time', async () => {
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

  it('also counts and messages the people who already got the message if the user chooses to', async () => {
    const { dialog, api, userEvents, start } = await openStart();
    await userEvents.click(
      await within(dialog).findByRole('checkbox', { name: 'Send it again to the 7 people who already got it' }),
    );
    expect(await within(dialog).findByText(/^419 people to message\. 30 skipped/)).toBeInTheDocument();
    expect(within(dialog).getByRole('checkbox', { name: /the 7 people/ })).toBeChecked();
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual({
      allow_repeat: true,
      review_key: 'reviewed',
    });
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
      await within(dialog).findByText('No one to message. 7 skipped: 7 who already got this message.'),
    ).toBeInTheDocument();
    expect(start).toBeDisabled();
    await userEvents.click(within(dialog).getByRole('checkbox', { name: /Send it again/ }));
    await waitFor(() => expect(start).toBeEnabled());
  });
});
