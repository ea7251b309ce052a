import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCampaign, buildCampaignRow, buildLog, paginationOf } from '../../testing/builders.ts';
import type { Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useLiveActiveCampaigns } from './active-campaigns.ts';
import { emptyLog, hasGapBefore, withEntries } from './log-entries.ts';
import { LogPanel } from './log-panel.tsx';

const entry = (seq: number, changes = {}) =>
  buildLog({
    id: seq,
    seq,
    recipient: `person.${seq}`,
    created_at: new Date(Date.UTC(2026, 10, 21, 9, 0, seq)).toISOString(),
    ...changes,
  });

const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => entry(from + index));

describe('the log’s entries', () => {
  it('are the last fifty, oldest first, without duplicates', () => {
    const state = withEntries(withEntries(emptyLog, entries(1, 40), true), entries(30, 70), true);
    expect(state.entries.map((log) => log.seq)).toEqual(entries(21, 70).map((log) => log.seq));
  });

  it('are replaced when a corrected version arrives', () => {
    const failed = withEntries(
      emptyLog,
      [entry(1), entry(2, { action: 'message_failed', message: 'Not known' })],
      true,
    );
    const sent = withEntries(failed, [entry(2, { action: 'message_sent', message: null })], false);
    expect(sent.entries.map((log) => [log.seq, log.action])).toEqual([
      [1, 'message_sent'],
      [2, 'message_sent'],
    ]);
    expect(hasGapBefore(sent, entry(3))).toBe(false);
  });

  it('never change back from sent to failed when an outdated version arrives', () => {
    const sent = withEntries(emptyLog, [entry(1), entry(2)], true);
    const late = withEntries(sent, [entry(2, { action: 'message_failed', message: 'Not known' })], true);
    expect(late.entries.map((log) => [log.seq, log.action])).toEqual([
      [1, 'message_sent'],
      [2, 'message_sent'],
    ]);
  });

  it('never change back to "not known" after the user has recorded the outcome', () => {
    const unknown = withEntries(emptyLog, [entry(1, { action: 'message_unknown' })], true);
    const said = withEntries(unknown, [entry(1, { action: 'message_failed' })], false);
    expect(said.entries[0]?.action).toBe('message_failed');
    const late = withEntries(said, [entry(1, { action: 'message_unknown' })], true);
    expect(late.entries[0]?.action).toBe('message_failed');
  });

  it('have a gap until all missing entries have arrived, even if later entries arrive first', () => {
    const before = withEntries(emptyLog, entries(1, 3), true);
    expect(hasGapBefore(before, entry(4))).toBe(false);
    expect(hasGapBefore(before, entry(6))).toBe(true);
    const after = withEntries(before, [entry(6)], false);
    expect(hasGapBefore(after, entry(7))).toBe(true);
    const filled = withEntries(after, entries(4, 5), true);
    expect(filled.entries.map((log) => log.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(hasGapBefore(filled, entry(7))).toBe(false);
  });

  it('have a gap until the newest entries have been fetched, unless the live entries begin with the campaign’s first entry', () => {
    const live = withEntries(emptyLog, [entry(8)], false);
    expect(hasGapBefore(live, entry(9))).toBe(true);
    const fetched = withEntries(live, entries(4, 8), true);
    expect(hasGapBefore(fetched, entry(9))).toBe(false);
    expect(hasGapBefore(withEntries(emptyLog, [entry(1)], false), entry(2))).toBe(false);
  });

  it('are in chronological order for one campaign, even if an entry was reported late', () => {
    const late = entry(4, { created_at: entry(2).created_at });
    const state = withEntries(emptyLog, [...entries(1, 3), late], true);
    expect(state.entries.map((log) => log.seq)).toEqual([1, 2, 4, 3]);
    expect(hasGapBefore(state, entry(5))).toBe(false);
  });

  it('are in chronological order for several campaigns', () => {
    const other = entry(1, {
      campaign_id: 2,
      created_at: new Date(Date.UTC(2026, 10, 21, 9, 0, 2, 500)).toISOString(),
    });
    const state = withEntries(withEntries(emptyLog, entries(1, 3), true), [other], true);
    expect(state.entries.map((log) => `${log.campaign_id}/${log.seq}`)).toEqual(['1/1', '1/2', '2/1', '1/3']);
  });
});

function Panel() {
  useLiveActiveCampaigns();
  return <LogPanel isCollapsed={false} onCollapse={() => undefined} onClose={() => undefined} />;
}

function open(replies: Replies = {}) {
  return renderScreen(<Panel />, {
    replies: {
      'GET /api/campaigns': ({ query }) => ({
        campaigns: query['status'] === 'running' ? [buildCampaignRow({ status: 'running' })] : [],
        pagination: paginationOf(1, 100),
      }),
      'GET /api/campaigns/:id': { campaign: buildCampaign({ logs: entries(1, 3) }) },
      ...replies,
    },
  });
}

const shown = () => screen.queryAllByText(/^@person/).map((element) => element.textContent.trim());

describe('the log panel', () => {
  it('shows what the running campaigns logged, and adds new entries', async () => {
    const { socket, api } = open();
    expect(await screen.findByText('1 running')).toBeInTheDocument();
    await waitFor(() => expect(shown()).toEqual(['@person.1', '@person.2', '@person.3']));
    expect(api.of('GET /api/campaigns').map(({ query }) => query)).toEqual([
      { status: 'running', page: '1', limit: '100' },
      { status: 'paused', page: '1', limit: '100' },
    ]);
    expect(api.of('GET /api/campaigns/:id')).toHaveLength(1);
    socket.receive('campaign_log', entry(4, { action: 'message_failed', message: 'No such person.' }));
    await waitFor(() => expect(shown()).toContain('@person.4'));
    expect(screen.getByText('No such person.')).toBeInTheDocument();
  });

  it('shows a campaign only once if it was paused between the requests for running and for paused campaigns', async () => {
    open({
      'GET /api/campaigns': ({ query }) => ({
        campaigns: [buildCampaignRow({ status: query['status'] === 'running' ? 'running' : 'paused' })],
        pagination: paginationOf(1, 100),
      }),
    });
    expect(await screen.findByText('1 paused')).toBeInTheDocument();
    expect(screen.queryByText(/running/)).not.toBeInTheDocument();
  });

  it('no longer shows the entries of a campaign that was deleted', async () => {
    const { socket } = open();
    await waitFor(() => expect(shown()).toHaveLength(3));
    socket.receive('campaign_log', entry(1, { campaign_id: 9, recipient: 'person.9' }));
    await waitFor(() => expect(shown()).toContain('@person.9'));
    socket.receive('campaign_update', { campaign_id: 9, status: 'deleted' });
    await waitFor(() => expect(shown()).toEqual(['@person.1', '@person.2', '@person.3']));
  });

  it('shows people who were skipped or whose outcome is unknown, with the reason', async () => {
    const { socket } = open();
    await waitFor(() => expect(shown()).toHaveLength(3));
    socket.receive('campaign_log', entry(4, { action: 'message_unknown', message: 'The page was lost.' }));
    socket.receive('campaign_log', entry(5, { action: 'skipped', profile_name: null, message: 'Contacted recently.' }));
    const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent);
    await waitFor(() => expect(lines().at(-1)).toContain('@person.5 skipped Contacted recently.'));
    expect(lines().at(-2)).toContain('@person.4 not known The page was lost.');
  });

  it('requests the missing entries when a sequence number is skipped', async () => {
    const { socket, api } = open({
      'GET /api/campaigns/:id/logs': { logs: entries(4, 6), last_seq: 6 },
    });
    await waitFor(() => expect(shown()).toHaveLength(3));
    socket.receive('campaign_log', entry(6));
    await waitFor(() =>
      expect(shown()).toEqual(['@person.1', '@person.2', '@person.3', '@person.4', '@person.5', '@person.6']),
    );
    expect(api.of('GET /api/campaigns/:id/logs')[0]?.query).toEqual({ after_seq: '0', limit: '100' });
  });

  it('catches up after a lost connection, even if it missed more entries than it can show', async () => {
    const { socket, api } = open({
      'GET /api/campaigns/:id/logs': ({ query }) =>
        query['after_seq'] === '0'
          ? { logs: entries(1, 100), last_seq: 400 }
          : { logs: entries(351, 400), last_seq: 400 },
    });
    socket.connect();
    await waitFor(() => expect(shown()).toHaveLength(3));
    const before = api.of('GET /api/campaigns/:id/logs').length;
    socket.disconnect();
    socket.connect();
    await waitFor(() => expect(shown()).toHaveLength(50));
    expect(shown().at(0)).toBe('@person.351');
    expect(shown().at(-1)).toBe('@person.400');
    expect(api.of('GET /api/campaigns/:id/logs').length).toBeGreaterThan(before);
  });

  it('loads corrections after a lost connection, even for a campaign that has ended', async () => {
    const winter = buildCampaignRow({ id: 2, name: 'Winter', status: 'running' });
    const failed = entry(3, { action: 'message_failed', message: 'It is not known.' });
    const logged = (autumn: CampaignLog[]): Replies => {
      const of = (id = '') => (id === '2' ? [entry(1, { campaign_id: 2 })] : autumn);
      return {
        'GET /api/campaigns/:id': ({ params }) => ({ campaign: buildCampaign({ logs: of(params['id']) }) }),
        'GET /api/campaigns/:id/logs': ({ params, query }) => {
          const all = of(params['id']);
          return { logs: all.filter(({ seq }) => seq > Number(query['after_seq'])), last_seq: all.length };
        },
      };
    };
    const { socket, api } = open({
      'GET /api/campaigns': {
        campaigns: [buildCampaignRow({ status: 'running' }), winter],
        pagination: paginationOf(2, 100),
      },
      ...logged([...entries(1, 2), failed]),
    });
    socket.connect();
    await screen.findByText('It is not known.');
    api.set({ 'GET /api/campaigns': { campaigns: [winter], pagination: paginationOf(1, 100) } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await screen.findByText('1 running');
    socket.disconnect();
    api.set(logged(entries(1, 3)));
    socket.connect();
    await waitFor(() => expect(screen.queryByText('It is not known.')).not.toBeInTheDocument());
    expect(shown()).toContain('@person.3');
  });

  it('finds a campaign that was started between the first request and the first connection', async () => {
    const { socket, api } = open({ 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0, 100) } });
    await waitFor(() => expect(api.of('GET /api/campaigns')).toHaveLength(2));
    api.set({
      'GET /api/campaigns': { campaigns: [buildCampaignRow({ status: 'running' })], pagination: paginationOf(1, 100) },
    });
    socket.connect();
    expect(await screen.findByText('1 running')).toBeInTheDocument();
  });

  it('still shows which campaign each line belongs to when one of two campaigns has ended', async () => {
    const winter = buildCampaignRow({ id: 2, name: 'Winter', status: 'running' });
    const { socket, api } = open({
      'GET /api/campaigns': {
        campaigns: [buildCampaignRow({ status: 'running' }), winter],
        pagination: paginationOf(2, 100),
      },
      'GET /api/campaigns/:id': ({ params }) => ({
        campaign: buildCampaign({
          logs: params['id'] === '2' ? [entry(1, { campaign_id: 2, campaign_name: 'Winter' })] : entries(1, 1),
        }),
      }),
    });
    await screen.findByText('2 running');
    await waitFor(() => expect(shown()).toHaveLength(2));
    api.set({ 'GET /api/campaigns': { campaigns: [winter], pagination: paginationOf(1, 100) } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await screen.findByText('1 running');
    expect(screen.getByText('Autumn')).toBeInTheDocument();
    expect(screen.getByText('Winter')).toBeInTheDocument();
  });

  it('pulses while a campaign is running, unless the connection is lost', async () => {
    const { socket } = open();
    const panel = await screen.findByRole('region', { name: 'Live campaign log' });
    const pulse = panel.querySelector('.pulse');
    socket.connect();
    await waitFor(() => expect(pulse).toHaveAttribute('data-running'));
    socket.disconnect();
    await waitFor(() => expect(pulse).not.toHaveAttribute('data-running'));
  });

  it('reloads the active campaigns when a status changes', async () => {
    const { socket, api } = open();
    await screen.findByText('1 running');
    api.set({ 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0, 100) } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'completed' });
    await waitFor(() => expect(screen.queryByText('1 running')).not.toBeInTheDocument());
  });
});
