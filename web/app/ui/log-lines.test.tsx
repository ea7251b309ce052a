import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { buildLog } from '../testing/builders.ts';
import { LogLines } from './log-lines.tsx';

const timesOf = (...logs: CampaignLog[]) => {
  render(
    <MemoryRouter>
      <LogLines logs={logs} />
    </MemoryRouter>,
  );
  return screen.getAllByRole('time').map((time) => time.textContent);
};

it('a log line shows the time, and also the date unless the entry is from today', () => {
  const [today, older] = timesOf(
    buildLog({ seq: 2, created_at: new Date().toISOString() }),
    buildLog({ seq: 1, created_at: '2024-02-29T12:00:00.000Z' }),
  );
  expect(today).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(older).toMatch(/^(29-02|01-03)-2024 \d\d:00:00$/);
});

it('a log line shows its date and the time zone on hover', () => {
  timesOf(buildLog({ created_at: new Date(2026, 10, 29, 23, 59).toISOString() }));
  expect(screen.getByTitle(/^29-11-2026 23:59 \(time zone: .+\)$/)).toBeInTheDocument();
});

it('a log line shows the date once midnight has passed', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 23, 59, 30) });
  try {
    render(
      <MemoryRouter>
        <LogLines logs={[buildLog({ created_at: new Date().toISOString() })]} />
      </MemoryRouter>,
    );
    expect(screen.getByRole('time')).toHaveTextContent(/^23:59:30$/);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByRole('time')).toHaveTextContent(/^29-11-2026 23:59:30$/);
  } finally {
    vi.useRealTimers();
  }
});

it('a log line links to the person and shows their do-not-contact icon, unless the person was forgotten', () => {
  render(
    <MemoryRouter>
      <LogLines
        logs={[buildLog({ seq: 2, is_do_not_contact: true }), buildLog({ seq: 1, recipient: '(forgotten)' })]}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/people/rye.and.co']);
  expect(screen.getAllByRole('img', { name: 'Do not contact' })).toHaveLength(1);
  expect(screen.getByText('(forgotten)')).toBeInTheDocument();
});

it('a log line says in gray that a campaign was stopped early, and in green that it was completed', () => {
  const stopped = 'You stopped this campaign. 3 people were not messaged.';
  timesOf(
    buildLog({ seq: 1, action: 'completed', message: 'No one is left to message.' }),
    buildLog({ seq: 2, action: 'completed', message: 'You stopped this campaign.' }),
    buildLog({ seq: 3, action: 'completed', message: stopped }),
  );
  const lines = screen.getAllByRole('listitem');
  expect(lines.map((line) => line.dataset['tone'])).toEqual(['green', 'green', 'gray']);
  expect(lines[1]).toHaveTextContent(/completed You stopped this campaign\.$/);
  expect(lines[2]).toHaveTextContent(`stopped ${stopped}`);
  expect(lines[2]).not.toHaveTextContent('completed');
});
