import { noticeDefaults, noticeKinds } from '@sandpiper/contract/notice-kinds';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { NoticeSettingsPanel } from './notice-settings.tsx';

const switches = noticeKinds.map((kind) => ({ kind, ...noticeDefaults[kind] }));

const open = (replies: Replies = {}) =>
  renderScreen(<NoticeSettingsPanel />, { replies: { 'GET /api/notices/switches': { switches }, ...replies } });

const switchOf = (name: string) => screen.findByRole('switch', { name });

describe('the notice switches', () => {
  it('name each kind of notice and each place where it can appear, and show which switches are on', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Where each notice is shown' }));
    expect(table.getAllByRole('switch')).toHaveLength(noticeKinds.length * 3);
    expect(await switchOf('An account is put on hold: Email')).toBeChecked();
    expect(await switchOf('A newer agent is available: In the app')).toBeChecked();
    expect(await switchOf('A newer agent is available: Browser')).not.toBeChecked();
  });

  it('are saved one at a time, because another tab may have changed other switches', async () => {
    const { userEvents, api } = open({ 'PUT /api/notices/switches': () => ({ switches }) });
    await userEvents.click(await switchOf('A campaign ends: Email'));
    await waitFor(() => expect(api.of('PUT /api/notices/switches')).toHaveLength(1));
    expect(api.of('PUT /api/notices/switches')[0]?.body).toEqual({ kind: 'campaign_ended', mail: false });
  });

  it('are reverted when the server rejects the change', async () => {
    const { userEvents } = open({ 'PUT /api/notices/switches': new Failure(500, { error: 'Not today' }) });
    await userEvents.click(await switchOf('A campaign ends: Email'));
    expect(await screen.findByText('Not today')).toBeInTheDocument();
    expect(await switchOf('A campaign ends: Email')).toBeChecked();
  });

  it('show an error when they can’t be loaded', async () => {
    open({ 'GET /api/notices/switches': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Couldn’t load notice settings')).toBeInTheDocument();
  });
});

describe('the permission for browser notifications', () => {
  const asked = vi.fn<() => Promise<NotificationPermission>>();

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    asked.mockReset();
  });

  it('is requested only after a click, and shown once it is granted', async () => {
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked.mockResolvedValue('granted') });
    const { userEvents } = open();
    const allow = await screen.findByRole('button', { name: 'Allow in this browser' });
    expect(asked).not.toHaveBeenCalled();
    await userEvents.click(allow);
    expect(await screen.findByText(/^This browser shows notifications while/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow in this browser' })).not.toBeInTheDocument();
  });

  it('is not requested again after it was denied', async () => {
    vi.stubGlobal('Notification', { permission: 'denied', requestPermission: asked });
    open();
    expect(await screen.findByText(/^This browser blocks notifications from Sandpiper\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow in this browser' })).not.toBeInTheDocument();
  });

  it('is not offered in Chrome on Android, which shows notifications only for service workers', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    );
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked });
    open();
    expect(await screen.findByText('This browser can’t show notifications from Sandpiper.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Allow in this browser' })).not.toBeInTheDocument();
  });

  it('is not offered if the browser doesn’t support notifications', async () => {
    open();
    expect(await screen.findByText('This browser can’t show notifications from Sandpiper.')).toBeVisible();
  });
});
