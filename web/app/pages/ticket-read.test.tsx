import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import { buildTicket, buildTicketMessage } from '../testing/administration-builders.ts';
import { paginationOf } from '../testing/builders.ts';
import { unreachable } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import SupportPage from './support.page.tsx';
import TicketPage from './ticket.page.tsx';

/** Renders the list of tickets and the ticket's page. The fake server marks the ticket as read when the page asks it to. */
function openSupport(url: string) {
  let isRead = false;
  const ticket = () => buildTicket({ created_by: 'maria', has_unread_answer: !isRead });
  const read = () => {
    isRead = true;
    return { success: true as const };
  };
  const view = renderScreen(
    <Routes>
      <Route path="/support" element={<SupportPage />} />
      <Route path="/support/:id" element={<TicketPage />} />
    </Routes>,
    {
      url,
      path: '*',
      replies: {
        'GET /api/support': () => ({ tickets: [ticket()], pagination: paginationOf(1) }),
        'GET /api/support/:id': () => ({
          ticket: ticket(),
          messages: [buildTicketMessage({ id: 5 })],
          has_earlier: false,
          report: null,
        }),
        'PUT /api/support/:id/read': read,
      },
    },
  );
  return { ...view, read };
}

describe('a ticket with a new reply', () => {
  it('is no longer marked in the list once its creator has opened it', async () => {
    const { userEvents } = openSupport('/support');
    expect(await screen.findByText('New reply')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('link', { name: 'Window stays open' }));
    await userEvents.click(await screen.findByRole('link', { name: 'Back to support' }));
    expect(await screen.findByRole('link', { name: 'Window stays open' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('New reply')).not.toBeInTheDocument());
  });
});

describe('a ticket in a hidden tab', () => {
  afterEach(() => vi.restoreAllMocks());

  it('stays unread until its creator shows the tab', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { api, socket } = openSupport('/support/7');
    await screen.findByRole('log');
    socket.receive('notice', { id: 1, title: 'New reply', message: '', path: '/support/7', is_for_browser: false });
    await waitFor(() => expect(api.of('GET /api/support/:id')).toHaveLength(2));
    expect(api.of('PUT /api/support/:id/read')).toHaveLength(0);
    visibility.mockReturnValue('visible');
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(api.of('PUT /api/support/:id/read')).toHaveLength(1));
  });
});

describe('a ticket that couldn’t be marked as read at first', () => {
  stopTheClock();

  it('is marked as read the next time it is loaded', async () => {
    const { api, read } = openSupport('/support/7');
    api.set({ 'PUT /api/support/:id/read': unreachable });
    await arrival(() => expect(api.of('PUT /api/support/:id/read')).toHaveLength(1));
    api.set({ 'PUT /api/support/:id/read': read });
    await pass(5000);
    await arrival(() => expect(api.of('PUT /api/support/:id/read')).toHaveLength(2));
    await pass(10_000);
    expect(api.of('PUT /api/support/:id/read')).toHaveLength(2);
  });
});
