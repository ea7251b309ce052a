import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { SearchInput } from './filter-bar.tsx';

function field(value: string, onSearch: (text: string) => void) {
  return (
    <MantineProvider env="test">
      <SearchInput value={value} onSearch={onSearch} placeholder="Search…" />
    </MantineProvider>
  );
}

it('a search field keeps what is typed while the page applies an earlier search, but follows later changes to the page’s search', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onSearch = vi.fn();
  const { rerender } = render(field('', onSearch));
  const input = screen.getByRole('searchbox');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  const pause = () => act(() => void vi.advanceTimersByTime(300));

  type('an');
  pause();
  type('ann');
  rerender(field('an', onSearch));
  expect(input).toHaveValue('ann');
  pause();
  expect(onSearch.mock.calls).toEqual([['an'], ['ann']]);

  rerender(field('ann', onSearch));
  type('anna');
  pause();
  type('ann');
  pause();
  expect(onSearch.mock.calls.slice(2)).toEqual([['anna'], ['ann']]);
  rerender(field('anna', onSearch));
  rerender(field('ann', onSearch));
  expect(input).toHaveValue('ann');
  rerender(field('', onSearch));
  expect(input).toHaveValue('');
  rerender(field('ann', onSearch));
  expect(input).toHaveValue('ann');
});
