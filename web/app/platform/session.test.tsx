import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { call } from './api.ts';
import { connectionOptions, useConnectionCount, useIsConnected } from './live.tsx';
import { useRefetchOnEvent } from './refetch-on-event.ts';
import { useSession, useUser } from './session.tsx';

function Who() {
  const { status, user } = useSession();
  return <p>{`${status} ${user?.username ?? 'nobody'}`}</p>;
}

function Connection() {
  const { id } = useUser();
  return <p>{`${id} ${useIsConnected() ? 'connected' : 'disconnected'} ${useConnectionCount()}`}</p>;
}

describe('the session', () => {
  it('is loaded with the stored token', async () => {
    const { api } = renderScreen(<Who />);
    expect(await screen.findByText('signed-in maria')).toBeInTheDocument();
    expect(api.of('GET /api/auth/profile')).toHaveLength(1);
  });

  it('is signed out without a token, and doesn’t request the user', async () => {
    const { api } = renderScreen(<Who />, { user: null });
    expect(await screen.findByText('signed-out nobody')).toBeInTheDocument();
    expect(api.of('GET /api/auth/profile')).toHaveLength(0);
  });

  it.each([401, 500])(
    'silently drops the token if the user can’t be loaded because of a %i response',
    async (status) => {
      localStorage.setItem('token', 'old');
      renderScreen(<Who />, {
        user: null,
        replies: { 'GET /api/auth/profile': new Failure(status, { error: 'No' }) },
      });
      await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
      expect(await screen.findByText('signed-out nobody')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );
});

/** Replaces the token, as if someone had signed out and in again in another tab while this one was suspended. */
function signInElsewhere(): void {
  localStorage.setItem('token', 'newer');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
}

describe('signing in again in another tab', () => {
  it('shows the new user and nothing of the previous one', async () => {
    const one = { count: 1, is_more: false };
    const tagsKey = ['tags'];
    const Tags = () => {
      const { data } = useQuery({ queryKey: tagsKey, queryFn: () => call('GET /api/tags'), staleTime: Infinity });
      return <p>{`${useUser().username}: ${data?.tags.map(({ name }) => name).join()}`}</p>;
    };
    const { api } = renderScreen(<Tags />, {
      replies: { 'GET /api/tags': { tags: [{ id: 1, name: 'VIP', people: one }] } },
    });
    expect(await screen.findByText('maria: VIP')).toBeInTheDocument();
    api.set({
      'GET /api/auth/profile': { user: buildUser({ id: 2, username: 'paul' }), sandbox: false },
      'GET /api/tags': { tags: [{ id: 2, name: 'Press', people: one }] },
    });
    signInElsewhere();
    expect(await screen.findByText('paul: Press')).toBeInTheDocument();
  });

  it('keeps the new session when a late response or event ends the previous one', async () => {
    const refused = new Failure(401, { error: 'Sign in again.' });
    const answer = Promise.withResolvers<Failure>();
    const { socket } = renderScreen(<Who />, { replies: { 'GET /api/tags': () => answer.promise } });
    await screen.findByText('signed-in maria');
    const asked = call('GET /api/tags');
    localStorage.setItem('token', 'newer');
    answer.resolve(refused);
    await expect(asked).rejects.toThrow('Sign in again.');
    act(() => socket.receive('session_ended', { reason: 'You signed out.' }));
    expect(localStorage.getItem('token')).toBe('newer');
  });
});

describe('signing out', () => {
  function SignOut() {
    const { end } = useSession();
    return (
      <button type="button" onClick={end}>
        Sign out
      </button>
    );
  }

  it('is immediate, even if the server does not answer', async () => {
    const { userEvents, api } = renderScreen(<SignOut />, {
      replies: { 'POST /api/auth/logout': () => new Promise(() => undefined) },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(localStorage.getItem('token')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
    expect(api.of('POST /api/auth/logout'), 'the server is notified').toHaveLength(1);
  });
});

describe('the live connection', () => {
  it("joins the user's room, shows whether it is connected, and refetches everything after a reconnection", async () => {
    const { socket, api } = renderScreen(<Connection />);
    expect(await screen.findByText('1 disconnected 0')).toBeInTheDocument();
    socket.connect();
    expect(await screen.findByText('1 connected 1')).toBeInTheDocument();
    expect(socket.sent).toContainEqual(['join_user_room', 1]);
    const before = api.of('GET /api/auth/profile').length;
    socket.disconnect();
    expect(await screen.findByText('1 disconnected 1')).toBeInTheDocument();
    socket.connect();
    expect(await screen.findByText('1 connected 2')).toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/auth/profile').length).toBeGreaterThan(before));
  });

  it.each([
    ['doesn’t refetch failed queries when it connects at the first attempt', false, 1],
    ['also refetches failed queries when it connects only after a failed attempt', true, 2],
  ])('%s', async (_title, failsFirst, expected) => {
    const Tags = () =>
      useQuery({ queryKey: ['tags'], queryFn: () => call('GET /api/tags'), meta: { isSilent: true } }).status;
    const { socket, api } = renderScreen(<Tags />, { replies: { 'GET /api/tags': new Failure(500, { error: 'No' }) } });
    await screen.findByText('error');
    const before = api.of('GET /api/auth/profile').length;
    if (failsFirst) socket.failToConnect();
    socket.connect();
    await waitFor(() => expect(api.of('GET /api/auth/profile').length).toBeGreaterThan(before));
    expect(api.of('GET /api/tags')).toHaveLength(expected);
  });

  describe('an event', () => {
    const Tags = () => {
      useRefetchOnEvent('campaign_update', ['tags'], 50);
      return <p>{useQuery({ queryKey: ['tags'], queryFn: () => call('GET /api/tags') }).data?.tags.length}</p>;
    };
    function Screens() {
      const [isShown, show] = useState(true);
      return (
        <>
          <button type="button" onClick={() => show(!isShown)}>
            Switch
          </button>
          {isShown && <Tags />}
        </>
      );
    }
    async function open() {
      const { socket, api, userEvents } = renderScreen(<Screens />, { replies: { 'GET /api/tags': { tags: [] } } });
      await screen.findByText('0');
      return {
        toggle: () => userEvents.click(screen.getByRole('button', { name: 'Switch' })),
        happen: () => socket.receive('campaign_update', { campaign_id: 1, status: 'completed' }),
        isRefetched: () => waitFor(() => expect(api.of('GET /api/tags').length).toBeGreaterThan(1)),
        api,
      };
    }

    it('makes a screen that the user had already left refetch its data when it is opened again', async () => {
      const { toggle, happen, isRefetched, api } = await open();
      await toggle();
      await toggle();
      expect(api.of('GET /api/tags'), 'nothing has happened yet').toHaveLength(1);
      await toggle();
      happen();
      await toggle();
      await isRefetched();
    });

    it('makes a screen refetch when it is opened again, if the user left it before it could refetch', async () => {
      const { toggle, happen, isRefetched } = await open();
      happen();
      await toggle();
      await toggle();
      await isRefetched();
    });
  });

  it('reconnects after the server has rejected it, because socket.io does not do this on its own', async () => {
    const { socket } = renderScreen(<Connection />);
    await screen.findByText('1 disconnected 0');
    socket.refuse('internal');
    await waitFor(() => expect(socket.reopened).toBe(1));
    socket.refuse('internal');
    await waitFor(() => expect(socket.reopened).toBe(2));
    expect(localStorage.getItem('token')).toBe('test-token');
    socket.connect();
    expect(await screen.findByText('1 connected 1')).toBeInTheDocument();
  });

  it('ends the session when the server no longer knows the token', async () => {
    const { socket } = renderScreen(<Connection />);
    await screen.findByText('1 disconnected 0');
    socket.refuse('unauthenticated');
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });

  it('uses only a WebSocket, and waits at most five seconds before each reconnection', () => {
    expect(connectionOptions).toEqual({
      path: '/socket.io',
      transports: ['websocket'],
      reconnection: true,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      timeout: 20_000,
    });
  });

  it('leaves the room and closes when the app is unmounted', async () => {
    const { socket, unmount } = renderScreen(<Connection />);
    await screen.findByText('1 disconnected 0');
    unmount();
    expect(socket.sent).toContainEqual(['leave_user_room', 1]);
    expect(socket.isClosed).toBe(true);
  });

  it('ends the session when the server reports that it has ended', async () => {
    const { socket } = renderScreen(<Connection />);
    await screen.findByText('1 disconnected 0');
    socket.receive('session_ended', { reason: 'Your password was changed.' });
    expect(await screen.findByText('Your password was changed.')).toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });
});
