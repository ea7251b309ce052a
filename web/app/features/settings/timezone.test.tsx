import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { timeZone } from '../../platform/dates.ts';
import { buildUser } from '../../testing/builders.ts';
import { unreachable } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { noCampaigns, renderFrame } from '../../testing/signed-in-screen.tsx';
import { UserPanel } from './person-panels.tsx';

const field = () => screen.findByRole('combobox', { name: 'Time zone' });

async function choose(userEvents: ReturnType<typeof renderScreen>['userEvents'], zone: string) {
  await userEvents.clear(await field());
  await userEvents.type(await field(), zone);
  await userEvents.click(await screen.findByRole('option', { name: zone }));
}

// With all of the several hundred time zones, the list takes seconds to render.
beforeEach(() => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/New_York', 'Europe/Berlin']);
});

describe('the user’s time zone', () => {
  it('can be changed, and is saved at once', async () => {
    const user = buildUser({ timezone: 'Europe/Berlin' });
    const saved = { ...user, timezone: 'America/New_York' };
    const { api, userEvents } = renderScreen(<UserPanel />, {
      url: '/settings',
      user,
      replies: { 'PUT /api/settings/timezone': { success: true } },
    });
    expect(await field()).toHaveValue('Europe/Berlin');
    api.set({ 'GET /api/auth/profile': { user: saved, sandbox: false } });
    await choose(userEvents, 'America/New York');
    expect(api.of('PUT /api/settings/timezone')[0]?.body).toEqual({ timezone: 'America/New_York' });
    expect(await screen.findByText(/^Time zone saved/)).toBeInTheDocument();
    await waitFor(async () => expect(await field()).toHaveValue('America/New York'));
  });

  it('stays as it was if it can’t be saved', async () => {
    const { userEvents } = renderScreen(<UserPanel />, {
      url: '/settings',
      user: buildUser({ timezone: 'Europe/Berlin' }),
      replies: { 'PUT /api/settings/timezone': unreachable },
    });
    await choose(userEvents, 'America/New York');
    expect(await screen.findByText(/^Failed to save the time zone/)).toBeInTheDocument();
    await waitFor(async () => expect(await field()).toHaveValue('Europe/Berlin'));
  });

  it('is set to the browser’s at the first visit, and never changed by a later one', async () => {
    const user = buildUser({ timezone: null });
    const replies = { ...noCampaigns, 'PUT /api/settings/timezone': { success: true as const } };
    const first = renderFrame({ url: '/profiles', user, replies });
    await waitFor(() => expect(first.api.of('PUT /api/settings/timezone')[0]?.body).toEqual({ timezone: timeZone }));
    first.unmount();
    const later = renderFrame({ url: '/profiles', user: buildUser({ timezone: 'Antarctica/Vostok' }), replies });
    await within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name: 'Accounts' });
    expect(later.api.of('PUT /api/settings/timezone')).toEqual([]);
  });
});
