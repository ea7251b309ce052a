import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import ForgotPasswordPage from '../../pages/forgot-password.page.tsx';
import LoginPage from '../../pages/login.page.tsx';
import ResetPasswordPage from '../../pages/reset-password.page.tsx';
import { useSession } from '../../platform/session.tsx';
import { buildUser } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const user = buildUser();
const codeNeeded = new Failure(401, {
  error: 'Enter a code from your authenticator app.',
  code: 'two_factor_required',
  challenge: 'sandpiper_challenge_x',
});
const signedIn = { token: 'abc', user, remembered_browser: null, recovery_codes_left: null };

function Login() {
  return useSession().status === 'signed-in' ? <p>in</p> : <LoginPage />;
}

async function enterPassword(replies: Replies) {
  const view = renderScreen(<Login />, {
    url: '/login',
    user: null,
    replies: {
      'POST /api/auth/login': codeNeeded,
      'GET /api/auth/profile': { user, sandbox: false },
      'GET /api/auth/options': {
        can_reset_password: false,
        registration: 'open',
        trial_days: 14,
        terms_url: null,
        privacy_url: null,
      },
      ...replies,
    },
  });
  await view.userEvents.type(screen.getByLabelText('Username'), 'Maria');
  await view.userEvents.type(screen.getByLabelText('Password'), 'secret-1');
  await view.userEvents.click(screen.getByRole('button', { name: 'Log in' }));
  return view;
}

describe('signing in with two factors', () => {
  it('asks for the code after the password, without an error', async () => {
    const { userEvents, api } = await enterPassword({ 'POST /api/auth/two-factor': signedIn });
    await userEvents.type(await screen.findByLabelText('Code'), '123456');
    expect(screen.queryByText('Enter a code from your authenticator app.')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('in')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBe('abc');
    const body = { challenge: 'sandpiper_challenge_x', code: '123456', remember: false };
    expect(api.of('POST /api/auth/two-factor')[0]?.body).toEqual(body);
  });

  it('accepts a recovery code, and shows how many are left', async () => {
    const { userEvents } = await enterPassword({
      'POST /api/auth/two-factor': { ...signedIn, recovery_codes_left: 1 },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvents.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs{Enter}');
    expect(await screen.findByText('You have 1 recovery code left.')).toBeInTheDocument();
  });

  it('says under the field that the code is wrong, and lets the user try again', async () => {
    const text = 'This code is wrong or was used already.';
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { code: text } });
    const { userEvents } = await enterPassword({ 'POST /api/auth/two-factor': refusal });
    await userEvents.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });

  it('starts over when the sign-in has expired', async () => {
    const text = 'This sign-in has expired. Enter your password again.';
    const refusal = new Failure(400, { error: text, code: 'expired_code' });
    const { userEvents } = await enterPassword({ 'POST /api/auth/two-factor': refusal });
    await userEvents.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('keeps the username when the user starts over', async () => {
    const { userEvents } = await enterPassword({});
    await userEvents.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(await screen.findByLabelText('Username')).toHaveValue('Maria');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('remembers the browser on request, sends the browser’s token at the next sign-in, and forgets the token if a code is needed anyway', async () => {
    const token = 'sandpiper_browser_x';
    const { userEvents, api, unmount } = await enterPassword({
      'POST /api/auth/two-factor': { ...signedIn, remembered_browser: token },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Remember this browser for 30 days' }));
    await userEvents.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('in')).toBeInTheDocument();
    expect(api.of('POST /api/auth/two-factor')[0]?.body).toMatchObject({ remember: true });
    expect(localStorage.getItem('remembered-browser maria')).toBe(token);
    unmount();
    localStorage.removeItem('token');
    const again = await enterPassword({});
    expect(again.api.of('POST /api/auth/login')[0]?.body).toMatchObject({ remembered_browser: token });
    await screen.findByLabelText('Code');
    expect(Object.values(localStorage)).not.toContain(token);
  });
});

describe('a forgotten password', () => {
  it('can be reset only if the server can send email', async () => {
    const open = (can_reset_password: boolean) =>
      renderScreen(<LoginPage />, {
        url: '/login',
        user: null,
        replies: {
          'GET /api/auth/options': {
            can_reset_password,
            registration: 'open',
            trial_days: 14,
            terms_url: '/terms',
            privacy_url: null,
          },
        },
      });
    const { unmount } = open(false);
    await screen.findByRole('link', { name: 'Terms of Service' });
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
    unmount();
    open(true);
    const link = await screen.findByRole('link', { name: 'Forgot your password?' });
    expect(link).toHaveAttribute('href', '/forgot-password');
  });

  it('can be reset by email, without revealing whether the address belongs to a user', async () => {
    const { userEvents, api } = renderScreen(<ForgotPasswordPage />, {
      url: '/forgot-password',
      user: null,
      replies: { 'POST /api/auth/password-reset': { success: true } },
    });
    await userEvents.type(screen.getByLabelText('Email address'), 'maria@');
    await userEvents.click(screen.getByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Enter a valid email address')).toBeVisible();
    await userEvents.type(screen.getByLabelText('Email address'), 'example.com ');
    await userEvents.click(screen.getByRole('button', { name: 'Send link' }));
    expect(
      await screen.findByText(/^If maria@example\.com belongs to a user, we’ve sent a link to it\./),
    ).toBeVisible();
    expect(api.of('POST /api/auth/password-reset')[0]?.body).toEqual({ address: 'maria@example.com' });
  });

  it('can be replaced through the link in the email', async () => {
    const { userEvents, api, router } = renderScreen(<ResetPasswordPage />, {
      url: '/reset-password?token=abc',
      user: null,
      replies: { 'PUT /api/auth/password-reset': { success: true } },
    });
    await userEvents.type(screen.getByLabelText('New password'), '12345');
    await userEvents.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByText('Password must be at least 6 characters long')).toBeVisible();
    await userEvents.type(screen.getByLabelText('New password'), '6');
    await userEvents.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Password changed. Log in with your new password.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/login');
    expect(api.of('PUT /api/auth/password-reset')[0]?.body).toEqual({ token: 'abc', new_password: '123456' });
  });

  it('can’t be replaced if the link is incomplete or has expired', async () => {
    const { unmount } = renderScreen(<ResetPasswordPage />, { url: '/reset-password', user: null });
    expect(screen.getByText('This link is incomplete. Open it from the email again.')).toBeVisible();
    unmount();
    const text =
      'This link has already been used, has expired, or has been replaced by a newer one. Request a new one.';
    const { userEvents } = renderScreen(<ResetPasswordPage />, {
      url: '/reset-password?token=abc',
      user: null,
      replies: { 'PUT /api/auth/password-reset': new Failure(400, { error: text, code: 'expired_code' }) },
    });
    await userEvents.type(screen.getByLabelText('New password'), 'another sesame{Enter}');
    expect(await screen.findByText(text)).toBeInTheDocument();
    // The message replaces the form, which can't be used anymore.
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
  });
});
