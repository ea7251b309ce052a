import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { handleJobs } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { refreshPeopleStatistics } from '../../platform/batches.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findList } from '../../platform/database/lists.store.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { relinkRecipients } from '../deliveries/withdrawal.service.ts';
import { copyNext } from './filled-people.store.ts';
import { addToFillings, endFillings, lockLists, stopJobsFrom } from './list-fillings.store.ts';

/* Fills lists from other lists, in small pieces. */

export const fillingJob = 'list-filling';
/** The embedded database processes a batch of this size in about 10 ms. */
const peopleAtOnce = 250;

const progressSchema = z.object({
  targets: z.array(z.int()),
  /** The remaining source lists, each with the ID of its newest recipient at the time the copying began. */
  sources: z.array(z.object({ id: z.int(), last: z.int() })),
  statuses: z.array(z.string()),
  isAllPending: z.boolean(),
  after: z.int(),
  position: z.int(),
});
export type FillingProgress = z.infer<typeof progressSchema>;

export function handleListFillings(app: App): void {
  handleJobs(app, fillingJob, fillNext, { afterLongJob: refreshPeopleStatistics });
}

/**
 * Stops filling other lists from a list that is being deleted. Otherwise, a copy could find nobody left on the list and would be marked as
 * done, although people are missing.
 */
export function stopFillingsFrom(transaction: Transaction, userId: number, listId: number): Promise<void> {
  return stopJobsFrom(transaction, userId, { kind: fillingJob, listId });
}

const fillNext: DoPiece = async (change, { job: { userId }, progress: given }) => {
  const { transaction } = change;
  const progress = progressSchema.parse(given);
  const { targets, sources, ...rest } = progress;
  if ((await lockLists(transaction, userId, targets)).length === 0) return 'done';
  // Keep people from being forgotten while their names are being copied.
  await lockPeopleShared(transaction, userId);
  const [source, ...others] = sources;
  if (source === undefined) {
    await endFillings(transaction, userId, { listIds: targets, status: 'done' });
    return 'done';
  }
  if ((await findList(transaction, userId, source.id)) === undefined) {
    await endFillings(transaction, userId, { listIds: targets, status: 'stopped' });
    return 'done';
  }
  const next = await copyNext(transaction, userId, {
    ...rest,
    fromListId: source.id,
    last: source.last,
    listIds: targets,
    limit: peopleAtOnce,
  });
  if (next === null) return { progress: { ...progress, sources: others, after: 0 } };
  await relinkRecipients(transaction, userId, next.added);
  await addToFillings(transaction, userId, next.lists);
  return { progress: { ...progress, after: next.lastId, position: progress.position + next.looked } };
};
