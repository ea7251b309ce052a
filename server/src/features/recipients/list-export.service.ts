import { valueOfVariable } from '@sandpiper/contract/list-variables';
import { exportedListHeaders } from '@sandpiper/contract/exported-lists';
import type { App } from '../../platform/app-context.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { profileLinkColumn, profileLinkOf } from '../../platform/files/profile-link.ts';
import { shownTimeIn } from '../../platform/files/shown-time.ts';
import type { Table } from '../../platform/files/table-file.ts';
import { findList } from '../../platform/database/lists.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { isBeingDeleted } from '../lists/lists.service.ts';
import { refuseWhileChanging } from '../variables/variables.service.ts';
import { listRecipientsAfter } from './recipients.store.ts';

const batchSize = 500;
const statuses = { pending: 'Pending', sent: 'Sent', failed: 'Failed', not_found: 'Not found' };

/**
 * Exports a list in the order its people were added, with a column for each variable. Reads the people in batches. Throws `invalid_state`
 * while the list is being deleted or its variables are being changed.
 */
export async function tableOfList(app: App, own: OwnKey, timezone = 'UTC'): Promise<Table> {
  const list = await findList(app.db, own.userId, own.id);
  if (list === undefined) throw notFound('List');
  if (await isBeingDeleted(app.db, own)) throw new AppError('invalid_state', 'This list is being deleted.');
  await refuseWhileChanging(app.db, own.userId, own.id);
  const { variables } = list;
  const [username, status, added, link] = exportedListHeaders(timezone);
  const columns = [
    { header: username, width: 32 },
    { header: status, width: 12 },
    { header: added, width: 22 },
    { header: link, width: profileLinkColumn.width },
    ...variables.map((header) => ({ header, width: 20 })),
  ];
  return { name: 'List', columns, batches: batchesOf(app, own, { variables, timezone }) };
}

type Columns = { variables: readonly string[]; timezone: string };

async function* batchesOf(app: App, { userId, id }: OwnKey, { variables, timezone }: Columns) {
  const shownTime = shownTimeIn(timezone);
  for (let after = 0; ;) {
    const people = await listRecipientsAfter(app.db, userId, { listId: id, after, limit: batchSize });
    yield people.map(({ recipient, status, is_not_known, created_at, variables: values }) => [
      recipient,
      is_not_known ? 'Not known' : statuses[status],
      shownTime(created_at),
      profileLinkOf(recipient),
      ...variables.map((name) => valueOfVariable(values, name) ?? ''),
    ]);
    const last = people.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // If a deletion of the list has begun, or a variable was renamed or removed in the meantime, people or values may be missing. An error
  // aborts the download, so that nobody mistakes the file for complete.
  const current = await findList(app.db, userId, id);
  const isChanged = current === undefined || variables.some((name) => !current.variables.includes(name));
  if (isChanged || (await isBeingDeleted(app.db, { userId, id }))) {
    throw new Error('the list was deleted or its variables were changed during the export');
  }
}
