import { profileNotHere, type ClaimedDelivery } from '@sandpiper/contract/agent';
import { StartFailed } from '../../browser/firefox.process.ts';
import { PageError } from '../../browser/page.ts';
import { ProfileElsewhere } from '../../browser/profile.access.ts';
import { ProfileInUse } from '../../browser/window.registry.ts';
import { isPassing } from '../../platform/api-client.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import { JournalError } from '../../platform/journal.ts';
import type { SendReport } from '../../sites/instagram/instagram.ts';
import type { AgentContext } from '../agent.context.ts';

/** After so many starts of its Firefox that failed one after the other the account's owner has to look. */
const mostFailedStarts = 3;

/** Where the agent cannot write its notes nothing is begun, whoever the next person is. */
export function notNoted({ message }: JournalError): { reason: string; detail: string } {
  return { reason: 'notes_not_written', detail: message };
}

/** Whether the message may have left under this very claim. */
export function hasIntent(agent: AgentContext, delivery: ClaimedDelivery): boolean {
  return agent.journal.intentOf(delivery.id)?.fence === delivery.fence;
}

function reportOfStart(agent: AgentContext, delivery: ClaimedDelivery, { message }: StartFailed): SendReport {
  const failures = (agent.state.failedStarts.get(delivery.profile_id) ?? 0) + 1;
  agent.state.failedStarts.set(delivery.profile_id, failures);
  if (failures < mostFailedStarts) return { outcome: 'released', reason: 'firefox_not_started', detail: message };
  // Who resumes the campaign has looked: from then on it is counted anew.
  agent.state.failedStarts.delete(delivery.profile_id);
  return { outcome: 'blocked', reason: 'browser_failed', detail: message };
}

/** The window could not be opened: the platform had no part in it. Null: it was something else. */
function reportOfWindow(agent: AgentContext, delivery: ClaimedDelivery, error: unknown): SendReport | null {
  if (error instanceof ProfileInUse) return { outcome: 'released', reason: 'profile_in_use', detail: error.message };
  // Another computer of the user's may have it; the server knows whether there is one.
  if (error instanceof ProfileElsewhere) return { outcome: 'released', reason: profileNotHere, detail: error.message };
  if (error instanceof StartFailed) return reportOfStart(agent, delivery, error);
  if (error instanceof UserError) return { outcome: 'blocked', reason: 'browser_failed', detail: error.message };
  return null;
}

/** A window that breaks off is not used again, the user's own excepted: the next person gets a new one. */
async function leaveWindow(agent: AgentContext, profileId: number): Promise<void> {
  if (agent.windows.find(profileId)?.isForUser === true) return;
  await agent.windows.close(profileId).catch((error: unknown) => agent.log.warn({ err: error }, 'window not closed'));
}

/** What an error in the middle means for the person: after the note that precedes Enter, nothing is certain any more. */
export async function reportOfError(
  agent: AgentContext,
  delivery: ClaimedDelivery,
  error: unknown,
): Promise<SendReport> {
  const unopened = reportOfWindow(agent, delivery, error);
  if (unopened !== null) return unopened;
  agent.log.error({ delivery: delivery.id, err: error }, 'the attempt broke off');
  if (error instanceof PageError && error.kind !== 'closed') await leaveWindow(agent, delivery.profile_id);
  const detail = `The attempt broke off (${messageOf(error)}).`;
  const unknown: SendReport = { outcome: 'unknown', reason: 'broken_off', detail };
  if (hasIntent(agent, delivery)) return unknown;
  if (error instanceof JournalError) return { outcome: 'released', ...notNoted(error) };
  if (error instanceof PageError && error.kind === 'closed') {
    return {
      outcome: 'released',
      reason: 'window_closed',
      detail: 'The browser window was closed before anything was sent.',
    };
  }
  if (isPassing(error)) return { outcome: 'released', reason: 'server_unreachable', detail };
  if (delivery.verify_first) return unknown;
  return { outcome: 'failed', reason: 'broken_off', detail, isRetryable: true };
}
