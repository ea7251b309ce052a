import { setImmediate } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { now } from '../../platform/database/expressions.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { expireStaleLeases } from '../sending/settle.service.ts';
import { lockCampaign, releaseAccounts, updateCampaign } from './campaign-state.store.ts';
import type { CampaignKey } from './campaign-state.store.ts';
import {
  countReset,
  deleteCampaignRow,
  deleteLogPiece,
  deletePieceResettingPeople,
  isAnyBeingSent,
  listHalfDeleted,
} from './campaign-targets.store.ts';
import { hasCampaign } from './campaigns.store.ts';

export async function previewDeletion(app: App, userId: number, id: number) {
  if (!(await hasCampaign(app.db, userId, id))) throw notFound('Campaign');
  await expireStaleLeases(app, userId);
  return countReset(app.db, { user_id: userId, id });
}

/**
 * Deletes a campaign and puts the people it touched back to pending; answers how many. Not while a message of it may just be
 * leaving: nobody would know any more to whom. It disappears at once and no
 * message of it is handed out any more; its rows go piece by piece, and browsers are told again when the last is gone.
 */
export async function deleteCampaign(app: App, userId: number, id: number): Promise<number> {
  await expireStaleLeases(app, userId);
  await change(app, async ({ transaction, afterCommit }) => {
    const campaign = await lockCampaign(transaction, userId, id);
    if (campaign === undefined) throw notFound('Campaign');
    if (await isAnyBeingSent(transaction, campaign)) {
      const advice = campaign.status === 'running' ? 'Stop it, and try again' : 'Try again';
      const text = `A message of this campaign is just being sent or looked up. ${advice} in a minute or two.`;
      throw new AppError('invalid_state', text);
    }
    await releaseAccounts(transaction, campaign);
    await updateCampaign(transaction, campaign, { deleted_at: now, status: 'completed' });
    afterCommit(() => tellDeleted(app, { user_id: userId, id }));
  });
  return removeRows(app, { user_id: userId, id });
}

function tellDeleted(app: App, key: CampaignKey): void {
  app.events.toUser(key.user_id, 'campaign_update', { campaign_id: key.id, status: 'deleted' });
}

/** Ends deletions that broke off with their process. */
export async function finishDeletions(app: App): Promise<void> {
  for (const key of await listHalfDeleted(app.db)) await removeRows(app, key);
}

async function removeRows(app: App, key: CampaignKey): Promise<number> {
  let reset = 0;
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    const piece = await change(app, ({ transaction }) => deletePieceResettingPeople(transaction, key, from));
    reset += piece.reset;
    after = piece.last;
    await setImmediate();
  }
  while (await change(app, ({ transaction }) => deleteLogPiece(transaction, key))) await setImmediate();
  await change(app, async ({ transaction, afterCommit }) => {
    await deleteCampaignRow(transaction, key);
    // Only now does everybody wait for a campaign again: lists that were read before say otherwise.
    afterCommit(() => tellDeleted(app, key));
  });
  return reset;
}
