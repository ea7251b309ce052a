import { screen, waitFor, within } from '@testing-library/react';
import type { Backups } from '@sandpiper/contract/backups';
import { describe, expect, it } from 'vitest';
import { RestoreBanner } from '../features/backups/restore-banner.tsx';
import { buildUser } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ServerPage from './server.page.tsx';

const admin = buildUser({ id: 1, role: 'admin' });
const file = {
  name: 'sandpiper-2026-11-23T04-05-06-789Z.sql.gz',
  made_at: '2026-11-23T04:05:06.789Z',
  size_bytes: 2048,
};
const backups: Backups = {
  database: 'embedded',
  every_hours: 24,
  keep: 7,
  files: [file],
  is_under_way: false,
  last_failure: null,
};
const restore = { backup_made_at: '2026-11-20T04:05:06.789Z', restored_at: '2026-11-23T04:05:06.789Z' };

function open(replies: Replies = {}, user = admin) {
  return renderScreen(
    <>
      <RestoreBanner />
      <ServerPage />
    </>,
    {
      url: '/server',
      user,
      replies: { 'GET /api/backups': backups, 'GET /api/restore': { restore: null }, ...replies },
    },
  );
}

describe('the backups on screen', () => {
  it('have their age and size, and one can be made now', async () => {
    const { hands, api } = open({ 'POST /api/backups': { ...backups, is_under_way: true } });
    expect(await screen.findByText(/every day and keeps the last 7/)).toBeInTheDocument();
    expect(screen.getByText('2 KB')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText(/A backup is being made/)).toBeInTheDocument();
    expect(api.of('POST /api/backups')).toHaveLength(1);
  });

  it('ask for the password again before one is downloaded', async () => {
    const { hands } = open({
      'GET /api/backups/:name': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
    });
    await hands.click(await screen.findByRole('button', { name: `Download ${file.name}` }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('download a backup');
  });

  it('say why the last one failed', async () => {
    open({ 'GET /api/backups': { ...backups, files: [], last_failure: { at: file.made_at, error: 'No space.' } } });
    expect(await screen.findByText(/No space\. The server tries again/)).toBeInTheDocument();
    expect(screen.getByText('There is no backup yet.')).toBeInTheDocument();
  });

  it('are somebody else’s with a database server', async () => {
    open({ 'GET /api/backups': { ...backups, database: 'server', files: [], every_hours: 0, keep: 0 } });
    expect(await screen.findByText(/Back up with pg_dump/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back up now' })).not.toBeInTheDocument();
  });

  it('can be loaded again when that failed', async () => {
    open({ 'GET /api/backups': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByRole('button', { name: /try again/i })).toBeInTheDocument();
  });

  it('are for administrators alone', async () => {
    const { api } = open({}, buildUser());
    expect(await screen.findByText(/Only administrators/)).toBeInTheDocument();
    expect(api.of('GET /api/backups')).toHaveLength(0);
    expect(api.of('GET /api/restore')).toHaveLength(0);
  });
});

describe('after a restore', () => {
  it('a banner leads to what it means, until an administrator confirms', async () => {
    const view = open({ 'GET /api/restore': { restore }, 'POST /api/restore/confirm': { success: true } });
    expect(await screen.findByText('This server was restored from a backup')).toBeInTheDocument();
    expect(await screen.findByText(/Messages that were sent after the backup are not known/)).toBeInTheDocument();
    await view.hands.click(screen.getByRole('button', { name: 'Let agents work again' }));
    const question = within(await screen.findByRole('dialog', { name: 'Let agents work again?' }));
    view.api.set({ 'GET /api/restore': { restore: null } });
    await view.hands.click(question.getByRole('button', { name: 'Let agents work again' }));
    expect(await screen.findByText(/Users can resume their campaigns/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('This server was restored from a backup')).not.toBeInTheDocument());
    expect(view.api.of('POST /api/restore/confirm')).toHaveLength(1);
  });
});
