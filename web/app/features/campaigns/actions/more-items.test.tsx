import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openDetail, openMenu, row, start } from '../../../testing/campaign-changes-screen.tsx';
import { Failure } from '../../../testing/fake-api.ts';

const itemsOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);

describe('a campaign’s menu', () => {
  const ended = { started_at: start, completed_at: start, total_list: 10 };
  it.each([
    ['pending', row({}), ['Send a test…', 'Start later…', 'Edit', 'Duplicate', 'Delete']],
    ['running', row({ status: 'running', started_at: start }), ['Duplicate', 'Delete']],
    [
      'stopped, with people left and failures',
      row({ ...ended, status: 'completed', total_sent: 3, total_failed: 2, has_retryable: true }),
      ['Continue with remaining people', 'Retry failed', 'Duplicate', 'Delete'],
    ],
    ['done', row({ ...ended, status: 'completed', total_sent: 10 }), ['Duplicate', 'Delete']],
    [
      'failed',
      row({ ...ended, status: 'failed', total_failed: 10, has_retryable: true }),
      ['Retry failed', 'Duplicate', 'Delete'],
    ],
  ])('offers the possible actions when the campaign is %s', async (_state, shown, items) => {
    const menu = await openMenu(openDetail(shown));
    expect(itemsOf(menu)).toEqual(items);
  });

  it('retries people whose message failed, and shows how many', async () => {
    const shown = row({ ...ended, status: 'completed', total_sent: 8, total_failed: 2, has_retryable: true });
    const view = openDetail(shown, {
      'POST /api/campaigns/:id/retry-failed': { campaign: row({ status: 'running' }), retried: 2 },
    });
    await view.userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Retry failed' }));
    expect(await screen.findByText('Retrying 2 people')).toBeInTheDocument();
  });

  it.each([
    ['paused', 2, '2 people are pending again. Start the campaign to message everyone who is left.'],
    ['completed', 1, '1 person is pending again. Continue the campaign to message everyone who is left.'],
  ] as const)('says how to message retried people if the campaign stays %s', async (status, retried, text) => {
    const shown = row({ ...ended, status, total_sent: 3, total_failed: 2, has_retryable: true });
    const view = openDetail(shown, {
      'POST /api/campaigns/:id/retry-failed': { campaign: { ...shown, total_failed: 0 }, retried },
    });
    await view.userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Retry failed' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('says why nobody can be retried, instead of offering a retry', async () => {
    const menu = await openMenu(openDetail(row({ ...ended, status: 'failed', total_failed: 1 })));
    const item = within(menu).getByRole('menuitem', { name: /^Retry failed/ });
    expect(item).toBeDisabled();
    expect(item).toHaveTextContent(
      'Sandpiper doesn’t retry people who weren’t found or were removed from the list, messages that may have been sent, or messages that you marked as not sent.',
    );
  });

  it('explains why a stopped campaign can’t continue', async () => {
    const error = 'Cannot start campaign: Profiles studio are already being used';
    const shown = row({ ...ended, status: 'completed', total_sent: 3 });
    const refusal = new Failure(409, { error, code: 'profiles_in_use' });
    const view = openDetail(shown, { 'POST /api/campaigns/:id/continue': refusal });
    const item = within(await openMenu(view)).getByRole('menuitem', { name: 'Continue with remaining people' });
    await view.userEvents.click(item);
    expect(await screen.findByText(error, { exact: false })).toBeInTheDocument();
  });
});
