import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AgentNotice } from './agent-notice.tsx';

const earlier = '2026-11-20T09:30:00.000Z';
const seen = { last_seen_at: '2026-11-21T09:30:00.000Z' };
const later = '2026-11-22T09:30:00.000Z';

function Known() {
  return useAgentPresence().isOnline === null ? null : <p>known</p>;
}

describe('the agent notice on a screen', () => {
  it.each([
    [[], 'No agent is connected yet', 'Install it from Settings'],
    [[buildAgentToken(seen)], 'Your agent is offline', null],
    [[buildAgentToken({ ...seen, online: true, is_paused: true })], 'Your agent is paused', null],
    [
      [buildAgentToken({ ...seen, outdated_at: later })],
      'Your agent is the wrong version',
      'Get the matching version in Settings',
    ],
  ])('shows what to do for each state of the agent: %#', async (tokens, title, link) => {
    renderScreen(<AgentNotice what="Sending" isSending />, {
      url: '/',
      replies: { 'GET /api/agent-tokens': { tokens } },
    });
    const notice = await screen.findByRole('note', { name: title });
    expect(notice).toHaveTextContent(/^.*Sending needs .*Sandpiper Agent/);
    if (link === null) expect(screen.queryByRole('link')).not.toBeInTheDocument();
    else expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/settings');
  });

  it('is not shown for work that a paused agent still does, but is shown when the agent is offline', async () => {
    const paused = buildAgentToken({ ...seen, online: true, is_paused: true });
    const both = (
      <>
        <AgentNotice what="A check" />
        <Known />
      </>
    );
    const { socket, api } = renderScreen(both, {
      url: '/',
      replies: { 'GET /api/agent-tokens': { tokens: [paused] } },
    });
    await screen.findByText('known');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    api.set({ 'GET /api/agent-tokens': { tokens: [{ ...paused, online: false }] } });
    socket.receive('agent_presence', { online: false, is_paused: false });
    expect(await screen.findByRole('note', { name: 'Your agent is offline' })).toHaveTextContent('A check needs');
  });

  it('doesn’t ask for an update because of an old token if another agent has connected since then', async () => {
    const retired = buildAgentToken({ last_seen_at: earlier, outdated_at: earlier });
    const tokens = [retired, buildAgentToken({ ...seen, id: 9 })];
    renderScreen(<AgentNotice what="Sending" isSending />, {
      url: '/',
      replies: { 'GET /api/agent-tokens': { tokens } },
    });
    expect(await screen.findByRole('note', { name: 'Your agent is offline' })).toBeInTheDocument();
  });

  it('is not shown while one agent works, even if another one is outdated', async () => {
    const tokens = [
      buildAgentToken({ ...seen, online: true }),
      buildAgentToken({ ...seen, id: 9, outdated_at: later }),
    ];
    const both = (
      <>
        <AgentNotice what="Sending" isSending />
        <Known />
      </>
    );
    renderScreen(both, { url: '/', replies: { 'GET /api/agent-tokens': { tokens } } });
    await screen.findByText('known');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });
});
