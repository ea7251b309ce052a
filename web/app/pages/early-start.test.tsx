import { runInThisContext } from 'node:vm';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import earlyStart from '../early-start.js?raw';
import { call } from '../platform/api.ts';
import { buildUser, paginationOf } from '../testing/builders.ts';
import routes from '../routes.ts';
import { fakeApi, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import DashboardPage from './dashboard.page.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

const replies: Replies = {
  'GET /api/auth/profile': { user: buildUser(), sandbox: false },
  'GET /api/agent-tokens': { tokens: [] },
  'GET /api/notices': { notices: [], unread_count: 0, unread_replies: null, pagination: paginationOf(0) },
  'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
  'GET /api/campaigns/dashboard-stats': {
    stats: { campaigns: 6, recipients: 1012, sent: 1742, failed: 63, pending: 207 },
    daily: [],
    recentCampaigns: [],
    late_campaigns: [],
    has_started: true,
  },
  'GET /api/profiles': { profiles: [], pagination: paginationOf(0) },
  'GET /api/profiles/performance': { profilePerformance: [], pagination: paginationOf(0, 5) },
  'GET /api/templates': { templates: [] },
  'GET /api/lists': { lists: [] },
  'GET /api/support': { tickets: [], pagination: paginationOf(0) },
};

/** Runs the script as the page at this URL would, and returns the fake server that receives the script's requests. */
function arrive(url: string, token: string | null = 'test-token') {
  history.replaceState(null, '', url);
  if (token !== null) localStorage.setItem('token', token);
  const api = fakeApi(replies);
  const element = document.createElement('script');
  element.dataset['files'] = '/assets/first.js /assets/first.css';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element);
  runInThisContext(earlyStart);
  return api;
}

/** Returns an example path for each page that is, or isn't, inside the layout of the signed-in screens. */
function pathsOf(entries: readonly RouteConfigEntry[], isSignedIn: boolean, isInside = false): string[] {
  return entries.flatMap(({ path, file, children }) => {
    if (children !== undefined) return pathsOf(children, isSignedIn, isInside || file.includes('signed-in.layout'));
    return isInside === isSignedIn ? [`/${path?.replace(/:[a-z]+/, '7').replace('*', 'no/such/page') ?? ''}`] : [];
  });
}

const unusedUrls = () => [...(window.early?.answers.keys() ?? [])];
const links = () =>
  [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`);

beforeEach(() => document.head.replaceChildren());
afterEach(() => {
  delete document.documentElement.dataset['frame'];
  delete window.early;
  vi.restoreAllMocks();
});

describe('the script that runs before the app has loaded', () => {
  it('sends no requests for a guest or on the sign-in page', () => {
    expect(arrive('/dashboard', null).requests).toEqual([]);
    expect(arrive('/login').requests).toEqual([]);
    expect(links()).toEqual([]);
  });

  it('loads the style sheet on all signed-in pages, and preloads scripts only on the dashboard', () => {
    arrive('/campaigns');
    expect(links()).toEqual(['stylesheet /assets/first.css']);
    document.head.replaceChildren();
    arrive('/dashboard');
    expect(links()).toEqual(['modulepreload /assets/first.js', 'stylesheet /assets/first.css']);
  });

  it('makes the page show the frame on all signed-in pages, and only there', () => {
    const showsFrame = (url: string, token?: null) => {
      delete document.documentElement.dataset['frame'];
      arrive(url, token);
      return document.documentElement.dataset['frame'] !== undefined;
    };
    expect(showsFrame('/dashboard', null)).toBe(false);
    const [signedIn, others] = [true, false].map((isSignedIn) => pathsOf(routes, isSignedIn));
    expect(signedIn).toContain('/campaigns/7/edit');
    expect(signedIn?.filter((path) => !showsFrame(path) || !showsFrame(`${path}/`))).toEqual([]);
    expect(others).toContain('/register');
    const unknown = [
      '/users/7',
      '/campaigns/7/log',
      '/campaigns/7/edit/8',
      '/lists/7/export',
      '/dashboards',
      '/no/dashboard',
    ];
    expect([...(others ?? []), ...unknown].filter((path) => showsFrame(path))).toEqual([]);
  });

  it('sends only requests that every screen needs, except on the dashboard', async () => {
    arrive('/campaigns');
    renderScreen(<SignedInFrame />, { url: '/campaigns', path: '*', replies });
    await waitFor(() => expect(unusedUrls()).toEqual([]));
  });

  it('also sends the dashboard’s own requests on the dashboard', async () => {
    arrive('/dashboard');
    const { api } = renderScreen(<DashboardPage />, { url: '/dashboard', replies });
    await screen.findByRole('region', { name: 'Messages per day' });
    expect(unusedUrls()).toEqual([]);
    expect(api.of('GET /api/campaigns/dashboard-stats')).toEqual([]);
  });
});

describe('the response to an early request', () => {
  it('is used only once', async () => {
    const early = arrive('/campaigns');
    await call('GET /api/auth/profile');
    expect(early.of('GET /api/auth/profile')).toHaveLength(1);
    await call('GET /api/auth/profile');
    expect(early.of('GET /api/auth/profile')).toHaveLength(2);
  });

  it('is not used in another session', async () => {
    const early = arrive('/campaigns');
    localStorage.setItem('token', 'another token');
    await call('GET /api/auth/profile');
    expect(early.of('GET /api/auth/profile')).toHaveLength(2);
  });

  it('is not used after the user has changed something', async () => {
    const early = arrive('/campaigns');
    await call('DELETE /api/user-deletion').catch(() => undefined);
    await call('GET /api/auth/profile');
    expect(early.of('GET /api/auth/profile')).toHaveLength(2);
  });

  it('is not used after half a minute', async () => {
    const early = arrive('/campaigns');
    const later = Date.now() + 30_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await call('GET /api/auth/profile');
    expect(early.of('GET /api/auth/profile')).toHaveLength(2);
  });
});
