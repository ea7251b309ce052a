import { act, screen, waitFor, within } from '@testing-library/react';
import type { Backups } from '@sandpiper/contract/backups';
import { usualRetention } from '@sandpiper/contract/limits';
import type { Invitation } from '@sandpiper/contract/registration';
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

function pageOf(invitations: Invitation[], next: number | null = null) {
  return { invitations, next_before: next, previous_after: null };
}

function open(replies: Replies = {}, user = admin) {
  return renderScreen(
    <>
      <RestoreBanner />
      <ServerPage />
    </>,
    {
      url: '/server',
      user,
      replies: {
        'GET /api/backups': backups,
        'GET /api/restore': { restore: null },
        'GET /api/registration': { mode: 'open' },
        'GET /api/invitations': pageOf([]),
        'GET /api/retention': usualRetention,
        ...replies,
      },
    },
  );
}

describe('backups on the server screen', () => {
  it('are listed with their size and schedule, and a new backup can be made', async () => {
    const { userEvents, api } = open({ 'POST /api/backups': { ...backups, is_under_way: true } });
    expect(await screen.findByText(/every day and keeps the last 7/)).toBeInTheDocument();
    expect(screen.getByText('2 KB').parentElement).toHaveTextContent(/^\d\d-11-2026 \d\d:\d\d 2 KB$/);
    expect(screen.getAllByTitle(/^Time zone: /)).toHaveLength(2);
    await userEvents.click(screen.getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText(/Backing up…/)).toBeInTheDocument();
    expect(api.of('POST /api/backups')).toHaveLength(1);
  });

  it('require the password again before a backup is downloaded', async () => {
    const { userEvents } = open({
      'GET /api/backups/:name': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: `Download ${file.name}` }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('download a backup');
  });

  it('require the password only once for two downloads, which can be canceled together', async () => {
    const { userEvents } = open({
      'GET /api/backups/:name': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
    });
    await userEvents.dblClick(await screen.findByRole('button', { name: `Download ${file.name}` }));
    const question = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(screen.getAllByText('Downloading the backup…')).toHaveLength(2));
    await userEvents.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Downloading the backup…')).not.toBeInTheDocument());
    expect(screen.queryByText('Failed to download the backup')).not.toBeInTheDocument();
  });

  it('stop asking for the password when the administrator leaves the page', async () => {
    const { userEvents, router } = open({
      'GET /api/backups/:name': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: `Download ${file.name}` }));
    await screen.findByRole('dialog');
    await act(() => router.navigate('/dashboard'));
    await waitFor(() => expect(screen.queryByText('Downloading the backup…')).not.toBeInTheDocument());
  });

  it('are no longer downloaded if the password is required after the administrator has left the page', async () => {
    const { promise, resolve } = Promise.withResolvers<Failure>();
    const { userEvents, router } = open({ 'GET /api/backups/:name': () => promise });
    await userEvents.click(await screen.findByRole('button', { name: `Download ${file.name}` }));
    await screen.findByText('Downloading the backup…');
    await act(() => router.navigate('/dashboard'));
    resolve(new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }));
    await waitFor(() => expect(screen.queryByText('Downloading the backup…')).not.toBeInTheDocument());
  });

  it('come with the reason if the last backup failed', async () => {
    open({ 'GET /api/backups': { ...backups, files: [], last_failure: { at: file.made_at, error: 'No space.' } } });
    expect(
      await screen.findByText(
        /No space\. Check that the server’s disk is connected and has free space, then back up again\./,
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('No backups were found.')).toBeInTheDocument();
    expect(screen.getByText(/^\d\d-11-2026 /)).toHaveAttribute('title', expect.stringMatching(/^Time zone: /));
  });

  it('come with instructions for pg_dump instead of a button if the data is on a database server', async () => {
    open({ 'GET /api/backups': { ...backups, database: 'server', files: [], every_hours: 0, keep: 0 } });
    expect(await screen.findByText(/Back it up with pg_dump/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Back up now' })).not.toBeInTheDocument();
  });

  it('offer to try again when they cannot be loaded', async () => {
    open({ 'GET /api/backups': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByRole('button', { name: /try again/i })).toBeInTheDocument();
  });

  it('are shown only to administrators', async () => {
    const { api } = open({}, buildUser());
    expect(await screen.findByText(/Only administrators/)).toBeInTheDocument();
    expect(api.of('GET /api/backups')).toHaveLength(0);
    expect(api.of('GET /api/restore')).toHaveLength(0);
  });
});

describe('after a restore', () => {
  it('a banner is shown, and the server screen explains the restore, until an administrator lets the agents work again', async () => {
    const view = open({ 'GET /api/restore': { restore }, 'POST /api/restore/confirm': { success: true } });
    expect(await screen.findByText('This server was restored from a backup')).toBeInTheDocument();
    expect(await screen.findByText(/doesn’t know about messages that were sent after the backup/)).toBeInTheDocument();
    await view.userEvents.click(screen.getByRole('button', { name: 'Let agents work again' }));
    const question = within(await screen.findByRole('dialog', { name: 'Let agents work again?' }));
    view.api.set({ 'GET /api/restore': { restore: null } });
    await view.userEvents.click(question.getByRole('button', { name: 'Let agents work again' }));
    expect(await screen.findByText(/Users can start their paused campaigns/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('This server was restored from a backup')).not.toBeInTheDocument());
    expect(view.api.of('POST /api/restore/confirm')).toHaveLength(1);
  });
});

const invitation: Invitation = {
  id: 3,
  note: 'For Ana',
  created_by: 'maria',
  has_active_creator: true,
  created_at: '2026-11-20T04:05:06.789Z',
  expires_at: '2999-11-27T04:05:06.789Z',
  max_uses: 2,
  uses: 1,
};

describe('the choice of who can register', () => {
  it('is saved as soon as an administrator makes it', async () => {
    const { userEvents, api } = open({ 'PUT /api/registration': { mode: 'closed' } });
    expect(await screen.findByRole('radio', { name: 'Everyone' })).toBeChecked();
    await userEvents.click(screen.getByRole('radio', { name: 'No one' }));
    expect(await screen.findByText('No one can register now')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'No one' })).toBeChecked();
    expect(api.of('PUT /api/registration')[0]?.body).toEqual({ mode: 'closed' });
  });

  it('keeps keyboard focus while it is saved', async () => {
    const { userEvents } = open({ 'PUT /api/registration': () => new Promise(() => undefined) });
    await userEvents.click(await screen.findByRole('radio', { name: 'No one' }));
    expect(screen.getByRole('radio', { name: 'No one' })).toBeEnabled();
    expect(screen.getByRole('radio', { name: 'No one' })).toHaveFocus();
  });

  it('stays unchanged if the server refuses the change', async () => {
    const { userEvents } = open({ 'PUT /api/registration': new Failure(500, { error: 'The database is down' }) });
    await userEvents.click(await screen.findByRole('radio', { name: 'People with an invitation' }));
    expect(await screen.findByText('The database is down')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  });
});

describe('invitations', () => {
  it('are listed with their note, uses and expiry', async () => {
    const used = { ...invitation, id: 4, note: '', uses: 2 };
    const expired = { ...invitation, id: 5, note: 'Late', expires_at: '2020-01-01T00:00:00.000Z' };
    const orphaned = { ...invitation, id: 6, note: 'For Ben', has_active_creator: false };
    open({ 'GET /api/invitations': pageOf([invitation, used, expired, orphaned]) });
    const list = within(await screen.findByRole('list', { name: 'Invitations' }));
    const [first, second, third, fourth] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent(/For Ana 1 of 2 people registered/);
    expect(second).toHaveTextContent(/Invitation 4 Used up/);
    expect(third).toHaveTextContent(/Late Expired/);
    expect(fourth).toHaveTextContent(/For Ben Its creator is no longer an administrator/);
  });

  it('are shown a page at a time', async () => {
    const { userEvents, api } = open({ 'GET /api/invitations': pageOf([{ ...invitation, note: 'For Berta' }], 9) });
    await screen.findByText('For Berta');
    api.set({ 'GET /api/invitations': pageOf([invitation]) });
    await userEvents.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('For Ana')).toBeInTheDocument();
    expect(screen.getByText('For Berta')).toBeInTheDocument();
    expect(api.of('GET /api/invitations').at(-1)?.query).toEqual({ before: '9' });
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('are created with a note, an expiry and a number of uses, and their link can be copied until the dialog is closed', async () => {
    const token = 'sandpiper_invitation_x';
    const { userEvents, api } = open({ 'POST /api/invitations': { invitation, token, link: null } });
    await userEvents.click(await screen.findByRole('button', { name: 'New invitation' }));
    const form = within(await screen.findByRole('dialog', { name: 'New invitation' }));
    await userEvents.type(form.getByLabelText('Note'), 'For Ana');
    await userEvents.clear(form.getByLabelText('Days until it expires'));
    await userEvents.click(form.getByRole('button', { name: 'Create link' }));
    expect(await form.findByText('Enter a whole number from 1 to 90')).toBeInTheDocument();
    await userEvents.type(form.getByLabelText('Days until it expires'), '30');
    await userEvents.click(form.getByRole('button', { name: 'Create link' }));
    const link = await screen.findByRole('textbox', { name: 'Invitation link' });
    expect(link).toHaveValue(`${window.location.origin}/register?invitation=${token}`);
    expect(api.of('POST /api/invitations')[0]?.body).toEqual({ note: 'For Ana', days: 30, max_uses: 1 });
    await userEvents.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/register?invitation=${token}`);
    await userEvents.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'New invitation' }));
    expect(await screen.findByLabelText('Note')).toHaveValue('');
    expect(screen.queryByRole('textbox', { name: 'Invitation link' })).not.toBeInTheDocument();
  });

  it('have a link with the server’s public URL, even if the administrator uses another address', async () => {
    const link = 'https://desk.example.com/register?invitation=x';
    const { userEvents } = open({ 'POST /api/invitations': { invitation, token: 'x', link } });
    await userEvents.click(await screen.findByRole('button', { name: 'New invitation' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  });

  it('keep a typed note until the user confirms that it can be discarded', async () => {
    const { userEvents } = open({});
    await userEvents.click(await screen.findByRole('button', { name: 'New invitation' }));
    const form = within(await screen.findByRole('dialog', { name: 'New invitation' }));
    await userEvents.type(form.getByLabelText('Note'), 'For Ana');
    await userEvents.keyboard('{Escape}');
    expect(form.getByText('Discard what you typed?')).toBeVisible();
    expect(form.getByLabelText('Note')).toHaveValue('For Ana');
  });

  it('are revoked after confirmation', async () => {
    const { userEvents, api } = open({
      'GET /api/invitations': pageOf([invitation]),
      'DELETE /api/invitations/:id': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Revoke For Ana' }));
    const question = within(await screen.findByRole('dialog', { name: 'Revoke “For Ana”?' }));
    api.set({ 'GET /api/invitations': pageOf([]) });
    await userEvents.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Invitation revoked')).toBeInTheDocument();
    expect(await screen.findByText('There are no invitations.')).toBeInTheDocument();
    expect(api.of('DELETE /api/invitations/:id')[0]?.params).toEqual({ id: '3' });
  });
});

describe('after an invitation is revoked', () => {
  it('focus moves to the page title, because the button that opened the dialog is gone', async () => {
    const { userEvents, api } = open({
      'GET /api/invitations': pageOf([invitation]),
      'DELETE /api/invitations/:id': async () => {
        // Some browsers take focus away from a button that becomes disabled, but jsdom doesn't.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { success: true };
      },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Revoke For Ana' }));
    const question = within(await screen.findByRole('dialog'));
    api.set({ 'GET /api/invitations': pageOf([]) });
    await userEvents.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('There are no invitations.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Server' })).toHaveFocus());
  });
});
