import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Bell } from '../features/notices/bell.tsx';
import { buildTicket, buildTicketMessage } from '../testing/administration-builders.ts';
import { buildUser, paginationOf } from '../testing/builders.ts';
import { quietDashboard } from '../testing/dashboard-screen.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, pass, stopTheClock } from '../testing/still-clock.ts';
import DashboardPage from './dashboard.page.tsx';
import SupportPage from './support.page.tsx';
import TicketPage from './ticket.page.tsx';

const read = buildTicket({ id: 8, subject: 'Second computer', created_by: 'maria' });
const answered = { ...read, has_unread_answer: true };

function open(page: ReactNode, tickets: (typeof read)[], user = buildUser()) {
  return renderScreen(
    <>
      <Bell />
      {page}
    </>,
    {
      user,
      replies: {
        ...quietDashboard,
        'GET /api/notices': { notices: [], unread_count: 0, unread_replies: null, pagination: paginationOf(0) },
        'GET /api/support': { tickets, pagination: paginationOf(tickets.length, 20) },
      },
    },
  );
}

const notice = { id: 1, title: 'Support replied', message: '', path: '/support/8', is_for_browser: false };

describe('a support reply that arrives while a page is open', () => {
  it('appears on the dashboard', async () => {
    const { api, socket } = open(<DashboardPage />, []);
    await screen.findByRole('region', { name: 'Messages per day' });
    api.set({ 'GET /api/support': { tickets: [answered], pagination: paginationOf(1, 20) } });
    socket.receive('notice', notice);
    expect(await screen.findByRole('link', { name: 'Support replied to “Second computer”' })).toBeInTheDocument();
  });

  it('appears in the list of tickets', async () => {
    const { api, socket } = open(<SupportPage />, [read]);
    await screen.findByRole('row', { name: /Second computer/ });
    api.set({ 'GET /api/support': { tickets: [answered], pagination: paginationOf(1, 20) } });
    socket.receive('notice', notice);
    expect(await screen.findByText('New reply')).toBeInTheDocument();
  });
});

describe('a support reply to the open ticket', () => {
  stopTheClock();

  it('appears as soon as the notice about it arrives', async () => {
    const detail = { ticket: read, messages: [], has_earlier: false, report: null };
    const { api, socket } = renderScreen(<TicketPage />, {
      url: '/support/8',
      path: '/support/:id',
      replies: { 'GET /api/support/:id': detail },
    });
    await arrival(() => expect(screen.getByText(/^No replies yet/)).toBeInTheDocument());
    api.set({
      'GET /api/support/:id': { ...detail, messages: [buildTicketMessage({ message: 'Install it there.' })] },
    });
    socket.receive('notice', notice);
    await pass(0);
    await arrival(() => expect(screen.getByText('Install it there.')).toBeInTheDocument());
  });
});

describe('another user’s new ticket', () => {
  stopTheClock();

  it('appears in an administrator’s list although there is no notice about it', async () => {
    const { api } = open(<SupportPage />, [], buildUser({ role: 'admin' }));
    await arrival(() => expect(screen.getByText('No tickets found')).toBeInTheDocument());
    api.set({ 'GET /api/support': { tickets: [read], pagination: paginationOf(1, 20) } });
    await pass(15_000);
    await arrival(() => expect(screen.getByRole('row', { name: /Second computer/ })).toBeInTheDocument());
  });
});
