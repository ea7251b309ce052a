import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIsOthersPage } from './last-user.ts';

it('another user’s page is recognized until the new user has reached the dashboard, no matter how often it is rendered', () => {
  renderHook(() => useIsOthersPage(1, '/people/ada'));
  const { result, rerender } = renderHook(({ page }) => useIsOthersPage(2, page), {
    initialProps: { page: '/people/ada' },
  });
  expect(result.current).toBe(true);
  rerender({ page: '/people/ada' });
  expect(result.current).toBe(true);
  rerender({ page: '/dashboard' });
  expect(result.current).toBe(false);
  rerender({ page: '/people/ada' });
  expect(result.current).toBe(false);
});
