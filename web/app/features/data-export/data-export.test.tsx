import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataExportPanel } from './data-export-panel.tsx';

const times = { created_at: '2026-11-24T09:30:00.000Z', available_until: '2026-12-01T09:30:00.000Z' };
const ready = { export: { status: 'ready' as const, ...times } };
const preparing = { export: { status: 'preparing' as const, ...times } };

const open = (replies: Replies) => renderScreen(<DataExportPanel />, { replies });

describe('the export of all data', () => {
  it('is prepared after the user enters the password again, and can be downloaded when it is ready', async () => {
    const { userEvents, api, socket } = open({
      'GET /api/data-export': { export: null },
      'POST /api/data-export': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
      'POST /api/auth/confirm': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Prepare export' }));
    await userEvents.type(await screen.findByLabelText('Your password'), 'secret-1');
    api.set({ 'POST /api/data-export': preparing });
    await userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/being prepared/)).toBeInTheDocument();
    expect(api.of('POST /api/auth/confirm')[0]?.body).toEqual({ password: 'secret-1' });
    api.set({ 'GET /api/data-export': ready });
    socket.receive('notice', { id: 1, title: 'Ready', message: '', path: '/settings', is_for_browser: false });
    expect(await screen.findByRole('button', { name: 'Download' })).toBeInTheDocument();
    expect(screen.getByText(/01-12-2026/)).toBeInTheDocument();
  });

  it('explains why it cannot be downloaded', async () => {
    const { userEvents } = open({
      'GET /api/data-export': ready,
      'GET /api/data-export/file': new Failure(404, { error: 'Export not found' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Export not found')).toBeInTheDocument();
  });

  it('can be deleted', async () => {
    const { userEvents, api } = open({ 'GET /api/data-export': ready, 'DELETE /api/data-export': { success: true } });
    const remove = await screen.findByRole('button', { name: 'Delete export' });
    api.set({ 'GET /api/data-export': { export: null } });
    await userEvents.click(remove);
    expect(await screen.findByText('Export deleted')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Prepare export' })).toBeInTheDocument());
  });

  it('shows an error when its status cannot be loaded', async () => {
    open({ 'GET /api/data-export': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Failed to check the status of your export')).toBeInTheDocument();
  });
});
