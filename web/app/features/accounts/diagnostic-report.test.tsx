import type { DiagnosticRequest } from '@sandpiper/contract/diagnostic-reports';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { menuItem, renderAccounts } from '../../testing/accounts-screen.tsx';
import { buildTicket } from '../../testing/administration-builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';

const report = 'Sandpiper diagnostic report\nProblem: The inbox shows no list of conversations.\n0 body 1280x720';
const request = { id: 9, status: 'completed', report, error_message: null } as const;
const answered = (changes: Partial<DiagnosticRequest> = {}) => ({
  'GET /api/diagnostic-reports/:id': { request: { ...request, ...changes } },
});

async function openReport(replies: Replies = {}) {
  const view = renderAccounts({
    'POST /api/profiles/:id/diagnostic-report': { success: true, request_id: 9 },
    'DELETE /api/diagnostic-reports/:id': { success: true },
    'POST /api/support': { ticketNumber: 'T-000012', ticket: buildTicket() },
    ...answered(),
    ...replies,
  });
  await view.userEvents.click(await menuItem(view.userEvents, 'studio', 'Show Diagnostic Report'));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Diagnostic report for studio' })) };
}

const shown = (dialog: ReturnType<typeof within>) => dialog.findByRole('region', { name: 'Full report' });

describe('an account’s diagnostic report', () => {
  it('is requested from the agent, shown in full, and immediately deleted on the server, but not sent to support', async () => {
    const { api, dialog } = await openReport();
    expect((await shown(dialog)).textContent).toBe(report);
    expect(api.of('POST /api/profiles/:id/diagnostic-report').map(({ params }) => params)).toEqual([{ id: '1' }]);
    await waitFor(() => expect(api.of('DELETE /api/diagnostic-reports/:id')[0]?.params).toEqual({ id: '9' }));
    expect(api.of('POST /api/support')).toHaveLength(0);
  });

  it('cannot be sent before it has been shown', async () => {
    const { api, dialog } = await openReport(answered({ status: 'running', report: null }));
    expect(await dialog.findByText('Asking the agent for the report…')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Send to support' })).not.toBeInTheDocument();
    expect(api.of('DELETE /api/diagnostic-reports/:id')).toHaveLength(0);
    api.set(answered());
    await shown(dialog);
    expect(dialog.getByRole('button', { name: 'Send to support' })).toBeInTheDocument();
  });

  it('is sent as a ticket that administrators can read, with exactly the text that was shown', async () => {
    const { api, dialog, userEvents } = await openReport();
    await shown(dialog);
    expect(dialog.getByText(/This server’s administrators can read the ticket/)).toBeInTheDocument();
    await userEvents.click(dialog.getByRole('button', { name: 'Send to support' }));
    expect(await screen.findByText('Sent to support as ticket #T-000012')).toBeInTheDocument();
    expect(api.of('POST /api/support').map(({ body }) => body)).toEqual([
      expect.objectContaining({ category: 'technical', report }),
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('stays open and shows the reason if it could not be sent', async () => {
    const { dialog, userEvents } = await openReport({
      'POST /api/support': new Failure(500, { error: 'The disk is full.' }),
    });
    await shown(dialog);
    await userEvents.click(dialog.getByRole('button', { name: 'Send to support' }));
    expect(await screen.findByText('The disk is full.')).toBeInTheDocument();
    expect(await shown(dialog)).toBeInTheDocument();
  });

  it('is replaced by an explanation if the agent has no report, and can be requested again', async () => {
    const none = "The account's computer has no diagnostic report for studio.";
    const { api, dialog, userEvents } = await openReport(
      answered({ status: 'failed', report: null, error_message: none }),
    );
    expect(await dialog.findByText(none)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Send to support' })).not.toBeInTheDocument();
    api.set(answered());
    await userEvents.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await shown(dialog)).toBeInTheDocument();
  });

  it('explains why it could not be requested', async () => {
    const { dialog } = await openReport({
      'POST /api/profiles/:id/diagnostic-report': new Failure(404, { error: 'Account not found' }),
    });
    expect(await dialog.findByText('Account not found')).toBeInTheDocument();
  });
});
