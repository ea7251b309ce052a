import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Bell } from '../features/notices/bell.tsx';
import { buildTicket } from '../testing/administration-builders.ts';
import { paginationOf } from '../testing/builders.ts';
import { quietDashboard } from '../testing/dashboard-screen.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import DashboardPage from './dashboard.page.tsx';
import SupportPage from './support.page.tsx';

const read = buildTicket({ id: 8, subject: 'Second computer', created_by: 'maria' });
const answered = { ...read, has_unread_answer: true };

function open(page: ReactNode, tickets: (typeof read)[]) {
  return renderScreen(
    <>
      <Bell />
      {page}
    </>,
    {
      replies: {
        ...quietDashboard,
        'GET /api/notices': { notices: [], unread_count: 0, pagination: paginationOf(0) },
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
