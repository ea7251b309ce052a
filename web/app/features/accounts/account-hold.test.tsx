import type { Account } from '@sandpiper/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAccounts } from '../../testing/accounts-screen.tsx';
import { buildAccount, buildHold, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { arrival, expectEvery, pass, stopTheClock } from '../../testing/still-clock.ts';

const office = { id: '6f1c2a4e-0000-4000-8000-000000000001', name: 'Office PC', is_online: true };
const laptop = { id: '6f1c2a4e-0000-4000-8000-000000000002', name: 'Laptop', is_online: false };
const studio = buildAccount({ hold: buildHold({ text: 'Instagram asks for a security code. Enter it.' }) });
const listOf = (account: typeof studio) => ({ profiles: [account], pagination: paginationOf(1) });

function open(account: typeof studio, replies: Replies = {}, user = buildUser()) {
  const computers = { 'GET /api/computers': { computers: [office, laptop] } };
  return renderAccounts({ 'GET /api/profiles': listOf(account), ...computers, ...replies }, { user });
}

const row = () => screen.findByRole('rowheader', { name: /^studio/ });

describe('an account on hold', () => {
  it('shows why it is on hold and when the hold began, and lets the owner end it even without a subscription', async () => {
    const { userEvents, api } = open(
      studio,
      { 'POST /api/profiles/:id/release': { profile: { ...studio, hold: null } } },
      buildUser({ subscription_end_date: '2020-01-01' }),
    );
    const header = await row();
    expect(header).toHaveTextContent('On hold');
    expect(header).toHaveTextContent(
      /Instagram asks for a security code\. Enter it\. On hold since \d\d-11-2026 \d\d:\d\d \(.+\)\./,
    );
    expect(header).not.toHaveTextContent('until');
    api.set({ 'GET /api/profiles': listOf({ ...studio, hold: null }) });
    await userEvents.click(within(header).getByRole('button', { name: 'End hold on studio' }));
    expect(await screen.findByText('studio is no longer on hold')).toBeInTheDocument();
    expect(api.of('POST /api/profiles/:id/release')[0]?.params).toEqual({ id: '1' });
    await waitFor(() => expect(screen.queryByText('On hold')).not.toBeInTheDocument());
  });

  it('says when an earlier timed hold ends after the owner has ended a later hold', async () => {
    const earlier = buildHold({ reason: 'rate_limited', text: 'It is slow.', until: '2999-01-01T12:00:00.000Z' });
    const { userEvents } = open(studio, {
      'POST /api/profiles/:id/release': { profile: { ...studio, hold: earlier } },
    });
    await userEvents.click(within(await row()).getByRole('button', { name: 'End hold on studio' }));
    expect(await screen.findByText(/^studio is still on hold until \d\d-01-2999 \d\d:\d\d$/)).toBeInTheDocument();
    expect(screen.getByText('It is slow.')).toBeInTheDocument();
    expect(screen.queryByText('studio is no longer on hold')).not.toBeInTheDocument();
  });

  it('shows when a timed hold ends, and offers no button to end it', async () => {
    const until = '2999-01-01T12:00:00.000Z';
    open({ ...studio, hold: buildHold({ reason: 'rate_limited', text: 'Instagram is slowing it down.', until }) });
    expect(await row()).toHaveTextContent(/until \d\d-0\d-2999 \d\d:\d\d \(in \d+ years\)\./);
    expect(screen.queryByRole('button', { name: /End hold/ })).not.toBeInTheDocument();
  });

  it("shows the server's reason when the hold cannot be ended", async () => {
    const { userEvents } = open(studio, {
      'POST /api/profiles/:id/release': new Failure(409, { error: 'Another account is signed in as the same person.' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'End hold on studio' }));
    expect(await screen.findByText('Another account is signed in as the same person.')).toBeInTheDocument();
    expect(await row()).toHaveTextContent('On hold');
  });
});

describe('an account on a timed hold', () => {
  stopTheClock();

  it('is refetched every minute, so that it is no longer shown as on hold once the hold has ended', async () => {
    const { api } = open({ ...studio, hold: buildHold({ until: '2999-01-01T12:00:00.000Z' }) });
    const asked = () => api.of('GET /api/profiles').filter(({ query }) => query['page'] !== undefined).length;
    await arrival(() => screen.getByText('On hold'));
    await expectEvery(60_000, asked);
    api.set({ 'GET /api/profiles': listOf({ ...studio, hold: null }) });
    await pass(60_000);
    await arrival(() => expect(screen.queryByText('On hold')).not.toBeInTheDocument());
    const last = asked();
    await pass(120_000);
    expect(asked()).toBe(last);
  });
});

describe('an account that was added twice', () => {
  it('shows which account it duplicates and what to do, and cannot be switched on', async () => {
    open(buildAccount({ is_active: 0, double_of: { id: 2, name: 'bakery' } }));
    const header = await row();
    expect(header).toHaveTextContent('the same Instagram account or Firefox profile as bakery, so it stays off');
    expect(header).toHaveTextContent('or delete one of the two');
    expect(screen.getByRole('switch', { name: 'studio is active' })).toBeDisabled();
  });
});

describe('an account’s computer', () => {
  it.each([
    [office, 'On Office PC'],
    [laptop, 'On Laptop, not connected'],
    [null, 'Not found on any computer yet'],
  ])('is shown by its name, or as not found yet: %o', async (computer, words) => {
    open(buildAccount({ computer }));
    // The text is rendered twice: below the name for small screens, and in the Firefox profile column for larger ones.
    expect(await screen.findAllByText(words)).toHaveLength(2);
  });

  async function openMove(replies: Replies = {}, computer = office) {
    const view = open(buildAccount({ computer }), replies);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Actions for studio' }));
    await view.userEvents.click(await screen.findByRole('menuitem', { name: 'Move to Another Computer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move studio to another computer' }));
    const choice = await dialog.findByRole('combobox', { name: 'Computer' });
    return { ...view, dialog, choice, move: dialog.getByRole('button', { name: 'Move account' }) };
  }

  it('can be changed to another computer', async () => {
    const { userEvents, api, choice, dialog, move } = await openMove({
      'PUT /api/profiles/:id/computer': { profile: buildAccount({ computer: laptop }) },
    });
    expect(choice).toHaveValue(office.id);
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['The first computer that has the account’s Firefox profile', 'Office PC', 'Laptop (not connected)']);
    await userEvents.selectOptions(choice, laptop.id);
    await userEvents.click(move);
    expect(await screen.findByText('studio is now on Laptop')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/computer')[0]).toMatchObject({
      params: { id: '1' },
      body: { computer_id: laptop.id },
    });
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Move account' })).not.toBeInTheDocument());
  });

  it('stays as chosen in another account’s dialog when the answer for the first account arrives late', async () => {
    const answer = Promise.withResolvers<{ profile: Account }>();
    const bakery = buildAccount({ id: 2, profile_name: 'bakery', computer: laptop });
    const { userEvents, choice, dialog, move } = await openMove({
      'GET /api/profiles': { profiles: [buildAccount({ computer: office }), bakery], pagination: paginationOf(2) },
      'PUT /api/profiles/:id/computer': () => answer.promise,
    });
    await userEvents.selectOptions(choice, laptop.id);
    await userEvents.click(move);
    await userEvents.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(move).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'Actions for bakery' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Move to Another Computer' }));
    const second = within(await screen.findByRole('dialog', { name: 'Move bakery to another computer' }));
    await userEvents.selectOptions(second.getByRole('combobox', { name: 'Computer' }), office.id);
    answer.resolve({ profile: buildAccount({ computer: laptop }) });
    expect(await screen.findByText('studio is now on Laptop')).toBeInTheDocument();
    expect(second.getByRole('combobox', { name: 'Computer' })).toHaveValue(office.id);
    expect(second.getByRole('button', { name: 'Move account' })).toBeEnabled();
  });

  it('can be set to the first computer that has the account’s Firefox profile', async () => {
    const { userEvents, api, choice, move } = await openMove({
      'PUT /api/profiles/:id/computer': { profile: buildAccount({ computer: null }) },
    });
    await userEvents.selectOptions(choice, '');
    await userEvents.click(move);
    expect(
      await screen.findByText('studio will use the first computer that has its Firefox profile'),
    ).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id/computer')[0]?.body).toEqual({ computer_id: null });
  });

  it('defaults to the first computer that has the Firefox profile if the old computer was unpaired', async () => {
    const unpaired = { id: '6f1c2a4e-0000-4000-8000-000000000003', name: 'Unpaired computer', is_online: false };
    const { userEvents, api, choice, move } = await openMove(
      { 'PUT /api/profiles/:id/computer': { profile: buildAccount({ computer: null }) } },
      unpaired,
    );
    expect(choice).toHaveDisplayValue('The first computer that has the account’s Firefox profile');
    await userEvents.click(move);
    await waitFor(() => expect(api.of('PUT /api/profiles/:id/computer')[0]?.body).toEqual({ computer_id: null }));
  });
});
