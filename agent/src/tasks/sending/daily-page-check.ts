import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { Page } from '../../browser/page.ts';
import { messageOf } from '../../platform/errors.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/** Stores the diagnostic report, so that the owner can request it (see diagnostic-report.task.ts). */
async function keepReport(agent: AgentContext, profileId: number, diagnostics: string | null): Promise<void> {
  if (diagnostics === null) return;
  await agent.diagnosticReports.keep(profileId, diagnostics).catch((error: unknown) => {
    agent.log.warn({ profile: profileId, problem: messageOf(error) }, 'could not store the diagnostic report');
  });
}

/**
 * Before the account's first message of the day, and before its first message with another page pack, checks whether Instagram's pages
 * are as expected. Days follow this computer's clock. Returns null if the agent may send, or the claim's report if it must not. The last
 * passed check is only kept in memory. Repeating the check after a restart does no harm, because the check types and sends nothing.
 */
export async function refusalByPages(
  agent: AgentContext,
  { profile_id: profileId, insta_username: username }: ClaimedDelivery,
  page: Page,
): Promise<SendReport | null> {
  const { passedChecks } = agent.state;
  const current = (): string => `${new Date().toDateString()} ${agent.pagePacks.inUse().version}`;
  // If another pack came into use during the check, check again, because the message would be sent with that pack.
  for (let begun = current(); passedChecks.get(profileId) !== begun; begun = current()) {
    const check = await agent.instagram.checkPages(page, username);
    if (check.state === 'ended') return check.report;
    if (check.state === 'drifted') {
      await keepReport(agent, profileId, check.diagnostics);
      return { outcome: 'released', reason: 'page_drift', detail: check.missing };
    }
    if (check.state === 'undecided') return null;
    passedChecks.set(profileId, begun);
  }
  return null;
}
