import { usualRetention } from '@sandpiper/contract/limits';
import type { Retention } from '@sandpiper/contract/retention';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { findRetention, updateRetention } from './retention.store.ts';
import type { RetentionChanges } from './retention.store.ts';

/** Returns how many days each kind of data is kept. Null means forever. Returns the default for kinds that administrators haven't set. */
export async function retentionOf(db: Database): Promise<Retention> {
  const stored = await findRetention(db);
  const daysOf = (days: number | null | undefined, usual: number | null) => (days ?? usual) || null;
  return {
    campaign_logs: daysOf(stored?.log_days, usualRetention.campaign_logs),
    campaign_details: daysOf(stored?.ended_campaign_days, usualRetention.campaign_details),
    agent_requests: daysOf(stored?.agent_request_days, usualRetention.agent_requests),
    contact_messages: daysOf(stored?.contact_message_days, usualRetention.contact_messages),
  };
}

export function setRetention(app: App, by: Requester, changes: RetentionChanges): Promise<Retention> {
  return change(app, async (change) => {
    const from = await retentionOf(change.transaction);
    await updateRetention(change.transaction, changes);
    await recordActOf(change, by, { action: 'retention_changed', userId: null, changed: { from, to: changes } });
    return retentionOf(change.transaction);
  });
}
