import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readToken, removeToken, storeToken } from '../../platform/token-store.ts';
import { buildCampaign, buildCampaignRow, buildStatusReason, paginationOf } from '../../testing/builders.ts';
import { renderCampaigns, rowOf, rows } from '../../testing/campaign-list-screen.tsx';
import { Failure, late, onlyOnce, unreachable } from '../../testing/fake-api.ts';

describe('the list of campaigns', () => {
  it('shows a campaign as paused immediately, before the server has answered', async () => {
    const { userEvents, api } = renderCampaigns({
      'PUT /api/campaigns/:id/status': () => new Promise(() => undefined),
    });
    await userEvents.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Paused')).toBeInTheDocument());
    expect(api.of('PUT /api/campaigns/:id/status')[0]).toMatchObject({
      params: { id: '1' },
      body: { status: 'paused' },
    });
  });

  it('restores the old status and shows the reason when the server rejects a change', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns': onlyOnce({ campaigns: rows, pagination: paginationOf(5) }),
      'PUT /api/campaigns/:id/status': () => refusal.promise,
    });
    await userEvents.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Paused')).toBeInTheDocument());
    refusal.resolve(new Failure(409, { error: 'It is completed already.', code: 'invalid_state' }));
    expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
    expect(screen.getByText('It is completed already.')).toBeInTheDocument();
    expect(within(await rowOf('Autumn')).getByText('Running')).toBeInTheDocument();
  });

  it.each([
    ['rejects', new Failure(409, { error: 'It is completed already.', code: 'invalid_state' as const })],
    ['makes', { campaign: buildCampaign({ id: 1, name: 'Autumn', status: 'paused' as const }) }],
  ])('shows nothing to the next user if the server %s a change after the user has signed out', async (_, answer) => {
    const reply = Promise.withResolvers<typeof answer>();
    const { userEvents, api } = renderCampaigns({ 'PUT /api/campaigns/:id/status': () => reply.promise });
    await userEvents.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    await waitFor(() => expect(api.of('PUT /api/campaigns/:id/status')).toHaveLength(1));
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(async () => {
      reply.resolve(answer);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    for (const text of ['It is completed already.', 'Failed to update campaign status', 'Campaign paused'])
      expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('still says why a running campaign isn’t sending if it couldn’t be paused', async () => {
    const agentAway = { ...buildStatusReason(), code: 'no_agent' as const, text: 'No agent is connected.' };
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns': onlyOnce({
        campaigns: [buildCampaignRow({ name: 'Autumn', status: 'running', status_reason: agentAway })],
        pagination: paginationOf(1),
      }),
      'PUT /api/campaigns/:id/status': unreachable,
    });
    await userEvents.click(within(await rowOf('Autumn')).getByRole('button', { name: 'Pause Autumn' }));
    expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
    expect(within(await rowOf('Autumn')).getByText('No agent is connected.')).toBeInTheDocument();
  });

  describe('when the browser thinks it is offline', () => {
    afterEach(() => void window.dispatchEvent(new Event('online')));

    it('shows a failure immediately and restores the old status, instead of waiting for the network', async () => {
      const { userEvents } = renderCampaigns({ 'PUT /api/campaigns/:id/status': unreachable });
      const row = await rowOf('Autumn');
      window.dispatchEvent(new Event('offline'));
      await userEvents.click(within(row).getByRole('button', { name: 'Pause Autumn' }));
      expect(await screen.findByText('Failed to update campaign status')).toBeInTheDocument();
      expect(within(await rowOf('Autumn')).getByText('Running')).toBeInTheDocument();
    });

    it('still loads data from the server, which may be on the same computer', async () => {
      renderCampaigns();
      window.dispatchEvent(new Event('offline'));
      expect(await rowOf('Autumn')).toBeInTheDocument();
    });
  });

  it('resumes a paused campaign without asking', async () => {
    const { userEvents, api } = renderCampaigns({
      'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
    });
    await userEvents.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
  });

  it('ignores the second click of a double-click, which would hit the button of the new status', async () => {
    const { userEvents, api } = renderCampaigns({
      'POST /api/campaigns/:id/start': () => new Promise(() => undefined),
      'PUT /api/campaigns/:id/status': () => new Promise(() => undefined),
    });
    await userEvents.dblClick(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    const pause = await screen.findByRole('button', { name: 'Pause Winter' });
    expect(pause).toHaveAttribute('aria-disabled', 'true');
    // Further clicks do nothing until the server has responded.
    fireEvent.click(pause);
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    expect(api.of('PUT /api/campaigns/:id/status')).toHaveLength(0);
  });

  it('does not undo a start that takes a long time, and says that the start continues', async () => {
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns': onlyOnce({ campaigns: rows, pagination: paginationOf(5) }),
      'POST /api/campaigns/:id/start': late,
    });
    await userEvents.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
    expect(within(await rowOf('Winter')).getByText('Running')).toBeInTheDocument();
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
  });

  it('shows that a campaign was stopped early, and how many people were not messaged', async () => {
    const stopped = buildCampaignRow({
      id: 1,
      name: 'Autumn',
      status: 'completed',
      status_reason: buildStatusReason(),
    });
    renderCampaigns({
      'GET /api/campaigns': {
        campaigns: [{ ...stopped, total_list: 40, total_sent: 17 }],
        pagination: paginationOf(1),
      },
    });
    const row = within(await rowOf('Autumn'));
    expect(row.getByText('Stopped early')).toBeInTheDocument();
    expect(row.getByText('23 not messaged')).toBeInTheDocument();
    expect(row.queryByText('Completed')).not.toBeInTheDocument();
  });

  it('doesn’t say that a campaign has reached everyone or is sending before the server has answered', async () => {
    const agentAway = { ...buildStatusReason(), code: 'no_agent' as const, text: 'No agent is connected.' };
    const counters = { total_list: 40, total_sent: 17 };
    const running = buildCampaignRow({
      id: 1,
      name: 'Autumn',
      status: 'running',
      status_reason: agentAway,
      ...counters,
    });
    const paused = buildCampaignRow({ id: 2, name: 'Winter', status: 'paused', ...counters });
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns': { campaigns: [running, paused], pagination: paginationOf(2) },
      'POST /api/campaigns/:id/stop': () => new Promise(() => undefined),
      'POST /api/campaigns/:id/start': () => new Promise(() => undefined),
    });
    await userEvents.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    expect(await within(await rowOf('Winter')).findByText('Starting…')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop “Autumn”?' });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Stop' }));
    expect(await within(await rowOf('Autumn')).findByText('Stopped early')).toBeInTheDocument();
    expect(within(await rowOf('Autumn')).getByText('23 not messaged')).toBeInTheDocument();
  });

  it('asks before stopping a campaign, and says how many windows are being closed', async () => {
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns/:id': {
        campaign: buildCampaign({ status: 'running', total_list: 10, total_sent: 5, total_being_checked: 2 }),
      },
      'POST /api/campaigns/:id/stop': { campaign: buildCampaign({ status: 'completed' }), profilesClosed: 2 },
    });
    await rowOf('Autumn');
    await userEvents.click(screen.getByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop “Autumn”?' });
    await waitFor(() => expect(dialog).toHaveTextContent('3 people won’t be messaged.'));
    expect(dialog).toHaveTextContent(
      'The agent hasn’t checked yet whether 2 people got the message. If you stop the campaign now, the agent won’t check, and the outcome becomes “Not known”.',
    );
    expect(dialog).toHaveTextContent('A message that is being sent right now may still arrive.');
    expect(dialog).toHaveTextContent('You can continue a stopped campaign with the remaining people.');
    await userEvents.click(within(dialog).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Campaign stopped. Closing 2 Firefox windows.')).toBeInTheDocument();
  });

  it('does not offer to continue a campaign in which no one is left', async () => {
    const { userEvents } = renderCampaigns({
      'GET /api/campaigns/:id': { campaign: buildCampaign({ status: 'running', total_list: 10, total_sent: 10 }) },
    });
    await rowOf('Autumn');
    await userEvents.click(screen.getByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop “Autumn”?' });
    await waitFor(() => expect(dialog).toHaveTextContent('No one is left to message.'));
    expect(dialog).not.toHaveTextContent('You can continue');
  });

  it('gives the request to start a campaign more time than other requests, because the server checks every recipient', async () => {
    const limits: number[] = [];
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return new AbortController().signal;
    });
    const { userEvents } = renderCampaigns({
      'POST /api/campaigns/:id/start': { campaign: buildCampaign({ id: 2, status: 'running' }) },
    });
    await userEvents.click(within(await rowOf('Winter')).getByRole('button', { name: 'Start Winter' }));
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    limit.mockRestore();
    expect(limits).toContain(10_000);
    expect(limits).toContain(120_000);
  });
});

describe('live changes', () => {
  it('update only the progress of the affected campaign', async () => {
    const { socket } = renderCampaigns();
    await rowOf('Autumn');
    socket.receive('campaign_progress_update', { campaignId: 1, total_sent: 8, total_failed: 2, total_list: 10 });
    await waitFor(async () =>
      expect(within(await rowOf('Autumn')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100'),
    );
    expect(await rowOf('Autumn')).toHaveTextContent('8 of 10 sent, 2 failed · 100%');
    expect(within(await rowOf('Winter')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  });

  it('change the status immediately, and refetch it', async () => {
    const { socket, api } = renderCampaigns();
    await rowOf('Autumn');
    const before = api.of('GET /api/campaigns').length;
    api.set({ 'GET /api/campaigns': () => new Promise(() => undefined) });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(async () => expect(within(await rowOf('Autumn')).getByText('Completed')).toBeInTheDocument());
    expect(await rowOf('Autumn'), 'the badge already says so').not.toHaveTextContent('%');
    await waitFor(() => expect(api.of('GET /api/campaigns').length).toBeGreaterThan(before));
  });
});
