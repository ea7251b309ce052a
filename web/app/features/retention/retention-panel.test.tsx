import { screen, waitFor, within } from '@testing-library/react';
import { usualRetention } from '@sandpiper/contract/limits';
import { retentionSchema, type Retention } from '@sandpiper/contract/retention';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../../testing/builders.ts';
import type { Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RetentionPanel } from './retention-panel.tsx';

function open(replies: Replies = {}) {
  return renderScreen(<RetentionPanel />, {
    url: '/server',
    user: buildUser({ id: 1, role: 'admin' }),
    replies: { 'GET /api/retention': usualRetention, ...replies },
  });
}

describe('the retention settings', () => {
  const confirmed = 'Delete data older than 90 days';

  it('must be confirmed if they shorten a period, and are saved immediately otherwise', async () => {
    const { userEvents, api } = open({
      'PUT /api/retention': ({ body }) => retentionSchema.parse(Object.assign({}, usualRetention, body)),
    });
    const logs = await screen.findByRole('combobox', { name: 'Logs of finished campaigns' });
    expect(logs).toHaveValue('Forever');
    expect(screen.getByRole('combobox', { name: 'Contact messages' })).toHaveValue('1 year');
    await userEvents.click(logs);
    await userEvents.click(await screen.findByRole('option', { name: '90 days' }));
    await userEvents.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(api.of('PUT /api/retention')).toHaveLength(0);
    expect(logs).toHaveValue('Forever');
    await userEvents.click(logs);
    await userEvents.click(await screen.findByRole('option', { name: '90 days' }));
    await userEvents.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirmed }));
    await waitFor(() => expect(logs).toHaveValue('90 days'));
    expect(api.of('PUT /api/retention')[0]?.body).toEqual({ campaign_logs: 90 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(logs);
    await userEvents.click(await screen.findByRole('option', { name: '2 years' }));
    await waitFor(() => expect(logs).toHaveValue('2 years'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('keep keyboard focus while they are saved', async () => {
    const { userEvents } = open({ 'PUT /api/retention': () => new Promise(() => undefined) });
    const requests = await screen.findByRole('combobox', { name: 'Requests to agents' });
    await userEvents.click(requests);
    await userEvents.click(await screen.findByRole('option', { name: 'Forever' }));
    await waitFor(() => expect(requests).toHaveValue('Forever'));
    expect(requests).toBeEnabled();
    expect(requests).toHaveFocus();
  });

  it('include a value that is not among the usual choices', async () => {
    open({ 'GET /api/retention': { ...usualRetention, agent_requests: 45 } });
    expect(await screen.findByRole('combobox', { name: 'Requests to agents' })).toHaveValue('45 days');
  });

  it('keep a confirmation open if it was opened before an earlier, confirmed change was saved', async () => {
    const { promise, resolve } = Promise.withResolvers<Retention>();
    const { userEvents } = open({ 'PUT /api/retention': () => promise });
    const shorten = async (setting: string) => {
      await userEvents.click(await screen.findByRole('combobox', { name: setting }));
      await userEvents.click(await screen.findByRole('option', { name: '90 days' }));
      return within(await screen.findByRole('dialog', { name: `Delete old data: ${setting}?` }));
    };
    const first = await shorten('Logs of finished campaigns');
    await userEvents.click(first.getByRole('button', { name: confirmed }));
    await userEvents.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const second = await shorten('Contact messages');
    resolve({ ...usualRetention, campaign_logs: 90 });
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await waitFor(() => expect(second.getByRole('button', { name: confirmed })).toBeEnabled());
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('keep the confirmation for one setting open while another setting is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<Retention>();
    const { userEvents } = open({ 'PUT /api/retention': () => promise });
    await userEvents.click(await screen.findByRole('combobox', { name: 'Requests to agents' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Forever' }));
    await userEvents.click(screen.getByRole('combobox', { name: 'Logs of finished campaigns' }));
    await userEvents.click(await screen.findByRole('option', { name: '90 days' }));
    await screen.findByRole('dialog');
    resolve({ ...usualRetention, agent_requests: null });
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: confirmed })).toBeEnabled();
  });
});
