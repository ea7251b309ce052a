import { act, screen, waitFor } from '@testing-library/react';
import { createPath, Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { sessionTexts } from '../features/session/session.texts.ts';
import { readToken, removeToken } from '../platform/token-store.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { noCampaigns } from '../testing/signed-in-screen.tsx';
import GuestLayout from './guest.layout.tsx';
import ForgotPasswordPage from './forgot-password.page.tsx';
import LoginPage from './login.page.tsx';
import RegisterPage from './register.page.tsx';
import SignedInLayout from './signed-in.layout.tsx';

const user = buildUser();

function Page() {
  return <p>Page {createPath(useLocation())}</p>;
}

function openApp(url: string, replies: Replies = {}) {
  const view = renderScreen(
    <Routes>
      <Route element={<GuestLayout />}>
        <Route path="login" element={<LoginPage />} />
        <Route path="register" element={<RegisterPage />} />
        <Route path="forgot-password" element={<ForgotPasswordPage />} />
      </Route>
      <Route element={<SignedInLayout />}>
        <Route path="*" element={<Page />} />
      </Route>
    </Routes>,
    {
      url,
      path: '*',
      user: null,
      replies: {
        ...noCampaigns,
        'GET /api/auth/profile': { user, sandbox: false },
        'GET /api/auth/options': { can_reset_password: true, registration: 'open', trial_days: 14 },
        'POST /api/auth/login': { token: 'abc', user },
        'POST /api/auth/register': { user },
        'POST /api/auth/logout': { success: true },
        ...replies,
      },
    },
  );
  const logIn = async () => {
    await view.userEvents.type(await screen.findByLabelText('Username'), 'maria');
    await view.userEvents.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
  };
  return { ...view, logIn };
}

const other = buildUser({ id: 2, username: 'other' });

/** Replies with which another user signs in. */
const otherUser: Replies = {
  'GET /api/auth/profile': { user: other, sandbox: false },
  'POST /api/auth/login': { token: 'abc', user: other },
};

describe('after signing in', () => {
  it('the user is on the page that they opened as a guest', async () => {
    const { logIn } = openApp('/campaigns/12?page=2');
    await logIn();
    expect(await screen.findByText('Page /campaigns/12?page=2')).toBeVisible();
  });

  it('the user is on the page that they opened before they registered', async () => {
    const { userEvents, logIn } = openApp('/link?code=BCDF-GHJK');
    await userEvents.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await userEvents.click(await screen.findByRole('link', { name: 'Sign In' }));
    await userEvents.click(await screen.findByRole('link', { name: 'Sign Up' }));
    await userEvents.type(await screen.findByLabelText('Username'), 'maria');
    await userEvents.type(screen.getByLabelText('Password'), 'secret-1');
    await userEvents.type(screen.getByLabelText('Confirm password'), 'secret-1{Enter}');
    await screen.findByText(sessionTexts.login.title);
    await logIn();
    expect(await screen.findByText('Page /link?code=BCDF-GHJK')).toBeVisible();
  });

  it('the user is on the dashboard if the session that ended on the page was another user’s', async () => {
    localStorage.setItem('token', 'old');
    const { api, logIn } = openApp('/people/ada?search=rye');
    await screen.findByText('Page /people/ada?search=rye');
    act(() => removeToken(readToken()));
    api.set(otherUser);
    await logIn();
    expect(await screen.findByText('Page /dashboard')).toBeVisible();
  });

  it('the user is on the dashboard if the tab was reloaded after another user’s session ended on the page', async () => {
    localStorage.setItem('token', 'old');
    const before = openApp('/people/ada?search=rye');
    await screen.findByText('Page /people/ada?search=rye');
    before.unmount();
    const ended = new Failure(401, { error: 'Sign in again.', code: 'unauthenticated' });
    const { api, logIn } = openApp('/people/ada?search=rye', { 'GET /api/auth/profile': ended });
    await screen.findByLabelText('Username');
    api.set(otherUser);
    await logIn();
    expect(await screen.findByText('Page /dashboard')).toBeVisible();
  });

  it('the user is on the dashboard if a tab with another user’s page is reloaded later', async () => {
    localStorage.setItem('token', 'old');
    const before = openApp('/people/ada?search=rye');
    await screen.findByText('Page /people/ada?search=rye');
    before.unmount();
    localStorage.setItem('token', 'new');
    const other = buildUser({ id: 2, username: 'other' });
    openApp('/people/ada?search=rye', { 'GET /api/auth/profile': { user: other, sandbox: false } });
    expect(await screen.findByText('Page /dashboard')).toBeVisible();
    expect(screen.queryByText('Page /people/ada?search=rye')).not.toBeInTheDocument();
  });

  it('the user is back on the page where the session ended, even with two-factor sign-in', async () => {
    localStorage.setItem('token', 'old');
    const { api, userEvents, logIn } = openApp('/lists/3?search=rye');
    await screen.findByText('Page /lists/3?search=rye');
    act(() => removeToken(readToken()));
    api.set({
      'POST /api/auth/login': new Failure(401, { error: 'Enter a code', code: 'two_factor_required', challenge: 'x' }),
      'POST /api/auth/two-factor': { token: 'abc', user, remembered_browser: null, recovery_codes_left: null },
    });
    await logIn();
    await userEvents.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('Page /lists/3?search=rye')).toBeVisible();
  });

  it('the user is on the dashboard if they had signed out themselves', async () => {
    localStorage.setItem('token', 'old');
    const { api, userEvents, logIn, router } = openApp('/campaigns');
    await userEvents.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(api.of('POST /api/auth/logout')).toHaveLength(1));
    await act(() => router.navigate('/lists'));
    await logIn();
    expect(await screen.findByText('Page /dashboard')).toBeVisible();
    act(() => removeToken(readToken()));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await act(() => router.navigate('/lists'));
    await logIn();
    expect(await screen.findByText('Page /lists')).toBeVisible();
  });
});
