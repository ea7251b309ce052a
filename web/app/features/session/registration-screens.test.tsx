import { screen, waitFor } from '@testing-library/react';
import type { SignInOptions } from '../../platform/sign-in-options.ts';
import { describe, expect, it } from 'vitest';
import LoginPage from '../../pages/login.page.tsx';
import RegisterPage from '../../pages/register.page.tsx';
import { buildUser } from '../../testing/builders.ts';
import { Failure, unreachable } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RegisterForm } from './register-form.tsx';

describe('the registration form', () => {
  async function fill(userEvents: ReturnType<typeof renderScreen>['userEvents'], values: [string, string, string]) {
    const labels = ['Username', 'Password', 'Confirm password'];
    for (const [index, label] of labels.entries()) {
      const value = values[index] ?? '';
      if (value !== '') await userEvents.type(screen.getByLabelText(label), value);
    }
    await userEvents.click(screen.getByRole('button', { name: 'Create Account' }));
  }

  it('checks the minimum lengths, and that both passwords match', async () => {
    const { userEvents, api } = renderScreen(<RegisterForm invitation={null} onRegistered={() => undefined} />, {
      user: null,
    });
    await fill(userEvents, ['ma', '12345', '123456']);
    expect(screen.getByText('Username must be at least 3 characters long')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 6 characters long')).toBeInTheDocument();
    expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
    await userEvents.type(screen.getByLabelText('Confirm password'), '7');
    expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument();
    expect(screen.getByText('Username must be at least 3 characters long')).toBeInTheDocument();
    expect(api.requests).toHaveLength(0);
  });

  it('sends the name and password, and reports success without signing the user in', async () => {
    let registered = false;
    const { userEvents, api } = renderScreen(
      <RegisterForm invitation={null} onRegistered={() => (registered = true)} />,
      {
        user: null,
        replies: { 'POST /api/auth/register': { user: buildUser() } },
      },
    );
    await fill(userEvents, ['maria', '123456', '123456']);
    expect(await screen.findByText('Registration successful! Please login.')).toBeInTheDocument();
    expect(registered).toBe(true);
    expect(api.of('POST /api/auth/register')[0]?.body).toEqual({ username: 'maria', password: '123456' });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('submits on Enter', async () => {
    const { userEvents, api } = renderScreen(<RegisterForm invitation={null} onRegistered={() => undefined} />, {
      user: null,
      replies: { 'POST /api/auth/register': { user: buildUser() } },
    });
    await userEvents.type(screen.getByLabelText('Username'), 'maria');
    await userEvents.type(screen.getByLabelText('Password'), '123456');
    await userEvents.type(screen.getByLabelText('Confirm password'), '123456{Enter}');
    await waitFor(() => expect(api.of('POST /api/auth/register')).toHaveLength(1));
  });

  it('shows the reason from the server, or else "Registration failed"', async () => {
    const { userEvents, api } = renderScreen(<RegisterForm invitation={null} onRegistered={() => undefined} />, {
      user: null,
      replies: {
        'POST /api/auth/register': new Failure(409, {
          error: 'This name is taken.',
          code: 'name_taken',
          fields: { username: 'Choose another name' },
        }),
      },
    });
    await fill(userEvents, ['maria', '123456', '123456']);
    expect(await screen.findByText('This name is taken.')).toBeInTheDocument();
    expect(screen.getByText('Choose another name')).toBeInTheDocument();
    api.set({ 'POST /api/auth/register': unreachable });
    await userEvents.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('Registration failed')).toBeInTheDocument();
  });
});

const options = (values: Partial<SignInOptions>) => ({
  'GET /api/auth/options': {
    can_reset_password: false,
    registration: 'open' as const,
    trial_days: 14,
    terms_url: null,
    privacy_url: null,
    ...values,
  },
});

describe('the registration page', () => {
  it.each([
    [14, 'Your first 14 days are free.'],
    [1, 'Your first day is free.'],
    [0, null],
  ])('says how long the trial is, unless there is none (%d days)', async (trial_days, text) => {
    renderScreen(<RegisterPage />, {
      url: '/register',
      user: null,
      replies: options({ trial_days, terms_url: '/terms' }),
    });
    await screen.findByRole('link', { name: 'Terms of Service' });
    if (text === null) expect(screen.queryByText(/free/)).not.toBeInTheDocument();
    else expect(screen.getByText(text)).toBeInTheDocument();
  });

  it.each([
    ['/terms', null, 'By creating an account, you agree to the Terms of Service.'],
    [null, '/privacy', 'By creating an account, you agree to the Privacy Policy.'],
    ['/terms', '/privacy', 'By creating an account, you agree to the Terms of Service and Privacy Policy.'],
  ])('says what people agree to, and links to each document (%s, %s)', async (terms_url, privacy_url, text) => {
    renderScreen(<RegisterPage />, { url: '/register', user: null, replies: options({ terms_url, privacy_url }) });
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text);
    const legal = screen.getAllByRole('link').filter((link) => link.getAttribute('target') === '_blank');
    expect(legal.map((link) => link.getAttribute('href'))).toEqual([terms_url, privacy_url].filter(Boolean));
  });

  it('says nothing about terms if the server has none', async () => {
    renderScreen(<RegisterPage />, { url: '/register', user: null, replies: options({}) });
    await screen.findByText('Your first 14 days are free.');
    expect(screen.queryByText(/agree/)).not.toBeInTheDocument();
  });

  it('shows the trial and the terms before the server answers, because the HTML contains them', () => {
    Object.assign(document.documentElement.dataset, { trialDays: '30', termsUrl: '/terms' });
    renderScreen(<RegisterPage />, { url: '/register', user: null });
    expect(screen.getByText('Your first 30 days are free.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
    delete document.documentElement.dataset['trialDays'];
    delete document.documentElement.dataset['termsUrl'];
  });
});

describe('the sign-in page', () => {
  it('links to the terms and the privacy policy', async () => {
    const legal = { terms_url: '/terms', privacy_url: '/privacy' };
    renderScreen(<LoginPage />, { url: '/login', user: null, replies: options(legal) });
    expect(await screen.findByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  });
});

describe('restricted registration', () => {
  type Mode = 'open' | 'invitation' | 'closed';

  function openRegister(mode: Mode, search = '', isValid = true) {
    return renderScreen(<RegisterPage />, {
      url: `/register${search}`,
      user: null,
      replies: {
        ...options({ registration: mode }),
        'POST /api/auth/invitation': { is_valid: isValid },
        'POST /api/auth/register': { user: buildUser() },
      },
    });
  }

  it('shows that registration is closed, and what to do instead', async () => {
    openRegister('closed', '?invitation=abc');
    expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/#contact');
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
    expect(screen.queryByText('You only need a username and a password.')).not.toBeInTheDocument();
  });

  it('shows that registration is closed even before the server answers, because the HTML contains the registration mode', () => {
    document.documentElement.dataset['registration'] = 'closed';
    openRegister('closed');
    expect(screen.getByRole('heading', { name: 'Registration is closed' })).toBeInTheDocument();
    delete document.documentElement.dataset['registration'];
  });

  it('needs an invitation that is still valid', async () => {
    const { unmount } = openRegister('invitation');
    expect(await screen.findByText('You need an invitation')).toBeInTheDocument();
    unmount();
    openRegister('invitation', '?invitation=abc', false);
    expect(await screen.findByText('This invitation no longer works')).toBeInTheDocument();
    expect(screen.getByText(/its creator is no longer an administrator/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  });

  it('sends the invitation from the URL, and then removes it from the URL', async () => {
    const { userEvents, api, router } = openRegister('invitation', '?invitation=abc');
    await userEvents.type(await screen.findByLabelText('Username'), 'maria');
    await userEvents.type(screen.getByLabelText('Password'), '123456');
    await userEvents.type(screen.getByLabelText('Confirm password'), '123456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe('');
    expect(api.of('POST /api/auth/register')[0]?.body).toMatchObject({ username: 'maria', invitation: 'abc' });
  });

  it('shows the form if the registration mode can’t be loaded, because the server checks every registration anyway', async () => {
    renderScreen(<RegisterPage />, {
      url: '/register',
      user: null,
      replies: { 'GET /api/auth/options': unreachable },
    });
    expect(await screen.findByLabelText('Username')).toBeInTheDocument();
  });

  it('replaces the "Sign Up" link on the sign-in page with a link to the contact form', async () => {
    const open = (mode: Mode) =>
      renderScreen(<LoginPage />, { url: '/login', user: null, replies: options({ registration: mode }) });
    const { unmount } = open('closed');
    expect(await screen.findByRole('link', { name: 'Request a user account' })).toHaveAttribute('href', '/#contact');
    expect(screen.queryByRole('link', { name: 'Sign Up' })).not.toBeInTheDocument();
    unmount();
    open('invitation');
    expect(await screen.findByRole('link', { name: 'Request an invitation' })).toHaveAttribute('href', '/#contact');
  });
});
