import type { RequestAccount } from '@sandpiper/contract/agent';
import { UserError } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';

/** Throws a {@link UserError} if this computer has no diagnostic report for the account. */
export async function findDiagnosticReport(
  agent: AgentContext,
  { profile_id, profile_name }: RequestAccount,
): Promise<{ report: string }> {
  const report = await agent.diagnosticReports.find(profile_id);
  if (report !== null) return { report };
  throw new UserError(
    `The account's computer has no diagnostic report for ${profile_name}. The agent writes one when its check of Instagram's pages fails.`,
  );
}
