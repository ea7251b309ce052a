import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openFormState } from '../../platform/open-form-on-arrival.ts';
import { readToken, removeToken, storeToken } from '../../platform/token-store.ts';
import { buildCampaign, buildUser } from '../../testing/builders.ts';
import { renderCampaigns, rowOf } from '../../testing/campaign-list-screen.tsx';
import { Failure, late, type FakeRequest, type Replies } from '../../testing/fake-api.ts';

const autumn = { id: 1, name: 'Autumn' };
const winter = { id: 2, name: 'Winter' };
const later = { id: 3, name: 'Spring', start: { start_at: '2026-12-02T09:00:00.000Z', allow_repeat: true } };
const paused = { paused: [autumn, winter], canceled_starts: [], failed: [] };

function render(replies: Replies = {}, user = buildUser()) {
  const counts: Replies = { 'GET /api/campaigns/pause-preview': { running: 2, starting: 0 } };
  return renderCampaigns({ ...counts, 'POST /api/campaigns/pause': paused, ...replies }, '/campaigns', user);
}

type Rendered = ReturnType<typeof render>;

const button = () => screen.findByRole('button', { name: 'Pause all' });

async function open({ userEvents }: Rendered) {
  await userEvents.click(await button());
  return screen.findByRole('dialog', { name: 'Pause all campaigns?' });
}

/** Clicks the button and confirms. By the time of the answer, no campaign is running anymore. */
async function pauseAll(replies: Replies = {}, user = buildUser()) {
  const rendered = render(replies, user);
  const dialog = await open(rendered);
  rendered.api.set({ 'GET /api/campaigns/pause-preview': { running: 0, starting: 0 } });
  await rendered.userEvents.click(within(dialog).getByRole('button', { name: 'Pause all' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  return rendered;
}

describe('the button that pauses all campaigns', () => {
  it('is missing while no campaign is running, and appears when one starts', async () => {
    const { api, socket } = render({ 'GET /api/campaigns/pause-preview': { running: 0, starting: 1 } });
    await rowOf('Autumn');
    expect(screen.queryByRole('button', { name: 'Pause all' })).not.toBeInTheDocument();
    api.set({ 'GET /api/campaigns/pause-preview': { running: 1, starting: 0 } });
    act(() => socket.receive('campaign_update', { campaign_id: 3, status: 'running' }));
    expect(await button()).toBeInTheDocument();
  });

  it('first asks, and says how many campaigns are running and what happens to messages that are being sent', async () => {
    const rendered = render();
    const dialog = await open(rendered);
    expect(dialog).toHaveTextContent(
      '2 campaigns are running. Messages that are being sent right now may still arrive.',
    );
    await rendered.userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(rendered.api.of('POST /api/campaigns/pause')).toHaveLength(0);
  });

  it('also says how many scheduled starts it cancels', async () => {
    const dialog = await open(render({ 'GET /api/campaigns/pause-preview': { running: 1, starting: 1 } }));
    expect(dialog).toHaveTextContent('1 campaign is running.');
    expect(dialog).toHaveTextContent('1 scheduled start will be canceled.');
  });

  it('can’t be confirmed anymore once the last campaign has ended', async () => {
    const rendered = render();
    const dialog = await open(rendered);
    rendered.api.set({ 'GET /api/campaigns/pause-preview': { running: 0, starting: 0 } });
    act(() => rendered.socket.receive('campaign_update', { campaign_id: 1, status: 'completed' }));
    await waitFor(() => expect(dialog).toHaveTextContent('No campaign is running.'));
    expect(within(dialog).getByRole('button', { name: 'Pause all' })).toBeDisabled();
  });

  it('is pressed by the command palette, which opens the confirmation', async () => {
    const { router } = render();
    await button();
    await act(() => router.navigate('/campaigns', { state: openFormState }));
    expect(await screen.findByRole('dialog', { name: 'Pause all campaigns?' })).toBeInTheDocument();
  });
});

describe('pausing all campaigns', () => {
  it('shows how many were paused, and the button disappears', async () => {
    await pauseAll();
    expect(await screen.findByText('2 campaigns paused')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause all' })).not.toBeInTheDocument());
  });

  it('can be undone, which starts exactly these campaigns again and schedules the canceled starts again', async () => {
    const { api, userEvents } = await pauseAll({
      'POST /api/campaigns/pause': { ...paused, canceled_starts: [later] },
      'POST /api/campaigns/:id/start': { campaign: buildCampaign({ status: 'running' }) },
    });
    expect(await screen.findByText('2 campaigns paused, 1 scheduled start canceled')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start').map(({ params, body }) => [params['id'], body])).toEqual([
      ['1', {}],
      ['2', {}],
      ['3', later.start],
    ]);
  });

  it('names the campaigns that can’t be started again, with the reason, and starts the others', async () => {
    const nobody = new Failure(409, {
      error: 'No one is left to message in this campaign.',
      code: 'invalid_state',
    });
    const { api, userEvents } = await pauseAll({
      'POST /api/campaigns/:id/start': ({ params }: FakeRequest) =>
        params['id'] === '1' ? nobody : { campaign: buildCampaign({ id: 2, status: 'running' }) },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(
        '1 campaign couldn’t be started again. Autumn: No one is left to message in this campaign.',
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText('Undone')).not.toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(2);
  });

  it('offers no Undo without a subscription, because campaigns can’t be started without one', async () => {
    await pauseAll({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByText('2 campaigns paused')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('names the campaigns that couldn’t be paused, with the reason', async () => {
    const failed = [{ ...winter, reason: 'The database took too long to answer. Try again in a moment.' }];
    await pauseAll({ 'POST /api/campaigns/pause': { paused: [autumn], canceled_starts: [], failed } });
    expect(await screen.findByText('1 of 2 campaigns couldn’t be paused')).toBeInTheDocument();
    expect(
      screen.getByText('Winter: The database took too long to answer. Try again in a moment.'),
    ).toBeInTheDocument();
  });

  it('says so if all campaigns have ended in the meantime', async () => {
    await pauseAll({ 'POST /api/campaigns/pause': { paused: [], canceled_starts: [], failed: [] } });
    expect(await screen.findByText('No campaign was running')).toBeInTheDocument();
  });

  it('shows why the server rejected it', async () => {
    await pauseAll({ 'POST /api/campaigns/pause': new Failure(503, { error: 'Busy.' }) });
    expect(await screen.findByText('Failed to pause the campaigns')).toBeInTheDocument();
    expect(screen.getByText('Busy.')).toBeInTheDocument();
  });

  it('says that the server is still working if the answer takes too long', async () => {
    await pauseAll({ 'POST /api/campaigns/pause': late });
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
  });

  it('shows nothing to the next user if the server answers after the user has signed out', async () => {
    const answer = Promise.withResolvers<typeof paused>();
    const rendered = render({ 'POST /api/campaigns/pause': () => answer.promise });
    const dialog = await open(rendered);
    await rendered.userEvents.click(within(dialog).getByRole('button', { name: 'Pause all' }));
    await waitFor(() => expect(rendered.api.of('POST /api/campaigns/pause')).toHaveLength(1));
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(async () => {
      answer.resolve(paused);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    expect(screen.queryByText('2 campaigns paused')).not.toBeInTheDocument();
  });
});
