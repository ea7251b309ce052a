import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { useRememberedQueries } from '../platform/last-queries.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { BackLink } from './back-link.tsx';

function Frame() {
  useRememberedQueries();
  return useLocation().pathname === '/people' ? <h1>People</h1> : <BackLink to="/people">People</BackLink>;
}

const target = async () => (await screen.findByRole('link', { name: 'People' })).getAttribute('href');

describe('a back link', () => {
  it('leads to the screen with its last filters and page number, until the user signs out', async () => {
    const { router, unmount } = renderScreen(<Frame />, { url: '/people?search=ro&page=3', path: '*' });
    await screen.findByRole('heading');
    await router.navigate('/people/rosa');
    expect(await target()).toBe('/people?search=ro&page=3');
    await router.navigate('/people');
    await screen.findByRole('heading');
    await router.navigate('/people/rosa');
    expect(await target()).toBe('/people');
    await router.navigate('/people?search=ro');
    await screen.findByRole('heading');
    unmount();
    renderScreen(<Frame />, { url: '/people/rosa', path: '*' });
    expect(await target()).toBe('/people');
  });
});
