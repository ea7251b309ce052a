import type { Notice } from '@sandpiper/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import NoticesPage from '../../pages/notices.page.tsx';
import UnsubscribePage from '../../pages/unsubscribe.page.tsx';
import { paginationOf } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Bell } from './bell.tsx';

const at = '2026-11-21T09:30:00.000Z';

function buildNotice(changes: Partial<Notice> = {}): Notice {
  return {
    id: 7,
    kind: 'campaign_paused',
    title: '“Autumn” was paused',
    message: 'Your subscription has expired.',
    path: '/campaigns/3',
    created_at: at,
    is_read: false,
    ...changes,
  };
}

function answer(notices: Notice[], unread = notices.filter(({ is_read }) => !is_read).length) {
  const pagination = paginationOf(notices.length, 20);
  return { 'GET /api/notices': { notices, unread_count: unread, unread_replies: null, pagination } };
}

const news = { id: 8, title: 'studio is on hold', message: 'Look.', path: '/profiles', is_for_browser: true };

/** Waits until the bell has requested the notices. By then, the live connection has been set up. */
async function firstAnswer({ api }: Pick<ReturnType<typeof renderScreen>, 'api'>): Promise<void> {
  await waitFor(() => expect(api.of('GET /api/notices')).not.toHaveLength(0));
  await screen.findByRole('link', { name: /^Notices/ });
}

describe('the bell', () => {
  it('links to the notices and shows how many are unread, including in its accessible name', async () => {
    const { userEvents, router } = renderScreen(<Bell />, { replies: answer([buildNotice()], 3) });
    const bell = await screen.findByRole('link', { name: 'Notices, 3 unread' });
    expect(bell).toHaveTextContent('3');
    await userEvents.click(bell);
    expect(router.state.location.pathname).toBe('/notices');
  });

  it('shows no number when everything is read, and "99+" for more than 99', async () => {
    const { api, socket } = renderScreen(<Bell />, { replies: answer([]) });
    await firstAnswer({ api });
    expect(screen.getByRole('link', { name: 'Notices' })).toHaveTextContent('');
    api.set(answer([buildNotice()], 100));
    socket.receive('notice', news);
    expect(await screen.findByRole('link', { name: 'Notices, 100 unread' })).toHaveTextContent('99+');
  });

  it('updates live when a notice arrives or is read in another tab', async () => {
    const { api, socket } = renderScreen(<Bell />, { replies: answer([]) });
    await firstAnswer({ api });
    api.set(answer([buildNotice()]));
    socket.receive('notice', news);
    await screen.findByRole('link', { name: 'Notices, 1 unread' });
    api.set(answer([]));
    socket.receive('notices_read');
    expect(await screen.findByRole('link', { name: 'Notices' })).toBeInTheDocument();
  });
});

describe('a browser notification', () => {
  const shown = vi.fn<(title: string, options: NotificationOptions) => void>();
  const asked = vi.fn<() => Promise<NotificationPermission>>();

  function browserWith(permission: NotificationPermission) {
    class FakeNotification extends EventTarget {
      static readonly permission = permission;
      static readonly requestPermission = asked;
      constructor(title: string, options: NotificationOptions) {
        super();
        shown(title, options);
        if (title === 'refused') throw new TypeError('Illegal constructor');
      }
    }
    vi.stubGlobal('Notification', FakeNotification);
  }

  afterEach(() => {
    vi.unstubAllGlobals();
    shown.mockReset();
    asked.mockReset();
  });

  async function receive(event: typeof news) {
    const view = renderScreen(<Bell />, { replies: answer([]) });
    await firstAnswer(view);
    view.api.set(answer([buildNotice()]));
    view.socket.receive('notice', event);
    await screen.findByRole('link', { name: 'Notices, 1 unread' });
  }

  it('is shown for a new notice if the user has allowed notifications, with a tag that prevents duplicates from other tabs', async () => {
    browserWith('granted');
    await receive(news);
    expect(shown).toHaveBeenCalledExactlyOnceWith('studio is on hold', { body: 'Look.', tag: 'sandpiper-notice-8' });
  });

  it('is not shown for a kind of notice that is switched off', async () => {
    browserWith('granted');
    await receive({ ...news, is_for_browser: false });
    expect(shown).not.toHaveBeenCalled();
  });

  it.each(['default', 'denied'] as const)(
    'isn’t shown while the permission is %s, and the app doesn’t ask for permission',
    async (permission) => {
      browserWith(permission);
      await receive(news);
      expect(shown).not.toHaveBeenCalled();
      expect(asked).not.toHaveBeenCalled();
    },
  );

  it('causes no error in a browser that can’t show it', async () => {
    browserWith('granted');
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    await receive({ ...news, title: 'refused' });
    expect(warned).toHaveBeenCalled();
    warned.mockRestore();
  });
});

describe('the Notices page', () => {
  const open = (replies: Parameters<typeof renderScreen>[1]) =>
    renderScreen(<NoticesPage />, { url: '/notices', ...replies });

  it('shows what happened and when, newest first, and marks unread notices', async () => {
    open({
      replies: answer([
        buildNotice(),
        buildNotice({ id: 6, title: 'Support replied to ticket #T-0007', is_read: true }),
      ]),
    });
    const [first, second] = within(await screen.findByRole('list', { name: 'Notices' })).getAllByRole('listitem');
    if (first === undefined || second === undefined) throw new Error('Expected two notices');
    expect(within(first).getByText('Your subscription has expired.')).toBeVisible();
    expect(within(first).getByText('Unread')).toBeVisible();
    expect(within(first).getByText(/^21-11-2026 \d\d:\d\d$/)).toBeVisible();
    expect(within(second).queryByText('Unread')).not.toBeInTheDocument();
  });

  it('opens the page that a notice links to, and marks the notice as read', async () => {
    const { userEvents, api, router } = open({
      replies: { ...answer([buildNotice()]), 'PUT /api/notices/:id/read': { success: true } },
    });
    await userEvents.click(await screen.findByRole('link', { name: '“Autumn” was paused' }));
    expect(router.state.location.pathname).toBe('/campaigns/3');
    await waitFor(() => expect(api.of('PUT /api/notices/:id/read')[0]?.params).toEqual({ id: '7' }));
  });

  it('marks a notice as read if its link is opened in another tab with the middle mouse button', async () => {
    const { userEvents, api } = open({
      replies: { ...answer([buildNotice()]), 'PUT /api/notices/:id/read': { success: true } },
    });
    const target = await screen.findByRole('link', { name: '“Autumn” was paused' });
    await userEvents.pointer({ keys: '[MouseRight]', target });
    expect(api.of('PUT /api/notices/:id/read')).toHaveLength(0);
    await userEvents.pointer({ keys: '[MouseMiddle]', target });
    await waitFor(() => expect(api.of('PUT /api/notices/:id/read')).toHaveLength(1));
  });

  it('marks all notices as read, up to the newest notice on screen', async () => {
    const { userEvents, api } = open({
      replies: { ...answer([buildNotice(), buildNotice({ id: 6 })]), 'PUT /api/notices/read': { success: true } },
    });
    await screen.findAllByText('Unread');
    api.set(answer([buildNotice({ is_read: true }), buildNotice({ id: 6, is_read: true })]));
    await userEvents.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread')).not.toBeInTheDocument());
    expect(api.of('PUT /api/notices/read')[0]?.body).toEqual({ up_to: 7 });
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  it('shows a message if there are no notices yet', async () => {
    open({ replies: answer([]) });
    expect(await screen.findByText('No notices yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose which notices you get' })).toHaveAttribute('href', '/settings');
  });

  it('offers to try again when it cannot be loaded', async () => {
    const { userEvents, api } = open({ replies: { 'GET /api/notices': new Failure(500, { error: 'Broken' }) } });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set(answer([buildNotice()]));
    await userEvents.click(retry);
    expect(await screen.findByText('“Autumn” was paused')).toBeVisible();
  });
});

describe('the page that stops emails', () => {
  const open = (reply: { success: true } | Failure) =>
    renderScreen(<UnsubscribePage />, {
      url: '/unsubscribe?token=sealed',
      user: null,
      replies: { 'POST /unsubscribe': reply },
    });

  it('stops emails only after a click, and needs no sign-in', async () => {
    const { userEvents, api } = open({ success: true });
    const button = await screen.findByRole('button', { name: 'Stop these emails' });
    expect(api.of('POST /unsubscribe')).toHaveLength(0);
    await userEvents.click(button);
    expect(await screen.findByText('No more notices will be sent to this address')).toBeVisible();
    expect(api.of('POST /unsubscribe')[0]?.query).toEqual({ token: 'sealed' });
  });

  it('explains why it couldn’t stop the emails, and lets the user try again', async () => {
    const { userEvents } = open(new Failure(503, { error: 'The server is being restarted.' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByText('The server is being restarted.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop these emails' })).toBeEnabled();
  });

  it('does not offer to use an unusable link again', async () => {
    const { userEvents } = open(new Failure(400, { error: 'This link is not complete.' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByText('This link is not complete.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop these emails' })).not.toBeInTheDocument();
  });
});
