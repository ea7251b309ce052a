import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDialogState } from './dialog-state.ts';

it('a late answer doesn’t close a dialog that has been opened again', () => {
  const { result } = renderHook(() => useDialogState<string>());
  act(() => result.current.open('studio'));
  const closeFirst = result.current.close;
  act(() => closeFirst());
  expect(result.current).toMatchObject({ target: 'studio', isOpen: false });
  act(() => result.current.open('bakery'));
  act(() => closeFirst());
  expect(result.current).toMatchObject({ target: 'bakery', isOpen: true });
  act(() => result.current.close());
  expect(result.current.isOpen).toBe(false);
});
