import type { AccountRequest } from '@sandpiper/contract/account-requests';
import type { BrowserProfile, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAgentToken } from '../../testing/administration-builders.ts';
import { buildAccount, desk, laptop, paginationOf } from '../../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { profileNameFor } from './account-creation.ts';
import { blankValues, newAccountValuesOf } from './account-form.values.ts';
import { CreateAccount } from './create-account.tsx';
import { useAccountCreation } from './use-account-creation.ts';

const at = '2026-11-21T09:30:00.000Z';
const ended = {
  computer_id: null,
  profile_name: null,
  profile_path: null,
  status: 'completed',
  error_message: null,
  created_at: at,
  completed_at: at,
} as const;
const kept = 'sandpiper-new-account-1';

function profile(name: string): BrowserProfile {
  return { name, directory_name: `ab.${name}`, path: `/p/ab.${name}`, size_mb: 1, is_default: false };
}

const signIn = (changes: Partial<AccountRequest> = {}): AccountRequest => ({
  id: 30,
  profile_path: '/p/ab.north-pier',
  profile_name: 'North Pier',
  profile_id: 5,
  request_type: 'sign_in',
  status: 'completed',
  page: null,
  results: { state: 'needs_user', reason: 'signed_out', detail: 'The account is signed out.' },
  error_message: null,
  created_at: at,
  ...changes,
});

/** Returns the replies of a fake computer that completes every request, except that creating a profile fails if `refusesCreate` is set. */
function computer({ profiles = ['own'], detected = true, refusesCreate = '' } = {}) {
  const names = [...profiles];
  const requests: BrowserProfileRequest[] = [];
  const queue = (request: BrowserProfileRequest) => {
    requests.unshift(request);
    return { success: true as const, request_id: request.id, message: 'Asked' };
  };
  const replies: Replies = {
    'GET /api/agent-tokens': { tokens: [buildAgentToken({ online: true })] },
    'GET /api/firefox-profiles': () =>
      queue({
        ...ended,
        id: requests.length + 1,
        request_type: 'list',
        results: {
          profiles: names.map(profile),
          profiles_dir: '/p',
          firefox_executable: detected ? '/usr/bin/firefox' : null,
          detected,
          error: null,
        },
      }),
    'GET /api/firefox-profiles/requests': () => ({ success: true, requests }),
    'POST /api/firefox-profiles': ({ body }) => {
      const failed = { status: 'failed', error_message: refusesCreate } as const;
      if (refusesCreate === '') names.push(String(Reflect.get(Object(body), 'profile_name')));
      return queue({
        ...ended,
        ...(refusesCreate === '' ? {} : failed),
        id: requests.length + 1,
        request_type: 'create',
        results: null,
      });
    },
    'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
    'POST /api/profiles': { profile: buildAccount({ id: 5, profile_name: 'North Pier' }) },
    'POST /api/profiles/:id/sign-in': { success: true, request_id: 30 },
    'GET /api/profiles/requests': { success: true, requests: [signIn()] },
  };
  return { names, replies };
}

type Given = Pick<ComponentProps<typeof CreateAccount>, 'typed' | 'onType' | 'onDone'>;

function Creation(given: Given) {
  return <CreateAccount creation={useAccountCreation()} {...given} />;
}

function open(replies: Replies, given: Given = {}) {
  return renderScreen(<Creation {...given} />, { replies });
}

async function create({ userEvents }: ReturnType<typeof open>, name = 'North Pier') {
  const field = await screen.findByRole('textbox', { name: /^Account name/ });
  await userEvents.clear(field);
  await userEvents.type(field, name);
  await userEvents.click(screen.getByRole('button', { name: /Create a Firefox profile for me|Try again|Continue/ }));
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

describe('a new Firefox profile’s name', () => {
  it.each([
    ['North Pier', [], 'north-pier'],
    ['Café Größe!', [], 'cafe-gro-e'],
    ['my default', [], 'my'],
    ['Dedefaultfault', [], 'de-fault'],
    ['Здравствуй', [], 'instagram'],
    ['Nightly', [], 'instagram'],
    ['Nightly Shop', [], 'nightly-shop'],
    ['North Pier', ['North-Pier', 'north-pier-2'], 'north-pier-3'],
    ['x'.repeat(60), [], 'x'.repeat(46)],
  ])('for %s, with %j taken, is %s', (account, taken, name) => expect(profileNameFor(account, taken)).toBe(name));
});

describe('the dialog that creates an account with a Firefox profile', () => {
  it('creates the Firefox profile and the account on the chosen computer, and continues there after a reload', async () => {
    const replies = {
      ...computer().replies,
      'GET /api/computers': { computers: [desk, laptop] },
      'POST /api/profiles': new Failure(409, { error: 'Not now.' }),
    };
    const view = open(replies);
    await view.userEvents.selectOptions(await screen.findByRole('combobox', { name: 'Computer' }), laptop.id);
    await create(view);
    expect(await screen.findByText(/Not now\./)).toBeInTheDocument();
    const { api } = view;
    expect(api.of('GET /api/firefox-profiles').map(({ query }) => query['computer_id'])).toEqual([
      laptop.id,
      laptop.id,
    ]);
    expect(api.of('POST /api/firefox-profiles')[0]?.body).toMatchObject({ computer_id: laptop.id });
    expect(api.of('POST /api/profiles')[0]?.body).toMatchObject({ computer_id: laptop.id });
    view.unmount();
    open(replies);
    expect(await screen.findByRole('combobox', { name: 'Computer' })).toHaveValue(laptop.id);
  });

  it('creates the profile, adds an account that uses it, and opens the account’s sign-in page', async () => {
    const { replies } = computer();
    const view = open(replies);
    await create(view);
    const text = '“North Pier” was added. Sign in to Instagram in the Firefox window on your computer.';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(view.api.of('POST /api/firefox-profiles').map(({ body }) => body)).toEqual([
      { profile_name: 'north-pier', is_default: false },
    ]);
    expect(view.api.of('POST /api/profiles')[0]?.body).toMatchObject({
      profile_name: 'North Pier',
      profile_path: '/p/ab.north-pier',
    });
    expect(view.api.of('POST /api/profiles/:id/sign-in')[0]?.params).toEqual({ id: '5' });
    expect(sessionStorage.getItem(kept)).toBe('null');
    await view.userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('button', { name: 'Create a Firefox profile for me' })).toBeInTheDocument();
  });

  it.each([
    ['account is signed in', { state: 'signed_in' as const }, '“North Pier” is signed in to Instagram.'],
    [
      'stored password was refused',
      { state: 'needs_user' as const, reason: 'wrong_password', detail: 'Instagram did not accept the password.' },
      '“North Pier” was added, but it isn’t signed in. Instagram did not accept the password.',
    ],
    [
      'sign-in page could not be loaded',
      { state: 'unreachable' as const, reason: 'sign_in_unreachable', detail: 'No answer' },
      '“North Pier” was added, but Instagram’s sign-in page couldn’t be loaded.',
    ],
  ])('says that the %s', async (_what, results, text) => {
    const { replies } = computer();
    await create(
      open({ ...replies, 'GET /api/profiles/requests': { success: true, requests: [signIn({ results })] } }),
    );
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('keeps waiting for a request that the agent has started, even if a minute has passed and the server can’t be reached', async () => {
    const requests = [signIn({ status: 'running' }), new Failure(503, { error: 'Try again.' })];
    const view = open({
      ...computer().replies,
      'GET /api/profiles/requests': () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        const next = requests.shift() ?? signIn();
        return next instanceof Failure ? next : { success: true, requests: [next] };
      },
    });
    await create(view);
    expect(await screen.findByText(/Sign in to Instagram in the Firefox window/)).toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  it('doesn’t blame the agent if the server can’t be reached for a minute', async () => {
    const view = open({
      ...computer().replies,
      'GET /api/profiles/requests': () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        return unreachable;
      },
    });
    await create(view);
    expect(await screen.findByText(/The server didn’t respond\. Try again\./)).toBeInTheDocument();
    expect(screen.queryByText(/Sandpiper Agent didn’t respond/)).not.toBeInTheDocument();
  });

  it('gives the agent another minute once the server can be reached again', async () => {
    const away = [unreachable, unreachable];
    const pending = [signIn({ status: 'pending' }), signIn({ status: 'pending' })];
    const view = open({
      ...computer().replies,
      'GET /api/profiles/requests': () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 35_000 });
        return away.shift() ?? { success: true, requests: [pending.shift() ?? signIn()] };
      },
    });
    await create(view);
    expect(await screen.findByText(/Sign in to Instagram in the Firefox window/)).toBeInTheDocument();
    expect(pending).toEqual([]);
  });

  it('asks for a name before it creates anything', async () => {
    const { userEvents, api } = open(computer().replies);
    await waitFor(() => expect(screen.getByRole('button', { name: /^Create a Firefox/ })).toBeEnabled());
    await userEvents.click(screen.getByRole('button', { name: /^Create a Firefox/ }));
    expect(screen.getByText('Account name is required')).toBeInTheDocument();
    expect(api.of('GET /api/firefox-profiles')).toHaveLength(0);
  });

  it('cannot be submitted before an agent is connected', async () => {
    open({ ...computer().replies, 'GET /api/agent-tokens': { tokens: [] } });
    expect(await screen.findByText(/connect this computer first/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Create a Firefox/ })).toBeDisabled();
  });
});

describe('the dialog after a failed or unfinished attempt', () => {
  it('says that the profile was not created, and why', async () => {
    const view = open(computer({ refusesCreate: "Firefox didn't create the profile." }).replies);
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await create(view);
    const alert = await screen.findByRole('alert');
    expect(scrolled.mock.contexts).toContain(alert);
    expect(alert).toHaveTextContent('The Firefox profile couldn’t be set up');
    expect(alert).toHaveTextContent("Firefox didn't create the profile. No account was added.");
    expect(view.api.of('POST /api/profiles')).toHaveLength(0);
    expect(sessionStorage.getItem(kept)).toBe('null');
  });

  it('says that Firefox is missing, and creates nothing', async () => {
    const view = open(computer({ detected: false }).replies);
    await create(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('didn’t find Firefox');
    expect(view.api.of('POST /api/firefox-profiles')).toHaveLength(0);
  });

  it('says that only the profile was created, and uses it for the account on the next attempt', async () => {
    const fields = { insta_username: 'This account has already been added.' };
    const refusal = new Failure(409, { error: 'This account has already been added.', fields });
    const view = open({ ...computer().replies, 'POST /api/profiles': refusal });
    await create(view);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The account wasn’t added');
    expect(alert).toHaveTextContent('The Firefox profile “north-pier” was created on your computer.');
    expect(screen.getAllByText('This account has already been added.', { exact: true })).toHaveLength(1);
    view.api.set({ 'POST /api/profiles': { profile: buildAccount({ id: 5, profile_name: 'South Pier' }) } });
    await create(view, 'South Pier');
    expect(await screen.findByText(/“South Pier” was added/)).toBeInTheDocument();
    expect(view.api.of('POST /api/firefox-profiles')).toHaveLength(1);
    expect(view.api.of('POST /api/profiles')[1]?.body).toMatchObject({ profile_path: '/p/ab.north-pier' });
  });

  it('says that the account was added but its sign-in page did not open, and opens only that page on the next attempt', async () => {
    const { replies } = computer();
    const failed = signIn({ status: 'failed', results: null, error_message: 'The profile is open in Firefox.' });
    const view = open({ ...replies, 'GET /api/profiles/requests': { success: true, requests: [failed] } });
    await create(view);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The sign-in page didn’t open');
    expect(alert).toHaveTextContent('The profile is open in Firefox. The account “North Pier” was added');
    view.api.set({ 'GET /api/profiles/requests': { success: true, requests: [signIn()] } });
    await view.userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Sign in to Instagram in the Firefox window/)).toBeInTheDocument();
    expect(view.api.of('POST /api/profiles')).toHaveLength(1);
  });

  it('shows after a reload what an interrupted attempt may have created, and continues from there', async () => {
    sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', account: null }));
    const view = open(computer({ profiles: ['own', 'north-pier'] }).replies);
    expect(await screen.findByText('Adding an account was interrupted')).toBeInTheDocument();
    await create(view);
    expect(await screen.findByText(/“North Pier” was added/)).toBeInTheDocument();
    expect(view.api.of('POST /api/firefox-profiles')).toHaveLength(0);
  });

  it('creates another Firefox profile if an account already uses the profile from an interrupted attempt', async () => {
    sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', account: null }));
    const taken = buildAccount({ id: 4, profile_name: 'Old Pier', profile_path: '/p/ab.north-pier' });
    const view = open({
      ...computer({ profiles: ['own', 'north-pier'] }).replies,
      'GET /api/profiles': { profiles: [taken], pagination: paginationOf(1) },
    });
    await create(view);
    expect(await screen.findByText(/“North Pier” was added/)).toBeInTheDocument();
    expect(view.api.of('POST /api/profiles')[0]?.body).toMatchObject({ profile_path: '/p/ab.north-pier-2' });
  });

  it('creates another Firefox profile if the interrupted attempt was on another computer', async () => {
    sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', computerId: desk.id, account: null }));
    const view = open({
      ...computer({ profiles: ['own', 'north-pier'] }).replies,
      'GET /api/computers': { computers: [desk, laptop] },
    });
    await view.userEvents.selectOptions(await screen.findByRole('combobox', { name: 'Computer' }), laptop.id);
    await create(view);
    expect(await screen.findByText(/“North Pier” was added/)).toBeInTheDocument();
    expect(view.api.of('POST /api/profiles')[0]?.body).toMatchObject({ profile_path: '/p/ab.north-pier-2' });
  });

  it('continues with the account if an earlier attempt added it but the response was lost, and saves the new input', async () => {
    sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', account: null }));
    const added = buildAccount({ id: 5, profile_name: 'North Pier', profile_path: '/p/ab.north-pier' });
    const view = open({
      ...computer({ profiles: ['own', 'north-pier'] }).replies,
      'GET /api/profiles': { profiles: [added], pagination: paginationOf(1) },
      'PUT /api/profiles/:id': { profile: added },
    });
    await view.userEvents.type(await screen.findByRole('textbox', { name: /^Instagram username/ }), 'north.pier');
    await create(view);
    expect(await screen.findByText(/“North Pier” was added/)).toBeInTheDocument();
    expect(view.api.of('POST /api/profiles')).toHaveLength(0);
    expect(view.api.of('PUT /api/profiles/:id')[0]).toMatchObject({
      params: { id: '5' },
      body: { insta_username: 'north.pier', profile_path: '/p/ab.north-pier' },
    });
    expect(view.api.of('POST /api/profiles/:id/sign-in')[0]?.params).toEqual({ id: '5' });
  });

  it('uses the limits and hours that the user has already typed, and refuses wrong ones', async () => {
    const hours = [{ day: 1, from: '09:00', to: '17:00' }];
    const limits = { preset: 'custom', daily_limit: '0', hours } as const;
    const view = open(computer().replies, { typed: { ...newAccountValuesOf(blankValues), ...limits } });
    const limit = await screen.findByRole('textbox', { name: 'Messages a day' });
    await create(view);
    expect(await screen.findByText(/^Enter a whole number from 1/)).toBeInTheDocument();
    await view.userEvents.clear(limit);
    await view.userEvents.type(limit, '30');
    await create(view);
    await waitFor(() => expect(view.api.of('POST /api/profiles')).toHaveLength(1));
    expect(view.api.of('POST /api/profiles')[0]?.body).toMatchObject({ daily_limit: 30, hours });
  });

  it('lets the user postpone signing in to an added account', async () => {
    const account = { id: 5, name: 'North Pier' };
    sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', account }));
    const { userEvents } = open(computer().replies);
    await userEvents.click(await screen.findByRole('button', { name: 'Sign in later' }));
    expect(screen.getByRole('button', { name: 'Create a Firefox profile for me' })).toBeInTheDocument();
  });

  it.each(['Sign in later', 'Open the sign-in page'])(
    'keeps what was typed for the next account after “%s”',
    async (choice) => {
      const account = { id: 5, name: 'North Pier' };
      sessionStorage.setItem(kept, JSON.stringify({ profileName: 'north-pier', account }));
      const names = { profile_name: 'South Pier', insta_username: 'south.pier', insta_password: 'secret' };
      const typed = { ...newAccountValuesOf(blankValues), ...names };
      const [onType, onDone] = [vi.fn(), vi.fn()];
      const { userEvents } = open(computer().replies, { typed, onType, onDone });
      expect(await screen.findByText(/What you typed for the next account is kept\./)).toBeInTheDocument();
      expect(onType).toHaveBeenLastCalledWith(true);
      const button = screen.getByRole('button', { name: choice });
      await waitFor(() => expect(button).toBeEnabled());
      await userEvents.click(button);
      if (choice !== 'Sign in later') {
        await userEvents.click(await screen.findByRole('button', { name: 'Continue' }));
      }
      expect(screen.getByRole('textbox', { name: /^Account name/ })).toHaveValue('South Pier');
      expect(screen.getByRole('textbox', { name: /^Instagram username/ })).toHaveValue('south.pier');
      expect(screen.getByLabelText('Instagram password')).toHaveValue('secret');
      expect(onType).toHaveBeenLastCalledWith(true);
      expect(onDone).not.toHaveBeenCalled();
    },
  );
});
