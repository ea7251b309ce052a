import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatDateTime, formatDay, formatRelative, formatRoughly } from '../platform/dates.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { BarsPerDay, roundUp } from './charts/bars-per-day.tsx';
import { progressPercent } from './charts/campaign-progress.tsx';
import { rateBand } from './charts/rate-ring.tsx';
import { DialogActions } from './dialog.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StatusBadge } from './status-badge.tsx';

describe('a status', () => {
  it.each([
    ['held', 'On hold', 'red'],
    ['not_yet_known', 'Not yet known', 'gray'],
  ])('%s is shown as %s with an icon, in %s', async (status, word, tone) => {
    renderScreen(<StatusBadge status={status} />);
    const badge = await screen.findByText(word);
    expect(badge).toHaveAttribute('data-tone', tone);
    expect(badge.querySelector('svg')).not.toBeNull();
    expect(badge).not.toHaveAttribute('data-live');
  });

  it('pulses while something is being sent', async () => {
    renderScreen(<StatusBadge status="sending" />);
    expect(await screen.findByText('Sending')).toHaveAttribute('data-live');
  });
});

it('a dialog’s main button, which is the last button, comes first if the buttons don’t fit in one row', async () => {
  renderScreen(
    <DialogActions>
      <button type="button">Cancel</button>
      <button type="submit">Save</button>
    </DialogActions>,
  );
  const buttons = (await screen.findByRole('button', { name: 'Save' })).parentElement;
  expect(buttons?.style.getPropertyValue('--group-wrap')).toBe('wrap-reverse');
});

describe('figures', () => {
  it.each([
    [100, 'green'],
    [80, 'green'],
    [79.9, 'yellow'],
    [60, 'yellow'],
    [59.9, 'red'],
    [0, 'red'],
    [null, 'none'],
  ] as const)('a success rate of %s is shown in the color %s', (rate, band) => {
    expect(rateBand(rate)).toBe(band);
  });

  it('progress is sent plus failed as a share of the total: at most 100 percent, and 0 if the total is 0', () => {
    expect(progressPercent({ total_list: 200, total_sent: 90, total_failed: 10 })).toBe(50);
    expect(progressPercent({ total_list: 3, total_sent: 5, total_failed: 0 })).toBe(100);
    expect(progressPercent({ total_list: 0, total_sent: 0, total_failed: 0 })).toBe(0);
  });

  it.each([
    [0, 1],
    [7, 8],
    [13, 15],
    [131, 150],
    [999, 1000],
  ])('the axis of a chart with values up to %i ends at %i', (value, top) => {
    expect(roundUp(value)).toBe(top);
  });

  it('the figures above the bars are the totals or, while the pointer is over a day, that day’s figures', () => {
    const days = [
      { date: '2026-11-21', sent: 20, failed: 3 },
      { date: '2026-11-22', sent: 4, failed: 0 },
    ];
    const { container } = render(<BarsPerDay days={days} />);
    const figures = () => container.querySelector('figcaption')?.textContent;
    expect(figures()).toBe('Sent 24Failed 3');
    const [, bar] = container.querySelectorAll('svg > g');
    if (bar === undefined) throw new Error('there is no second bar');
    fireEvent.pointerEnter(bar, { pointerType: 'mouse' });
    expect(figures()).toBe('Sent 4Failed 022-11-2026');
    fireEvent.pointerLeave(container.querySelector('svg') ?? bar, { pointerType: 'mouse' });
    expect(figures()).toBe('Sent 24Failed 3');
  });
});

describe('times', () => {
  it('are shown as DD-MM-YYYY HH:mm', () => {
    expect(formatDateTime(new Date(2026, 10, 3, 7, 5).toISOString())).toBe('03-11-2026 07:05');
    expect(formatDay('2026-11-03')).toBe('03-11-2026');
  });

  it('in the short format include the year unless it is this year', () => {
    const now = new Date(2026, 10, 21, 12);
    expect(formatRoughly(new Date(2026, 11, 3, 9).toISOString(), now)).toBe('Thu 3 Dec');
    expect(formatRoughly(new Date(2027, 11, 3, 9).toISOString(), now)).toBe('Fri 3 Dec 2027');
  });

  it('are shown relative to now, such as "5 minutes ago"', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(formatRelative('2026-11-21T11:59:50Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T11:59:01Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T11:59:00Z', now)).toBe('1 minute ago');
    expect(formatRelative('2026-11-21T12:00:59Z', now)).toBe('in less than a minute');
    expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago');
    expect(formatRelative('2026-11-21T14:00:00Z', now)).toBe('in 2 hours');
    // These times are two calendar days away, so "yesterday" and "tomorrow" would be wrong.
    expect(formatRelative('2026-11-19T13:00:00Z', now)).toBe('1 day ago');
    expect(formatRelative('2026-11-23T11:00:00Z', now)).toBe('in 1 day');
  });

  it('are relative to the current time as soon as a component is given another time', () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    const { rerender } = render(<RelativeTime at="2026-11-21T11:55:00Z" />);
    expect(screen.getByText('(5 minutes ago)')).toBeInTheDocument();
    vi.setSystemTime('2026-11-21T12:00:20Z');
    rerender(<RelativeTime at="2026-11-21T12:00:20Z" />);
    expect(screen.getByText('(just now)')).toBeInTheDocument();
  });
});
