import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../platform/dates.ts';
import { campaign, openDetail, openMenu, row, start } from '../../testing/campaign-changes-screen.tsx';
import { Failure } from '../../testing/fake-api.ts';

/** Chooses *Start later…* in the campaign's menu, and continues from the review to the dialog where the user enters the time. */
async function chooseTime(view: ReturnType<typeof openDetail>): Promise<void> {
  const menu = await openMenu(view);
  await view.userEvents.click(within(menu).getByRole('menuitem', { name: 'Start later…' }));
  const review = await screen.findByRole('dialog', { name: /^Start “.+” later\?$/ });
  const next = within(review).getByRole('button', { name: 'Choose a time…' });
  await waitFor(() => expect(next).toBeEnabled());
  await view.userEvents.click(next);
}

describe('a scheduled start', () => {
  it('is entered in the viewer’s time zone', async () => {
    const view = openDetail(campaign, { 'POST /api/campaigns/:id/start': { campaign } });
    await chooseTime(view);
    const field = await screen.findByLabelText(/Start/, { selector: 'input' });
    const submit = screen.getByRole('button', { name: 'Start later' });
    fireEvent.change(field, { target: { value: '2001-01-01T09:00' } });
    expect(screen.getByText('Choose a time in the future')).toBeInTheDocument();
    expect(submit).toBeDisabled();
    fireEvent.change(field, { target: { value: '2999-05-01T09:30' } });
    await view.userEvents.click(submit);
    await waitFor(() => expect(view.api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    const start_at = new Date(2999, 4, 1, 9, 30).toISOString();
    expect(view.api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual({ start_at });
  });

  it('shows why the server rejected the time', async () => {
    const fields = { start_at: 'Choose a time within a year' };
    const refusal = new Failure(400, { error: fields.start_at, code: 'validation_failed', fields });
    const view = openDetail(campaign, { 'POST /api/campaigns/:id/start': refusal });
    await chooseTime(view);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Start later' }));
    expect((await screen.findAllByText('Choose a time within a year')).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('is shown, and can be canceled', async () => {
    const shown = row({ scheduled_start: { at: start, is_missed: false, problem: null } });
    const view = openDetail(shown, { 'DELETE /api/campaigns/:id/start': { campaign } });
    const time = await screen.findByText(formatDateTime(start));
    expect(time).toHaveAttribute('title', expect.stringMatching(/^Time zone: /));
    expect(time.parentElement).toHaveTextContent(`Starts on ${formatDateTime(start)}.`);
    await view.userEvents.click(screen.getByRole('button', { name: 'Cancel scheduled start' }));
    expect(await screen.findByText('Scheduled start canceled')).toBeInTheDocument();
    expect(view.api.of('DELETE /api/campaigns/:id/start')).toHaveLength(1);
  });

  it('offers “Start now” if it was missed, and shows the reason', async () => {
    const problem = "The server wasn't running at that time, or a restore had to be confirmed first.";
    openDetail(row({ scheduled_start: { at: start, is_missed: true, problem } }));
    const question = `This campaign was scheduled to start on ${formatDateTime(start)}. ${problem} Start it now, or choose another time.`;
    expect((await screen.findByText(formatDateTime(start))).parentElement).toHaveTextContent(question);
    expect(screen.getByRole('button', { name: 'Start now' })).toBeEnabled();
  });

  it('shows why it has failed so far, and that it will be retried', async () => {
    openDetail(row({ scheduled_start: { at: start, is_missed: false, problem: 'No account.' } }));
    expect(await screen.findByText(/was due to start on .* No account\. Sandpiper keeps retrying/)).toBeInTheDocument();
  });
});
