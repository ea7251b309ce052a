import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { route } from '../../platform/http/route.ts';
import { tableOfList } from './list-export.service.ts';
import { removeRecipient } from './recipient-removal.service.ts';
import { setRecipientValues } from './recipient-values.service.ts';
import { importRecipients } from './recipient-import.service.ts';
import { addRecipient, recipientsOfAllLists, recipientsOfList, setRecipientStatus } from './recipients.service.ts';

export function addRecipientRoutes(app: App): void {
  route(app, 'GET /api/lists/:id/recipients', ({ user, params, query }) =>
    recipientsOfList(app, { userId: user.id, id: params.id }, query),
  );
  route(app, 'GET /api/lists/:id/export', async ({ user, params, query: { format, timezone }, reply }) => {
    const table = await tableOfList(app, { userId: user.id, id: params.id }, timezone);
    return sendTable(reply, { format, fileName: `list-${params.id}`, table });
  });
  route(app, 'GET /api/recipients', ({ user, query }) =>
    recipientsOfAllLists(app, user.id, { ...query, listId: query.list_id }),
  );
  route(app, 'POST /api/recipients', async ({ user, body }) => ({
    recipient: await addRecipient(app, user.id, {
      listId: body.list_id,
      recipient: body.recipient,
      status: body.status,
    }),
  }));
  route(app, 'POST /api/recipients/bulk', ({ user, body }) =>
    importRecipients(app, user.id, { listId: body.list_id, recipients: body.recipients }),
  );
  route(app, 'PUT /api/recipients/:id/status', ({ user, params, body }) =>
    setRecipientStatus(app, { userId: user.id, id: params.id }, body.status),
  );
  route(app, 'PUT /api/recipients/:id/variables', async ({ user, params, body }) => ({
    recipient: await setRecipientValues(app, { userId: user.id, id: params.id }, body.variables),
  }));
  route(app, 'DELETE /api/recipients/:id', async ({ user, params }) => {
    const { recipient, withdrawnFrom } = await removeRecipient(app, { userId: user.id, id: params.id });
    return { ...success, recipient, withdrawn_from: withdrawnFrom };
  });
}
