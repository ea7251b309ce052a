import { act, screen, waitFor } from '@testing-library/react';
import { createPath, Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { sessionTexts } from '../features/session/session.texts.ts';
import { TicketView } from '../features/support/ticket-view.tsx';
import { TemplatesScreen } from '../features/templates/templates-screen.tsx';
import { readToken, removeToken } from '../platform/token-store.ts';
import { buildTicket } from '../testing/administration-builders.ts';
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

function openApp(url: string, replies: Replies = {}, page = <Page />) {
  const view = renderScreen(
    <Routes>
      <Route element={<GuestLayout />}>
        <Route path="login" element={<LoginPage />} />
        <Route path="register" element={<RegisterPage />} />
        <Route path="forgot-password" element={<ForgotPasswordPage />} />
      </Route>
      <Route element={<SignedInLayout />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>,
    {
      url,
      path: '*',
      user: null,
      replies: {
        ...noCampaigns,
        'GET /api/auth/profile': { user, sandbox: false },
        'GET /api/auth/options': {
          can_reset_password: true,
          registration: 'open',
          trial_days: 14,
          terms_url: null,
          privacy_url: null,
        },
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

/** Replies that sign in another user. */
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

  it('the user is on the dashboard if another user’s session ended on the page', async () => {
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

describe('text that was not saved when the session ended', () => {
  const ended = new Failure(401, { error: 'Sign in again.', code: 'unauthenticated' });
  const openForm = async ({ userEvents }: ReturnType<typeof openApp>) => {
    await userEvents.click((await screen.findAllByRole('button', { name: 'New Template' }))[0] ?? document.body);
    return screen.findByLabelText(/^Content/);
  };
  const templates = () =>
    openApp(
      '/templates',
      { 'GET /api/templates': { templates: [] }, 'GET /api/lists': { lists: [] }, 'POST /api/templates': ended },
      <TemplatesScreen />,
    );

  it('is in the dialog again after the user has signed in again', async () => {
    localStorage.setItem('token', 'old');
    const app = templates();
    await app.userEvents.type(await openForm(app), 'Hi');
    await app.userEvents.type(screen.getByLabelText(/^Name/), 'A{Enter}');
    await app.logIn();
    expect(await openForm(app)).toHaveValue('Hi');
    await app.userEvents.click(screen.getByRole('button', { name: 'Cancel' }));
    await app.userEvents.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await openForm(app)).toHaveValue('');
  });

  it('is not shown to another user', async () => {
    localStorage.setItem('token', 'old');
    const app = templates();
    await app.userEvents.type(await openForm(app), 'Hi');
    act(() => removeToken(readToken()));
    app.api.set(otherUser);
    await app.logIn();
    expect(await openForm(app)).toHaveValue('');
  });

  it('is in the field again even if the session ended while it was being sent', async () => {
    localStorage.setItem('token', 'old');
    const answer = Promise.withResolvers<Failure>();
    const detail = { ticket: buildTicket(), messages: [], has_earlier: false, report: null };
    const app = openApp(
      '/support/7',
      { 'GET /api/support/:id': detail, 'POST /api/support/:id/messages': () => answer.promise },
      <TicketView id={7} />,
    );
    await app.userEvents.type(await screen.findByLabelText('Your message'), 'Done');
    await app.userEvents.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('button', { name: 'Sending…' });
    answer.resolve(ended);
    await app.logIn();
    expect(await screen.findByLabelText('Your message')).toHaveValue('Done');
  });
});
