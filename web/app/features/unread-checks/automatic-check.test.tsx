import type { AutomaticCheck } from '@sandpiper/contract/unread-checks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import { at, notAutomatic, renderChecker } from '../../testing/unread-checks-screen.tsx';

const later = '2999-11-21T09:30:00.000Z';
const answer = (automatic: Partial<AutomaticCheck>) =>
  ({ success: true, automatic: { ...notAutomatic, ...automatic } }) as const;
const daily = answer({ every_hours: 24, next_at: later });

const panel = async () => within(await screen.findByRole('region', { name: 'Check automatically' }));
const isOn = async () => (await panel()).getByRole('switch', { name: 'Check automatically' });

describe('the automatic unread check', () => {
  it('is off until the user switches it on, says when the next check is, and can be set to run more often', async () => {
    const { userEvents, api } = renderChecker({ 'PUT /api/unread-checker/automatic': daily });
    expect(await isOn()).not.toBeChecked();
    expect(screen.queryByLabelText('How often')).not.toBeInTheDocument();
    await userEvents.click(await isOn());
    expect(await screen.findByText('Your accounts will be checked automatically: once a day')).toBeInTheDocument();
    expect(await isOn()).toBeChecked();
    expect((await panel()).getByText(/^The next check is due on/)).toHaveTextContent('21-11-2999');
    api.set({ 'PUT /api/unread-checker/automatic': answer({ every_hours: 1, next_at: later }) });
    await userEvents.click(screen.getByRole('combobox', { name: 'How often' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Every hour' }));
    expect(await screen.findByText('Your accounts will be checked automatically: every hour')).toBeInTheDocument();
    api.set({ 'PUT /api/unread-checker/automatic': answer({}) });
    await userEvents.click(await isOn());
    await waitFor(async () => expect(await isOn()).not.toBeChecked());
    const bodies = api.of('PUT /api/unread-checker/automatic').map(({ body }) => body);
    expect(bodies).toEqual([{ every_hours: 24 }, { every_hours: 1 }, { every_hours: null }]);
  });

  it('says when an overdue check was due, and what it is waiting for', async () => {
    const due = answer({ every_hours: 6, next_at: at, last_at: at, waits_for: 'no_computer' });
    const { api, socket } = renderChecker({ 'GET /api/unread-checker/automatic': due });
    const status = await (await panel()).findByText(/^A check was due on/);
    expect(status).toHaveTextContent(/21-11-2026.* It will start once Sandpiper Agent is online\./);
    expect(status).toHaveTextContent(/The last automatic check started on .*21-11-2026/);
    api.set({ 'GET /api/unread-checker/automatic': answer({ every_hours: 6, next_at: at }) });
    socket.receive('account_update', { profile_id: 1 });
    expect(await (await panel()).findByText('The next check is about to start.', {}, { timeout: 4000 })).toBeVisible();
  });

  it('can be switched off, but not on, after the subscription has ended', async () => {
    const user = buildUser({ subscription_end_date: '2020-01-01' });
    const { unmount } = renderChecker({}, user);
    expect(await isOn()).toBeDisabled();
    unmount();
    renderChecker({ 'GET /api/unread-checker/automatic': daily }, user);
    expect(await isOn()).toBeEnabled();
  });

  it('shows an error and keeps its setting if it cannot be changed', async () => {
    const { userEvents } = renderChecker({
      'PUT /api/unread-checker/automatic': new Error('down'),
    });
    await userEvents.click(await isOn());
    expect(await screen.findByText('Failed to save the settings for automatic checks')).toBeInTheDocument();
    await waitFor(async () => expect(await isOn()).not.toBeChecked());
  });
});
