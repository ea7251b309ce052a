import type { App } from '../../platform/app-context.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { route } from '../../platform/http/route.ts';
import { tableOfPeople } from './people-export.service.ts';
import { pageOfPeople } from './people-page.service.ts';

export function addPeopleRoutes(app: App): void {
  route(app, 'GET /api/people', ({ user, query }) => pageOfPeople(app, user.id, query));
  route(app, 'GET /api/people/export', async ({ user, query: { format, ...filter }, reply }) =>
    sendTable(reply, { format, fileName: 'people', table: tableOfPeople(app, user.id, filter) }),
  );
}
