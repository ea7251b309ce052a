import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { WaitReason } from '@sandpiper/contract/reasons';
import { FirefoxUnusable } from '../../browser/firefox.finder.ts';
import { PageError } from '../../browser/page.ts';
import { ProfileNotHere } from '../../browser/profile.access.ts';
import { FormerProfileInUse, ProfileInUse } from '../../browser/window.registry.ts';
import { ApiError, isRefused } from '../../platform/api-client.ts';
import { messageOf, systemCodeOf, UserError } from '../../platform/errors.ts';
import { JournalError } from '../../platform/journal.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';
import { hasOpenNote } from './earlier-attempts.ts';

function released(reason: WaitReason, detail: string | null): SendReport {
  return { outcome: 'released', reason, detail };
}

export function journalFailure({ message }: JournalError): SendReport {
  return released('notes_not_written', message);
}

/** Returns the report for a window that couldn't be opened, or null for any other error. */
function reportOfWindow(error: unknown): SendReport | null {
  if (error instanceof FormerProfileInUse) return released('window_busy', null);
  if (error instanceof ProfileInUse) return released('profile_in_use', null);
  if (error instanceof ProfileNotHere) return released('profile_not_here', error.path);
  if (error instanceof FirefoxUnusable) return released('firefox_missing', error.message);
  if (error instanceof UserError) return released('firefox_not_started', error.message);
  return null;
}

/**
 * Returns the report for an error that ended the attempt. If the journal note was written before the error, the message may have been sent.
 */
export function reportOfError(agent: AgentContext, delivery: ClaimedDelivery, error: unknown): SendReport {
  const unopened = reportOfWindow(error);
  if (unopened !== null) return unopened;
  agent.log.error({ delivery: delivery.id, err: error }, 'attempt failed');
  const isClosed = error instanceof PageError && error.kind === 'closed';
  const detail = messageOf(error);
  if (hasOpenNote(agent, delivery)) {
    if (isClosed) return { outcome: 'unknown', reason: 'window_lost', detail: null };
    return { outcome: 'unknown', reason: error instanceof PageError ? 'page_lost' : 'interrupted', detail };
  }
  if (error instanceof JournalError) return journalFailure(error);
  if (isClosed) return released('window_closed', null);
  if (error instanceof ApiError) return released(isRefused(error) ? 'no_longer_wanted' : 'server_unreachable', detail);
  // The system itself kept the window from opening, for example because the disk is full.
  if (systemCodeOf(error) !== null) return released('firefox_not_started', detail);
  if (delivery.task === 'check') return { outcome: 'unknown', reason: 'page_lost', detail };
  return { outcome: 'failed', reason: 'broken_off', detail };
}

export function reportOfTimeout(agent: AgentContext, delivery: ClaimedDelivery): SendReport {
  if (delivery.task === 'check') return { outcome: 'unknown', reason: 'history_not_shown', detail: null };
  return hasOpenNote(agent, delivery)
    ? { outcome: 'unknown', reason: 'interrupted', detail: null }
    : released('took_too_long', null);
}
