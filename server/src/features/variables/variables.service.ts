import { z } from 'zod';
import { namedVariables } from '@sandpiper/contract/message';
import type { RecipientList } from '@sandpiper/contract/lists';
import type { App } from '../../platform/app-context.ts';
import { pauseIfEmbedded } from '../../platform/batches.ts';
import { startJob } from '../../platform/background-jobs.ts';
import type { DoPiece } from '../../platform/background-jobs.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { hasJob } from '../../platform/database/background-jobs.store.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ListKey, OwnKey } from '../../platform/database/keys.ts';
import { findList, holdList, lockList, updateList } from '../../platform/database/lists.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { getList } from '../lists/lists.service.ts';
import { findLastRecipient } from '../recipients/recipients.service.ts';
import { planOf } from './variable-plan.ts';
import type { WantedVariable } from './variable-plan.ts';
import {
  changeValues,
  countNextValues,
  isBeingCopied,
  isBeingImported,
  isBeingUndone,
  listTemplateTexts,
  listUnfinishedTexts,
} from './variables.store.ts';

type Counts = { name: string; people: number }[];

export const renamingJob = 'list_variables';
const changedAtOnce = 500;
/** The embedded database processes a batch of this size in about 10 ms. */
const countedAtOnce = 5000;

/** Returns a list's variables and, for each variable, how many recipients have a value. */
export async function variablesOfList(app: App, { userId, id }: OwnKey) {
  const key = { userId, listId: id };
  const list = await findList(app.db, userId, id);
  if (list === undefined) throw notFound('List');
  const { counts, recipients } = await countValues(app, key);
  return {
    variables: countsOf(list.variables, counts),
    recipients,
    is_changing: await areBeingChanged(app.db, userId, id),
  };
}

function countsOf(names: readonly string[], counts: ReadonlyMap<string, number>): Counts {
  return names.map((name) => ({ name, people: counts.get(name) ?? 0 }));
}

async function countValues(app: App, key: ListKey) {
  const counts = new Map<string, number>();
  let recipients = 0;
  for (let after: number | null = 0; after !== null;) {
    const piece = await countNextValues(app.db, key, { after, limit: countedAtOnce });
    for (const [name, people] of Object.entries(piece.counts ?? {})) {
      counts.set(name, (counts.get(name) ?? 0) + people);
    }
    recipients += piece.people;
    after = piece.last;
    await pauseIfEmbedded(app);
  }
  return { counts, recipients };
}

/** Sets a list's variables. For a large list, the recipients' values are updated in the background. */
export async function changeVariables(
  app: App,
  own: OwnKey,
  wanted: readonly WantedVariable[],
): Promise<{ list: RecipientList; removed: Counts }> {
  const { userId, id } = own;
  const key = { userId, listId: id };
  const { counts } = await countValues(app, key);
  const removed = await change(app, async (change) => {
    const { transaction } = change;
    const list = await lockList(transaction, userId, id);
    if (list === undefined) throw notFound('List');
    await refuseWhileChanging(transaction, userId, id);
    const plan = planOf(list.variables, wanted);
    await refuseUsed(transaction, key, [...plan.removed, ...plan.renamed.map(({ from }) => from)]);
    await updateList(transaction, userId, id, { variables: plan.variables });
    if (plan.removed.length + plan.renamed.length > 0) await beginRenaming(change, key, plan);
    return plan.removed;
  });
  return { list: await getList(app, own), removed: countsOf(removed, counts) };
}

/** Checks whether a list's variables are being renamed or removed in the background. */
export function areBeingChanged(db: Database, userId: number, listId: number): Promise<boolean> {
  return hasJob(db, { userId, kind: renamingJob, subjectId: listId });
}

/**
 * Throws `invalid_state` while a list's variables are being changed, because people might seem to have no values until the change is
 * complete.
 */
export async function refuseWhileChanging(db: Database, userId: number, listId: number): Promise<void> {
  if (!(await areBeingChanged(db, userId, listId))) return;
  throw new AppError('invalid_state', 'The variables of this list are still being changed. Try again in a moment.');
}

/**
 * Throws `invalid_state` while an import into this list is being undone, because the undo removes variables that no longer have any values.
 */
export async function refuseWhileUndoing(transaction: Transaction, userId: number, listId: number): Promise<void> {
  if (!(await isBeingUndone(transaction, { userId, listId }))) return;
  throw new AppError('invalid_state', 'An import into this list is still being undone. Try again in a moment.');
}

/**
 * Throws `invalid_state` if an unfinished campaign's text uses one of these variables, because the campaign would skip everyone or send the
 * variable's name as written. Also throws if an import or its undo is writing values for one of these variables, or if people are being
 * copied to or from this list.
 */
async function refuseUsed(transaction: Transaction, key: ListKey, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  if (await isBeingImported(transaction, key, names)) {
    throw new AppError(
      'invalid_state',
      'An import into this list is still writing values. Wait until it has finished.',
    );
  }
  if (await isBeingCopied(transaction, key)) {
    throw new AppError(
      'invalid_state',
      'People are still being copied to or from this list. Wait until that has finished.',
    );
  }
  for (const { name, content } of await listUnfinishedTexts(transaction, key)) {
    const used = namedVariables(content).find((variable) => names.includes(variable));
    if (used === undefined) continue;
    const text = `The campaign "${name}" uses {${used}} and hasn't finished. Stop or delete the campaign first.`;
    throw new AppError('invalid_state', text);
  }
}

/**
 * Throws `invalid_state` if the list no longer has one of these variables. `names` are the variables in the text of the campaign that
 * is about to run again.
 */
export async function refuseWithoutVariables(transaction: Transaction, key: ListKey, names: string[]): Promise<void> {
  const list = await holdList(transaction, key.userId, key.listId);
  const missing = names.find((name) => list?.variables.includes(name) === false);
  if (missing === undefined) return;
  const text = `The campaign's text uses {${missing}}, but the list no longer has it. Duplicate the campaign to change its text.`;
  throw new AppError('invalid_state', text);
}

type Search = { names: readonly string[]; after: number };

/**
 * Returns the names of those variables for which none of the next recipients has a value. The returned `after` is null once there are no
 * more recipients.
 */
export async function dropUsedVariables(transaction: Transaction, key: ListKey, { names, after }: Search) {
  if (names.length === 0) return { names, after: null };
  // Wait for values that are being saved right now.
  await lockList(transaction, key.userId, key.listId);
  const { counts, last } = await countNextValues(transaction, key, { after, limit: countedAtOnce });
  return { names: names.filter((name) => !Object.hasOwn(counts ?? {}, name)), after: last };
}

/**
 * Removes these variables from the list, except those that a template or an unfinished campaign uses. If another import is writing or
 * restoring values of any of these variables, or if people are being copied to or from the list, removes no variables. Returns the removed
 * variables. The caller must have made sure that the variables have no values, and must have locked the list.
 */
export async function removeUnusedVariables(
  transaction: Transaction,
  key: ListKey,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  if (await isBeingImported(transaction, key, names)) return [];
  if (await isBeingCopied(transaction, key)) return [];
  const templates = await listTemplateTexts(transaction, key.userId);
  const campaigns = await listUnfinishedTexts(transaction, key);
  const used = new Set([...templates, ...campaigns].flatMap(({ content }) => namedVariables(content)));
  const list = await findList(transaction, key.userId, key.listId);
  const all = list?.variables ?? [];
  const removed = all.filter((name) => names.includes(name) && !used.has(name));
  if (removed.length > 0) {
    const variables = all.filter((name) => !removed.includes(name));
    await updateList(transaction, key.userId, key.listId, { variables });
  }
  return removed;
}

/** The progress of updating recipients' values after variables were renamed or removed. */
const progressSchema = z.object({
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  removed: z.array(z.string()),
  /**
   * `after` is the ID of the last recipient processed, and `upTo` is the ID of the last recipient to process. Recipients added later
   * already use the new names.
   */
  after: z.int(),
  upTo: z.int(),
});
type Progress = z.infer<typeof progressSchema>;

type Renaming = Pick<Progress, 'renamed' | 'removed'>;

/** Changes the values of the first recipients immediately and leaves the rest to a background job. */
async function beginRenaming(change: Change, key: ListKey, { renamed, removed }: Renaming): Promise<void> {
  const upTo = await findLastRecipient(change.transaction, key);
  const progress = await changePiece(change, key, { renamed, removed, after: 0, upTo });
  if (progress === null) return;
  await startJob(change, { userId: key.userId, kind: renamingJob, subjectId: key.listId }, progress);
}

async function changePiece({ transaction }: Change, key: ListKey, progress: Progress): Promise<Progress | null> {
  const { after, upTo } = progress;
  const last = await changeValues(transaction, key, progress, { after, upTo, limit: changedAtOnce });
  return last === null || last >= upTo ? null : { ...progress, after: last };
}

/** Changes the values of the next recipients. Each call processes one piece of the background job. */
export const changeNextValues: DoPiece = async (change, { job, progress }) => {
  const key = { userId: job.userId, listId: job.subjectId };
  const next = await changePiece(change, key, progressSchema.parse(progress));
  return next === null ? 'done' : { progress: next };
};
