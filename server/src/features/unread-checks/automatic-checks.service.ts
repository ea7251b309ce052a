import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { hasActiveSubscription } from '@sandpiper/contract/plans';
import type { AutomaticCheck, AutomaticCheckWait, EveryHours } from '@sandpiper/contract/unread-checks';
import { findPersonById } from '../../platform/access/access.store.ts';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import { isAwaitingRestore } from '../../platform/database/restores.store.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import {
  deleteSchedule,
  findSchedule,
  listDueAccounts,
  readWaitFacts,
  saveSchedule,
  takeDueCheck,
} from './automatic-checks.store.ts';
import type { AccountToCheck } from './automatic-checks.store.ts';
import { queueCheck } from './unread-checks.service.ts';

const hourSeconds = 3600;

const off: AutomaticCheck = { every_hours: null, next_at: null, last_at: null, waits_for: null };

export async function automaticCheckOf(app: App, user: Person): Promise<AutomaticCheck> {
  const schedule = await findSchedule(app.db, user.id);
  if (schedule === undefined) return off;
  const { every_hours, due_at, started_at, is_due } = schedule;
  return { every_hours, next_at: due_at, last_at: started_at, waits_for: is_due ? await waitOf(app, user) : null };
}

export async function setAutomaticCheck(
  app: App,
  user: Person,
  everyHours: EveryHours | null,
): Promise<AutomaticCheck> {
  if (everyHours === null) await deleteSchedule(app.db, user.id);
  else {
    const seconds = scaledSeconds(app.config, everyHours * hourSeconds);
    await saveSchedule(app.db, user.id, { everyHours, seconds });
  }
  return automaticCheckOf(app, user);
}

/** Returns why a user's due check hasn't started, or null if nothing keeps it from starting. */
async function waitOf(app: App, user: Person): Promise<AutomaticCheckWait | null> {
  if (!hasActiveSubscription(user, new Date())) return 'subscription';
  if (await isAwaitingRestore(app.db)) return 'restore';
  const { is_check_running, is_online, is_paused } = await readWaitFacts(app.db, user.id);
  if (is_check_running) return 'check_running';
  if (!is_online) return 'no_computer';
  if (is_paused) return 'agent_paused';
  return (await listDueAccounts(app.db, user.id)).every(isHiddenAccount) ? 'no_account' : null;
}

/**
 * Starts the unread checks that are due. A check that can't start stays due, so that it starts as soon as its user's agent is online and an
 * account is free. Does nothing while a restore waits for confirmation.
 */
export async function startDueChecks(app: App): Promise<void> {
  if (await isAwaitingRestore(app.db)) return;
  const accounts = (await listDueAccounts(app.db)).filter((account) => !isHiddenAccount(account));
  await attemptEach(app, [...Map.groupBy(accounts, (account) => account.user_id)], {
    work: ([userId, own]) => startDueCheck(app, userId, own),
    failure: 'an automatic unread check could not be started',
    identify: ([user]) => ({ user }),
  });
}

async function startDueCheck(app: App, userId: number, accounts: readonly AccountToCheck[]): Promise<void> {
  const owner = await findPersonById(app.db, userId);
  if (owner === undefined || !owner.is_active || owner.deletion_due_at !== null) return;
  if (!hasActiveSubscription(owner, new Date())) return;
  const byComputer = Map.groupBy(accounts, (account) => account.installation_id);
  const [first, ...others] = [...byComputer].map(([installation_id, those]) => ({
    installation_id,
    profile_ids: those.map(({ id }) => id),
  }));
  if (first === undefined) return;
  await change(app, async (change) => {
    const isOurs = await takeDueCheck(change.transaction, userId, scaledSeconds(app.config, hourSeconds));
    if (isOurs) await queueCheck(change, userId, { groups: [first, ...others], isAutomatic: true });
  });
}
