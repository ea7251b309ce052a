import { screen, waitFor } from '@testing-library/react';
import { createPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import GuestLayout from '../../pages/guest.layout.tsx';
import { useSession } from '../../platform/session.tsx';
import { buildUser } from '../../testing/builders.ts';
import { Failure, unreachable } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { LoginForm } from './login-form.tsx';

function Status() {
  return <p>{useSession().status}</p>;
}

async function signIn(replies: Parameters<typeof renderScreen>[1]) {
  const view = renderScreen(
    <>
      <Status />
      <LoginForm />
    </>,
    { user: null, ...replies },
  );
  await view.userEvents.type(screen.getByLabelText('Username'), 'maria');
  await view.userEvents.type(screen.getByLabelText('Password'), 'secret-1');
  await view.userEvents.click(screen.getByRole('button', { name: 'Log in' }));
  return view;
}

describe('sandbox mode', () => {
  function Form() {
    const session = useSession();
    if (session.status === 'signed-in') return <p>{session.isSandbox ? 'in the sandbox' : 'not a sandbox'}</p>;
    return (
      <GuestFrame title="Log in" subtitle="" other="">
        <LoginForm />
      </GuestFrame>
    );
  }

  it('is shown before the user signs in, and is known to the app as soon as the user has signed in', async () => {
    const { userEvents } = renderScreen(<Form />, {
      user: null,
      replies: {
        'GET /api/health': { status: 'ok', version: '1', sandbox: true },
        'POST /api/auth/login': { token: 'abc', user: buildUser() },
        'GET /api/auth/profile': () => new Promise(() => undefined),
      },
    });
    expect(await screen.findByRole('complementary', { name: 'Sandbox' })).toHaveTextContent(
      'nothing reaches Instagram',
    );
    await userEvents.type(screen.getByLabelText('Username'), 'maria');
    await userEvents.type(screen.getByLabelText('Password'), 'secret-1');
    await userEvents.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('in the sandbox')).toBeInTheDocument();
  });
});

describe('the sign-in form', () => {
  it('stores the token under "token", confirms the sign-in and starts the session', async () => {
    const answer = { token: 'abc', user: buildUser() };
    const { api } = await signIn({
      replies: { 'POST /api/auth/login': answer, 'GET /api/auth/profile': { user: answer.user, sandbox: false } },
    });
    expect(await screen.findByText('Login successful!')).toBeInTheDocument();
    expect(await screen.findByText('signed-in')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBe('abc');
    expect(api.of('POST /api/auth/login')[0]?.body).toEqual({ username: 'maria', password: 'secret-1' });
  });

  it("shows the server's error message, and keeps what was typed", async () => {
    await signIn({
      replies: {
        'POST /api/auth/login': new Failure(401, { error: 'The username or password is incorrect.' }),
      },
    });
    expect(await screen.findByText('The username or password is incorrect.')).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveValue('maria');
    expect(screen.getByLabelText('Password')).toHaveValue('secret-1');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('removes the error when the next attempt succeeds', async () => {
    const answer = { token: 'abc', user: buildUser() };
    const { userEvents, api } = await signIn({
      replies: {
        'POST /api/auth/login': new Failure(401, { error: 'The username or the password is wrong.' }),
        'GET /api/auth/profile': { user: answer.user, sandbox: false },
      },
    });
    await screen.findByText('The username or the password is wrong.');
    api.set({ 'POST /api/auth/login': answer });
    await userEvents.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Login successful!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('The username or the password is wrong.')).not.toBeInTheDocument());
  });

  it('says "Login failed" when the server can’t be reached', async () => {
    await signIn({ replies: { 'POST /api/auth/login': unreachable } });
    expect(await screen.findByText('Login failed')).toBeInTheDocument();
  });

  it('disables the button until the server responds', async () => {
    await signIn({ replies: { 'POST /api/auth/login': () => new Promise(() => undefined) } });
    expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
  });

  it('requires both fields, and clears the error when a field is edited', async () => {
    const { userEvents, api } = renderScreen(<LoginForm />, { user: null });
    await userEvents.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText('Username is required')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    await userEvents.type(screen.getByLabelText('Username'), 'm');
    expect(screen.queryByText('Username is required')).not.toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(api.requests).toHaveLength(0);
  });

  it('shows and hides the password', async () => {
    const { userEvents } = renderScreen(<LoginForm />, { user: null });
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    const button = screen.getByRole('button', { name: 'Show or hide the password', hidden: true });
    await userEvents.click(button);
    expect(password).toHaveAttribute('type', 'text');
    await userEvents.click(button);
    expect(password).toHaveAttribute('type', 'password');
  });

  it('lets keyboard users reach the button that shows the password', async () => {
    const { userEvents } = renderScreen(<LoginForm />, { user: null });
    await userEvents.click(screen.getByLabelText('Password'));
    await userEvents.tab();
    expect(screen.getByRole('button', { name: 'Show or hide the password' })).toHaveFocus();
  });
});

describe('the screens for guests', () => {
  it('redirect a signed-in user to the dashboard', async () => {
    localStorage.setItem('token', 'abc');
    const { router } = renderScreen(<GuestLayout />, {
      url: '/login',
      user: null,
      replies: { 'GET /api/auth/profile': { user: buildUser(), sandbox: false } },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('redirect a signed-in user to the page they asked for', async () => {
    localStorage.setItem('token', 'abc');
    const { router } = renderScreen(<GuestLayout />, {
      url: '/login',
      state: { askedPage: '/campaigns/12?tab=log#end' },
      user: null,
      replies: { 'GET /api/auth/profile': { user: buildUser(), sandbox: false } },
    });
    await waitFor(() => expect(createPath(router.state.location)).toBe('/campaigns/12?tab=log#end'));
  });
});
