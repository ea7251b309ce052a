import type { Session } from '@sandpiper/contract/sessions';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const at = '2026-11-21T09:30:00.000Z';
const here: Session = {
  id: 1,
  browser: 'Firefox on Linux',
  address: '203.0.113.7',
  created_at: at,
  last_used_at: at,
  expires_at: at,
  is_current: true,
};
const phone: Session = { ...here, id: 2, browser: 'Chrome on Android', address: '198.51.100.9', is_current: false };

const open = (sessions: Session[] | Failure, replies: Replies = {}) =>
  renderScreen(<SessionsPanel />, {
    replies: { 'GET /api/sessions': sessions instanceof Failure ? sessions : { sessions }, ...replies },
  });

const rows = async () => within(await screen.findByRole('list', { name: 'Browsers' })).getAllByRole('listitem');

describe('the list of sessions', () => {
  it('shows each browser and its address, and marks the current one', async () => {
    open([here, { ...phone, browser: null, address: null }]);
    const [first, second] = await rows();
    expect(first).toHaveTextContent(/^Firefox on Linux This browserLast used .* from 203\.0\.113\.7Signed in/);
    expect(second).toHaveTextContent(/^Unknown browser Last used/);
    expect(second).not.toHaveTextContent('from');
  });

  it('can end another session, but not the current one', async () => {
    const { userEvents, api } = open([here, phone], { 'DELETE /api/sessions/:id': { success: true } });
    await rows();
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
    expect(await screen.findByText('Browser signed out')).toBeInTheDocument();
    expect(api.of('DELETE /api/sessions/:id')[0]?.params).toEqual({ id: '2' });
  });

  it('ends all other sessions after a confirmation that shows how many, and disconnects the computers on request', async () => {
    const { userEvents, api } = open([here, phone], {
      'POST /api/sessions/end-others': { ended_sessions: 1, revoked_computers: 2 },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/signed out of 1 other browser\./)).toBeInTheDocument();
    await userEvents.click(dialog.getByRole('checkbox', { name: 'Also disconnect all my computers' }));
    await userEvents.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText('Signed out of 1 browser and disconnected 2 computers')).toBeInTheDocument();
    expect(api.of('POST /api/sessions/end-others')[0]?.body).toEqual({ computers: true });
  });

  it('shows the reason when the server rejects the request, and keeps the dialog open', async () => {
    const { userEvents } = open([here, phone], {
      'POST /api/sessions/end-others': new Failure(500, { error: 'Not today' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await userEvents.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out everywhere else' }),
    );
    expect(await screen.findByText('Not today')).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('shows an error when it can’t be loaded', async () => {
    open(new Failure(500, { error: 'Broken' }));
    expect(await screen.findByText('Couldn’t load your sessions')).toBeInTheDocument();
  });
});
