import { forgottenName } from '@sandpiper/contract/forgotten-people';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isBeingMessaged } from '../deliveries/claiming.service.ts';
import { dropExport, expireExport } from '../data-export/data-export.service.ts';
import { replaceUploadedRows } from '../imports/import-rows.service.ts';
import { replaceInNotices } from '../mail/outgoing-mail.service.ts';
import { lockCampaignsReaching, removeLockedRecipients } from '../recipients/recipient-removal.service.ts';
import { cleanResults } from './forget-requests.store.ts';
import {
  cleanImports,
  cleanSearches,
  cleanTexts,
  deletePerson,
  keepUnderKey,
  listRecipientIds,
  lockImports,
  patternOf,
  renameInLedger,
  renameTestList,
} from './forget.store.ts';
import type { Forgotten } from './forget.store.ts';
import { knownPerson } from './person.service.ts';

/**
 * Removes everything readable about a person in one transaction. What later campaigns need is kept under a keyed hash of the username.
 * Throws `invalid_state` while a message to the person may be on its way, because the message's report would bring the name back. Also
 * deletes the export of the user's data, because it includes the person. The transaction only makes the export expire. The export's data is
 * deleted afterward, in several steps, or by the sweep if the server stops before that. An export that isn't ready yet starts again.
 */
export async function forgetPerson(app: App, userId: number, name: string): Promise<{ withdrawn_from: number }> {
  const { withdrawn_from, hadExport } = await change(app, async (change) => {
    const { transaction } = change;
    const { username } = await knownPerson(transaction, userId, name);
    const forgotten = { userId, username, key: app.personKeys(userId, username) };
    const withdrawn_from = await removeFromLists(change, forgotten);
    await deletePerson(transaction, forgotten);
    await keepUnderKey(transaction, forgotten);
    await renameInLedger(transaction, forgotten);
    await cleanTexts(transaction, forgotten);
    await renameTestList(transaction, forgotten);
    await cleanSearches(transaction, forgotten);
    await cleanImports(transaction, forgotten);
    const pattern = patternOf(username);
    await replaceUploadedRows(transaction, userId, { pattern, by: forgottenName });
    const everywhere = new RegExp(pattern, 'gi');
    const clean = (text: string) => text.replaceAll(everywhere, `$1${forgottenName}`);
    await cleanResults(transaction, userId, { pattern, clean });
    await replaceInNotices(change, userId, clean);
    return { withdrawn_from, hadExport: await expireExport(transaction, userId) };
  });
  if (hadExport) await dropExport(app, userId);
  return { withdrawn_from };
}

/**
 * Removes the person from lists and withdraws them from campaigns that haven't reached them. Returns how many campaigns they were withdrawn
 * from.
 */
async function removeFromLists(change: Change, forgotten: Forgotten): Promise<number> {
  const { transaction } = change;
  const { userId, username } = forgotten;
  // To avoid deadlocks, campaigns are always locked before people.
  const campaigns = await lockCampaignsReaching(change, userId, await listRecipientIds(transaction, forgotten));
  await lockImports(transaction, forgotten);
  // From here on, no message gets the go-ahead, nobody is added, and the do-not-contact list doesn't change.
  await lockPeople(transaction, userId);
  if (await isBeingMessaged(transaction, userId, username)) {
    throw new AppError(
      'invalid_state',
      `A message to ${username} may be on its way. Wait until its outcome is known, then try again.`,
    );
  }
  const ids = await listRecipientIds(transaction, forgotten);
  const { withdrawnFrom } = await removeLockedRecipients(change, userId, { ids, campaigns });
  return withdrawnFrom;
}
