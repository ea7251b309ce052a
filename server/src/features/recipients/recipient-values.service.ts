import type { Recipient } from '@sandpiper/contract/recipients';
import type { App } from '../../platform/app-context.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { transact } from '../../platform/database/transact.ts';
import { fieldError, notFound } from '../../platform/http/app-error.ts';
import { refuseWhileChanging, refuseWhileUndoing } from '../variables/variables.service.ts';
import { findListOfRecipient, updateValues } from './recipient-values.store.ts';

/** Sets a recipient's values for the list's variables. Omitted values don't change, and empty values are removed. */
export function setRecipientValues(app: App, own: OwnKey, values: Record<string, string>): Promise<Recipient> {
  return transact(app.db, async (transaction) => {
    const list = await findListOfRecipient(transaction, own.userId, own.id);
    if (list === undefined) throw notFound('Recipient');
    await refuseWhileChanging(transaction, own.userId, list.id);
    await refuseWhileUndoing(transaction, own.userId, list.id);
    const unknown = Object.keys(values).find((name) => !list.variables.includes(name));
    if (unknown !== undefined) {
      throw fieldError(unknown, `This list has no variable {${unknown}}. Add it to the list first.`);
    }
    const given = Object.entries(values);
    const set = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const gone = given.filter(([, value]) => value === '').map(([name]) => name);
    const recipient = await updateValues(transaction, own, { set, gone });
    if (recipient === undefined) throw notFound('Recipient');
    return recipient;
  });
}
