import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { timeZone } from '../../../platform/dates.ts';
import { bakery, menuItem, release, renderAccounts, studio } from '../../../testing/accounts-screen.tsx';
import { buildAccount, buildUser, paginationOf } from '../../../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../../../testing/fake-api.ts';

const sending = (id: number, name: string, campaign: { id: number; name: string }) =>
  buildAccount({ id, profile_name: name, profile_path: `/profiles/${name}`, in_use_by: campaign });
const autumn = { id: 1, name: 'Autumn' };
const winter = { id: 2, name: 'Winter' };

async function choose(action: string, names: readonly string[], replies: Replies = {}) {
  const view = renderAccounts({
    'PUT /api/profiles': ({ body }) => ({ profiles: [studio, bakery].slice(0, idsIn(body).length), refused: [] }),
    ...replies,
  });
  for (const name of names)
    await view.userEvents.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await view.userEvents.click(screen.getByRole('button', { name: 'Change' }));
  await view.userEvents.click(await screen.findByRole('menuitem', { name: action }));
  return { ...view, sent: () => view.api.of('PUT /api/profiles').map(({ body }) => body) };
}

function idsIn(body: unknown): readonly unknown[] {
  return typeof body === 'object' && body !== null && 'profile_ids' in body && Array.isArray(body.profile_ids)
    ? body.profile_ids
    : [];
}

const listed = (...profiles: (typeof studio)[]) => ({
  'GET /api/profiles': { profiles, pagination: paginationOf(profiles.length) },
});

describe('changing several accounts', () => {
  it('is offered once accounts are selected, one by one or the whole page without hidden accounts', async () => {
    const { userEvents } = renderAccounts();
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select bakery' }));
    expect(screen.getByText('1 account selected')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: `Select ${release.profile_name}` })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select all accounts on this page' }));
    expect(screen.getByText('2 accounts selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('group', { name: 'Selected accounts' })).not.toBeInTheDocument();
  });

  it('includes accounts that were selected on another page', async () => {
    const pagination = { ...paginationOf(2), totalPages: 2 };
    const { userEvents, api } = renderAccounts({
      'GET /api/profiles': ({ query }) => ({
        profiles: [query['page'] === '2' ? bakery : studio],
        pagination: { ...pagination, currentPage: Number(query['page']) },
      }),
      'PUT /api/profiles': { profiles: [studio, bakery], refused: [] },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select studio' }));
    await userEvents.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select bakery' }));
    expect(screen.getByText('2 accounts selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Change' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Switch Off' }));
    expect(await screen.findByText('2 accounts switched off')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles')[0]?.body).toEqual({ profile_ids: [1, 2], is_active: false });
  });

  it('is not possible without a subscription', async () => {
    renderAccounts({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByRole('checkbox', { name: 'Select studio' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Select all accounts on this page' })).toBeDisabled();
  });

  it('no longer includes an account that is deleted', async () => {
    const { userEvents } = renderAccounts({ 'DELETE /api/profiles/:id': { success: true } });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select all accounts on this page' }));
    await userEvents.click(await menuItem(userEvents, 'bakery', 'Delete Profile'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await userEvents.click(dialog.getByRole('button', { name: 'Delete Profile' }));
    expect(await screen.findByText('1 account selected')).toBeInTheDocument();
  });

  it('switches them off without a question if no campaign uses them, and Undo switches back those that were on', async () => {
    const off = { ...bakery, is_active: 0 as const };
    const { userEvents, sent } = await choose('Switch Off', ['studio', 'bakery'], listed(studio, off));
    expect(await screen.findByText('2 accounts switched off')).toBeInTheDocument();
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(sent()).toEqual([
      { profile_ids: [1, 2], is_active: false },
      { profile_ids: [1], is_active: true },
    ]);
  });

  it('asks before switching off accounts that running campaigns use, names the campaigns, and then offers no Undo', async () => {
    const rows = [sending(1, 'gull', autumn), sending(2, 'tern', autumn), sending(3, 'knot', winter), bakery];
    const all = rows.map((row, index) => ({ ...row, id: index + 1 }));
    const names = all.map(({ profile_name }) => profile_name);
    const { userEvents, sent } = await choose('Switch Off', names, listed(...all));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch off 4 accounts?' }));
    expect(dialog.getByText(/^3 of these accounts are sending for/)).toHaveTextContent(
      '3 of these accounts are sending for Autumn and Winter. These campaigns will be slower, and each will pause if it has no other usable account.',
    );
    expect(sent()).toEqual([]);
    await userEvents.click(dialog.getByRole('button', { name: 'Switch off 4 accounts' }));
    await waitFor(() => expect(sent()).toEqual([{ profile_ids: [1, 2, 3, 4], is_active: false }]));
    expect(await screen.findByText(/accounts switched off$/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('names the accounts that couldn’t be switched on and says why, and keeps them selected', async () => {
    const { sent } = await choose('Switch On', ['studio', 'bakery'], {
      'PUT /api/profiles': { profiles: [studio], refused: [{ id: 2, reason: 'It stays off.' }] },
    });
    expect(await screen.findByText('1 of 2 accounts switched on')).toBeInTheDocument();
    expect(screen.getByText('bakery: It stays off.')).toBeInTheDocument();
    expect(screen.getByText('1 account selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select bakery' })).toBeChecked();
    expect(sent()).toEqual([{ profile_ids: [1, 2], is_active: true }]);
  });

  it('keeps the selection if the request fails', async () => {
    await choose('Switch On', ['studio'], { 'PUT /api/profiles': unreachable });
    expect(await screen.findByText(/Can't reach the server/)).toBeInTheDocument();
    expect(screen.getByText('1 account selected')).toBeInTheDocument();
  });
});

describe('the limits of several accounts', () => {
  const hours = [{ day: 1, from: '09:00', to: '17:00' }];
  const berlin = { timezone: 'Europe/Berlin', hours };
  const limited = (row: typeof studio, daily_limit: number) => ({ ...row, ...berlin, daily_limit, ramp: null });

  async function openLimits(replies: Replies = {}) {
    const view = await choose('Set Limits', ['studio', 'bakery'], replies);
    const form = within(await screen.findByRole('dialog', { name: 'Set limits for 2 accounts' }));
    return {
      ...view,
      form,
      save: () => view.userEvents.click(form.getByRole('button', { name: 'Change 2 accounts' })),
    };
  }

  it('are replaced after a dialog that says so and begins with what the accounts have in common', async () => {
    const { form, save, sent, userEvents } = await openLimits(listed(limited(studio, 20), limited(bakery, 30)));
    expect(form.getByText(/^This replaces/)).toHaveTextContent(
      'This replaces the daily limit, the slow start, the time zone and the sending hours of 2 accounts: studio and bakery. At the moment, their daily limits differ.',
    );
    expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
    expect(form.getByRole('radio', { name: /^New account/ })).toBeChecked();
    await userEvents.click(form.getByRole('radio', { name: /^Established/ }));
    await save();
    expect(await screen.findByText('2 accounts changed')).toBeInTheDocument();
    expect(sent()).toEqual([{ profile_ids: [1, 2], daily_limit: 40, ramp: null, ...berlin }]);
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('default to those of a new account where the accounts differ', async () => {
    const other = { ...limited(bakery, 20), timezone: 'Asia/Tokyo', hours: null };
    const { form, save, sent } = await openLimits(listed(limited(studio, 20), other));
    expect(form.getByText(/their time zones and sending hours differ\.$/)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Messages a day' })).toHaveValue('20');
    await save();
    await waitFor(() =>
      expect(sent()).toEqual([{ profile_ids: [1, 2], daily_limit: 20, ramp: null, timezone: timeZone, hours: null }]),
    );
  });

  it('stay in the form with the server’s errors next to the fields', async () => {
    const { form, save } = await openLimits({
      'PUT /api/profiles': new Failure(400, {
        error: 'Check the marked fields.',
        code: 'validation_failed',
        fields: { timezone: 'This time zone doesn’t exist.' },
      }),
    });
    await save();
    expect(await form.findByText('This time zone doesn’t exist.')).toBeInTheDocument();
    expect(screen.queryByText('Check the marked fields.')).not.toBeInTheDocument();
    expect(screen.getByText('2 accounts selected')).toBeInTheDocument();
  });

  it('are reported as not saved if the user has left the screen by then', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { save, sent, router } = await openLimits({ 'PUT /api/profiles': () => answer.promise });
    await save();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => router.navigate('/elsewhere'));
    const error = 'This time zone doesn’t exist.';
    answer.resolve(new Failure(400, { error, code: 'validation_failed', fields: { timezone: error } }));
    expect(await screen.findByText(error)).toBeInTheDocument();
  });

  it('are discarded only after a confirmation', async () => {
    const { form, userEvents } = await openLimits();
    await userEvents.click(form.getByRole('radio', { name: /^Established/ }));
    await userEvents.click(form.getByRole('button', { name: 'Cancel' }));
    await userEvents.click(await form.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('2 accounts selected')).toBeInTheDocument();
  });
});
