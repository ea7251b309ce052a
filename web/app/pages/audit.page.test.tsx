import { screen, within } from '@testing-library/react';
import type { AuditEvent } from '@sandpiper/contract/audit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ActivityPanel } from '../features/audit/activity-panel.tsx';
import { timeZone } from '../platform/dates.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, onlyOnce, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import AuditPage from './audit.page.tsx';

const admin = buildUser({ id: 1, username: 'maria', role: 'admin' });

function buildEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 9,
    at: '2026-11-21T09:30:00.000Z',
    action: 'user_changed',
    user: { id: 2, name: 'ben' },
    actor: { kind: 'user', id: 1, name: 'maria' },
    subject: 'user 2',
    address: '203.0.113.7',
    request_id: 'request-7',
    detail: {},
    changes: { subscription_end_date: { from: null, to: '2027-01-01' } },
    ...changes,
  };
}

const pageOf = (...events: AuditEvent[]) => ({ events, next_before: null, previous_after: null });

function openAudit(replies: Replies = {}, options: { url?: string; user?: typeof admin } = {}) {
  const page = { 'GET /api/audit': pageOf(buildEvent()) };
  return renderScreen(<AuditPage />, { url: '/audit', user: admin, ...options, replies: { ...page, ...replies } });
}

describe('the audit log', () => {
  it('shows who did what to whom and from where, and what changed', async () => {
    openAudit();
    const row = within(await screen.findByRole('row', { name: /Changed a user/ }));
    expect(row.getByText('Changed a user')).toBeInTheDocument();
    expect(row.getByText('user 2 · subscription end date: none → 01-01-2027')).toBeInTheDocument();
    for (const text of ['maria', 'ben', '203.0.113.7']) expect(row.getByText(text)).toBeInTheDocument();
    expect(row.getByText('203.0.113.7')).toHaveAttribute('title', 'Request request-7');
  });

  it('can be filtered by today’s date in the user’s time zone, even in a time zone where it is still yesterday', async () => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T14:00:00Z') });
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.useRealTimers();
    });
    const { userEvents } = openAudit({}, { user: { ...admin, timezone: 'Pacific/Auckland' } });
    await userEvents.click(await screen.findByRole('button', { name: 'Since (Pacific/Auckland)' }));
    expect(await screen.findByRole('button', { name: '28 November 2026' })).toBeEnabled();
    expect(screen.getByRole('button', { name: '29 November 2026' })).toBeDisabled();
  });

  it('sends the filters from the URL', async () => {
    const url = '/audit?search=pro&user=ben&action=user_changed&since=2026-11-01&until=2026-11-30&before=40';
    const { api } = openAudit({}, { url });
    await screen.findByRole('row', { name: /Changed a user/ });
    expect(api.of('GET /api/audit')[0]?.query).toEqual({
      search: 'pro',
      user: 'ben',
      action: 'user_changed',
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      before: '40',
      limit: '50',
    });
  });

  it('can be paged through, and returns to the first page when filtered by kind', async () => {
    const { api, userEvents } = openAudit({
      'GET /api/audit': { events: [buildEvent()], next_before: 9, previous_after: null },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(api.of('GET /api/audit').at(-1)?.query).toMatchObject({ before: '9' });
    await userEvents.click(screen.getByRole('combobox', { name: 'Kind of event' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Sign-in failed' }));
    const last = api.of('GET /api/audit').at(-1)?.query;
    expect(last).toMatchObject({ action: 'sign_in_failed' });
    expect(last).not.toHaveProperty('before');
  });

  it('names the time zone of its filter unless the browser is in this time zone', async () => {
    const { unmount } = openAudit();
    expect(await screen.findByText('Until')).toBeInTheDocument();
    unmount();
    const url = '/audit?since=2026-11-27';
    const { api } = openAudit({}, { url, user: { ...admin, timezone: null } });
    expect(await screen.findByText('27-11-2026')).toBeInTheDocument();
    expect(screen.getByText(timeZone === 'UTC' ? 'Until' : 'Until (UTC)')).toBeInTheDocument();
    expect(api.of('GET /api/audit')[0]?.query).toMatchObject({ start_date: '2026-11-27' });
  });

  it('shows a message if nothing matches, and offers to try again if it can’t be loaded', async () => {
    const { unmount } = openAudit({ 'GET /api/audit': pageOf() }, { url: '/audit?search=x' });
    expect(await screen.findByText('No matching events')).toBeInTheDocument();
    unmount();
    openAudit({ 'GET /api/audit': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('is shown only to administrators', async () => {
    const { api } = openAudit({}, { user: buildUser() });
    expect(await screen.findByText(/Only administrators can see the audit log/)).toBeInTheDocument();
    expect(api.of('GET /api/audit')).toEqual([]);
  });
});

describe('a user’s own activity', () => {
  const failed = buildEvent({
    id: 8,
    action: 'sign_in_failed',
    actor: { kind: 'visitor', id: null, name: null },
    subject: null,
    detail: { browser: null, is_blocked: true },
    changes: {},
  });

  it('shows what happened, who did it and from where, and shows more on request', async () => {
    const replies: Replies = {
      'GET /api/activity': onlyOnce({ events: [failed], next_before: 8, previous_after: null }),
    };
    const { api, userEvents } = renderScreen(<ActivityPanel />, { url: '/settings', user: admin, replies });
    const item = within(await screen.findByRole('listitem'));
    expect(item.getByText('Sign-in failed')).toBeInTheDocument();
    expect(
      item.getByText('By someone who wasn’t signed in · further attempts are blocked for a while'),
    ).toBeInTheDocument();
    expect(item.getByText(/from 203\.0\.113\.7/)).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Show more' }));
    expect(api.of('GET /api/activity').at(-1)?.query).toMatchObject({ before: '8' });
  });

  it('offers to try again when it cannot be loaded', async () => {
    const replies: Replies = { 'GET /api/activity': new Failure(500, { error: 'Broken' }) };
    renderScreen(<ActivityPanel />, { url: '/settings', user: admin, replies });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
