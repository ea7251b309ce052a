import type { SessionUser } from '@sandpiper/contract/auth';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router';
import { LiveProvider } from '../platform/live.tsx';
import { createQueryClient } from '../platform/query-client.ts';
import { SessionProvider, useSession } from '../platform/session.tsx';
import { toast } from '../platform/toasts.tsx';
import { Appearance } from '../ui/appearance.tsx';
import { buildUser, paginationOf } from './builders.ts';
import { fakeApi, type Replies } from './fake-api.ts';
import { FakeSocket } from './fake-socket.ts';

type ScreenOptions = {
  /** The URL to start at. Defaults to `/`. */
  url?: string;
  /** The navigation state to start with. */
  state?: unknown;
  /** The route pattern, such as `/campaigns/:id`. Defaults to the URL's path. */
  path?: string;
  /** The signed-in user, or null to render the screen for a guest. */
  user?: SessionUser | null;
  sandbox?: boolean;
  replies?: Replies;
};

function SignedIn({ children }: { children: ReactElement }) {
  return useSession().status === 'signed-in' ? children : null;
}

/**
 * Returns user events whose `type` enters text all at once, as pasting does. Entering text one character at a time would re-render the
 * screen for each character. Skips the check for elements that ignore the pointer, because tests don't load the style sheets that make
 * elements ignore it.
 */
function fastUserEvents(): UserEvent {
  const userEvents = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const type = async (element: Element, text: string) => {
    await userEvents.click(element);
    for (const part of text.split(/(\{\w+\})/)) {
      if (part.startsWith('{')) await userEvents.keyboard(part);
      else if (part !== '') await userEvents.paste(part);
    }
  };
  return { ...userEvents, type };
}

/** Renders a screen with the app's providers, a signed-in user, a fake API and a fake live connection. */
export function renderScreen(element: ReactElement, options: ScreenOptions = {}) {
  const { url = '/', state = null, user = buildUser(), sandbox = false, replies = {} } = options;
  const socket = new FakeSocket();
  const open = () => socket;
  const api = fakeApi({
    ...(user === null ? {} : { 'GET /api/auth/profile': { user, sandbox } }),
    'GET /api/agent-tokens': { tokens: [] },
    'GET /api/computers': { computers: [] },
    'GET /api/campaigns/pause-preview': { running: 0, starting: 0 },
    'GET /api/notices': { notices: [], unread_count: 0, unread_replies: null, pagination: paginationOf(0) },
    ...replies,
  });
  if (user !== null) localStorage.setItem('token', 'test-token');
  toast.clear();
  const router = createMemoryRouter(
    [
      {
        path: options.path ?? url.split('?')[0] ?? '/',
        element:
          user === null ? (
            element
          ) : (
            <SignedIn>
              <LiveProvider open={open}>{element}</LiveProvider>
            </SignedIn>
          ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [{ ...parsePath(url), state }] },
  );
  const view = render(
    <Appearance>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </Appearance>,
  );
  return { ...view, api, socket, router, userEvents: fastUserEvents() };
}
