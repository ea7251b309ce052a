import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useDialogState, useResetOnOpen } from './dialog-state.ts';

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

it('a dialog is reset each time it opens, even if it is already open and opens for something else', () => {
  const reset = vi.fn();
  const { rerender } = renderHook(({ isOpen, target }) => useResetOnOpen(isOpen, reset, target), {
    initialProps: { isOpen: false, target: 'studio' },
  });
  expect(reset).not.toHaveBeenCalled();
  rerender({ isOpen: true, target: 'studio' });
  expect(reset).toHaveBeenCalledTimes(1);
  rerender({ isOpen: true, target: 'bakery' });
  expect(reset).toHaveBeenCalledTimes(2);
  rerender({ isOpen: false, target: 'bakery' });
  expect(reset).toHaveBeenCalledTimes(2);
  rerender({ isOpen: true, target: 'bakery' });
  expect(reset).toHaveBeenCalledTimes(3);
});
