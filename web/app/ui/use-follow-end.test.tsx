import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFollowEnd } from './use-follow-end.ts';

function Log({ lines }: { lines: number }) {
  return <div role="log" {...useFollowEnd(lines)} />;
}

it('a log stays scrolled to its end as lines are added, unless the user has scrolled up', () => {
  const { rerender } = render(<Log lines={0} />);
  const log = screen.getByRole('log');
  Object.defineProperty(log, 'clientHeight', { value: 100 });
  const add = (lines: number) => {
    Object.defineProperty(log, 'scrollHeight', { value: lines * 20, configurable: true });
    rerender(<Log lines={lines} />);
  };
  const scrollTo = (scrollTop: number) => {
    log.scrollTop = scrollTop;
    fireEvent.scroll(log);
  };
  add(20);
  expect(log.scrollTop).toBe(400);
  // Browsers can't scroll farther than this: 400 pixels of content in a box of 100 pixels.
  scrollTo(300);
  add(21);
  expect(log.scrollTop).toBe(420);
  scrollTo(200);
  add(22);
  expect(log.scrollTop).toBe(200);
  scrollTo(330);
  add(23);
  expect(log.scrollTop).toBe(460);
});
