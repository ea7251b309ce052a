import { reportedDiagnosticsSchema, type DiagnosticRequest } from '@sandpiper/contract/diagnostic-reports';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { createAgentRequest, deleteRequest, oneRequest } from '../agent-requests/agent-requests.service.ts';

/*
 * Diagnostic reports are stored on the account's computer. The server passes a copy to the account's owner and then deletes it. If the
 * owner attaches the report to a support ticket, the ticket keeps a copy.
 */

const types = ['diagnostic_report'] as const;

/** Asks the agent on the account's computer for the account's latest diagnostic report. Returns the ID of the request. */
export async function askForReport(app: App, userId: number, profileId: number): Promise<number> {
  const account = await getAccount(app, userId, profileId);
  const { id } = await createAgentRequest(app, userId, {
    request_type: 'diagnostic_report',
    profile_id: account.id,
    profile_path: account.profile_path,
    profile_name: account.profile_name,
  });
  return id;
}

async function requestOf(app: App, userId: number, id: number) {
  const request = await oneRequest(app, userId, types, id);
  if (request === undefined) throw notFound('Diagnostic report');
  return request;
}

export async function getReport(app: App, userId: number, id: number): Promise<DiagnosticRequest> {
  const { status, results, error_message } = await requestOf(app, userId, id);
  const parsed = reportedDiagnosticsSchema.safeParse(results);
  return { id, status, report: parsed.success ? parsed.data.report : null, error_message };
}

export async function forgetReport(app: App, userId: number, id: number): Promise<void> {
  await requestOf(app, userId, id);
  await deleteRequest(app.db, userId, id);
}
