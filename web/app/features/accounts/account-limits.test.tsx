import { limitPresets } from '@sandpiper/contract/account-limits';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { timeZone } from '../../platform/dates.ts';
import { menuItem, renderAccounts, studio } from '../../testing/accounts-screen.tsx';
import { paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';

const limited = { ...studio, daily_limit: 25, ramp: null, timezone: 'Europe/Berlin', hours: null };

async function openNew(replies: Replies = {}) {
  const view = renderAccounts({ 'POST /api/profiles': { profile: studio }, ...replies });
  const add = screen.findByRole('button', { name: 'Add Account' });
  await waitFor(async () => expect(await add).toBeEnabled());
  await view.userEvents.click(await add);
  const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
  await view.userEvents.type(form.getByRole('combobox', { name: /Firefox profile/ }), '/p/ab.kite');
  await view.userEvents.type(form.getByRole('textbox', { name: /Account name/ }), 'kite');
  const save = () => view.userEvents.click(form.getByRole('button', { name: 'Add Account' }));
  const sent = () => view.api.of('POST /api/profiles').at(-1)?.body;
  return { ...view, form, save, sent };
}

async function openEdit(replies: Replies = {}) {
  const view = renderAccounts({
    'GET /api/profiles': { profiles: [limited], pagination: paginationOf(1) },
    'PUT /api/profiles/:id': { profile: limited },
    ...replies,
  });
  await view.userEvents.click(await menuItem(view.userEvents, 'studio', 'Edit Profile'));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
  const save = () => view.userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
  const sent = () => view.api.of('PUT /api/profiles/:id').at(-1)?.body;
  return { ...view, form, save, sent };
}

describe('a new account’s limits', () => {
  it('start with the defaults, in the browser’s time zone', async () => {
    const { form, save, sent } = await openNew();
    expect(form.getByRole('radio', { name: /^New account/ })).toBeChecked();
    expect(
      form.getByText('10 messages on the first day, then 3 more each day of sending, up to 40'),
    ).toBeInTheDocument();
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ ...limitPresets.new, timezone: timeZone, hours: null }));
  });

  it('state the server’s maximum, and show a warning when they are turned off', async () => {
    const { form, save, sent, userEvents } = await openNew();
    expect(await form.findByText('Up to 150 a day, the server’s maximum')).toBeInTheDocument();
    expect(form.queryByRole('note')).not.toBeInTheDocument();
    await userEvents.click(form.getByRole('radio', { name: /^No limit/ }));
    expect(form.getByRole('note')).toHaveTextContent('Instagram may restrict or suspend');
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ daily_limit: null, ramp: null }));
  });

  it('can be customized, with both slow-start numbers or with neither', async () => {
    const { form, save, sent, userEvents } = await openNew();
    await userEvents.click(form.getByRole('radio', { name: /^Custom/ }));
    const daily = form.getByRole('textbox', { name: 'Messages a day' });
    const step = form.getByRole('textbox', { name: 'Daily increase' });
    expect([daily, step].map((field) => field.getAttribute('value'))).toEqual(['40', '3']);
    await userEvents.clear(daily);
    await userEvents.type(daily, '101');
    await userEvents.clear(step);
    await save();
    expect(form.getByText('Enter a whole number from 1 to 100')).toBeInTheDocument();
    expect(form.getByText('Fill in both fields, or leave both empty')).toBeInTheDocument();
    expect(sent()).toBeUndefined();
    await userEvents.clear(form.getByRole('textbox', { name: 'On the first day' }));
    await userEvents.clear(daily);
    await userEvents.type(daily, '35');
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ daily_limit: 35, ramp: null }));
  });

  it('are sent only if the sending hours are valid', async () => {
    const { form, save, sent, userEvents } = await openNew();
    await userEvents.click(form.getByRole('button', { name: 'Weekdays 9:00–18:00' }));
    await userEvents.clear(form.getByLabelText('Monday, range 1, from'));
    await save();
    expect(form.getByText('Fix the marked hours.')).toBeInTheDocument();
    expect(sent()).toBeUndefined();
    await userEvents.click(form.getByRole('button', { name: 'Remove range 1 on Monday' }));
    await save();
    await waitFor(() =>
      expect(sent()).toMatchObject({ hours: [2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' })) }),
    );
  });
});

describe('an existing account’s limits', () => {
  it('are shown as stored, and not sent unless they were changed', async () => {
    const { form, save, sent } = await openEdit();
    expect(form.getByRole('radio', { name: /^Custom/ })).toBeChecked();
    expect(form.getByRole('textbox', { name: 'Messages a day' })).toHaveValue('25');
    expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
    await save();
    await waitFor(() => expect(sent()).toEqual({}));
  });

  it('begin with the recommended limit when the user chooses a custom limit for an account without a limit', async () => {
    const unlimited = { ...limited, daily_limit: null };
    const { form, userEvents } = await openEdit({
      'GET /api/profiles': { profiles: [unlimited], pagination: paginationOf(1) },
    });
    expect(form.getByRole('radio', { name: /^No limit/ })).toBeChecked();
    await userEvents.click(form.getByRole('radio', { name: /^Custom/ }));
    expect(form.getByRole('textbox', { name: 'Messages a day' })).toHaveValue('40');
  });

  it('show the server’s errors next to the fields, and keep what was typed', async () => {
    const { form, save, userEvents } = await openEdit({
      'PUT /api/profiles/:id': new Failure(400, {
        error: 'Check the marked fields.',
        code: 'validation_failed',
        fields: {
          'ramp.step': 'The step is too large.',
          timezone: 'This time zone doesn’t exist.',
          'hours.0.to': 'The end is before the start.',
        },
      }),
    });
    await userEvents.type(form.getByRole('textbox', { name: 'On the first day' }), '5');
    await userEvents.type(form.getByRole('textbox', { name: 'Daily increase' }), '2');
    await save();
    for (const text of ['The step is too large.', 'This time zone doesn’t exist.', 'The end is before the start.']) {
      expect(await form.findByText(text)).toBeInTheDocument();
    }
    expect(form.getByRole('textbox', { name: 'On the first day' })).toHaveValue('5');
    expect(screen.queryByText('Check the marked fields.')).not.toBeInTheDocument();
  });
});

describe('an account’s limit in the list', () => {
  it('can be set with one click', async () => {
    const { userEvents, api } = renderAccounts({
      'PUT /api/profiles/:id': { profile: { ...studio, daily_limit: 40 } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Limit to 40 a day: studio' }));
    expect(await screen.findByText('studio now sends at most 40 messages a day')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id')[0]?.body).toEqual({ daily_limit: 40 });
  });

  it('replaces the hint that the account has no limit', async () => {
    renderAccounts({ 'GET /api/profiles': { profiles: [limited], pagination: paginationOf(1) } });
    await screen.findByRole('link', { name: 'studio' });
    expect(screen.queryByText('Daily limit not set')).not.toBeInTheDocument();
  });

  it('is restored when the account’s deletion is undone', async () => {
    const { userEvents, api } = renderAccounts({
      'GET /api/profiles': { profiles: [limited], pagination: paginationOf(1) },
      'DELETE /api/profiles/:id': { success: true },
      'POST /api/profiles': { profile: limited },
    });
    await userEvents.click(await menuItem(userEvents, 'studio', 'Delete Profile'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Profile' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete Profile' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({ daily_limit: 25, timezone: 'Europe/Berlin' }),
    );
  });
});
